import type { OperationHandlers, WindowToolkit } from "../../toolkit.ts";
import { FLASHWINFO, user32 } from "../lib/user32.ts";
import { later } from "../loop.ts";
import { warnUnsupported } from "./display.ts";
import { isDragging, pointer } from "./cursor.ts";
import { pixelPosition, pixelSize } from "./pixels.ts";
import { extendedStyle, setExtendedStyle, WS_EX_LAYERED, WS_EX_TRANSPARENT } from "./style.ts";
import { fields } from "./window-fields.ts";
import { setTheme } from "./theme.ts";
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

const operations: OperationHandlers<NativeWindow> = {
  center: ({ placement }) => placement.center(),
  requestUserAttention({ handle }, attention) {
    // The active window already has the user's attention.
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
  setResizable: (window, isResizable) => window.setLook({ isResizable }),
  setMaximizable: (window, isMaximizable) => window.setLook({ isMaximizable }),
  setMinimizable: (window, isMinimizable) => window.setLook({ isMinimizable }),
  setClosable: (window, isClosable) => window.setClosable(isClosable),
  maximize: ({ placement }) => placement.maximize(),
  unmaximize: ({ placement }) => placement.unmaximize(),
  minimize: ({ placement }) => placement.minimize(),
  unminimize: ({ placement }) => placement.unminimize(),
  hide: ({ placement }) => placement.hide(),
  setDecorations: (window, isDecorated) => window.setLook({ isDecorated }),
  setShadow: (window, hasShadow) => window.setShadow(hasShadow),
  setAlwaysOnTop: ({ placement }, isOnTop) => placement.setOnTop(isOnTop),
  setContentProtected: (window, isProtected) => window.protectContent(isProtected),
  setSize: ({ placement }, size) => placement.resize(size),
  setPosition: ({ placement }, position) => placement.move(position),
  setFullscreen: (window, isFullscreen) => window.setFullscreen(isFullscreen),
  setFocus({ handle, placement }) {
    // Bringing a hidden window to the front would show it.
    if (!placement.isVisible) return;
    placement.unminimize();
    // Windows flashes it in the taskbar instead while the user is active in another program.
    user32.SetForegroundWindow(handle);
  },
  setTheme: (_, theme) => setTheme(theme),
  setIcon: ({ icon }, bytes) => icon.set(bytes),
  setSkipTaskbar: (window, skip) => window.skipTaskbar(skip),
  setCursorGrab: ({ cursor }, isConfined) => cursor.confine(isConfined),
  setCursorVisible({ cursor }, isVisible) {
    cursor.isVisible = isVisible;
  },
  setCursorIcon({ cursor }, icon) {
    cursor.icon = icon;
  },
  setCursorPosition: ({ cursor, scale }, position) => cursor.move(pixelPosition(position, scale)),
  setIgnoreCursorEvents({ handle }, ignore) {
    const both = WS_EX_LAYERED | WS_EX_TRANSPARENT;
    const before = extendedStyle(handle);
    setExtendedStyle(handle, ignore ? before | both : before & ~both);
    // A layered window is visible only after its opacity was set.
    if (ignore) user32.SetLayeredWindowAttributes(handle, 0, opaque, LWA_ALPHA);
  },
  startDragging({ handle, placement }) {
    // After a quick click the button is released by now, and the window would stick to the pointer.
    if (!isDragging() || placement.isFullscreen) return;
    const { x, y } = pointer();
    user32.ReleaseCapture();
    // Windows moves it in a nested loop, which must not begin inside of this call.
    user32.PostMessageW(handle, WM_NCLBUTTONDOWN, HTCAPTION, ((y & 0xffff) << 16) | (x & 0xffff));
  },
  print: ({ view }) => view.print(),
};

/** Windows' window operations. */
export const windowToolkit: WindowToolkit<NativeWindow> = {
  operations,
  fields,
  pixelSize,
  pixelPosition,
  later,
  placesAtOnce: true,
  warnUnsupported,
};
