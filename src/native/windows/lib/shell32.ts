import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";
import { RECT } from "./user32.ts";

export const shell32 = library("shell32.dll", {
  // (path, bind context, interface, out object) → HRESULT
  SHCreateItemFromParsingName: "pnpp>i",
  // (HDROP, index or 0xffffffff for the count, buffer, its length) → length
  DragQueryFileW: "lunu>u",
  SetCurrentProcessExplicitAppUserModelID: "p>i",
  // (NIM_ADD …, NOTIFYICONDATAW)
  Shell_NotifyIconW: "up>b",
  // SHELLEXECUTEINFOW. The shell's extensions may block it, so it is never called on the ui thread.
  ShellExecuteExW: "p>b",
  // (file, index, large ones, small ones, count) → number of icons
  ExtractIconExW: "pinnu>u",
  // (message, APPBARDATA) → answer
  SHAppBarMessage: "up>L",
});

/** An icon in the notification area, and the text of its balloon. */
export const NOTIFYICONDATAW = struct({
  cbSize: "u32",
  hWnd: "i64",
  uID: "u32",
  uFlags: "u32",
  uCallbackMessage: "u32",
  hIcon: "i64",
  szTip: ["u16", 128],
  dwState: "u32",
  dwStateMask: "u32",
  szInfo: ["u16", 256],
  uVersion: "u32",
  szInfoTitle: ["u16", 64],
  dwInfoFlags: "u32",
  guidItem: ["u32", 4],
  hBalloonIcon: "i64",
});

/** The shell's parameters for opening. */
export const SHELLEXECUTEINFOW = struct({
  cbSize: "u32",
  fMask: "u32",
  hwnd: "i64",
  lpVerb: "ptr",
  lpFile: "ptr",
  lpParameters: "ptr",
  lpDirectory: "ptr",
  nShow: "i32",
  hInstApp: "i64",
  lpIDList: "ptr",
  lpClass: "ptr",
  hkeyClass: "i64",
  dwHotKey: "u32",
  hMonitor: "i64",
  hProcess: "i64",
});

/** A bar at an edge of the screen, such as a taskbar. */
export const APPBARDATA = struct({
  cbSize: "u32",
  hWnd: "i64",
  uCallbackMessage: "u32",
  uEdge: "u32",
  rc: RECT,
  lParam: "i64",
});
