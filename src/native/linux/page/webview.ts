import { ptr } from "bun:ffi";
import { leaveWithoutAsking } from "../../../contract/page/reload.ts";
import type { ReloadScripts, WindowSpec } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { restrictView, refuseNavigation } from "./restrictions.ts";
import { isRefusal } from "./scheme.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { webkit } from "../lib/webkit.ts";
import { later, soon } from "../loop.ts";
import { StringList } from "../memory.ts";
import { messages, receiveMessage } from "./messages.ts";
import { holdDrawing } from "./hold-drawing.ts";
import { connect, create } from "../object.ts";
import { enginePattern } from "./engine-pattern.ts";
import type { DocumentParts, PlacedScript } from "../../shell/view/documents.ts";
import { parseColour } from "../../colour.ts";
import { WebKitView } from "../../page/webkit-view.ts";
import { printView } from "./print.ts";
import { pageViews } from "./page-view.ts";
import { frameDialogs } from "./script-dialogs.ts";
import { handlerName, webkitTraits } from "./webkit-traits.ts";
import { privateSchemeFilter } from "./private-schemes.ts";
import { withholdViewTransitions } from "./view-transitions.ts";
import { drawWhole } from "./whole-drawing.ts";

const views = new Held<GtkWebView>("views");

const WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION = 0;
const WEBKIT_POLICY_DECISION_TYPE_RESPONSE = 2;
const WEBKIT_LOAD_COMMITTED = 2;
const WEBKIT_LOAD_FINISHED = 3;
const WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES = 0;
const WEBKIT_USER_CONTENT_INJECT_TOP_FRAME = 1;
const WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START = 0;

const decidePolicy = callback("ppiL>b", (_view, decision, type, number) => {
  if (type === WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION)
    return refuseNavigation(decision, views.get(number)?.schemes ?? []);
  if (
    type === WEBKIT_POLICY_DECISION_TYPE_RESPONSE &&
    webkit.webkit_response_policy_decision_is_main_frame_main_resource(decision)
  ) {
    const response = webkit.webkit_response_policy_decision_get_response(decision);
    views.get(number)?.expectDocument(webkit.webkit_uri_response_get_uri(response));
  }
  return false; // the engine decides
});

const loadFailed = callback("pippL>b", (_view, _change, _url, error, number) => {
  views.get(number)?.loadFailed();
  // The engine's error page comes late, and would stop another load that has begun since.
  return isRefusal(error);
});

const loadChanged = callback("piL>v", (_view, change, number) => {
  if (change === WEBKIT_LOAD_COMMITTED) views.get(number)?.documentCommitted();
  else if (change === WEBKIT_LOAD_FINISHED) views.get(number)?.loadFinished();
});

const closeAllowed = callback("pL>v", (_view, number) => views.get(number)?.leaving.settle(true));

// By WebKitWebProcessTerminationReason. WebKit reports a killed process as crashed.
const crashReasons = ["crashed", "out-of-memory", "killed"] as const;

const processTerminated = callback("piL>v", (_view, reason, number) =>
  views.get(number)?.crashed(crashReasons[reason] ?? "crashed"),
);

const scriptMessage = callback("pppL>b", (_contents, value, reply, number) => {
  const view = views.get(number);
  if (view !== undefined) receiveMessage(view, value, reply);
  return view !== undefined;
});

const ownWorld = "framework";
// An endless script must not keep its view: milliseconds.
const longestEvaluation = 1000;
// The usual time from the commit of a page to its first layout: milliseconds.
const firstLayout = 50;

const evaluations = new Held<() => void>("evaluations");
const evaluated = callback("ppL>v", (_view, _result, number) => evaluations.take(number)?.());

/**
 * Creates a web view with a web process and scripts of its own, not in a window yet.
 *
 * @param schemes the schemes of the app's pages
 */
export function makeWebView(webContext: Address, schemes: readonly string[]): GtkWebView {
  const contents = webkit.webkit_user_content_manager_new();
  const address = create(webkit.webkit_web_view_get_type(), {
    "web-context": { object: webContext, type: G_TYPE_OBJECT },
    "user-content-manager": { object: contents, type: G_TYPE_OBJECT },
  });
  gobject.g_object_ref_sink(address);
  const view = new GtkWebView(address, contents, schemes);
  pageViews.set(address, view);
  const number = views.add(view);
  view.number = number;
  connect(address, "decide-policy", decidePolicy, number);
  connect(address, "load-changed", loadChanged, number);
  connect(address, "load-failed", loadFailed, number);
  connect(address, "close", closeAllowed, number);
  connect(address, "web-process-terminated", processTerminated, number);
  connect(contents, `script-message-with-reply-received::${handlerName}`, scriptMessage, number);
  webkit.webkit_user_content_manager_register_script_message_handler_with_reply(
    contents,
    handlerName,
    null,
  );
  restrictView(address);
  drawWhole(address);
  withholdViewTransitions(webkit.webkit_web_view_get_settings(address));
  return view;
}

const G_TYPE_OBJECT = 20 << 2;

/** A WebKitWebView and the documents in it. */
export class GtkWebView extends WebKitView {
  readonly address: Address;
  number = 0;
  readonly #contents: Address;
  #evaluating = 0;
  #whenEvaluated: (() => void) | null = null;
  #releaseDrawing: (() => void) | null = null;
  // The empty page of a view that was created in advance has not loaded yet.
  #isAhead = false;

  constructor(address: Address, contents: Address, schemes: readonly string[]) {
    super({ traits: webkitTraits, messages, later, soon }, schemes);
    this.address = address;
    this.#contents = contents;
  }

  /**
   * Starts the web process, which is slow, by loading an empty page. It leaves no entry in the
   * page's history.
   */
  startProcess(): void {
    this.#isAhead = true;
    webkit.webkit_web_view_load_html(this.address, "", null);
  }

  protected override prepare(spec: WindowSpec): void {
    const settings = webkit.webkit_web_view_get_settings(this.address);
    if (spec.userAgent !== null) webkit.webkit_settings_set_user_agent(settings, spec.userAgent);
    webkit.webkit_settings_set_enable_developer_extras(settings, spec.devTools);
    const background = backgroundOf(spec);
    if (background !== null) webkit.webkit_web_view_set_background_color(this.address, background);
    this.#releaseDrawing = holdDrawing(this.address);
  }

  protected override async makeFilter(
    schemes: WindowSpec["privateSchemes"],
  ): Promise<(() => void) | null> {
    const filter = await privateSchemeFilter(schemes);
    if (filter === null) return null;
    return () => webkit.webkit_user_content_manager_add_filter(this.#contents, filter);
  }

  protected override load(address: string): void {
    webkit.webkit_web_view_load_uri(this.address, address);
  }

  protected override loadAgain(): void {
    webkit.webkit_web_view_reload(this.address);
  }

  override reopen(scripts: ReloadScripts): void {
    this.run(leaveWithoutAsking);
    super.reopen(scripts);
  }

  /**
   * Runs `beforeunload` of the page; the engine reports by `close` that it may be left, and nothing
   * when the user stays.
   */
  override mayLeave(): Promise<boolean> {
    return this.leaving.begin(() => webkit.webkit_web_view_try_close(this.address));
  }

  /** The engine asks by itself. */
  protected override asksUser(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override print(): void {
    // With a menu bar the parent is a box, and GTK puts a dialog in front of windows only.
    if (gtk.gtk_widget_get_parent(this.address) !== null)
      printView(gtk.gtk_widget_get_toplevel(this.address), this.address);
  }

  override toggleInspector(): void {
    const inspector = webkit.webkit_web_view_get_inspector(this.address);
    if (webkit.webkit_web_inspector_get_web_view(inspector) === null)
      webkit.webkit_web_inspector_show(inspector);
    else webkit.webkit_web_inspector_close(inspector);
  }

  protected override placeScripts(parts: DocumentParts | null): void {
    webkit.webkit_user_content_manager_remove_all_scripts(this.#contents);
    if (parts === null) return;
    for (const script of parts.scripts) this.#addScript(script);
    if (parts.key !== null) this.#place(frameDialogs, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, null);
  }

  #addScript({ source, page, inFrames }: PlacedScript): void {
    // An empty list would mean every address.
    const pattern = enginePattern(page);
    if (pattern === null) return;
    const frames = inFrames
      ? WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
      : WEBKIT_USER_CONTENT_INJECT_TOP_FRAME;
    this.#place(source, frames, new StringList([pattern]));
  }

  /** @param allowed the addresses of the documents that it is for; `null`: any */
  #place(source: string, frames: number, allowed: StringList | null): void {
    const script = webkit.webkit_user_script_new(
      source,
      frames,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
      allowed === null ? null : ptr(allowed.pointers),
      null,
    );
    webkit.webkit_user_content_manager_add_script(this.#contents, script);
    webkit.webkit_user_script_unref(script);
  }

  documentCommitted(): void {
    // A window may have taken the view before its empty page, which has no answer, was loaded.
    const isEmpty = this.#isAhead && !this.isExpected;
    this.#isAhead = false;
    if (isEmpty) return;
    if (this.#releaseDrawing !== null) later(firstLayout, () => this.#startDrawing());
    // At this moment only, this is the address of the document itself: later it may be that of a
    // pending navigation.
    this.committed(webkit.webkit_web_view_get_uri(this.address) ?? "");
  }

  /** The next document is the engine's error page. */
  loadFailed(): void {
    this.#isAhead = false;
  }

  override loadFinished(): void {
    this.#startDrawing();
    super.loadFinished();
  }

  #startDrawing(): void {
    this.#releaseDrawing?.();
    this.#releaseDrawing = null;
  }

  protected override run(script: string): void {
    this.#run(script, null, () => {});
  }

  protected override runApart(script: string, ended: () => void): void {
    this.#run(script, ownWorld, ended);
  }

  /** @param world the page's own, or one that the page cannot observe */
  #run(script: string, world: string | null, ended: () => void): void {
    const bytes = Buffer.from(script);
    const number = evaluations.add(() => {
      this.#evaluating--;
      if (this.#evaluating === 0) this.#whenEvaluated?.();
      ended();
    });
    this.#evaluating++;
    webkit.webkit_web_view_evaluate_javascript(
      this.address,
      ptr(bytes),
      bytes.length,
      world,
      null,
      null,
      evaluated(),
      number,
    );
  }

  protected override free(): void {
    this.#releaseDrawing = null;
    views.take(this.number);
    pageViews.delete(this.address);
    if (this.#evaluating === 0) this.#destroy();
    else this.#destroyWhenEvaluated();
  }

  /**
   * WebKitGTK 2.50 keeps the connection to the web process, with a thread of its own, permanently
   * when a view is destroyed while a script of ours runs in it. So the view outlives its window by
   * a moment.
   */
  #destroyWhenEvaluated(): void {
    const window = gtk.gtk_widget_get_parent(this.address);
    if (window !== null) gtk.gtk_container_remove(window, this.address);
    const giveUp = later(longestEvaluation, () => this.#whenEvaluated?.());
    this.#whenEvaluated = () => {
      this.#whenEvaluated = null;
      giveUp();
      // Not inside of the reporting call.
      soon(() => this.#destroy());
    };
  }

  #destroy(): void {
    gtk.gtk_widget_destroy(this.address);
    messages.release(this.documents);
    gobject.g_object_unref(this.address);
    gobject.g_object_unref(this.#contents);
  }
}

/** The background of the page, as a GdkRGBA (red, green, blue, alpha); `null`: white. */
function backgroundOf({ effects, effectsFallback, transparent }: WindowSpec): Float64Array | null {
  if (effects.length > 0 && effectsFallback !== null) {
    const { red, green, blue } = parseColour(effectsFallback);
    return Float64Array.of(red / 255, green / 255, blue / 255, 1);
  }
  return transparent ? new Float64Array(4) : null;
}
