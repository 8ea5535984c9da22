import type { EditRole } from "../../../contract/menu.ts";
import { leaveWithoutAsking } from "../../../contract/page/reload.ts";
import type {
  AppIdentity,
  CrashReason,
  PageScript,
  ReloadScripts,
  WindowSpec,
} from "../../../contract/ui/index.ts";
import type { PixelSize } from "../../../contract/window/window.ts";
import { endApp } from "../../guard.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { WebView } from "../../shell/view/web-view.ts";
import { makeKey } from "../../page/key.ts";
import { warnBlocked } from "../../page/capability.ts";
import { leaveScript } from "../../shell/view/leave-script.ts";
import { comObject, outObject, type ObjectOf } from "../com/client.ts";
import { E_INVALIDARG, HResultError } from "../com/hresult.ts";
import {
  ICoreWebView2,
  ICoreWebView2Controller,
  ICoreWebView2Controller2,
  ICoreWebView2Controller4,
  ICoreWebView2Profile,
  ICoreWebView2_13,
  ICoreWebView2_16,
} from "../lib/webview2.ts";
import { RECT, user32 } from "../lib/user32.ts";
import { later, soon } from "../loop.ts";
import { processor } from "../../processor.ts";
import { wide, wideTextAt } from "../wide-text.ts";
import { wantedTheme } from "../window/theme.ts";
import { lastingScripts, topScript } from "./document-scripts.ts";
import { endOther, isBusy, patience, waiting } from "./busy-folder.ts";
import type { Environment } from "./environment.ts";
import { Frames } from "./frames.ts";
import { completion, tolerate } from "./handlers.ts";
import { messages, type MessageView } from "./messages.ts";
import { Navigation } from "./navigation.ts";
import type { KeyListener, WindowView } from "./page-view.ts";
import { PlacedScripts } from "./placed-scripts.ts";
import { restrictView, withNewer } from "./restrictions.ts";
import { PendingCalls } from "./scheme.ts";
import { watchKeys } from "./view-keys.ts";
import { watchView, type WatchedView } from "./view-events.ts";
import { webview2Traits } from "./webview2-traits.ts";

/** The parts of its engine that a view needs. */
export interface ViewEngine {
  readonly identity: AppIdentity;
  readonly environment: Promise<Environment>;
  restart(ended: Environment): Promise<Environment>;
  renew(refused: Environment): Promise<Environment>;
}

/** An existing view. */
interface Live {
  readonly environment: Environment;
  readonly controller: ObjectOf<typeof ICoreWebView2Controller>;
  readonly page: ObjectOf<typeof ICoreWebView2>;
  /** The bridge, and the scripts in frames. */
  readonly lasting: PlacedScripts;
  /** The scripts after the bridge. */
  readonly scripts: PlacedScripts;
}

/** The environments whose browser process has run. */
const served = new WeakSet<Environment>();

const MOVE_FOCUS_REASON_PROGRAMMATIC = 0;
const PRINT_DIALOG_KIND_SYSTEM = 1;
const schemes = { auto: 0, light: 1, dark: 2 } as const;

/** A message is kept only as the tag of its answer. */
const messagesOfViews = {
  refuseAll: (documents: Documents, isKept: boolean) => messages.refuseAll(documents, isKept),
  forget(documents: Documents) {
    messages.forget(documents);
    messages.release(documents);
  },
};

/**
 * The view of a window, and its documents. The engine creates it some time after the window:
 * earlier requests are kept, and run when it exists.
 */
export class EdgeWebView extends WebView implements WindowView, MessageView, WatchedView {
  readonly spec: WindowSpec;
  readonly refusedSchemes = [];
  readonly frames: Frames;
  readonly pending = new PendingCalls();
  keys: KeyListener | null = null;
  background: number | null = null;
  readonly navigation: Navigation;
  readonly #window: number;
  readonly #engine: ViewEngine;
  #live: Live | null = null;
  #environment: Environment | null = null;
  #isClosed = false;
  #size: PixelSize | null = null;
  #isVisible: boolean;

  constructor(spec: WindowSpec, window: number, engine: ViewEngine) {
    super({ traits: webview2Traits, messages: messagesOfViews, later, soon });
    this.spec = spec;
    this.frames = new Frames(this.documents, spec);
    this.navigation = new Navigation(this.documents, makeKey(), () => this.pending.look());
    this.#window = window;
    this.#engine = engine;
    this.#isVisible = spec.visible;
  }

  get schemes(): readonly string[] {
    return this.#engine.identity.schemes;
  }

  /** Creates its responses, even for requests that come after it is closed. */
  get environment(): Environment {
    if (this.#environment === null)
      throw new Error(`Cannot answer for window "${this.spec.label}": it has no view yet`);
    return this.#environment;
  }

  override get label(): string {
    return this.spec.label;
  }

  /** Makes the engine create the view, which then loads the window's page. */
  protected override prepare(): void {
    this.#sayOtherArguments();
    void this.#open(this.#engine.environment).catch((error: unknown) => this.#failed(error));
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#do("setting its visibility", ({ controller }) => this.#applyVisibility(controller));
    this.#takeUpFocus();
  }

  fill(size: PixelSize): void {
    this.#size = size;
    this.#do("setting its size", ({ controller }) => setBounds(controller, size));
  }

  moved(): void {
    this.#do("hearing of its place", ({ controller }) =>
      controller.NotifyParentWindowPositionChanged(),
    );
  }

  /**
   * A hidden page may stay blank, or show its former content, until its bounds are set again
   * (WebView2Feedback #1077, #4763, #5673). Pop-ups that follow the window may have missed a move.
   */
  #applyVisibility(controller: Live["controller"]): void {
    controller.put_IsVisible(this.#isVisible);
    if (!this.#isVisible) return;
    if (this.#size !== null) setBounds(controller, this.#size);
    controller.NotifyParentWindowPositionChanged();
  }

  focus(): void {
    // The engine refuses it for a hidden page. Windows focuses a window before it is on the screen.
    if (!this.#isVisible) return;
    this.#do("taking the focus", ({ controller }) => moveFocus(controller));
  }

  /** The window may have got the focus while the page was missing or hidden. */
  #takeUpFocus(): void {
    if (user32.GetForegroundWindow() === this.#window) this.focus();
  }

  override reopen(scripts: ReloadScripts): void {
    const reload = async (): Promise<void> => {
      this.documents.setAllScripts(scripts);
      await this.#live?.lasting.replace(this.#lastingScripts());
      await this.setScripts(scripts.scripts);
      this.run(leaveWithoutAsking);
      this.reload();
    };
    void reload().catch((error: unknown) => this.#failed(error));
  }

  protected override load(address: string): void {
    this.#do("loading its page", ({ page }) => page.Navigate(wide(address)));
  }

  protected override loadAgain(): void {
    this.#do("loading its page again", ({ page }) => page.Reload());
  }

  protected override run(script: string): void {
    this.#do("a script", ({ page }) => page.ExecuteScript(wide(script), null));
  }

  /** Settles when the next documents get these scripts after the bridge. */
  override async setScripts(scripts: readonly PageScript[]): Promise<void> {
    await super.setScripts(scripts);
    await this.#live?.scripts.replace(scripts.map(topScript));
  }

  followTheme(): void {
    this.#do("a theme", ({ page }) => preferTheme(page));
  }

  print(): void {
    this.#do("printing", ({ page }) =>
      withNewer(page, ICoreWebView2_16, (newer) => newer.ShowPrintUI(PRINT_DIALOG_KIND_SYSTEM)),
    );
  }

  /** WebView2 has no call for it. The engine's protocol simulates a key with this command. */
  edit(role: EditRole): void {
    const key = JSON.stringify({ type: "rawKeyDown", commands: [role] });
    this.#do("editing", ({ page }) =>
      page.CallDevToolsProtocolMethod(wide("Input.dispatchKeyEvent"), wide(key), null),
    );
  }

  /** The engine has no call that closes it. */
  toggleInspector(): void {
    this.#do("its inspector", ({ page }) => page.OpenDevToolsWindow());
  }

  protected override asksUser(): Promise<boolean> {
    const live = this.#live;
    return live === null ? Promise.resolve(false) : asksUser(live.page);
  }

  post(text: string): void {
    this.#do("an answer", ({ page }) => page.PostWebMessageAsString(wide(text)));
  }

  /** A pending one is released when it arrives. */
  protected override free(): void {
    this.#isClosed = true;
    this.pending.endAll();
    this.#drop(true);
  }

  /** The process of the page has ended. */
  rendererEnded(reason: CrashReason): void {
    this.navigation.lost();
    this.crashed(reason);
  }

  /** The browser process has ended, and the view with it. */
  browserEnded(): void {
    const ended = this.#live?.environment;
    if (ended === undefined) return;
    this.navigation.lost();
    this.leaving.settle(true);
    this.refuseAll();
    this.#drop(false);
    // Its page comes with the next view, regardless of the app's answer.
    this.documents.owner?.events.emit("page.crashed", { window: this.label, reason: "crashed" });
    void this.#open(this.#engine.restart(ended)).catch((error: unknown) => this.#failed(error));
  }

  async #open(wanted: Promise<Environment>): Promise<void> {
    const environment = await wanted;
    if (this.#isClosed) return;
    try {
      await this.#make(environment);
    } catch (error) {
      if (this.#isClosed) throw error;
      this.#drop(true);
      if (isBusy(error) && !served.has(environment)) return this.#openPatiently(environment);
      // The browser process has ended, which other views may report later or not at all, or an
      // update has removed its version while there was no view. Microsoft's advice is to start with
      // another environment.
      await this.#openPatiently(await this.#engine.restart(environment));
    }
  }

  /** Tries it until the browser process of another instance has ended. */
  async #openPatiently(first: Environment): Promise<void> {
    let environment = first;
    const end = performance.now() + patience.all;
    let hasSaid = false;
    while (!this.#isClosed) {
      try {
        return await this.#make(environment);
      } catch (error) {
        if (this.#isClosed || this.#live !== null || !isBusy(error)) throw error;
        if (performance.now() >= end)
          throw new Error(`${(error as Error).message}; ${endOther}`, { cause: error });
      }
      if (!hasSaid) process.stderr.write(`framework: ${waiting}\n`);
      hasSaid = true;
      await new Promise<void>((resolve) => void later(patience.each, resolve));
      environment = await this.#engine.renew(environment);
    }
  }

  async #make(environment: Environment): Promise<void> {
    // An unusable or unwanted view must not stay in the window.
    using unused = new DisposableStack();
    const controller = unused.use(await this.#makeController(environment));
    served.add(environment);
    unused.defer(() => closeView(controller));
    const page = unused.use(outObject(ICoreWebView2, (out) => controller.get_CoreWebView2(out)));
    if (this.#isClosed) return;
    unused.move();
    const live = {
      environment,
      controller,
      page,
      lasting: new PlacedScripts(page),
      scripts: new PlacedScripts(page),
    };
    this.#live = live;
    this.#environment = environment;
    this.#prepare(live);
    try {
      // One after the other: the engine may call back while it takes a script, and what waits for
      // that goes on in between. The bridge would then come behind the scripts that use it.
      await live.lasting.replace(this.#lastingScripts());
      await live.scripts.replace(this.documents.scripts.map(topScript));
    } catch (error) {
      // A view lost meanwhile needs no error: another one replaces it.
      if (this.#live === live) throw error;
    }
    // Not if it was closed meanwhile, or lost.
    if (this.#live === live) this.load(this.spec.url);
  }

  #makeController(environment: Environment): Promise<Live["controller"]> {
    return completion(
      "CreateCoreWebView2Controller",
      (handler) => environment.CreateCoreWebView2Controller(this.#window, handler),
      (made) => comObject(made ?? 0, ICoreWebView2Controller).again(ICoreWebView2Controller),
    );
  }

  #lastingScripts(): readonly string[] {
    const { frameScripts } = this.documents;
    return lastingScripts({ ...this.spec, frameScripts }, this.navigation.secret, webview2Traits);
  }

  #prepare({ controller, page }: Live): void {
    const { spec } = this;
    restrictView({ page, spec, documents: this.documents, origins: () => this.navigation.origins });
    watchView(this, page);
    watchKeys(controller, () => this.keys);
    const { background } = this;
    if (background !== null)
      withNewer(controller, ICoreWebView2Controller2, (newer) =>
        newer.put_DefaultBackgroundColor(background),
      );
    // If the window handles drops.
    withNewer(controller, ICoreWebView2Controller4, (newer) =>
      newer.put_AllowExternalDrop(!spec.fileDropEnabled),
    );
    preferTheme(page);
    // Also for a hidden page, which is laid out as well.
    if (this.#size !== null) setBounds(controller, this.#size);
    this.#applyVisibility(controller);
    this.#takeUpFocus();
  }

  /** Runs a request when the view exists, and drops it after the view is closed. */
  #do(what: string, run: (live: Live) => unknown): void {
    const live = this.#live;
    if (live !== null) tolerate(`${what} in window "${this.spec.label}"`, () => run(live));
  }

  #drop(closes: boolean): void {
    const live = this.#live;
    this.#live = null;
    this.documents.hasShown = false;
    if (live === null) return;
    // At once: the window closes next, and the engine would have closed the view with it.
    if (closes) closeView(live.controller);
    // Not inside of the reporting call: the engine's own objects are still in use there.
    soon(() => giveBack(live));
  }

  #failed(error: unknown): void {
    // The engine aborts the creation when the window closes.
    if (this.#isClosed) return;
    const reason = error instanceof Error ? error.message : String(error);
    endApp(
      new Error(`Cannot show the page of window "${this.spec.label}": ${reason}`, { cause: error }),
    );
  }

  #sayOtherArguments(): void {
    const { additionalBrowserArgs: own } = this.spec;
    if (own === null || own === this.#engine.identity.browserArguments) return;
    warnBlocked(
      `other browser arguments for window "${this.spec.label}"`,
      "the first window of the configuration that has some decides for all, since they share one browser process",
    );
  }
}

function closeView(controller: Live["controller"]): void {
  tolerate("closing a view", () => controller.Close());
}

function giveBack({ controller, page }: Live): void {
  page[Symbol.dispose]();
  controller[Symbol.dispose]();
}

/** Whether a page wants its user to be asked before it is left. */
function asksUser(page: Live["page"]): Promise<boolean> {
  return completion(
    "ExecuteScript",
    (handler) => page.ExecuteScript(wide(leaveScript), handler),
    // The value as JSON.
    (result) => result !== null && wideTextAt(result) === "true",
  );
}

/**
 * Focuses the page. The engine answers `E_INVALIDARG` if its window cannot have the focus now:
 * while a dialog disables the window, or before it is on the screen. `WM_SETFOCUS` repeats it.
 */
function moveFocus(controller: Live["controller"]): void {
  try {
    controller.MoveFocus(MOVE_FOCUS_REASON_PROGRAMMATIC);
  } catch (error) {
    if (!(error instanceof HResultError && error.code === E_INVALIDARG)) throw error;
  }
}

function setBounds(controller: Live["controller"], { width, height }: PixelSize): void {
  // A struct of 16 bytes is passed by its address on x64, and in two registers on ARM64.
  if (processor === "arm64") controller.put_BoundsInRegisters(0, width + height * 2 ** 32);
  else controller.put_Bounds(RECT.make({ right: width, bottom: height }).bytes);
}

/** All views of an app share one profile. */
function preferTheme(page: Live["page"]): void {
  withNewer(page, ICoreWebView2_13, (newer) => {
    using profile = outObject(ICoreWebView2Profile, (out) => newer.get_Profile(out));
    profile.put_PreferredColorScheme(schemes[wantedTheme() ?? "auto"]);
  });
}
