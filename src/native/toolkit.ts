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
 * The interface of a system: the verbs of its toolkit, without policy. `memory/`, `linux/`,
 * `windows/` and `macos/` each provide it; `shell/` turns it into the interface for the app thread
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
   * @param startsPage also starts the process of the first page, because a window will certainly
   * open
   * @throws FrameworkError `unavailable`
   */
  open(identity: AppIdentity, startsPage: boolean): SystemEngine<W>;
  /**
   * The app thread has begun: from now on, reports events that end the app or concern the whole
   * desktop.
   */
  begin(identity: AppIdentity): void;
  /** Removes everything that the desktop would continue to show, and ends the loop. */
  quit(code: number): void;
  /** @throws FrameworkError `bad-argument` for an invalid picture */
  setAppIcon(icon: Uint8Array): void;
  /** Shows or hides the whole app; absent if the system cannot. */
  setAppVisible?(isVisible: boolean): void;
  /** Changes whether the app is in the Dock; absent if there is none. */
  setActivationPolicy?(policy: ActivationPolicy): void;
  /**
   * Uses an activation token for the next time that a window comes to the front; absent if there
   * are no tokens.
   */
  useActivation?(window: W, token: string): void;
  readonly windows: WindowToolkit<W>;
  readMonitors(window: W): Monitors;
  /** @param window `null`: it has no parent */
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
  /** Performs the action of a menu role on the window's page. */
  act(window: W, act: WindowAct): void;
  readonly tray: { show: Verb<"tray.show">; remove(): void };
  readonly shell: { open: Verb<"shell.open">; openWith: Verb<"shell.openWith"> };
  /** The messages of pages that wait for an answer. */
  readonly messages: Pick<Messages<never>, "reply">;
}

type Answer<N extends UiCallName> = UiCallResult<N> | Promise<UiCallResult<N>>;

/** A call of the contract that the system answers directly. */
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

/** A system's implementation of a window operation, or the reason why it has none. */
export type Handler<W, Value> =
  ((window: W, value: Value) => void) | { readonly unsupported: string };

export type OperationHandlers<W> = {
  readonly [N in HandledOperation]: Handler<W, WindowOperations[N]>;
};

/**
 * A system's implementation of each field while a window opens; `in`: the file that implements it.
 */
export type FieldHandlers<W> = {
  readonly [N in HandledField]: Handler<W, WindowSpecFields[N]> | { readonly in: string };
};

/**
 * A system's operations on its windows. Both tables are total, so the compiler requires every entry
 * of every system.
 */
export interface WindowToolkit<W> extends Settling {
  readonly operations: OperationHandlers<W>;
  readonly fields: FieldHandlers<W>;
  /**
   * The reason why the open display does not support an operation; absent if all displays of a
   * system support the same.
   */
  readonly unsupported?: (operation: HandledOperation) => string | undefined;
  /**
   * Whether a window has its position and size as soon as it is open. Otherwise both follow, and
   * the first values are no change.
   */
  readonly placesAtOnce: boolean;
  readonly warnUnsupported: WarnUnsupported;
}

/** The menus of windows and of the app. */
export interface SystemMenus<W> {
  /**
   * Shows a menu in a window's menu bar; `null`: the window has none of its own.
   * @throws FrameworkError `bad-argument` for an invalid picture
   */
  set(window: W, items: readonly MenuItem[] | null): void;
  /** Shows the app's menu; absent if windows show it. */
  setApp?(items: readonly MenuItem[] | null): void;
  /**
   * A window has changed: it may have the keyboard focus now, or be closed. Absent if each window
   * shows its own.
   */
  windowChanged?(): void;
  /** Whether the system itself fills the menus that list the app's windows. */
  readonly listsWindows?: boolean;
  /** Shows a context menu over a window's page; settles with the chosen item. */
  popup(window: W, items: readonly MenuItem[], at: MenuPlace | null): Promise<string | null>;
  /** Closes the menu of `popup` there; without one it has no effect. */
  closePopup(window: W): void;
}

/** Logical pixels from the upper left corner of the page. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** The running web engine of an app. */
export interface SystemEngine<W> {
  /** The facts about it that pages need. Fails with `unavailable` when it cannot run. */
  readonly traits: EngineTraits | Promise<EngineTraits>;
  /** Creates a window with a view. It is not visible yet. */
  makeWindow(spec: WindowSpec, events: SystemWindowEvents): W;
  /**
   * The last window has closed: frees resources kept for the next one. Absent if there are none.
   */
  lastWindowClosed?(): void;
}

/** The fields that the shell knows itself, or reads under another name. */
type AskedApart = "title" | "outerPosition" | "innerSize" | "scaleFactor" | "theme";

/** A window of the system, with a web view in it. */
export interface SystemWindow {
  readonly view: SystemView;
  /** The top left corner of the outer frame, in pixels of the screen. */
  readonly place: PixelPosition;
  /** The content area, in pixels of the screen. */
  readonly size: PixelSize;
  readonly scale: number;
  readonly theme: Theme;
  /** All other readable state. */
  read(): Omit<WindowState, AskedApart>;
  /** Puts the view into the window. Must be the first call. */
  begin(): void;
  setTitle(title: string): void;
  /** Applies from now on, also to the current size. */
  setLimits(limits: SizeLimits): void;
  show(isFocused: boolean): void;
  /** Puts it at the default position of new windows; absent if the system does so by itself. */
  placeByDefault?(): void;
  /** It matches its spec. */
  opened?(): void;
  /** Closes it, and releases its resources. */
  release(): void;
}

/** The reports of a system's window. Unchanged values may be reported, too. */
export interface SystemWindowEvents {
  /** The window is closed: pending work has no effect any more. */
  readonly isDestroyed: boolean;
  closeRequested(): void;
  /** A part of its state, but neither its position nor its size. */
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

/** Receives the files that are dragged over a window. */
export type FileDropTarget = Pick<SystemWindowEvents, "filesDragged">;

/** The web view of a window. */
export interface SystemView {
  /**
   * Begins to load the window's page. Must be the first call.
   *
   * @param drops receives files that are dragged over it, on systems where the view handles drops;
   * `null`: only the page receives them
   */
  open(owner: ViewOwner, drops: FileDropTarget | null): void;
  /**
   * Settles with whether the page may be left.
   *
   * @param question asks the user, for engines without a question of their own
   */
  mayLeave(question: () => Promise<boolean>): boolean | Promise<boolean>;
  /** The scripts after the bridge for the next documents. */
  setScripts(scripts: readonly PageScript[]): void | Promise<void>;
  /** Reloads the page, with other scripts after the bridge and in its frames. */
  reopen(scripts: ReloadScripts): void;
  /** Applies the app's decision about a page whose web process has ended. */
  recover(recovery: Recovery): void;
  /** Leaves the page unchanged, for another app thread. The next documents get these scripts. */
  keep(scripts: ReloadScripts): void;
  /**
   * Refuses all pending requests of the page.
   *
   * @param isKept the page continues with another app thread: only its calls are refused
   */
  refuseAll(isKept: boolean): void;
  /** @param pages the addresses of the documents that it may run in; `null`: any */
  evaluate(script: string, pages: readonly string[] | null): void;
  /** Shows the system's dialog for printing the page, on the view's window. */
  print(): void;
  /** Toggles the engine's inspector. */
  toggleInspector(): void;
  /** Takes the view out of its window, and releases its resources. */
  close(): void;
}

/** The services of the shell for a toolkit. */
export interface ShellParts<W> {
  readonly events: Events;
  readonly dialogs: DialogQueue;
  /** The open windows. */
  readonly windows: () => readonly W[];
  /** Asks own code whether the app may end, if it has handlers. */
  mayEnd(reason: UiEvents["app.exitRequested"]["reason"]): Promise<boolean>;
  /**
   * Runs `beforeunload` of the pages of all windows, one after the other, as the close button does
   * for its own.
   */
  mayAllLeave(): Promise<boolean>;
  /**
   * The toolkit can no longer be called: from now on every call fails with `unavailable`, and
   * `app.quit` runs `quit`.
   *
   * @param reason the lost resource: "the display"
   */
  refuseCalls(reason: string, quit: (code: number) => void): void;
}

export type OpenToolkit<W extends SystemWindow> = (parts: ShellParts<W>) => Toolkit<W>;
