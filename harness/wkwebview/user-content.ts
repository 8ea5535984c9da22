import type { AppBlock } from "../objective-c/blocks.ts";
import { defineStandInClasses } from "../objective-c/classes.ts";
import { lasting } from "../objective-c/foundation/ns-notification.ts";
import type { NSString } from "../objective-c/foundation/ns-string.ts";
import { NSError } from "../objective-c/foundation/system.ts";
import { soon } from "../objective-c/loop.ts";
import { NSObject, Strong, StrongList } from "../objective-c/ns-object.ts";
import { callBlock } from "../objective-c/tell.ts";
import { refuse } from "../objective-c/violations.ts";

export class WKContentWorld extends NSObject {
  worldName: string | null = null;

  static "+pageWorld"(): WKContentWorld {
    return thePageWorld();
  }

  static "+worldWithName:"(name: NSString): WKContentWorld {
    return worldNamed(name.text);
  }
}

const thePageWorld = lasting(() => new WKContentWorld());
const worlds = new Map<string, () => WKContentWorld>();

function worldNamed(name: string): WKContentWorld {
  const world =
    worlds.get(name) ??
    lasting(() => {
      const made = new WKContentWorld();
      made.worldName = name;
      return made;
    });
  worlds.set(name, world);
  return world();
}

const documentStart = 0;

export class WKUserScript extends NSObject {
  source = "";
  isTopOnly = false;

  "-initWithSource:injectionTime:forMainFrameOnly:"(
    source: NSString,
    time: number,
    isTopOnly: boolean,
  ): void {
    if (time !== documentStart)
      refuse("The stand-in places scripts at the start of documents alone");
    this.source = source.text;
    this.isTopOnly = isTopOnly;
  }

  /** As the program that shows pages takes it, which runs all scripts in every frame. */
  get placed(): string {
    return this.isTopOnly ? `if (window === window.top) {\n${this.source}\n}` : this.source;
  }
}

export class WKContentRuleList extends NSObject {
  rules = "";
}

export class WKContentRuleListStore extends NSObject {
  static "+defaultStore"(): WKContentRuleListStore {
    return theRuleStore();
  }

  "-compileContentRuleListForIdentifier:encodedContentRuleList:completionHandler:"(
    identifier: NSString,
    rules: NSString,
    completion: AppBlock,
  ): void {
    if (identifier.text === "") refuse("A list of rules has a name");
    soon(() => {
      const list = new WKContentRuleList();
      list.rules = rules.text;
      // Its expressions know no other letters.
      if (isJson(rules.text) && /^[\x20-\x7e]*$/.test(rules.text))
        callBlock(completion, list, null);
      else
        callBlock(completion, null, NSError.of("WKErrorDomain", 6, "Extension compilation failed"));
    });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const theRuleStore = lasting(() => new WKContentRuleListStore());

/** A page that is shown with the scripts and handlers of a controller. */
export interface ContentPage {
  addScript(script: WKUserScript): void;
  removeScripts(): void;
  addRules(rules: string): void;
}

/** The handler of the messages that pages post under a name. */
interface MessageHandler {
  readonly name: string;
  readonly handler: Strong<NSObject>;
}

export class WKUserContentController extends NSObject {
  readonly scripts = new StrongList<WKUserScript>(this);
  readonly rules = new StrongList<WKContentRuleList>(this);
  handlers: readonly MessageHandler[] = [];
  readonly pages = new Set<ContentPage>();

  "-addUserScript:"(script: WKUserScript): void {
    this.scripts.add(script);
    for (const page of this.pages) page.addScript(script);
  }

  "-removeAllUserScripts"(): void {
    this.scripts.items = [];
    for (const page of this.pages) page.removeScripts();
  }

  "-addScriptMessageHandlerWithReply:contentWorld:name:"(
    handler: NSObject,
    world: WKContentWorld,
    name: NSString,
  ): void {
    if (world.worldName !== null) refuse("The stand-in has handlers in the page's own world alone");
    if (this.pages.size > 0) refuse("The stand-in has handlers from before the view alone");
    if (this.handlerNamed(name.text) !== null) refuse(`An exception: "${name.text}" has a handler`);
    const held = new Strong<NSObject>(this);
    held.value = handler;
    this.handlers = [...this.handlers, { name: name.text, handler: held }];
  }

  handlerNamed(name: string): NSObject | null {
    return this.handlers.find((each) => each.name === name)?.handler.value ?? null;
  }

  "-removeAllScriptMessageHandlers"(): void {
    for (const { handler } of this.handlers) handler.value = null;
    this.handlers = [];
  }

  "-addContentRuleList:"(list: WKContentRuleList): void {
    this.rules.add(list);
    for (const page of this.pages) page.addRules(list.rules);
  }
}

defineStandInClasses({
  WKContentWorld,
  WKUserScript,
  WKContentRuleList,
  WKContentRuleListStore,
  WKUserContentController,
});
