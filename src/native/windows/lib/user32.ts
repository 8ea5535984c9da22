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
  // (window, number, milliseconds, function)
  SetTimer: "lLun>L",
  KillTimer: "lL>b",
  // (class, instance)
  UnregisterClassW: "pl>b",
  // (owner, text, title, kind) → number of the button; 0: failed
  MessageBoxW: "lppu>i",
  // (window, relation) → HWND
  GetWindow: "lu>l",
  // (parent, after, class, title) → HWND
  FindWindowExW: "llnn>l",
  IsWindowVisible: "l>b",
  GetDpiForWindow: "l>u",
  GetSystemMetrics: "i>i",

  // Windows: their place, size and style.
  ShowWindow: "li>b",
  // (window, behind which, x, y, width, height, flags)
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
  // (rectangle, style, has a menu, extended style, dots per inch)
  AdjustWindowRectExForDpi: "pubuu>b",
  MonitorFromWindow: "lu>l",
  MonitorFromRect: "pu>l",
  GetMonitorInfoW: "lp>b",
  EnumDisplayMonitors: "lnpl>b",
  // (flags, how many paths, how many modes)
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

  // (instance, width, height, planes, bits of a pixel, mask, pixels) → HICON
  CreateIcon: "liiyypp>l",
  DestroyIcon: "l>b",

  // (window, message, whether it passes, null): also from programs with fewer rights
  ChangeWindowMessageFilterEx: "luun>b",
  ShutdownBlockReasonCreate: "lp>b",
  ShutdownBlockReasonDestroy: "l>b",
  // (window, out process) → thread
  GetWindowThreadProcessId: "ln>u",
  InvalidateRect: "lnb>b",

  // Menus.
  CreatePopupMenu: ">l",
  CreateMenu: ">l",
  // (module, number of a resource)
  LoadMenuW: "lL>l",
  SetMenu: "ll>b",
  DrawMenuBar: "l>b",
  DeleteMenu: "luu>b",
  GetMenuItemInfoW: "lubp>b",
  DestroyMenu: "l>b",
  // (menu, place, by its place, item)
  InsertMenuItemW: "lubp>b",
  SetMenuItemInfoW: "lubp>b",
  GetSubMenu: "li>l",
  // (menu, flags, x, y, window, part of the screen to keep free) → command
  TrackPopupMenuEx: "luiiln>i",
  EndMenu: ">b",

  // Keys. (window, number, modifiers, virtual key)
  RegisterHotKey: "liuu>b",
  UnregisterHotKey: "li>b",
  // unit of UTF-16 → virtual key, and from 0x100 on what is held with it; 0xffff: none
  VkKeyScanW: "h>h",
  MapVirtualKeyW: "uu>u",
  // (as WM_KEYDOWN's lParam has it, buffer, its length) → length
  GetKeyNameTextW: "ipi>i",

  // The clipboard.
  OpenClipboard: "l>b",
  CloseClipboard: ">b",
  EmptyClipboard: ">b",
  GetClipboardData: "u>l",
  SetClipboardData: "ul>l",

  // (instance, name or number) → HICON
  LoadIconW: "lL>l",
});

/** What a window class is made of. */
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

/** What WM_GETMINMAXINFO asks. */
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

/** What there is to know of a session's desktop. */
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
