import type { CursorIcon } from "../../contract/window/window.ts";
import type { MenuEntry, MenuItemChange } from "../../contract/menu.ts";
import type { EventCallback, UnlistenFn } from "../event.ts";
import { invoke } from "../invoke.ts";
import { textOf } from "./text.ts";
import { attentionOf, type UserAttentionType } from "./user-attention.ts";
import { CloseHandlers, type CloseHandler } from "./window-close-handlers.ts";
import type { FileDropEvent, ScaleFactorChanged } from "./window-events.ts";
import { WebviewWindowHandle } from "./window-handle.ts";
import type { WindowMethods } from "./window-methods.ts";
import {
  measured,
  PhysicalPosition,
  PhysicalSize,
  type LogicalPosition,
  type LogicalSize,
} from "./window-units.ts";

export type Theme = "light" | "dark";

/** The state of a window, its operations, and its events. */
export class WindowManager extends WebviewWindowHandle implements WindowMethods {
  readonly #closeHandlers = new CloseHandlers(this);

  /** The pixels of the screen per logical pixel, on its monitor. */
  scaleFactor(): Promise<number> {
    return invoke("window.scaleFactor", { label: this.label });
  }

  /** The position of its content area. On Wayland always the same. */
  async innerPosition(): Promise<PhysicalPosition> {
    const { x, y } = await invoke("window.innerPosition", { label: this.label });
    return new PhysicalPosition(x, y);
  }

  /** The position of its frame. On Wayland always the same. */
  async outerPosition(): Promise<PhysicalPosition> {
    const { x, y } = await invoke("window.outerPosition", { label: this.label });
    return new PhysicalPosition(x, y);
  }

  /** The size of the page in it. */
  async innerSize(): Promise<PhysicalSize> {
    const { width, height } = await invoke("window.innerSize", { label: this.label });
    return new PhysicalSize(width, height);
  }

  /** Its size with its frame. */
  async outerSize(): Promise<PhysicalSize> {
    const { width, height } = await invoke("window.outerSize", { label: this.label });
    return new PhysicalSize(width, height);
  }

  isFullscreen(): Promise<boolean> {
    return invoke("window.isFullscreen", { label: this.label });
  }

  /** On Wayland always false: the state is not reported. */
  isMinimized(): Promise<boolean> {
    return invoke("window.isMinimized", { label: this.label });
  }

  isMaximized(): Promise<boolean> {
    return invoke("window.isMaximized", { label: this.label });
  }

  /** Whether it has the keyboard focus. */
  isFocused(): Promise<boolean> {
    return invoke("window.isFocused", { label: this.label });
  }

  isDecorated(): Promise<boolean> {
    return invoke("window.isDecorated", { label: this.label });
  }

  isResizable(): Promise<boolean> {
    return invoke("window.isResizable", { label: this.label });
  }

  /**
   * Whether the maximize button works: never on a window that is not resizable. On Linux always on
   * any other.
   */
  isMaximizable(): Promise<boolean> {
    return invoke("window.isMaximizable", { label: this.label });
  }

  /** Whether the minimize button works. On Linux it always does. */
  isMinimizable(): Promise<boolean> {
    return invoke("window.isMinimizable", { label: this.label });
  }

  /** Whether the close button works. */
  isClosable(): Promise<boolean> {
    return invoke("window.isClosable", { label: this.label });
  }

  /** Whether it is shown; a minimized window is, too. */
  isVisible(): Promise<boolean> {
    return invoke("window.isVisible", { label: this.label });
  }

  title(): Promise<string> {
    return invoke("window.title", { label: this.label });
  }

  /** The theme of its page. */
  theme(): Promise<Theme | null> {
    return invoke("window.theme", { label: this.label });
  }

  /** Moves it to the middle of its monitor. Needs `framework.allowlist.window.center`. */
  center(): Promise<void> {
    return invoke("window.center", { label: this.label });
  }

  /**
   * Requests the user's attention; `null` cancels that. Needs
   * `framework.allowlist.window.requestUserAttention`.
   */
  requestUserAttention(requestType: UserAttentionType | null): Promise<void> {
    return invoke("window.requestUserAttention", {
      label: this.label,
      attention: attentionOf(requestType),
    });
  }

  /** Needs `framework.allowlist.window.setResizable`. */
  setResizable(resizable: boolean): Promise<void> {
    return invoke("window.setResizable", { label: this.label, resizable });
  }

  /** Has no effect on Linux. Needs `framework.allowlist.window.setMaximizable`. */
  setMaximizable(maximizable: boolean): Promise<void> {
    return invoke("window.setMaximizable", { label: this.label, maximizable });
  }

  /** Has no effect on Linux. Needs `framework.allowlist.window.setMinimizable`. */
  setMinimizable(minimizable: boolean): Promise<void> {
    return invoke("window.setMinimizable", { label: this.label, minimizable });
  }

  /**
   * Turns the close button on or off; on Linux the window manager may not follow.
   * Needs `framework.allowlist.window.setClosable`.
   */
  setClosable(closable: boolean): Promise<void> {
    return invoke("window.setClosable", { label: this.label, closable });
  }

  /** Sets its title; for an error, to its message. Needs `framework.allowlist.window.setTitle`. */
  setTitle(title: string | Error): Promise<void> {
    return invoke("window.setTitle", { label: this.label, title: textOf(title) });
  }

  /** Needs `framework.allowlist.window.maximize`. */
  maximize(): Promise<void> {
    return invoke("window.maximize", { label: this.label });
  }

  /** Needs `framework.allowlist.window.unmaximize`. */
  unmaximize(): Promise<void> {
    return invoke("window.unmaximize", { label: this.label });
  }

  /**
   * Maximizes or restores it. Needs `framework.allowlist.window.maximize` and
   * `framework.allowlist.window.unmaximize`.
   */
  async toggleMaximize(): Promise<void> {
    return (await this.isMaximized()) ? this.unmaximize() : this.maximize();
  }

  /** Needs `framework.allowlist.window.minimize`. */
  minimize(): Promise<void> {
    return invoke("window.minimize", { label: this.label });
  }

  /** On Wayland only the user and `setFocus` can. Needs `framework.allowlist.window.unminimize`. */
  unminimize(): Promise<void> {
    return invoke("window.unminimize", { label: this.label });
  }

  /** Needs `framework.allowlist.window.show`. */
  show(): Promise<void> {
    return invoke("window.show", { label: this.label });
  }

  /** Needs `framework.allowlist.window.hide`. */
  hide(): Promise<void> {
    return invoke("window.hide", { label: this.label });
  }

  /**
   * Requests the window to close, as its close button does: a page that listens with {@link
   * onCloseRequested} may keep it open, and then the user if the page listens to `beforeunload`.
   * Needs `framework.allowlist.window.close`.
   */
  close(): Promise<void> {
    return invoke("window.close", { label: this.label });
  }

  /** Closes the window without asking. Needs `framework.allowlist.window.close`. */
  destroy(): Promise<void> {
    return invoke("window.destroy", { label: this.label });
  }

  /** Shows or hides borders and title bar. Needs `framework.allowlist.window.setDecorations`. */
  setDecorations(decorations: boolean): Promise<void> {
    return invoke("window.setDecorations", { label: this.label, decorations });
  }

  /**
   * Draws or removes a shadow around it, together with the round corners of Windows 11. On Windows
   * only for windows without decorations; on Linux it has no effect. Needs
   * `framework.allowlist.window.setShadow`.
   */
  setShadow(shadow: boolean): Promise<void> {
    return invoke("window.setShadow", { label: this.label, shadow });
  }

  /** Has no effect on Wayland. Needs `framework.allowlist.window.setAlwaysOnTop`. */
  setAlwaysOnTop(alwaysOnTop: boolean): Promise<void> {
    return invoke("window.setAlwaysOnTop", { label: this.label, alwaysOnTop });
  }

  /**
   * Prevents other programs from capturing it. Has no effect on Linux. Needs
   * `framework.allowlist.window.setContentProtected`.
   */
  setContentProtected(contentProtected: boolean): Promise<void> {
    return invoke("window.setContentProtected", { label: this.label, contentProtected });
  }

  /**
   * Sets the size of its content area. Needs `framework.allowlist.window.setSize`.
   *
   * @example
   * await appWindow.setSize(new LogicalSize(800, 600));
   */
  async setSize(size: LogicalSize | PhysicalSize): Promise<void> {
    return invoke("window.setSize", {
      label: this.label,
      size: measured("window.setSize", "size", size),
    });
  }

  /**
   * Sets the minimum size of its content area; nothing: no limit. Needs
   * `framework.allowlist.window.setMinSize`.
   */
  async setMinSize(size?: LogicalSize | PhysicalSize | null): Promise<void> {
    return invoke("window.setMinSize", {
      label: this.label,
      size: size ? measured("window.setMinSize", "size", size) : null,
    });
  }

  /**
   * Sets the maximum size of its content area; nothing: no limit. Needs
   * `framework.allowlist.window.setMaxSize`.
   */
  async setMaxSize(size?: LogicalSize | PhysicalSize | null): Promise<void> {
    return invoke("window.setMaxSize", {
      label: this.label,
      size: size ? measured("window.setMaxSize", "size", size) : null,
    });
  }

  /**
   * Moves its frame's top left corner. Has no effect on Wayland. Needs
   * `framework.allowlist.window.setPosition`.
   */
  async setPosition(position: LogicalPosition | PhysicalPosition): Promise<void> {
    return invoke("window.setPosition", {
      label: this.label,
      position: measured("window.setPosition", "position", position),
    });
  }

  /** Needs `framework.allowlist.window.setFullscreen`. */
  setFullscreen(fullscreen: boolean): Promise<void> {
    return invoke("window.setFullscreen", { label: this.label, fullscreen });
  }

  /**
   * Brings it to the front and gives it the keyboard focus; the desktop may refuse. Needs
   * `framework.allowlist.window.setFocus`.
   */
  setFocus(): Promise<void> {
    return invoke("window.setFocus", { label: this.label });
  }

  /**
   * Gives all windows of the app, its dialogs and menus a theme, and pages the same
   * `prefers-color-scheme`; `null`: the system's from now on, including its changes. The latest
   * call applies. Needs `framework.allowlist.window.setTheme`.
   *
   * @example
   * await appWindow.setTheme("dark");
   */
  setTheme(theme: Theme | null): Promise<void> {
    return invoke("window.setTheme", { label: this.label, theme });
  }

  /**
   * Sets its icon, from a picture within the filesystem scope or from the bytes of one: a PNG,
   * JPEG, GIF, BMP, ICO or WebP of at most 8 MiB and, on Linux, 16,777,216 pixels. Rejects with
   * `bad-argument` for anything else. Has no effect on Wayland, where the icon is that of the
   * application's `.desktop` file. Needs `framework.allowlist.window.setIcon`.
   */
  setIcon(icon: string | Uint8Array): Promise<void> {
    return invoke("window.setIcon", { label: this.label, icon });
  }

  /** Needs `framework.allowlist.window.setSkipTaskbar`. Has no effect on macOS and Wayland. */
  setSkipTaskbar(skip: boolean): Promise<void> {
    return invoke("window.setSkipTaskbar", { label: this.label, skip });
  }

  /**
   * Confines the pointer to it. Rejects with `unavailable` while the window is hidden or a menu is
   * open. Has no effect on Wayland. Needs `framework.allowlist.window.setCursorGrab`.
   */
  setCursorGrab(grab: boolean): Promise<void> {
    return invoke("window.setCursorGrab", { label: this.label, grab });
  }

  /** Shows or hides the pointer over it. Needs `framework.allowlist.window.setCursorVisible`. */
  setCursorVisible(visible: boolean): Promise<void> {
    return invoke("window.setCursorVisible", { label: this.label, visible });
  }

  /**
   * Sets the pointer over it; elements with a pointer of their own keep that. Needs
   * `framework.allowlist.window.setCursorIcon`.
   */
  setCursorIcon(icon: CursorIcon): Promise<void> {
    return invoke("window.setCursorIcon", { label: this.label, icon });
  }

  /**
   * Moves the pointer to a position in its content area. Has no effect on Wayland. Needs
   * `framework.allowlist.window.setCursorPosition`.
   */
  async setCursorPosition(position: LogicalPosition | PhysicalPosition): Promise<void> {
    return invoke("window.setCursorPosition", {
      label: this.label,
      position: measured("window.setCursorPosition", "position", position),
    });
  }

  /**
   * Lets clicks pass through to the windows behind it. Needs
   * `framework.allowlist.window.setIgnoreCursorEvents`.
   */
  setIgnoreCursorEvents(ignore: boolean): Promise<void> {
    return invoke("window.setIgnoreCursorEvents", { label: this.label, ignore });
  }

  /**
   * Moves the window with the pointer until its button is released; call it while the button is
   * pressed. Needs `framework.allowlist.window.startDragging`.
   *
   * Elements with the attribute `data-framework-drag-region` do this by themselves.
   */
  startDragging(): Promise<void> {
    return invoke("window.startDragging", { label: this.label });
  }

  /** Opens the system's print dialog for its page. Needs `framework.allowlist.window.print`. */
  print(): Promise<void> {
    return invoke("window.print", { label: this.label });
  }

  /** Runs when its content area has another size. */
  onResized(handler: EventCallback<PhysicalSize>): Promise<UnlistenFn> {
    return this.listen<{ width: number; height: number }>(
      "framework://resize",
      ({ payload, ...event }) =>
        handler({ ...event, payload: new PhysicalSize(payload.width, payload.height) }),
    );
  }

  /** Runs when it has moved. */
  onMoved(handler: EventCallback<PhysicalPosition>): Promise<UnlistenFn> {
    return this.listen<{ x: number; y: number }>("framework://move", ({ payload, ...event }) =>
      handler({ ...event, payload: new PhysicalPosition(payload.x, payload.y) }),
    );
  }

  /**
   * Runs when the window is requested to close, before it does.
   *
   * The window closes when all handlers of its page have finished and none has called
   * `preventDefault`; that needs no flag. An error in a handler is no objection. Only the page in
   * the window itself decides. Until a handler has finished, the window stays, however often its
   * user closes it: so await nothing there that may never end.
   *
   * @example
   * await appWindow.onCloseRequested(async (event) => {
   *   if (!(await ask("Discard the changes?"))) event.preventDefault();
   * });
   */
  onCloseRequested(handler: CloseHandler): Promise<UnlistenFn> {
    return this.#closeHandlers.add(handler);
  }

  /** Runs when the window gains the keyboard focus (`true`) and when it loses it. */
  onFocusChanged(handler: EventCallback<boolean>): Promise<UnlistenFn> {
    return together(
      this.listen("framework://focus", (event) => handler({ ...event, payload: true })),
      this.listen("framework://blur", (event) => handler({ ...event, payload: false })),
    );
  }

  /** Runs when its scale factor changes: the user chose another, or moved it to another monitor. */
  onScaleChanged(handler: EventCallback<ScaleFactorChanged>): Promise<UnlistenFn> {
    return this.listen<{ scaleFactor: number; size: { width: number; height: number } }>(
      "framework://scale-change",
      ({ payload: { scaleFactor, size }, ...event }) =>
        handler({
          ...event,
          payload: { scaleFactor, size: new PhysicalSize(size.width, size.height) },
        }),
    );
  }

  /**
   * Gives it a menu of its own: a menu bar on Linux and Windows, on macOS the menu bar of the
   * screen while it has the keyboard focus. `null`: it uses the app's menu, `[]`: none. {@link
   * onMenuClicked} reports the chosen item. Needs `framework.allowlist.window.setMenu`.
   *
   * @example
   * const save = { id: "save", text: "Save", accelerator: "CmdOrCtrl+S" };
   * await appWindow.setMenu([{ text: "File", items: [save] }]);
   */
  setMenu(entries: readonly MenuEntry[] | null): Promise<void> {
    return invoke("window.setMenu", { label: this.label, entries });
  }

  /**
   * Changes an item of its own menu; rejects with `not-found` when it has no such item.
   * Needs `framework.allowlist.window.setMenu`.
   */
  changeMenuItem(id: string, change: MenuItemChange): Promise<void> {
    return invoke("window.changeMenuItem", { label: this.label, id, change });
  }

  /**
   * Shows a context menu over its page; resolves with the id of the chosen item, and with `null`
   * when the menu was closed or a role was chosen, whose action is done by then. Without an entry
   * that is shown on this system it resolves with `null` at once. The menu closes together with its
   * page. Needs `framework.allowlist.window.popupMenu`.
   *
   * @param at logical pixels from the page's upper left corner, as `clientX` and `clientY`.
   *   Default: at the pointer
   *
   * @example
   * document.addEventListener("contextmenu", async (event) => {
   *   event.preventDefault();
   *   const at = { x: event.clientX, y: event.clientY };
   *   const entries = [{ id: "rename", text: "Rename…" }, { role: "copy" }] as const;
   *   if ((await appWindow.popupMenu(entries, at)) === "rename") rename();
   * });
   */
  popupMenu(
    entries: readonly MenuEntry[],
    at?: { readonly x: number; readonly y: number },
  ): Promise<string | null> {
    return invoke("window.popupMenu", { label: this.label, entries, at });
  }

  /**
   * Runs with the identifier of a chosen item of its menu, of the app's menu or of the tray icon's
   * menu.
   */
  onMenuClicked(handler: EventCallback<string>): Promise<UnlistenFn> {
    return this.listen("framework://menu", handler);
  }

  /**
   * Runs for files that are dragged over it, taken away again, or dropped.
   *
   * Dropped files join the filesystem and asset scopes until the application ends, as if chosen in
   * a dialog: a file itself, a folder with its direct children. Not with `fileDropEnabled: false`:
   * then the page gets the drop as a DOM event instead.
   */
  onFileDropEvent(handler: EventCallback<FileDropEvent>): Promise<UnlistenFn> {
    return together(
      this.listen<string[]>("framework://file-drop", ({ payload: paths, ...event }) =>
        handler({ ...event, payload: { type: "drop", paths } }),
      ),
      this.listen<string[]>("framework://file-drop-hover", ({ payload: paths, ...event }) =>
        handler({ ...event, payload: { type: "hover", paths } }),
      ),
      this.listen<null>("framework://file-drop-cancelled", (event) =>
        handler({ ...event, payload: { type: "cancel" } }),
      ),
    );
  }

  /** Runs when the theme of its page has changed: by the system, or by `setTheme`. */
  onThemeChanged(handler: EventCallback<Theme>): Promise<UnlistenFn> {
    return this.listen("framework://theme-changed", handler);
  }
}

/** Listeners that begin and end together. */
async function together(...listening: Promise<UnlistenFn>[]): Promise<UnlistenFn> {
  const ends = await Promise.all(listening);
  return () => {
    for (const end of ends) end();
  };
}
