import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

/** Windows' windows. Names follow winuser.h, so Microsoft's reference is the documentation. Handles are numbers, `l`. */
export const user32 = library("user32.dll", {
  RegisterClassExW: "p>h",
  // (extended style, class, title, style, x, y, width, height, parent, menu, instance, data) → HWND
  CreateWindowExW: "uppuiiiillln>l",
  DefWindowProcW: "luLl>l",
  DestroyWindow: "l>b",
  GetMessageW: "pluu>i",
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
