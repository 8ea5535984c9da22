import { confineCursor, moveCursor, pressedAt } from "./cursor.ts";
import { warnUnsupported, windowSystem, workArea } from "./display.ts";
import { readIcon } from "./icon.ts";
import { cairo } from "../lib/cairo.ts";
import { gdkX11 } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { reasons } from "./unsupported.ts";
import type { HandledOperation, OperationHandlers, WindowToolkit } from "../../toolkit.ts";
import { later } from "../loop.ts";
import { fields } from "./window-fields.ts";
import {
  frameOf,
  logicalPosition,
  logicalSize,
  physicalPosition,
  physicalSize,
  sizeOf,
  surfaceOf,
  wholeSize,
} from "./surface.ts";
import { setTheme } from "./theme.ts";
import type { NativeWindow } from "./window.ts";

const GTK_WIN_POS_CENTER = 1;
const leftButton = 1;

const notOnWayland: Partial<Record<HandledOperation, string>> = {
  center: reasons.places,
  setPosition: reasons.places,
  setAlwaysOnTop: reasons.wish,
  setSkipTaskbar: reasons.wish,
  requestUserAttention: reasons.wish,
  unminimize: "on Wayland a window comes back by its user, or by setFocus",
  setIcon: "on Wayland the icon is that of the app's .desktop file",
};

const operations: OperationHandlers<NativeWindow> = {
  center({ address, placement }) {
    const isOnScreen = gtk.gtk_widget_get_mapped(address) !== 0;
    // A window that was never shown is centred when it appears, unless it has a position.
    if (!isOnScreen && !placement.hasPlace)
      return gtk.gtk_window_set_position(address, GTK_WIN_POS_CENTER);
    const area = workArea(address);
    // GTK gives a hidden window its new size when it appears.
    const frame = isOnScreen ? frameOf(address) : sizeOf(address);
    const middle = (start: number, length: number, own: number) =>
      Math.round(start + (length - own) / 2);
    placement.moveTo({
      x: middle(area.x, area.width, frame.width),
      y: middle(area.y, area.height, frame.height),
    });
  },
  requestUserAttention: ({ address }, attention) =>
    gtk.gtk_window_set_urgency_hint(address, attention !== null),
  setResizable: ({ placement }, isResizable) => placement.setResizable(isResizable),
  setMaximizable: { unsupported: reasons.buttons },
  setMinimizable: { unsupported: reasons.buttons },
  setClosable: ({ address }, isClosable) => gtk.gtk_window_set_deletable(address, isClosable),
  maximize: ({ placement }) => placement.maximize(),
  unmaximize: ({ placement }) => placement.unmaximize(),
  minimize: ({ address }) => gtk.gtk_window_iconify(address),
  unminimize: ({ address }) => gtk.gtk_window_deiconify(address),
  hide: ({ placement }) => placement.hide(),
  setDecorations({ placement, menu }, isDecorated) {
    placement.setDecorated(isDecorated);
    menu.followDecorations();
  },
  setShadow: { unsupported: reasons.shadow },
  setAlwaysOnTop: ({ placement }, isOnTop) => placement.setOnTop(isOnTop),
  setContentProtected: { unsupported: reasons.capture },
  setSize: ({ placement, scale }, size) => placement.resize(logicalSize(size, scale)),
  setPosition: ({ placement, scale }, position) =>
    placement.moveTo(logicalPosition(position, scale)),
  setFullscreen: ({ placement }, isFullscreen) => placement.setFullscreen(isFullscreen),
  setFocus({ address }) {
    // Presenting a hidden window would show it.
    if (!gtk.gtk_widget_get_visible(address)) return;
    // Without the current time, a window manager may treat it as an old request and ignore it.
    if (windowSystem() !== "x11" || !gtk.gtk_widget_get_mapped(address))
      return gtk.gtk_window_present(address);
    gtk.gtk_window_present_with_time(address, gdkX11.gdk_x11_get_server_time(surfaceOf(address)));
  },
  setTheme: (_, theme) => setTheme(theme),
  setIcon({ address }, bytes) {
    using icon = readIcon(bytes);
    gtk.gtk_window_set_icon(address, icon.address);
  },
  setSkipTaskbar: ({ address }, skip) => gtk.gtk_window_set_skip_taskbar_hint(address, skip),
  setCursorGrab: ({ address }, isConfined) => confineCursor(address, isConfined),
  setCursorVisible({ cursor }, isVisible) {
    cursor.isVisible = isVisible;
  },
  setCursorIcon({ cursor }, icon) {
    cursor.icon = icon;
  },
  setCursorPosition({ address, menu, scale }, position) {
    const { x, y } = logicalPosition(position, scale);
    moveCursor(address, { x, y: y + menu.height });
  },
  setIgnoreCursorEvents({ address }, ignore) {
    if (!ignore) return gtk.gtk_widget_input_shape_combine_region(address, null);
    const nowhere = cairo.cairo_region_create();
    gtk.gtk_widget_input_shape_combine_region(address, nowhere);
    cairo.cairo_region_destroy(nowhere);
  },
  startDragging({ address }) {
    // After a quick click the button is released by now, and the window would stick to the pointer.
    const pointer = pressedAt(address);
    if (pointer !== null)
      gtk.gtk_window_begin_move_drag(address, leftButton, pointer.x, pointer.y, 0);
  },
  print: ({ view }) => view.print(),
};

/** GTK's window operations. */
export const windowToolkit: WindowToolkit<NativeWindow> = {
  operations,
  fields,
  unsupported: (name) => (windowSystem() === "wayland" ? notOnWayland[name] : undefined),
  pixelSize: (size, scale) => physicalSize(wholeSize(logicalSize(size, scale), scale), scale),
  pixelPosition: (position, scale) => physicalPosition(logicalPosition(position, scale), scale),
  later,
  placesAtOnce: false,
  warnUnsupported,
};
