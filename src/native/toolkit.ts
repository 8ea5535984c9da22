import type {
  AppIdentity,
  Choice,
  ChoiceRequest,
  EngineTraits,
  FileRequest,
  MessageRequest,
  Monitors,
  PageResponse,
  PageScript,
  UiCallArgs,
  UiCallName,
  UiCallResult,
  WindowOperation,
  WindowSpec,
} from "../contract/ui/index.ts";
import type { WindowState } from "../contract/window/window.ts";
import type { WarnUnsupported } from "./shell/warn-unsupported.ts";
import type { Events, Platform } from "./platform.ts";
import type { Dialog, DialogQueue } from "./shell/dialog-queue.ts";

/**
 * THE INTERFACE OF A SYSTEM: the verbs of its toolkit, without policy. `memory/`, `linux/`, `windows/` and `macos/` each
 * provide it; `shell/` makes of it what the app thread calls (`Platform`).
 *
 * All of it runs on the ui thread, as `Platform` does.
 */
export interface Toolkit<W extends SystemWindow> extends Pick<
  Platform,
  "openStreams" | "endProcess" | "later" | "run" | "openWaker"
> {
  /** Loads the libraries. */
  load(): void;
  /**
   * Connects to the display and starts the web engine. Called once, before `begin`.
   *
   * @param startsPage also starts the process of the first page, because a window is sure to open
   * @throws FrameworkError `unavailable`
   */
  open(identity: AppIdentity, startsPage: boolean): SystemEngine<W>;
  /** The app thread has begun: reports from now on what ends the app, and what the whole desktop changes. */
  begin(identity: AppIdentity): void;
  /** Leaves what the desktop would go on to show, and ends the loop. */
  quit(code: number): void;
  /** @throws FrameworkError `bad-argument` for what is no picture */
  setAppIcon(icon: Uint8Array): void;
  /** Shows or hides the whole app; absent where no system does that. */
  setAppVisible?(isVisible: boolean): void;
  readonly warnUnsupported: WarnUnsupported;

  apply(window: W, operation: WindowOperation): void | Promise<void>;
  /** Tells the desktop for which wish of the user a window comes to the front next; absent where no desktop asks. */
  useActivation?(window: W, token: string): void;
  read(window: W): WindowState | Promise<WindowState>;
  readMonitors(window: W): Monitors;
  messageDialog(window: W, request: MessageRequest): Dialog<number>;
  choiceDialog(window: W, request: ChoiceRequest): Dialog<Choice>;
  fileDialog(window: W, request: FileRequest): Dialog<readonly string[]>;

  readonly clipboard: {
    write(text: string): Answer<"clipboard.write">;
    read(): Answer<"clipboard.read">;
  };
  readonly notifications: { show: Verb<"notification.show"> };
  readonly shortcuts: {
    register: Verb<"shortcut.register">;
    unregister(id: number): void;
    releaseAll(): void;
  };
  readonly tray: { show: Verb<"tray.show">; remove(): void };
  readonly shell: { open: Verb<"shell.open">; openWith: Verb<"shell.openWith"> };
  readonly pages: {
    /** Answers a message. To a page that has gone the answer is dropped. */
    reply(request: number, text: string): void;
    /** Answers a request. */
    respond(request: number, response: PageResponse): Answer<"page.respond">;
  };
}

type Answer<N extends UiCallName> = UiCallResult<N> | Promise<UiCallResult<N>>;

/** A call of the contract that the system answers as it comes. */
type Verb<N extends UiCallName> = (args: UiCallArgs<N>) => Answer<N>;

/** The web engine of an app, which runs. */
export interface SystemEngine<W> {
  /** What pages have to know of it. Fails with `unavailable` when it cannot run. */
  readonly traits: EngineTraits | Promise<EngineTraits>;
  openWindow(spec: WindowSpec): W;
  /** The last window has closed: frees what was kept for the next one. Absent where nothing is. */
  lastWindowClosed?(): void;
}

/** A window of the system, with a web view in it. */
export interface SystemWindow {
  readonly title: string;
  readonly view: SystemView;
  /** Loads its page anew, with what the spec says of its scripts. */
  adopt(spec: WindowSpec): void;
  /** Refuses all that its page waits for. */
  refuseAll(): void;
  destroy(): void;
}

/** The web view of a window. */
export interface SystemView {
  /**
   * Settles with whether the page may be left.
   *
   * @param question asks the user, where the engine has no question of its own
   */
  mayLeave(question: () => Promise<boolean>): boolean | Promise<boolean>;
  /** The scripts behind the bridge that the next documents get. */
  setScripts(scripts: readonly PageScript[]): void | Promise<void>;
  /** @param pages the addresses of the documents that it is for; `null`: any */
  evaluate(script: string, pages: readonly string[] | null): void;
}

/** What the shell has for a toolkit. */
export interface ShellParts<W> {
  readonly events: Events;
  readonly dialogs: DialogQueue;
  /** The open windows, by label. */
  readonly windows: ReadonlyMap<string, W>;
  /** Asks the pages of all windows by `beforeunload`, one after the other, as the close button asks that of its own. */
  mayAllLeave(): Promise<boolean>;
  /**
   * The toolkit cannot be called any more: from now on every call fails with `unavailable`, and `app.quit` runs `quit`.
   *
   * @param reason what has gone: "the display"
   */
  refuseCalls(reason: string, quit: (code: number) => void): void;
}

export type OpenToolkit<W extends SystemWindow> = (parts: ShellParts<W>) => Toolkit<W>;
