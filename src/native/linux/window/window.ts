import { read, type Pointer } from "bun:ffi";
import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import type { DialogQueue } from "../../shell/dialog-queue.ts";
import { watchLeaveDialogs } from "../dialogs/leave-dialog.ts";
import { WindowMenu, type MenuWindow } from "../menu/window-menu.ts";
import { Cursor } from "./cursor.ts";
import { windowSystem } from "./display.ts";
import { warnBlocked } from "../../page/capability.ts";
import { watchFileDrop } from "./file-drop.ts";
import { Held } from "../../ffi/held.ts";
import { gdk } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { connect } from "../object.ts";
import { showPrintDialog } from "../page/print.ts";
import {
  frameOf,
  originOf,
  physicalPosition,
  physicalSize,
  scaleOf,
  surfaceOf,
} from "./surface.ts";
import type { GtkWebView } from "../page/webview.ts";
import type { SizeLimits } from "../../shell/window/size-limits.ts";
import type { SystemWindow, SystemWindowEvents } from "../../toolkit.ts";
import { titleBarHeight } from "./drawn-frame.ts";
import { Placement, type PlacedWindow } from "./placement.ts";
import { currentTheme } from "./theme.ts";
import { watchEdges } from "./resize-edges.ts";

const GTK_WINDOW_TOPLEVEL = 0;
const GDK_WINDOW_STATE_ICONIFIED = 1 << 1;

const GDK_SHIFT_MASK = 1 << 0;
const GDK_CONTROL_MASK = 1 << 2;
const GDK_KEY_I = 0x49;
const GDK_KEY_F12 = 0xffc9;

const windows = new Held<NativeWindow>("windows");

const closeAsked = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.events.closeRequested();
  return true; // the app decides
});

const configured = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.events.placed();
  return false;
});

const allocated = callback("ppL>v", (_view, _area, number) => windows.get(number)?.sized());
const activated = callback("ppL>v", (_window, _property, number) => windows.get(number)?.focused());
const scaled = callback("ppL>v", (_window, _property, number) =>
  windows.get(number)?.events.scaled(),
);

const stateChanged = callback("ppL>b", (_window, _event, number) => {
  windows.get(number)?.stateChanged();
  return false;
});

const keyPressed = callback("ppL>b", (_window, event, number) => {
  // struct GdkEventKey { type; window; send_event; guint32 time, state, keyval; … }
  const [state, key] = [read.u32(event as Pointer, 24), read.u32(event as Pointer, 28)];
  const both = GDK_SHIFT_MASK | GDK_CONTROL_MASK;
  if (key !== GDK_KEY_F12 && !(key === GDK_KEY_I && (state & both) === both)) return false;
  windows.get(number)?.view.toggleInspector();
  return true;
});

// The page calls `window.print()`.
const printAsked = callback("ppL>b", (_view, operation, number) => {
  const window = windows.get(number);
  if (window?.spec.printing === true) showPrintDialog(window.address, operation);
  else warnBlocked("printing", "set framework.allowlist.window.print to true");
  return true;
});

// An element of the page becomes fullscreen: the engine makes the window fullscreen after this was
// answered.
const fullScreenAsked = callback("pL>b", (_view, number) => {
  windows.get(number)?.placement.outgrow();
  return false;
});

/** A window of the app with the view in it. */
export class NativeWindow implements MenuWindow, PlacedWindow, SystemWindow {
  readonly spec: WindowSpec;
  readonly view: GtkWebView;
  readonly address: Address;
  readonly cursor: Cursor;
  readonly menu: WindowMenu;
  readonly placement: Placement;
  /** For questions of its page. */
  title = "";
  readonly events: SystemWindowEvents;
  readonly #number: number;
  readonly #unwatch: readonly (() => void)[];

  constructor(spec: WindowSpec, { view, events, dialogs }: NativeWindowParts) {
    const address = gtk.gtk_window_new(GTK_WINDOW_TOPLEVEL);
    this.spec = spec;
    this.view = view;
    this.address = address;
    this.cursor = new Cursor(address);
    this.placement = new Placement(this, spec.resizable);
    this.events = events;
    this.#number = windows.add(this);
    connect(address, "delete-event", closeAsked, this.#number);
    connect(address, "configure-event", configured, this.#number);
    connect(address, "window-state-event", stateChanged, this.#number);
    connect(address, "notify::is-active", activated, this.#number);
    connect(address, "notify::scale-factor", scaled, this.#number);
    connect(view.address, "size-allocate", allocated, this.#number);
    connect(view.address, "print", printAsked, this.#number);
    connect(view.address, "enter-fullscreen", fullScreenAsked, this.#number);
    if (spec.devTools) connect(address, "key-press-event", keyPressed, this.#number);
    this.menu = new WindowMenu(this, (item) => events.menuChosen(item));
    this.#unwatch = [
      watchFileDrop(view.address, spec.fileDropEnabled ? events : null),
      watchEdges(this),
      watchLeaveDialogs(this, spec.label, dialogs),
    ];
  }

  begin(): void {
    // A modal dialog blocks all windows of its group, and windows without one share a group.
    const group = gtk.gtk_window_group_new();
    gtk.gtk_window_group_add_window(group, this.address);
    gobject.g_object_unref(group);
    gtk.gtk_container_add(this.address, this.view.address);
    gtk.gtk_widget_show(this.view.address);
    gtk.gtk_widget_grab_focus(this.view.address);
  }

  get isDestroyed(): boolean {
    return this.events.isDestroyed;
  }

  get inside(): PixelSize {
    // The view's, because the window's own may include a title bar drawn by GTK.
    const width = gtk.gtk_widget_get_allocated_width(this.view.address);
    const height = gtk.gtk_widget_get_allocated_height(this.view.address);
    // Below a menu bar GTK gives the view no size before the window is shown for the first time.
    return width > 1 || height > 1 ? { width, height } : this.placement.givenSize;
  }

  get place(): PixelPosition {
    return physicalPosition(frameOf(this.address), this.scale);
  }

  get size(): PixelSize {
    return physicalSize(this.inside, this.scale);
  }

  get scale(): number {
    return scaleOf(this.address);
  }

  get theme(): Theme {
    return currentTheme();
  }

  read(): ReturnType<SystemWindow["read"]> {
    const { address, menu, placement, scale } = this;
    const { x, y } = originOf(address);
    const state = gdk.gdk_window_get_state(surfaceOf(address));
    return {
      // The page begins below the menu bar.
      innerPosition: physicalPosition({ x, y: y + menu.height }, scale),
      outerSize: this.#outerSize(),
      isFullscreen: placement.isFullscreen,
      isMinimized: (state & GDK_WINDOW_STATE_ICONIFIED) !== 0,
      isMaximized: placement.isMaximized,
      isFocused: gtk.gtk_window_is_active(address) !== 0,
      isDecorated: gtk.gtk_window_get_decorated(address) !== 0,
      isResizable: placement.isResizable,
      // Window managers have no such setting; a window that cannot be resized cannot be maximized.
      isMaximizable: placement.isResizable,
      isMinimizable: true,
      isClosable: gtk.gtk_window_get_deletable(address) !== 0,
      isVisible: gtk.gtk_widget_get_visible(address) !== 0,
    };
  }

  /** The window with its frame, in pixels of the screen. */
  #outerSize(): PixelSize {
    if (windowSystem() !== "wayland") return physicalSize(frameOf(this.address), this.scale);
    // For GDK the shadow counts, too.
    const { width, height } = this.size;
    return { width, height: height + (titleBarHeight(this) + this.menu.height) * this.scale };
  }

  changeBar(show: () => void): void {
    this.placement.changeBar(() => {
      show();
      return this.menu.height;
    });
  }

  setTitle(title: string): void {
    this.title = title;
    gtk.gtk_window_set_title(this.address, title);
  }

  setLimits(limits: SizeLimits): void {
    this.placement.setLimits(limits);
  }

  /** The `focus` field of its spec decides about the keyboard focus. */
  show(): void {
    this.placement.show();
  }

  stateChanged(): void {
    this.placement.followState();
    this.events.changed();
  }

  sized(): void {
    this.placement.measureFrame();
    this.events.sized();
  }

  focused(): void {
    const isFocused = gtk.gtk_window_is_active(this.address) !== 0;
    // Window managers leave it to the app: the window would ask for attention again at its next
    // change, and a second request would change nothing.
    if (isFocused) gtk.gtk_window_set_urgency_hint(this.address, false);
    this.events.focused(isFocused);
  }

  release(): void {
    windows.take(this.#number);
    for (const unwatch of this.#unwatch) unwatch();
    this.menu[Symbol.dispose]();
    this.view.close();
    gtk.gtk_widget_destroy(this.address);
  }
}

/** The parts of a window besides its spec. */
export interface NativeWindowParts {
  /** A view that is in no window yet. */
  readonly view: GtkWebView;
  readonly events: SystemWindowEvents;
  readonly dialogs: DialogQueue;
}
