import type { ResolvedConfig } from "../../config/index.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { ownSchemes } from "../../contract/page/origins.ts";
import { leaveWithoutAsking } from "../../contract/page/reload.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import { closePatience, endQuestion } from "../../contract/ui/end-question.ts";
import type {
  EngineTraits,
  Monitors,
  PageScript,
  Recovery,
  UiEvents,
  WindowOperation,
  WindowSpec,
} from "../../contract/ui/index.ts";
import type { WindowOptions } from "../../contract/window/options.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { AppDefinition } from "../public-api/definition.ts";
import type { Events } from "../events/events.ts";
import { pagesOf, type Origins } from "../calls/origins.ts";
import { appScripts } from "../public-api/app-code.ts";
import type { Ui } from "../ui.ts";
import type { RememberedWindows } from "./remembered/remembered-windows.ts";
import { WindowHooks, type PageLoad } from "./window-hooks.ts";
import { windowAddress, windowConfig, windowSpec, type WindowConfig } from "./window-spec.ts";

const closeRequested = "framework://close-requested";

export interface WindowsOptions {
  readonly appSpec: AppSpec<ResolvedConfig>;
  readonly origins: Origins;
  readonly ui: Ui;
  readonly events: Events;
  readonly allowed: ReadonlySet<AllowlistFlag>;
  readonly own: AppDefinition;
  /** Whether a testing tool drives the app. */
  readonly isDriven: boolean;
  readonly frameScripts: readonly PageScript[];
  /** Receives errors of the app's own handlers. */
  readonly reportError: (error: unknown) => void;
}

/** The app's open windows, by label. */
export class Windows {
  readonly hooks: WindowHooks;
  readonly #appSpec: AppSpec<ResolvedConfig>;
  readonly #origins: Origins;
  readonly #ui: Ui;
  readonly #events: Events;
  readonly #allowed: ReadonlySet<AllowlistFlag>;
  readonly #own: AppDefinition;
  readonly #isDriven: boolean;
  readonly #frameScripts: readonly PageScript[];
  readonly #labels = new Set<string>();
  #playsFromSchemes = false;
  #remembered: RememberedWindows | null = null;
  /** Whether only the app itself shows its initial windows. */
  opensHidden = false;
  // The windows whose pages were asked whether they may close, with the time and the number of
  // their latest read then.
  readonly #asked = new Map<string, { readonly at: number; readonly lastRead: number }>();

  constructor(options: WindowsOptions) {
    const { appSpec, origins, ui, events, allowed, own, isDriven, frameScripts, reportError } =
      options;
    this.hooks = new WindowHooks(reportError);
    this.#appSpec = appSpec;
    this.#origins = origins;
    this.#ui = ui;
    this.#events = events;
    this.#allowed = allowed;
    this.#own = own;
    this.#isDriven = isDriven;
    this.#frameScripts = frameScripts;
  }

  /** The last used window, which may be closed by now; `null`: none. */
  lastFocused: string | null = null;

  /** The capabilities of the engine, set before the first window opens. */
  set traits({ playsFromSchemes }: EngineTraits) {
    this.#playsFromSchemes = playsFromSchemes;
  }

  /** The remembered windows, set before the first one opens. */
  set remembered(remembered: RememberedWindows) {
    this.#remembered = remembered;
  }

  get remembered(): RememberedWindows {
    return this.#remembered as RememberedWindows;
  }

  get labels(): readonly string[] {
    return [...this.#labels];
  }

  /** Opens the initial windows of an app; each page knows all of them from its start. */
  async openAll(configs: readonly WindowConfig[]): Promise<void> {
    for (const { label } of configs) this.#labels.add(label);
    await Promise.all(configs.map((config) => this.#open(config, !this.opensHidden)));
  }

  /** @throws FrameworkError `already-exists` when a window has this label */
  async open(config: WindowConfig): Promise<void> {
    const { label } = config;
    if (this.#labels.has(label)) {
      throw new FrameworkError(
        "already-exists",
        `Cannot open window "${label}": another window has this label`,
      );
    }
    this.#labels.add(label);
    await this.#open(config);
    this.#tellLabels();
    this.#events.emit("framework://window-created", { label });
  }

  /** Takes over windows of a previous app thread, in development. */
  adopt(labels: readonly string[]): void {
    if (labels.length === 0) return;
    for (const label of labels) this.#labels.add(label);
    this.#tellLabels();
  }

  /** Opens a window that is not in the configuration. */
  async create(label: string, options: WindowOptions | null | undefined): Promise<void> {
    await this.open(windowConfig(label, options, this.#appSpec.config.package.productName));
  }

  async apply(label: string, operation: WindowOperation): Promise<void> {
    await this.#ui.call("window.apply", { window: this.#find(label), operation });
  }

  read(label: string): Promise<WindowState> {
    return this.#ui.call("window.read", { window: this.#find(label) });
  }

  monitors(label: string): Promise<Monitors> {
    return this.#ui.call("monitors.read", { window: this.#find(label) });
  }

  /**
   * Closes a window unless the app's own code keeps it open, or its own page listens to the
   * request; then the page decides. The app decides first: a window that it keeps open needs no
   * question of its page to the user. For a page that computes forever, the user decides, by
   * pressing the button again. When all of them agree, `beforeunload` of the page runs.
   */
  async requestClose(label: string): Promise<void> {
    this.#find(label);
    if (!(await this.hooks.mayClose(label)) || !this.#labels.has(label)) return;
    // Listeners end with their document, so a reloaded page does not lock its window.
    const lastRead = this.#events.lastReadBy(label, closeRequested);
    if (lastRead === null) return await this.#leave(label);
    const asked = this.#asked.get(label);
    if (asked?.lastRead !== lastRead) this.#asked.set(label, { at: performance.now(), lastRead });
    else if (performance.now() - asked.at >= closePatience)
      return await this.#offerEnd(label, lastRead);
    this.#events.emit(closeRequested, null, { window: label });
  }

  /** Lets the user close a window whose page does not read its events. */
  async #offerEnd(label: string, lastRead: number): Promise<void> {
    // The next question waits as long as this one did.
    this.#asked.set(label, { at: Infinity, lastRead });
    const question = endQuestion(label, this.#appSpec.config.package.productName, "This page");
    const button = await this.#ui.call("dialog.message", question);
    if (this.#events.lastReadBy(label, closeRequested) !== lastRead) return;
    if (button === 0) await this.destroy(label);
    else this.#asked.set(label, { at: performance.now(), lastRead });
  }

  /**
   * The answer of a page that was asked and agrees to close.
   * @throws FrameworkError `not-allowed` when the window was not asked to close: closing by itself
   * has a flag of its own
   */
  async finishClose(label: string): Promise<void> {
    if (this.#asked.has(label)) return await this.#leave(label);
    throw new FrameworkError(
      "not-allowed",
      `Cannot finish closing window "${label}": no close was requested`,
    );
  }

  /**
   * Runs `beforeunload` of the page as the last step, and closes the window unless the user stays.
   */
  async #leave(label: string): Promise<void> {
    // It may have been destroyed while the user read the question.
    if ((await this.#mayLeave(label)) && this.#labels.has(label)) await this.destroy(label);
  }

  async #mayLeave(label: string): Promise<boolean> {
    return await this.#ui.call("window.mayClose", { window: this.#find(label) });
  }

  /**
   * Runs `beforeunload` of all pages, one after the other, to decide whether the app may end.
   * Listeners to `close-requested` are not asked: many hide the window in the tray instead.
   */
  async mayAllLeave(): Promise<boolean> {
    for (const label of this.labels)
      if (this.#labels.has(label) && !(await this.#mayLeave(label))) return false;
    return true;
  }

  /** Closes without asking; the `window.closed` event follows. */
  async destroy(label: string): Promise<void> {
    await this.#remembered?.note(this.#find(label));
    await this.#ui.call("window.destroy", { window: this.#find(label) });
  }

  pageLoaded(load: PageLoad): void {
    // In development a window may be older than this thread, which has yet to adopt it.
    if (this.#labels.has(load.window)) this.hooks.pageLoaded(load);
  }

  /** The web process of its page has ended. */
  pageCrashed({ window, reason }: UiEvents["page.crashed"]): void {
    const recover = (recovery: Recovery): void =>
      this.#ui.tell("page.recover", { window, recovery });
    // In development a window may be older than this thread, which has yet to adopt it.
    if (this.#labels.has(window)) this.hooks.pageCrashed({ window, reason }, recover);
    else recover("by-default");
  }

  /** It has another size or position. */
  changed(label: string): void {
    if (this.#labels.has(label)) this.#remembered?.changed(label);
  }

  closed(label: string): void {
    this.#labels.delete(label);
    this.#asked.delete(label);
    this.#tellLabels();
    this.#events.emit("framework://destroyed", null, { window: label });
  }

  /** Reloads the page of every window, because its files have changed. */
  reloadPages(): void {
    for (const window of this.#labels)
      this.#ui.tell("window.evaluate", {
        window,
        script: `${leaveWithoutAsking};location.reload()`,
        pages: null,
      });
  }

  async #open(config: WindowConfig, mayShow = true): Promise<void> {
    const create = (settled: WindowConfig): Promise<void> =>
      this.#ui.call(
        "window.create",
        this.#spec(mayShow ? settled : { ...settled, visible: false }),
      );
    try {
      if (this.#remembered === null) await create(config);
      else await this.#remembered.open(config, create, mayShow);
    } catch (error) {
      this.#labels.delete(config.label);
      throw error;
    }
  }

  #spec(config: WindowConfig): WindowSpec {
    return windowSpec(config, {
      appSpec: this.#appSpec,
      address: windowAddress(config.url, this.#base()),
      privateSchemes: this.#allowed.has("protocol.asset")
        ? [{ scheme: ownSchemes.asset, pages: this.#origins.localPages }]
        : [],
      printing: this.#allowed.has("window.print"),
      pages: this.#origins.pages(config.label),
      scripts: this.#scripts(config.label),
      frameScripts: this.#frameScripts,
    });
  }

  #find(label: string): string {
    if (this.#labels.has(label)) return label;
    throw new FrameworkError(
      "not-found",
      `Cannot find window "${label}": it must be the label of an open window`,
    );
  }

  #scripts(label: string): readonly PageScript[] {
    const { config, scripts, assets } = this.#appSpec;
    const { links, global, dragRegion, notification, media, automation } = scripts;
    const sources = [
      links,
      global,
      dragRegion,
      notification,
      this.#playsFromSchemes ? null : media,
      this.#isDriven ? automation : null,
    ];
    const pages = this.#origins.pages(label);
    const placed = [
      windowNames(label, this.labels),
      ...sources.filter((source) => source !== null),
    ].map((source) => ({ source, pages }));
    if (assets.kind === "address" && assets.policyScript !== null)
      placed.unshift({
        source: assets.policyScript,
        pages: [pagesOf(new URL(assets.address).origin)],
      });
    if (config.framework.security.freezePrototype) placed.push(this.#freeze());
    return [...placed, ...appScripts(this.#own, this.#origins, label)];
  }

  /**
   * `freezePrototype`: no script can add a property to all objects of a page. For the app's own
   * files only.
   */
  #freeze(): PageScript {
    return { source: "Object.freeze(Object.prototype)", pages: [pagesOf(this.#origins.own.app)] };
  }

  /** Gives the next documents of all windows their current scripts. */
  updateScripts(): void {
    for (const window of this.#labels)
      this.#ui.tell("window.setScripts", { window, scripts: this.#scripts(window) });
  }

  /** Sends the labels of all windows to every page: to the open pages, and to later ones. */
  #tellLabels(): void {
    const names = this.labels.map((label) => JSON.stringify(label)).join();
    const script = `window.__FRAMEWORK_WINDOW__?.labels.splice(0,Infinity,${names})`;
    this.updateScripts();
    for (const window of this.#labels) {
      // Other pages in a window need not know.
      this.#ui.tell("window.evaluate", { window, script, pages: this.#origins.pages(window) });
    }
  }

  /** The base of a window's path: the server of `devPath` or `distDir`, or the app's own files. */
  #base(): string {
    const { assets } = this.#appSpec;
    return assets.kind === "address" ? assets.address : `${this.#origins.own.app}/`;
  }
}

/** The script by which a page knows its window and the others; see `api/window.ts`. */
function windowNames(label: string, labels: readonly string[]): string {
  const names = `Object.freeze({label:${JSON.stringify(label)},labels:${JSON.stringify(labels)}})`;
  return `Object.defineProperty(window,"__FRAMEWORK_WINDOW__",{value:${names}})`;
}
