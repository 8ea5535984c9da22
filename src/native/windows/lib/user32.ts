import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

/**
 * Windows' windows. Names follow winuser.h, so Microsoft's reference is the documentation. Handles
 * are numbers, `l`.
 */
export const user32 = library("user32.dll", {
  RegisterClassExW: "p>h",
  // (extended style, class, title, style, x, y, width, height, parent, menu, instance, data) → HWND
  CreateWindowExW: "uppuiiiillln>l",
  DefWindowProcW: "luLl>l",
  DestroyWindow: "l>b",
  GetMessageW: "pluu>i",
  // (message, window, first, last, flags)
  PeekMessageW: "pluuu>b",
  TranslateMessage: "p>b",
  DispatchMessageW: "p>l",
  PostQuitMessage: "i>v",
  PostMessageW: "luLl>b",
  SendMessageW: "luLl>l",
  // (window, id, milliseconds, function)
  SetTimer: "lLun>L",
  KillTimer: "lL>b",
  // (class, instance)
  UnregisterClassW: "pl>b",
  // (owner, text, title, kind) → id of the button; 0: failed
  MessageBoxW: "lppu>i",
  // (window, relation) → HWND
  GetWindow: "lu>l",
  // (parent, after, class, title) → HWND
  FindWindowExW: "llnn>l",
  IsWindowVisible: "l>b",
  GetDpiForWindow: "l>u",
  GetSystemMetrics: "i>i",

  // Windows: their position, size and style.
  ShowWindow: "li>b",
  // (window, insert after, x, y, width, height, flags)
  SetWindowPos: "lliiiiu>b",
  GetWindowRect: "lp>b",
  GetClientRect: "lp>b",
  // (canvas, RECT, brush)
  FillRect: "lpl>i",
  ClientToScreen: "lp>b",
  SetWindowTextW: "lp>b",
  SetWindowLongPtrW: "lil>l",
  GetWindowLongPtrW: "li>l",
  GetWindowPlacement: "lp>b",
  SetWindowPlacement: "lp>b",
  IsIconic: "l>b",
  IsZoomed: "l>b",
  GetForegroundWindow: ">l",
  SetForegroundWindow: "l>b",
  // (process)
  AllowSetForegroundWindow: "u>b",
  GetSystemMenu: "lb>l",
  EnableMenuItem: "luu>i",
  SetLayeredWindowAttributes: "luyu>b",
  SetWindowDisplayAffinity: "lu>b",
  SetWindowRgn: "llb>i",
  FlashWindowEx: "p>b",
  RegisterWindowMessageW: "p>u",
  RegisterClipboardFormatW: "p>u",

  // Scales and monitors.
  SetProcessDpiAwarenessContext: "l>b",
  GetSystemMetricsForDpi: "iu>i",
  // (rectangle, style, whether it has a menu, extended style, dots per inch)
  AdjustWindowRectExForDpi: "pubuu>b",
  MonitorFromWindow: "lu>l",
  MonitorFromRect: "pu>l",
  GetMonitorInfoW: "lp>b",
  EnumDisplayMonitors: "lnpl>b",
  // (flags, out number of paths, out number of modes)
  GetDisplayConfigBufferSizes: "upp>i",
  QueryDisplayConfig: "upppnn>i",
  DisplayConfigGetDeviceInfo: "p>i",
  GetProcessWindowStation: ">l",
  GetUserObjectInformationW: "linun>b",

  // The pointer and keys.
  LoadCursorW: "lL>l",
  SetCursor: "l>l",
  GetCursorPos: "p>b",
  SetCursorPos: "ii>b",
  ClipCursor: "n>b",
  ReleaseCapture: ">b",
  GetKeyState: "i>h",
  GetAsyncKeyState: "i>h",

  // (instance, width, height, planes, bits per pixel, mask, pixels) → HICON
  CreateIcon: "liiyypp>l",
  DestroyIcon: "l>b",

  // (window, message, action, null): also admits it from programs with fewer rights
  ChangeWindowMessageFilterEx: "luun>b",
  ShutdownBlockReasonCreate: "lp>b",
  ShutdownBlockReasonDestroy: "l>b",
  // (window, out process) → thread
  GetWindowThreadProcessId: "ln>u",
  InvalidateRect: "lnb>b",

  // Menus.
  CreatePopupMenu: ">l",
  CreateMenu: ">l",
  // (module, id of a resource)
  LoadMenuW: "lL>l",
  SetMenu: "ll>b",
  DrawMenuBar: "l>b",
  DeleteMenu: "luu>b",
  GetMenuItemInfoW: "lubp>b",
  DestroyMenu: "l>b",
  // (menu, position, whether by position, item)
  InsertMenuItemW: "lubp>b",
  SetMenuItemInfoW: "lubp>b",
  GetSubMenu: "li>l",
  // (menu, flags, x, y, window, excluded part of the screen) → command
  TrackPopupMenuEx: "luiiln>i",
  EndMenu: ">b",

  // Keys. (window, id, modifiers, virtual key)
  RegisterHotKey: "liuu>b",
  UnregisterHotKey: "li>b",
  // UTF-16 unit → virtual key, and from 0x100 on its modifiers; 0xffff: none
  VkKeyScanW: "h>h",
  MapVirtualKeyW: "uu>u",
  // (in the form of WM_KEYDOWN's lParam, buffer, its length) → length
  GetKeyNameTextW: "ipi>i",

  // The clipboard.
  OpenClipboard: "l>b",
  CloseClipboard: ">b",
  EmptyClipboard: ">b",
  GetClipboardData: "u>l",
  SetClipboardData: "ul>l",

  // (instance, name or id) → HICON
  LoadIconW: "lL>l",
});

/** The definition of a window class. */
export const WNDCLASSEXW = struct({
  cbSize: "u32",
  style: "u32",
  lpfnWndProc: "ptr",
  cbClsExtra: "i32",
  cbWndExtra: "i32",
  hInstance: "i64",
  hIcon: "i64",
  hCursor: "i64",
  hbrBackground: "i64",
  lpszMenuName: "ptr",
  lpszClassName: "ptr",
  hIconSm: "i64",
});

export const POINT = struct({ x: "i32", y: "i32" });

export const MSG = struct({
  hwnd: "i64",
  message: "u32",
  wParam: "i64",
  lParam: "i64",
  time: "u32",
  pt: POINT,
});

export const RECT = struct({ left: "i32", top: "i32", right: "i32", bottom: "i32" });

/** The data of WM_GETMINMAXINFO. */
export const MINMAXINFO = struct({
  ptReserved: POINT,
  ptMaxSize: POINT,
  ptMaxPosition: POINT,
  ptMinTrackSize: POINT,
  ptMaxTrackSize: POINT,
});

export const WINDOWPLACEMENT = struct({
  length: "u32",
  flags: "u32",
  showCmd: "u32",
  ptMinPosition: POINT,
  ptMaxPosition: POINT,
  rcNormalPosition: RECT,
});

/** The data of WM_WINDOWPOSCHANGING. */
export const WINDOWPOS = struct({
  hwnd: "i64",
  hwndInsertAfter: "i64",
  x: "i32",
  y: "i32",
  cx: "i32",
  cy: "i32",
  flags: "u32",
});

export const FLASHWINFO = struct({
  cbSize: "u32",
  hwnd: "i64",
  dwFlags: "u32",
  uCount: "u32",
  dwTimeout: "u32",
});

export const MONITORINFOEXW = struct({
  cbSize: "u32",
  rcMonitor: RECT,
  rcWork: RECT,
  dwFlags: "u32",
  szDevice: ["u16", 32],
});

/** The properties of a session's desktop. */
export const USEROBJECTFLAGS = struct({ fInherit: "i32", fReserved: "i32", dwFlags: "u32" });

export const MENUITEMINFOW = struct({
  cbSize: "u32",
  fMask: "u32",
  fType: "u32",
  fState: "u32",
  wID: "u32",
  hSubMenu: "i64",
  hbmpChecked: "i64",
  hbmpUnchecked: "i64",
  dwItemData: "i64",
  dwTypeData: "ptr",
  cch: "u32",
  hbmpItem: "i64",
});
