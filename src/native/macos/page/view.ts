import type { ReloadScripts, PageScript } from "../../../contract/ui/index.ts";
import type { Dialog, DialogQueue } from "../../shell/dialog-queue.ts";
import type { Address } from "../../ffi/signature.ts";
import { endApp } from "../../guard.ts";
import { Documents, type ViewOwner } from "../../shell/view/documents.ts";
import { Evaluations } from "../../shell/view/evaluations.ts";
import { isPageOf } from "../../page/page-pattern.ts";
import type { PageView } from "../../page/page-view.ts";
import { leaveScript } from "../../shell/view/leave-script.ts";
import { Leaving } from "../../shell/view/leaving.ts";
import { Reloads } from "../../shell/view/reloads.ts";
import { refuseRequests } from "../../page/requests.ts";
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
import { FileDrop, type FileDropTarget } from "../window/file-drop.ts";
import type { EngineParts } from "./engine.ts";
import { addMessageHandler, messageHandlers } from "./message-handler.ts";
import { messages } from "./messages.ts";
import { pageViews, type WindowView } from "./page-view.ts";
import { printScript, showPrintDialog } from "./print.ts";
import { privateSchemeRules } from "./private-schemes.ts";
import { restrictView, toggleInspector } from "./refusals.ts";
import { endTasks } from "./scheme.ts";
import { uiDelegates, type AskingView } from "./ui-delegate.ts";
import { placeScripts } from "./user-scripts.ts";
import { makeNativeView, type NativeView } from "./native-view.ts";
import { navigationDelegates, type WatchedView } from "./view-events.ts";
import { wkWebViewTraits } from "./wkwebview-traits.ts";

const ownWorld = "framework";

/** A WKWebView and the documents in it. */
export class WebView implements AskingView, PageView, WatchedView, WindowView {
  readonly documents = new Documents(wkWebViewTraits, (documents) => messages.forget(documents));
  readonly schemes: readonly string[];
  refusedSchemes: readonly string[] = [];
  drop = new FileDrop(null);
  readonly #usesPrivateApi: boolean;
  readonly #dialogs: DialogQueue;
  readonly #view: NativeView;
  readonly #contents: OwnedOf<typeof WKUserContentController>;
  /** What WebKit knows by weak references, or holds with the view. */
  readonly #delegates: readonly OwnObject<{}>[];
  // What is being loaded: an answer to a request that was called off must not end it twice.
  #loading: { readonly window: string; readonly url: string } | null = null;
  readonly #evaluations = new Evaluations(this.documents, soon, (script) =>
    this.#run(script, WKContentWorld.send("pageWorld"), () => {}),
  );
  readonly #leaving = new Leaving({ later, window: () => this.documents.owner?.spec.label ?? "" });
  readonly #reloads = new Reloads({
    later,
    isShown: () => this.documents.current !== null,
    reload: () => this.#reload(),
  });
  #whenLoaded: (() => void)[] = [];
  // The navigation to the empty page of a view that was made ahead.
  #ahead: OwnedOf<typeof WKNavigation> | null = null;
  // `undefined`: nothing was expected, so the engine has taken the next document from somewhere else.
  #expectedKey: string | null | undefined;

  constructor({ store, schemeHandler, schemes, usesPrivateApi, dialogs }: EngineParts) {
    this.schemes = schemes;
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

  /** Runs `task` once, when a page has been loaded, or has failed to. */
  onceLoaded(task: () => void): void {
    this.#whenLoaded.push(task);
  }

  /** Starts the web process, which takes long, by loading an empty page. */
  startProcess(): void {
    withPool(() => {
      const navigation = this.#view.send("loadHTMLString:baseURL:", nsString(""), null);
      this.#ahead = navigation === null ? null : WKNavigation.at(navigation).retain();
    });
  }

  open(owner: ViewOwner, drops: FileDropTarget | null): void {
    const { spec } = owner;
    this.documents.owner = owner;
    this.documents.setAllScripts(spec);
    this.drop = new FileDrop(drops);
    restrictView(this.#view, spec, this.#usesPrivateApi);
    this.#loadFirst(owner);
  }

  #loadFirst(owner: ViewOwner): void {
    const { privateSchemes, url } = owner.spec;
    if (privateSchemes.length === 0) this.#load(url);
    else void this.#openGuarded(owner);
  }

  /** Before the page is there, no frame of it can ask for anything. */
  async #openGuarded(owner: ViewOwner): Promise<void> {
    const { privateSchemes, url } = owner.spec;
    const rules = await privateSchemeRules(privateSchemes);
    if (this.documents.owner !== owner) return; // closed meanwhile
    if (rules === null) this.refusedSchemes = privateSchemes.map(({ scheme }) => scheme);
    else this.#contents.send("addContentRuleList:", rules);
    this.#load(url);
  }

  #load(address: string): void {
    withPool(() => {
      const url = urlOfAddress(address);
      if (url === null) throw new Error(`Cannot load "${address}": want an address`);
      this.#view.send("loadRequest:", NSURLRequest.send("requestWithURL:", url));
    });
  }

  refuseAll(): void {
    messages.refuseAll(this.documents);
    refuseRequests(this);
  }

  setScripts(scripts: readonly PageScript[]): void {
    this.documents.scripts = scripts;
  }

  /** Loads the page anew, with other scripts behind the bridge and in its frames. */
  reopen(scripts: ReloadScripts): void {
    this.documents.setAllScripts(scripts);
    this.#reload();
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

  navigationStarted(): void {
    this.#expectedKey = undefined;
  }

  expectDocument(address: string): void {
    const { key, scripts } = this.documents.prepare(address);
    this.#expectedKey = key;
    placeScripts(this.#contents, [...scripts, { source: printScript, page: address, inFrames: false }]);
  }

  documentCommitted(navigation: Address | null): void {
    // A window may have taken the view before its empty page was there.
    if (navigation !== null && navigation === this.#ahead?.address) return;
    this.#forgetAhead();
    // Now, and only now, this is the address of the document itself: later it may be the one it is about to go to.
    const address = this.#view.send("URL");
    const url = address === null ? "" : (optionalText(NSURL.at(address).send("absoluteString")) ?? "");
    const key = this.#expectedKey;
    this.#expectedKey = undefined;
    if (key === undefined) placeScripts(this.#contents, []);
    const { owner } = this.documents;
    if (owner !== null && key === undefined && isPageOf(url, owner.spec.bridge.pages))
      return this.#loadAgain();
    this.documents.commit(url, key ?? null);
    if (owner === null) return;
    this.#loading = { window: owner.spec.label, url };
    owner.events.emit("page.loadChanged", { ...this.#loading, stage: "started" });
  }

  /**
   * WebKit keeps pages that were left, and has no setting against it that Apple publishes. One that comes back has the key
   * that it had, which is worth nothing, so it is loaded anew before anybody hears of it.
   */
  #loadAgain(): void {
    this.documents.close();
    this.#loading = null;
    this.#reload();
  }

  #reload(): void {
    const { owner, hasShown } = this.documents;
    if (owner !== null && !hasShown) this.#loadFirst(owner);
    else this.#view.send("reload");
  }

  loadFinished(): void {
    this.#loaded();
    const loaded = this.#loading;
    this.#loading = null;
    if (loaded !== null)
      this.documents.owner?.events.emit("page.loadChanged", { ...loaded, stage: "finished" });
  }

  navigationFailed(reason: string | null): void {
    this.#loaded();
    const { owner } = this.documents;
    if (owner === null || reason === null) return;
    process.stderr.write(`framework: the page of window "${owner.spec.label}" was not loaded: ${reason}\n`);
  }

  #loaded(): void {
    const tasks = this.#whenLoaded;
    this.#whenLoaded = [];
    for (const task of tasks) task();
  }

  crashed(): void {
    const { documents } = this;
    documents.close();
    this.#leaving.settle(true);
    if (documents.owner === null) {
      // A window that takes it starts another one by loading its page.
      process.stderr.write("framework: the web process of the spare view ended\n");
      return;
    }
    this.#reloads.processEnded(documents.owner.spec.label);
  }

  evaluate(script: string, pages: readonly string[] | null): void {
    this.#evaluations.add(script, pages);
  }

  /** What is sent to the web process arrives in order. So a script has run when all before it has been taken. */
  whenCaughtUp(task: () => void): void {
    if (this.documents.owner === null) task();
    else withPool(() => this.#run("0", WKContentWorld.send("worldWithName:", nsString(ownWorld)), task));
  }

  mayLeave(question: () => Promise<boolean>): Promise<boolean> {
    if (this.documents.current === null) return Promise.resolve(true);
    return this.#leaving.beginByScript(() => this.#asksUser(), question);
  }

  /** Whether the page has the user asked before it is left. */
  #asksUser(): Promise<boolean> {
    return new Promise((resolve) => {
      const script = `${leaveScript} ? "asks" : ""`;
      this.#run(script, WKContentWorld.send("pageWorld"), (value) =>
        resolve(value !== null && textOf(value) === "asks"),
      );
    });
  }

  /**
   * @param world the page's own, or one in which a page cannot notice it
   * @param ended gets the script's value
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

  close(): void {
    this.#leaving.settle(true);
    this.#reloads.close();
    this.documents.close();
    refuseRequests(this);
    endTasks(this);
    this.documents.owner = null;
    this.drop = new FileDrop(null);
    this.#whenLoaded = [];
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
      // When the view has gone, and its page with it.
      soon(() => messages.release(this.documents));
    });
  }
}

/** Makes a web view with scripts of its own, shown nowhere yet. */
export function makeWebView(parts: EngineParts): WebView {
  return withPool(() => new WebView(parts));
}
