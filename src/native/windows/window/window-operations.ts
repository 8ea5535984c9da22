import type { WindowOperation } from "../../../contract/ui/index.ts";
import { operate, type OperationWays, type Settling } from "../../shell/window/operations.ts";
import { FLASHWINFO, user32 } from "../lib/user32.ts";
import { later } from "../loop.ts";
import { isDragging, pointer } from "./cursor.ts";
import { pixelPosition, pixelSize, scaleOf } from "./pixels.ts";
import { extendedStyle, setExtendedStyle, WS_EX_LAYERED, WS_EX_TRANSPARENT } from "./style.ts";
import { readState } from "./window-state.ts";
import type { NativeWindow } from "./window.ts";

const FLASHW_STOP = 0;
const FLASHW_TRAY = 2;
const FLASHW_ALL = 3;
const FLASHW_TIMERNOFG = 12;
const forever = 0xffff_ffff;

const WM_NCLBUTTONDOWN = 0x00a1;
const HTCAPTION = 2;

const LWA_ALPHA = 2;
const opaque = 255;

/** Does something to a window; what cannot be done here is said once. */
export function applyOperation(window: NativeWindow, operation: WindowOperation): Promise<void> | void {
  return operate(window, operation, operations, settling);
}

const settling: Settling<NativeWindow> = { read: readState, pixelSize, pixelPosition, later };

const operations: OperationWays<NativeWindow> = {
  center: ({ placement }) => placement.center(),
  requestUserAttention({ handle }, attention) {
    // What the user looks at already has it.
    if (attention !== null && user32.GetForegroundWindow() === handle) return;
    const flags = { Critical: FLASHW_ALL, Informational: FLASHW_TRAY };
    const flash = {
      cbSize: FLASHWINFO.size,
      hwnd: handle,
      dwFlags: attention === null ? FLASHW_STOP : flags[attention] | FLASHW_TIMERNOFG,
      uCount: attention === "Critical" ? forever : 0,
    };
    user32.FlashWindowEx(FLASHWINFO.make(flash).bytes);
  },
  setResizable(window, isResizable) {
    window.look = { isResizable };
  },
  setMaximizable(window, isMaximizable) {
    window.look = { isMaximizable };
  },
  setMinimizable(window, isMinimizable) {
    window.look = { isMinimizable };
  },
  setClosable(window, isClosable) {
    window.isClosable = isClosable;
  },
  setTitle(window, title) {
    window.title = title;
  },
  maximize: ({ placement }) => placement.maximize(),
  unmaximize: ({ placement }) => placement.unmaximize(),
  minimize: ({ placement }) => placement.minimize(),
  unminimize: ({ placement }) => placement.unminimize(),
  show: (window) => window.show(true),
  hide: ({ placement }) => placement.hide(),
  setDecorations(window, isDecorated) {
    window.look = { isDecorated };
  },
  setAlwaysOnTop: ({ placement }, isOnTop) => placement.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement }, size) => placement.resize(size),
  setMinSize: ({ placement }, size) => placement.setLimits({ least: placement.logicalLimit(size) }),
  setMaxSize: ({ placement }, size) => placement.setLimits({ most: placement.logicalLimit(size) }),
  setPosition: ({ placement }, position) => placement.move(position),
  setFullscreen: (window, isFullscreen) => window.setFullscreen(isFullscreen),
  setFocus({ handle, placement }) {
    // To bring a hidden window to the front would show it.
    if (!placement.isVisible) return;
    placement.unminimize();
    // Windows flashes it in the taskbar instead while the user is busy in another program.
    user32.SetForegroundWindow(handle);
  },
  setIcon: ({ icon }, bytes) => icon.set(bytes),
  setSkipTaskbar(window, skip) {
    window.skipsTaskbar = skip;
  },
  setCursorGrab: ({ cursor }, isConfined) => cursor.confine(isConfined),
  setCursorVisible({ cursor }, isVisible) {
    cursor.isVisible = isVisible;
  },
  setCursorIcon({ cursor }, icon) {
    cursor.icon = icon;
  },
  setCursorPosition: ({ handle, cursor }, position) => cursor.move(pixelPosition(position, scaleOf(handle))),
  setIgnoreCursorEvents({ handle }, ignore) {
    const both = WS_EX_LAYERED | WS_EX_TRANSPARENT;
    const before = extendedStyle(handle);
    setExtendedStyle(handle, ignore ? before | both : before & ~both);
    // A layered window is on the screen only once it was said how much of it is seen.
    if (ignore) user32.SetLayeredWindowAttributes(handle, 0, opaque, LWA_ALPHA);
  },
  startDragging({ handle, placement }) {
    // After a quick click the button is up by now, and the window would stick to the pointer.
    if (!isDragging() || placement.isFullscreen) return;
    const { x, y } = pointer();
    user32.ReleaseCapture();
    // Windows moves it in a loop of its own, which must not begin inside of this call.
    user32.PostMessageW(handle, WM_NCLBUTTONDOWN, HTCAPTION, ((y & 0xffff) << 16) | (x & 0xffff));
  },
  print: ({ view }) => view.print(),
};
