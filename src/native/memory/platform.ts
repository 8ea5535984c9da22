import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import type {
  CrashReason,
  PageResponse,
  TrayClick,
  UiCallArgs,
  UiCallName,
  UiEvents,
} from "../../contract/ui/index.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { Events, Platform, PlatformCalls } from "../platform.ts";
import type { DialogQueue } from "../shell/dialog-queue.ts";
import { openShell } from "../shell/shell.ts";
import { MemoryDesktop, type Answers } from "./desktop.ts";
import { webkitLike, type MemoryEngine } from "./engine.ts";
import type { PageRequest } from "./pages.ts";
import type { MemoryWindow } from "./window.ts";

/** A call as it was made, for tests to compare. */
export type RecordedCall = {
  [N in UiCallName]: { readonly call: N; readonly args: UiCallArgs<N> };
}[UiCallName];

/**
 * A platform whose toolkit has no system under it. Every call is recorded, and tests act as the
 * user, other programs and pages.
 */
export class MemoryPlatform extends MemoryDesktop implements Platform {
  readonly recorded: RecordedCall[] = [];
  readonly calls: PlatformCalls;
  readonly openStreams: Platform["openStreams"];
  readonly load: Platform["load"];
  readonly prepare: Platform["prepare"];
  readonly later: Platform["later"];
  readonly restarting: Platform["restarting"];
  readonly run: Platform["run"];
  readonly openWaker: Platform["openWaker"];
  readonly #events: Events;
  #dialogs!: DialogQueue;
  #mayEnd!: (reason: UiEvents["app.exitRequested"]["reason"]) => Promise<boolean>;

  constructor(events: Events, answers: Answers = {}, engine: MemoryEngine = webkitLike) {
    super(answers, engine);
    this.#events = events;
    const platform = openShell<MemoryWindow>(events, (parts) => {
      this.#dialogs = parts.dialogs;
      this.#mayEnd = (reason) => parts.mayEnd(reason);
      return this.toolkit();
    });
    this.calls = this.#recording(platform.calls);
    this.openStreams = () => platform.openStreams();
    this.load = () => platform.load();
    this.prepare = (identity) => platform.prepare(identity);
    this.later = (milliseconds, task) => platform.later(milliseconds, task);
    this.restarting = () => platform.restarting();
    this.run = () => platform.run();
    this.openWaker = (drain) => platform.openWaker(drain);
  }

  /** The number of waiting requests and dialogs: 0 when all are answered. */
  get held(): number {
    return this.pages.held + this.#dialogs.size;
  }

  /**
   * The scripts that the window's page gets before any code of its own: the bridge, called with its
   * key, and `window.memory`.
   */
  openPage(label: string): { readonly bridge: string; readonly memory: unknown } {
    return this.pages.open(this.#window(label));
  }

  /** Sends a message as the window's page would. Never settles when the page closes first. */
  postMessage(label: string, text: string, origin?: string): Promise<string> {
    return this.pages.post(this.#window(label), text, origin);
  }

  /** Sends a request as the window's page would. */
  request(window: string, url: string, request: PageRequest = {}): Promise<PageResponse> {
    return this.pages.request(this.#window(window), url, request);
  }

  /** Loads another document into the window, as a reload or a link would. */
  navigate(label: string, url?: string): void {
    const { view, spec } = this.#window(label);
    view.load(url ?? spec.url);
  }

  /** Ends the web process of the window's page. */
  crashPage(label: string, reason: CrashReason = "crashed"): void {
    this.#window(label).view.crashed(reason);
  }

  /** Presses the window's close button. */
  requestClose(window: string): void {
    this.#events.emit("window.closeRequested", { window });
  }

  /** Changes a window as its user or the system would. */
  change(label: string, change: Partial<WindowState>): void {
    this.#window(label).change(change);
  }

  /** Drags files over a window, away again, or drops them. */
  dragFiles(
    window: string,
    stage: UiEvents["window.filesDragged"]["stage"],
    paths: readonly string[] = [],
  ): void {
    this.#events.emit("window.filesDragged", { window, stage, paths });
  }

  /** Presses keys, whichever program has the keyboard focus. */
  pressKeys(accelerator: Accelerator): void {
    const keys = JSON.stringify(accelerator);
    for (const [id, registered] of this.shortcuts) {
      if (registered === keys) this.#events.emit("shortcut.pressed", { id });
    }
  }

  /** Clicks the icon in the tray. */
  clickTray(click: TrayClick["click"], position = { x: 0, y: 0 }): void {
    this.#events.emit("tray.clicked", { click, position });
  }

  /** Chooses an item of the menu that a window shows. */
  chooseInMenu(window: string | null, item: string): void {
    this.#events.emit("menu.chosen", { window, item });
  }

  /** Chooses an item of the tray's menu. */
  chooseInTray(item: string): void {
    this.#events.emit("tray.menuClicked", { item });
  }

  /**
   * Requests the end of the app, as the user or the system does; settles with whether it may end.
   */
  askToEnd(reason: UiEvents["app.exitRequested"]["reason"]): Promise<boolean> {
    return this.#mayEnd(reason);
  }

  terminate(reason: string): void {
    this.#events.emit("app.terminate", { reason });
  }

  #window(label: string): MemoryWindow {
    const window = this.windows.get(label);
    if (window === undefined) throw new Error(`Cannot speak for window "${label}": it is not open`);
    return window;
  }

  #recording(calls: PlatformCalls): PlatformCalls {
    const wrap = ([call, run]: [string, unknown]): [string, unknown] => [
      call,
      (args: unknown) => {
        this.recorded.push({ call, args } as RecordedCall);
        return (run as (args: unknown) => unknown)(args);
      },
    ];
    return Object.fromEntries(Object.entries(calls).map(wrap)) as unknown as PlatformCalls;
  }
}
