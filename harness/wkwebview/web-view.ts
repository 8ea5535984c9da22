import type { Rect } from "../../src/native/macos/objc/signature.ts";
import { isConnected } from "../objective-c/app-kit/ns-application.ts";
import type { NSEvent } from "../objective-c/app-kit/ns-event.ts";
import type { NSMenu } from "../objective-c/app-kit/ns-menu.ts";
import { NSView } from "../objective-c/app-kit/ns-view.ts";
import type { NSColor } from "../objective-c/app-kit/ns-appearance.ts";
import { SystemBlock, type AppBlock } from "../objective-c/blocks.ts";
import { defineStandInClasses, respondsTo } from "../objective-c/classes.ts";
import { NSString } from "../objective-c/foundation/ns-string.ts";
import { NSURL } from "../objective-c/foundation/ns-url.ts";
import { NSNumber, type NSValue } from "../objective-c/foundation/ns-value.ts";
import { NSError } from "../objective-c/foundation/system.ts";
import type { NSObject } from "../objective-c/ns-object.ts";
import { Strong, StrongList, Weak } from "../objective-c/ns-object.ts";
import { inPool } from "../objective-c/pools.ts";
import { callBlock, tell, tellIfAble } from "../objective-c/tell.ts";
import { note, refuse } from "../objective-c/violations.ts";
import type { Command, Event, WithoutView } from "../pages/protocol.ts";
import { ownSchemes, WKWebViewConfiguration } from "./configuration.ts";
import { WKFrameInfo, WKSecurityOrigin } from "./frame.ts";
import { Navigations, type WKNavigation } from "./navigation.ts";
import {
  addView,
  dropView,
  newNumber,
  newScript,
  sendToPages,
  takeScript,
  whenGone,
} from "./page-line.ts";
import { NSPrintOperation, type NSPrintInfo } from "./printing.ts";
import { WKURLSchemeTask } from "./scheme-task.ts";
import { askByScript } from "./script-dialog.ts";
import { messageChannel, messageOf, replyBlock, type PostedMessage } from "./script-message.ts";
import type { NSURLRequest } from "./url-loading.ts";
import type { WKContentWorld, WKUserContentController, WKUserScript } from "./user-content.ts";

const white = [1, 1, 1, 1] as const;
const invisible = [0, 0, 0, 0] as const;

interface Evaluation {
  readonly call: number;
  readonly completion: AppBlock;
}

/** A view whose page is a real one, in the program that shows pages. */
export class WKWebView extends NSView {
  readonly configured = new Strong<WKWebViewConfiguration>(this);
  readonly navigationDelegate = new Weak<NSObject>();
  readonly uiDelegate = new Weak<NSObject>();
  readonly tasks = new StrongList<WKURLSchemeTask>(this);
  readonly set = new Map<string, unknown>();
  url = "";
  /** The number of its page. */
  number = 0;
  #navigations = new Navigations(this);
  #scripts: number[] = [];
  #evaluations: Evaluation[] = [];
  // The top document that takes answers.
  #document: string | null = null;

  "-initWithFrame:configuration:"(frame: Rect, configuration: WKWebViewConfiguration): void {
    if (!isConnected()) refuse("A web view was made before the application object");
    this["-initWithFrame:"](frame);
    const own = configuration.copied();
    this.configured.value = own;
    const contents = this.#contents;
    this.number = addView(this);
    this.send({
      do: "open",
      settings: {
        userAgent: null,
        background: white,
        size: { x: 0, y: 0, width: Math.max(1, frame.width), height: Math.max(1, frame.height) },
        folder: null,
        hosts: [],
        schemes: [...own.schemes.keys()],
        // WebKit has no public setting against it.
        keepsPages: true,
        asksForResponses: true,
        asksForDialogs: true,
        proxy: null,
        browserArguments: "",
        channel: messageChannel(contents.handlers.map(({ name }) => name)),
        parent: null,
      },
    });
    for (const script of contents.scripts.items) this.addScript(script);
    contents.pages.add(this);
  }

  get #contents(): WKUserContentController {
    const contents = this.configured.value?.contents.value ?? null;
    if (contents === null) throw new Error("Cannot use a web view that was not initialized");
    return contents;
  }

  send(command: WithoutView<Command>): void {
    sendToPages({ ...command, view: this.number } as Command);
  }

  decide(decision: number, isAllowed: boolean): void {
    this.send({ do: "decide", decision, isAllowed });
  }

  addScript(script: WKUserScript): void {
    const number = newNumber();
    this.#scripts.push(number);
    this.send({ do: "addScript", script: number, source: script.placed });
  }

  removeScripts(): void {
    for (const script of this.#scripts) this.send({ do: "removeScript", script });
    this.#scripts = [];
  }

  addRules(rules: string): void {
    this.send({ do: "addRules", rules });
  }

  static "+handlesURLScheme:"(scheme: NSString): boolean {
    return ownSchemes.has(scheme.text.toLowerCase());
  }

  "-configuration"(): WKWebViewConfiguration {
    return this.configured.value?.copied() ?? new WKWebViewConfiguration();
  }

  "-setNavigationDelegate:"(delegate: NSObject | null): void {
    this.navigationDelegate.value = delegate;
  }

  "-setUIDelegate:"(delegate: NSObject | null): void {
    this.uiDelegate.value = delegate;
  }

  "-loadRequest:"(request: NSURLRequest): WKNavigation {
    const url = request.url.value?.href ?? "";
    this.send({ do: "load", url });
    return this.#navigations.begin(url);
  }

  "-loadHTMLString:baseURL:"(html: NSString, _base: NSURL | null): WKNavigation {
    this.send({ do: "loadHtml", html: html.text });
    return this.#navigations.begin("about:blank");
  }

  "-reload"(): WKNavigation {
    this.send({ do: "reload" });
    return this.#navigations.begin(this.url);
  }

  "-stopLoading"(): void {
    this.send({ do: "stop" });
  }

  "-URL"(): NSURL | null {
    return this.url === "" ? null : NSURL.of(this.url);
  }

  "-evaluateJavaScript:inFrame:inContentWorld:completionHandler:"(
    source: NSString,
    frame: WKFrameInfo | null,
    _world: WKContentWorld,
    completion: AppBlock | null,
  ): void {
    if (frame !== null) refuse("The stand-in runs scripts in the top frame alone");
    const ended = (json: string | null): void => {
      this.#evaluations = this.#evaluations.filter((each) => each.call !== call);
      if (completion !== null) callBlock(completion, valueOf(json), null);
    };
    const call = newScript(ended);
    if (completion !== null) this.#evaluations.push({ call, completion });
    this.send({ do: "evaluate", call, source: source.text });
  }

  "-setCustomUserAgent:"(agent: NSString | null): void {
    this.send({ do: "setUserAgent", userAgent: agent?.text ?? null });
  }

  "-setAllowsBackForwardNavigationGestures:"(allows: boolean): void {
    this.set.set("allowsBackForwardNavigationGestures", allows);
  }

  "-setAllowsLinkPreview:"(allows: boolean): void {
    this.set.set("allowsLinkPreview", allows);
  }

  "-setAllowsMagnification:"(allows: boolean): void {
    this.set.set("allowsMagnification", allows);
  }

  "-setInspectable:"(isInspectable: boolean): void {
    this.set.set("inspectable", isInspectable);
  }

  "-setUnderPageBackgroundColor:"(colour: NSColor | null): void {
    this.set.set("underPageBackgroundColor", colour?.colour ?? null);
  }

  "-_setDrawsBackground:"(draws: boolean): void {
    this.set.set("drawsBackground", draws);
    this.send({ do: "setBackground", background: draws ? white : invisible });
  }

  "-setValue:forKey:"(value: NSValue | null, key: NSString): void {
    if (key.text !== "drawsBackground")
      return refuse(`An exception: a web view has no "${key.text}"`);
    this["-_setDrawsBackground:"](value?.value === true);
  }

  "-printOperationWithPrintInfo:"(_info: NSPrintInfo): NSPrintOperation {
    const operation = new NSPrintOperation();
    operation.ofView.value = new NSView();
    return operation;
  }

  "-willOpenMenu:withEvent:"(_menu: NSMenu, _event: NSEvent): void {}

  override "-setFrame:"(frame: Rect): void {
    super["-setFrame:"](frame);
    const { width, height } = frame;
    this.send({ do: "place", area: { x: 0, y: 0, width, height }, isShown: true });
  }

  receive(event: Extract<Event, { readonly view: number }>, bytes: Uint8Array): void {
    switch (event.tells) {
      case "navigation":
        return this.#navigations.starting(event);
      case "response":
        return this.#navigations.answered(event);
      case "committed":
        this.#document = null;
        this.#stopBefore(event.url);
        return this.#navigations.committed(event.url);
      case "document":
        this.#document = event.sender.document;
        return;
      case "finished":
        return this.#navigations.finished(event.error);
      case "address":
        // For a load, this comes at the commit.
        if (this.#document !== null) this.url = event.url;
        return;
      case "message":
        return this.#message(event);
      case "newWindow":
        return this.#navigations.asked(event.url, false);
      case "download":
        return this.#navigations.asked(event.url, true);
      case "permission":
        return this.#permission(event);
      case "processEnded":
        return this.#processEnded();
      case "dialog":
        return this.#dialog(event);
      case "request":
        return this.#request(event, bytes);
    }
  }

  #message({ sender, text }: Extract<Event, { readonly tells: "message" }>): void {
    const posted = JSON.parse(text) as PostedMessage;
    const handler = this.#contents.handlerNamed(posted.name);
    if (handler === null) return;
    const reply = replyBlock((answer) => {
      if (!sender.isTop && answer.error === null)
        note(`A message of a frame was answered, at ${sender.address}`);
      // Only the top frame's end of the channel hears anything.
      if (this.number === 0 || sender.document !== this.#document) return;
      this.send({
        do: "post",
        document: sender.document,
        text: JSON.stringify({ id: posted.id, ...answer }),
      });
    });
    const selector = "userContentController:didReceiveScriptMessage:replyHandler:";
    tell(handler, selector, this.#contents, messageOf(posted, sender), reply);
  }

  #permission({ decision, what }: Extract<Event, { readonly tells: "permission" }>): void {
    const selector =
      "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:";
    const delegate = this.uiDelegate.value;
    const isMedia = what === "WebKitUserMediaPermissionRequest";
    if (!isMedia || delegate === null || !respondsTo(delegate, selector))
      return this.decide(decision, false);
    const grant = 1;
    const block = new SystemBlock(selector, "q>v", (answer: number) =>
      this.decide(decision, answer === grant),
    );
    const frame = WKFrameInfo.of(this.url, true);
    tell(delegate, selector, this, WKSecurityOrigin.of(this.url), frame, 0, block);
  }

  #dialog(event: Extract<Event, { readonly tells: "dialog" }>): void {
    const answer = (text: string | null): void =>
      this.send({ do: "answerDialog", dialog: event.dialog, text });
    askByScript(this, this.uiDelegate.value, event, answer);
  }

  #request(event: Extract<Event, { readonly tells: "request" }>, body: Uint8Array): void {
    const task = WKURLSchemeTask.of(event, body, (ended) => this.tasks.remove(ended));
    const handler = this.configured.value?.schemes.get(task.scheme)?.value ?? null;
    if (handler === null) return sendToPages({ do: "refuse", request: event.request });
    this.tasks.add(task);
    whenGone(event.request, () => this.#stop(task, handler));
    tell(handler, "webView:startURLSchemeTask:", this, task);
  }

  #stop(task: WKURLSchemeTask, handler: NSObject): void {
    task.kept++;
    task.stop();
    tell(handler, "webView:stopURLSchemeTask:", this, task);
    task.kept--;
    task.freeIfUnused();
  }

  #stopAll(isWanted: (task: WKURLSchemeTask) => boolean = () => false): void {
    for (const task of this.tasks.items) {
      const handler = this.configured.value?.schemes.get(task.scheme)?.value ?? null;
      if (handler !== null && !isWanted(task)) this.#stop(task, handler);
    }
  }

  /** Another document has taken the place of the one that asked for the rest. */
  #stopBefore(url: string): void {
    const [wanted] = url.split("#");
    const own = this.tasks.items.findLast((task) => task.url === wanted);
    this.#stopAll((task) => task === own);
  }

  #processEnded(): void {
    this.#document = null;
    this.#stopAll();
    this.#failEvaluations();
    tellIfAble(this.navigationDelegate.value, "webViewWebContentProcessDidTerminate:", this);
  }

  #failEvaluations(): void {
    const evaluations = this.#evaluations;
    this.#evaluations = [];
    for (const { call, completion } of evaluations) {
      takeScript(call);
      inPool(() =>
        callBlock(completion, null, NSError.of("WKErrorDomain", 2, "The process ended")),
      );
    }
  }

  override dealloc(): void {
    super.dealloc();
    if (this.number === 0) return;
    this.#stopAll();
    this.#failEvaluations();
    this.#contents.pages.delete(this);
    dropView(this.number);
    this.number = 0;
  }
}

function valueOf(json: string | null): NSObject | null {
  if (json === null) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? NSString.of(value) : NSNumber.holding(value);
}

defineStandInClasses({ WKWebView });
