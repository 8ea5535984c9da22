import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { Dialog, DialogQueue } from "../../shell/dialog-queue.ts";
import type { Address } from "../../ffi/signature.ts";
import { endApp } from "../../guard.ts";
import type { DocumentParts } from "../../shell/view/documents.ts";
import { isPageOf } from "../../page/page-pattern.ts";
import { WebKitView } from "../../page/webkit-view.ts";
import { leaveScript } from "../../shell/view/leave-script.ts";
import { NSURL } from "../lib/foundation.ts";
import { NSURLRequest } from "../lib/url-loading.ts";
import { WKContentWorld, WKNavigation, WKUserContentController } from "../lib/webkit.ts";
import { betweenEvents, later, soon } from "../loop.ts";
import { blockOnce } from "../objc/block.ts";
import type { OwnedOf } from "../objc/object.ts";
import type { OwnObject } from "../objc/own-class.ts";
import { withPool } from "../objc/pool.ts";
import { nsString, optionalText, textOf } from "../objc/text.ts";
import { urlOfAddress } from "../web-address.ts";
import type { FileDropTarget } from "../../toolkit.ts";
import { FileDrop } from "../window/file-drop.ts";
import type { EngineParts } from "./engine.ts";
import { addMessageHandler, messageHandlers } from "./message-handler.ts";
import { messages } from "./messages.ts";
import { pageViews, type WindowView } from "./page-view.ts";
import { printScript, showPrintDialog } from "./print.ts";
import { privateSchemeRules } from "./private-schemes.ts";
import { restrictView, toggleInspector } from "./restrictions.ts";
import { endTasks } from "./scheme.ts";
import { uiDelegates, type AskingView } from "./ui-delegate.ts";
import { placeScripts } from "./user-scripts.ts";
import { makeNativeView, type NativeView } from "./native-view.ts";
import { navigationDelegates, type WatchedView } from "./view-events.ts";
import { wkWebViewTraits } from "./wkwebview-traits.ts";

const ownWorld = "framework";

/** A WKWebView and its documents. */
export class MacWebView extends WebKitView implements AskingView, WatchedView, WindowView {
  drop = new FileDrop(null);
  readonly #usesPrivateApi: boolean;
  readonly #dialogs: DialogQueue;
  readonly #view: NativeView;
  readonly #contents: OwnedOf<typeof WKUserContentController>;
  /** Objects that WebKit references weakly, or that belong to the view. */
  readonly #delegates: readonly OwnObject<{}>[];
  // The navigation to the empty page of a view that was created in advance.
  #ahead: OwnedOf<typeof WKNavigation> | null = null;

  constructor({ store, schemeHandler, schemes, usesPrivateApi, dialogs }: EngineParts) {
    super({ traits: wkWebViewTraits, messages, later, soon }, schemes);
    this.#usesPrivateApi = usesPrivateApi;
    this.#dialogs = dialogs;
    this.#contents = WKUserContentController.make("init");
    const handler = messageHandlers.make(this);
    const navigations = navigationDelegates.make(this);
    const questions = uiDelegates.make(this);
    this.#delegates = [handler, navigations, questions];
    addMessageHandler(this.#contents, handler);
    this.#view = makeNativeView(this, { store, schemeHandler, schemes, contents: this.#contents });
    this.#view.send("setNavigationDelegate:", navigations);
    this.#view.send("setUIDelegate:", questions);
    pageViews.set(this.address, this);
  }

  get address(): Address {
    return this.#view.address;
  }

  /** Starts the web process, which is slow, by loading an empty page. */
  startProcess(): void {
    withPool(() => {
      const navigation = this.#view.send("loadHTMLString:baseURL:", nsString(""), null);
      this.#ahead = navigation === null ? null : WKNavigation.at(navigation).retain();
    });
  }

  protected override prepare(spec: WindowSpec, drops: FileDropTarget | null): void {
    this.drop = new FileDrop(drops);
    restrictView(this.#view, spec, this.#usesPrivateApi);
  }

  protected override async makeFilter(
    schemes: WindowSpec["privateSchemes"],
  ): Promise<(() => void) | null> {
    const rules = await privateSchemeRules(schemes);
    return rules === null ? null : () => this.#contents.send("addContentRuleList:", rules);
  }

  protected override load(address: string): void {
    withPool(() => {
      const url = urlOfAddress(address);
      if (url === null) throw new Error(`Cannot load "${address}": want an address`);
      this.#view.send("loadRequest:", NSURLRequest.send("requestWithURL:", url));
    });
  }

  protected override loadAgain(): void {
    this.#view.send("reload");
  }

  print(): void {
    showPrintDialog(this.#view);
  }

  ask(show: (window: Address, answered: () => void) => () => void, cancelled: () => void): void {
    const window = this.#view.send("window");
    const { owner } = this.documents;
    if (window === null || owner === null) return cancelled();
    let close = (): void => {};
    const dialog: Dialog<boolean> = {
      cancelled: false,
      show: () => new Promise((resolve) => (close = show(window, () => resolve(true)))),
      close: () => close(),
    };
    this.#dialogs.add({ id: null, window: owner.spec.label }, dialog).then(
      (isAnswered) => {
        if (!isAnswered) cancelled();
      },
      (error: Error) => {
        cancelled();
        endApp(error);
      },
    );
  }

  toggleInspector(): void {
    toggleInspector(this.#view);
  }

  protected override placeScripts(parts: DocumentParts | null, address: string): void {
    const printing = { source: printScript, page: address, inFrames: false };
    placeScripts(this.#contents, parts === null ? [] : [...parts.scripts, printing]);
  }

  /**
   * WebKit keeps pages that were left, without a published setting against it. A restored page has
   * its old key, which is invalid, so it is reloaded before it is reported.
   */
  documentCommitted(navigation: Address | null): void {
    // A window may have taken the view before its empty page was loaded.
    if (navigation !== null && navigation === this.#ahead?.address) return;
    this.#forgetAhead();
    // At this moment only, this is the address of the document itself: later it may be that of a
    // pending navigation.
    const address = this.#view.send("URL");
    const url =
      address === null ? "" : (optionalText(NSURL.at(address).send("absoluteString")) ?? "");
    const { owner } = this.documents;
    if (this.isExpected || owner === null || !isPageOf(url, owner.spec.bridge.pages))
      return this.committed(url);
    this.placeScripts(null, url);
    this.replaceDocument();
  }

  navigationFailed(reason: string | null): void {
    this.loaded();
    if (this.documents.owner === null || reason === null) return;
    process.stderr.write(
      `framework: the page of window "${this.label}" was not loaded: ${reason}\n`,
    );
  }

  protected override run(script: string): void {
    this.#run(script, WKContentWorld.send("pageWorld"), () => {});
  }

  protected override runApart(script: string, ended: () => void): void {
    withPool(() =>
      this.#run(script, WKContentWorld.send("worldWithName:", nsString(ownWorld)), ended),
    );
  }

  protected override asksUser(): Promise<boolean> {
    return new Promise((resolve) => {
      const script = `${leaveScript} ? "asks" : ""`;
      this.#run(script, WKContentWorld.send("pageWorld"), (value) =>
        resolve(value !== null && textOf(value) === "asks"),
      );
    });
  }

  /**
   * @param world the page's own, or one that the page cannot observe
   * @param ended receives the script's value
   */
  #run(script: string, world: Address, ended: (value: Address | null) => void): void {
    const done = blockOnce("nn>v", (value) => ended(value));
    withPool(() =>
      this.#view.send(
        "evaluateJavaScript:inFrame:inContentWorld:completionHandler:",
        nsString(script),
        null,
        world,
        done.address,
      ),
    );
  }

  #forgetAhead(): void {
    this.#ahead?.[Symbol.dispose]();
    this.#ahead = null;
  }

  protected override free(): void {
    endTasks(this);
    this.drop = new FileDrop(null);
    this.#forgetAhead();
    pageViews.delete(this.address);
    this.#view.send("setNavigationDelegate:", null);
    this.#view.send("setUIDelegate:", null);
    this.#view.send("stopLoading");
    this.#contents.send("removeAllUserScripts");
    this.#contents.send("removeAllScriptMessageHandlers");
    this.#view.send("removeFromSuperview");
    betweenEvents(() => {
      for (const held of [this.#view, this.#contents, ...this.#delegates]) held[Symbol.dispose]();
      // After the view is closed, and its page with it.
      soon(() => messages.release(this.documents));
    });
  }
}

/** Creates a web view with scripts of its own, not in a window yet. */
export function makeWebView(parts: EngineParts): MacWebView {
  return withPool(() => new MacWebView(parts));
}
