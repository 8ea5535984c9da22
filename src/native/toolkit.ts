import type {
  ActivationPolicy,
  AppIdentity,
  Choice,
  ChoiceRequest,
  EngineTraits,
  FileRequest,
  MenuItem,
  MessageRequest,
  Monitors,
  PageScript,
  Recovery,
  UiCallArgs,
  UiCallName,
  UiCallResult,
  UiEvents,
  WindowAct,
  ReloadScripts,
  WindowSpecFields,
  WindowOperationName,
  WindowOperations,
  WindowSpec,
} from "../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme, WindowState } from "../contract/window/window.ts";
import type { WarnUnsupported } from "./shell/warn-unsupported.ts";
import type { Messages } from "./page/messages.ts";
import type { Events, Platform } from "./platform.ts";
import type { Dialog, DialogQueue } from "./shell/dialog-queue.ts";
import type { ViewOwner } from "./shell/view/documents.ts";
import type { Settling } from "./shell/window/settling.ts";
import type { SizeLimits } from "./shell/window/size-limits.ts";

/**
 * THE INTERFACE OF A SYSTEM: the verbs of its toolkit, without policy. `memory/`, `linux/`,
 * `windows/` and `macos/` each provide it; `shell/` makes of it what the app thread calls
 * (`Platform`).
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
  /**
   * The app thread has begun: reports from now on what ends the app, and what the whole desktop
   * changes.
   */
  begin(identity: AppIdentity): void;
  /** Leaves what the desktop would go on to show, and ends the loop. */
  quit(code: number): void;
  /** @throws FrameworkError `bad-argument` for what is no picture */
  setAppIcon(icon: Uint8Array): void;
  /** Shows or hides the whole app; absent where no system does that. */
  setAppVisible?(isVisible: boolean): void;
  /** Changes whether the app is in the Dock; absent where there is none. */
  setActivationPolicy?(policy: ActivationPolicy): void;
  /**
   * Uses an activation token for the next time that a window comes to the front; absent where there
   * are no tokens.
   */
  useActivation?(window: W, token: string): void;
  readonly windows: WindowToolkit<W>;
  readMonitors(window: W): Monitors;
  /** @param window `null`: it stands by itself */
  messageDialog(window: W | null, request: MessageRequest): Dialog<number>;
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
  readonly menus: SystemMenus<W>;
  /** Does to the window's page what a role of a menu stands for. */
  act(window: W, act: WindowAct): void;
  readonly tray: { show: Verb<"tray.show">; remove(): void };
  readonly shell: { open: Verb<"shell.open">; openWith: Verb<"shell.openWith"> };
  /** The messages of pages that wait for an answer. */
  readonly messages: Pick<Messages<never>, "reply">;
}

type Answer<N extends UiCallName> = UiCallResult<N> | Promise<UiCallResult<N>>;

/** A call of the contract that the system answers as it comes. */
type Verb<N extends UiCallName> = (args: UiCallArgs<N>) => Answer<N>;

/** The operations that the shell leaves to the system. */
export type HandledOperation = Exclude<
  WindowOperationName,
  "show" | "setTitle" | "setMinSize" | "setMaxSize"
>;

/** The fields of a window that the shell leaves to the system. */
type HandledField = Exclude<
  keyof WindowSpecFields,
  | "url"
  | "title"
  | "size"
  | "minSize"
  | "maxSize"
  | "position"
  | "center"
  | "maximized"
  | "fullscreen"
  | "visible"
  | "alwaysOnTop"
  | "contentProtected"
  | "skipTaskbar"
  | "showWhenPainted"
  | "theme"
  | "shadow"
>;

/** How a system does something to a window, or why it cannot. */
export type Handler<W, Value> =
  ((window: W, value: Value) => void) | { readonly unsupported: string };

export type OperationHandlers<W> = {
  readonly [N in HandledOperation]: Handler<W, WindowOperations[N]>;
};

/** How a system does each field while a window opens; `in`: another file does it. */
export type FieldHandlers<W> = {
  readonly [N in HandledField]: Handler<W, WindowSpecFields[N]> | { readonly in: string };
};

/** What a system does to its windows. Both tables are total, so the compiler asks every system. */
export interface WindowToolkit<W> extends Settling {
  readonly operations: OperationHandlers<W>;
  readonly fields: FieldHandlers<W>;
  /**
   * Why the display that is open cannot do an operation; absent where all displays of a system can
   * do the same.
   */
  readonly unsupported?: (operation: HandledOperation) => string | undefined;
  /**
   * Whether a window has its place and size as soon as it is open. Otherwise both follow, and the
   * first is no change.
   */
  readonly placesAtOnce: boolean;
  readonly warnUnsupported: WarnUnsupported;
}

/** The menus of windows and of the app. */
export interface SystemMenus<W> {
  /**
   * Shows a menu in a window's bar; `null`: the window has none of its own.
   * @throws FrameworkError `bad-argument` for what is no picture
   */
  set(window: W, items: readonly MenuItem[] | null): void;
  /** Shows the app's menu; absent where windows show it. */
  setApp?(items: readonly MenuItem[] | null): void;
  /**
   * A window has changed: it may have the keyboard now, or be gone. Absent where each window shows
   * its own.
   */
  windowChanged?(): void;
  /** Whether the system itself fills the menus that list the app's windows. */
  readonly listsWindows?: boolean;
  /** Shows a menu over a window's page until something is chosen. */
  popup(window: W, items: readonly MenuItem[], at: MenuPlace | null): Promise<string | null>;
  /** Closes what `popup` shows there; without one, nothing happens. */
  closePopup(window: W): void;
}

/** Logical pixels from the upper left corner of the page. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** The web engine of an app, which runs. */
export interface SystemEngine<W> {
  /** What pages have to know of it. Fails with `unavailable` when it cannot run. */
  readonly traits: EngineTraits | Promise<EngineTraits>;
  /** Makes a window with a view. Nothing of it is to be seen yet. */
  makeWindow(spec: WindowSpec, events: SystemWindowEvents): W;
  /** The last window has closed: frees what was kept for the next one. Absent where nothing is. */
  lastWindowClosed?(): void;
}

/** What the shell knows by itself, or asks for by another name. */
type AskedApart = "title" | "outerPosition" | "innerSize" | "scaleFactor" | "theme";

/** A window of the system, with a web view in it. */
export interface SystemWindow {
  readonly view: SystemView;
  /** The top left corner of the outside, in pixels of the screen. */
  readonly place: PixelPosition;
  /** The inside, in pixels of the screen. */
  readonly size: PixelSize;
  readonly scale: number;
  readonly theme: Theme;
  /** All else that can be read of it. */
  read(): Omit<WindowState, AskedApart>;
  /** Puts the view into the window. The first call. */
  begin(): void;
  setTitle(title: string): void;
  /** From now on also for the size that it has. */
  setLimits(limits: SizeLimits): void;
  show(isFocused: boolean): void;
  /** Puts it where new windows go; absent where the system does so unasked. */
  placeByDefault?(): void;
  /** It is as its spec says. */
  opened?(): void;
  /** Closes it, and gives back all that it holds. */
  release(): void;
}

/** What a window of the system reports. It may report what has not changed. */
export interface SystemWindowEvents {
  /** The window has gone: what is still under way does nothing any more. */
  readonly isDestroyed: boolean;
  closeRequested(): void;
  /** Some of its state, but neither its place nor its size. */
  changed(): void;
  placed(): void;
  sized(): void;
  scaled(): void;
  themed(): void;
  focused(isFocused: boolean): void;
  /** An item of its menu bar was chosen, or its keys were pressed. */
  menuChosen(item: string): void;
  filesDragged(stage: UiEvents["window.filesDragged"]["stage"], paths: readonly string[]): void;
}

/** What hears of files that are dragged over a window. */
export type FileDropTarget = Pick<SystemWindowEvents, "filesDragged">;

/** The web view of a window. */
export interface SystemView {
  /**
   * Begins to load the window's page. The first call.
   *
   * @param drops hears of files that are dragged over it, where the view takes them; `null`: they
   *   are the page's alone
   */
  open(owner: ViewOwner, drops: FileDropTarget | null): void;
  /**
   * Settles with whether the page may be left.
   *
   * @param question asks the user, where the engine has no question of its own
   */
  mayLeave(question: () => Promise<boolean>): boolean | Promise<boolean>;
  /** The scripts behind the bridge that the next documents get. */
  setScripts(scripts: readonly PageScript[]): void | Promise<void>;
  /** Loads the page anew, with other scripts behind the bridge and in its frames. */
  reopen(scripts: ReloadScripts): void;
  /** Does with a page whose web process has ended what the app wants. */
  recover(recovery: Recovery): void;
  /** Leaves the page as it is, for another app thread. The next documents get these scripts. */
  keep(scripts: ReloadScripts): void;
  /**
   * Refuses all that the page waits for.
   *
   * @param isKept the page goes on with another app thread: only its calls are refused
   */
  refuseAll(isKept: boolean): void;
  /** @param pages the addresses of the documents that it is for; `null`: any */
  evaluate(script: string, pages: readonly string[] | null): void;
  /** Shows the system's dialog for printing the page, on the view's window. */
  print(): void;
  /** Shows the engine's inspector, or closes it. */
  toggleInspector(): void;
  /** Takes the view out of its window, and gives back what it holds. */
  close(): void;
}

/** What the shell has for a toolkit. */
export interface ShellParts<W> {
  readonly events: Events;
  readonly dialogs: DialogQueue;
  /** The open windows. */
  readonly windows: () => readonly W[];
  /** Asks own code, where it wants to be asked, whether the app may end. */
  mayEnd(reason: UiEvents["app.exitRequested"]["reason"]): Promise<boolean>;
  /**
   * Asks the pages of all windows by `beforeunload`, one after the other, as the close button asks
   * that of its own.
   */
  mayAllLeave(): Promise<boolean>;
  /**
   * The toolkit cannot be called any more: from now on every call fails with `unavailable`, and
   * `app.quit` runs `quit`.
   *
   * @param reason what has gone: "the display"
   */
  refuseCalls(reason: string, quit: (code: number) => void): void;
}

export type OpenToolkit<W extends SystemWindow> = (parts: ShellParts<W>) => Toolkit<W>;
