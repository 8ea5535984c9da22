import { callback } from "../../../src/native/ffi/callback.ts";
import { instance } from "../../../src/native/windows/lib/kernel32.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { library } from "../../../src/native/windows/library.ts";
import { registerClass } from "../../../src/native/windows/registered-class.ts";
import { wide, wideRoom, wideTextIn } from "../../../src/native/windows/wide-text.ts";

// The actions and the view of a person at a Windows desktop, by their messages and calls.

export const desktop = library("user32.dll", {
  SetForegroundWindow: "l>b",
  FindWindowExW: "llnn>l",
  GetWindow: "lu>l",
  GetClassNameW: "lpi>i",
  GetDlgCtrlID: "l>i",
  IsWindow: "l>b",
  IsWindowVisible: "l>b",
  IsWindowEnabled: "l>b",
  GetForegroundWindow: ">l",
  GetWindowThreadProcessId: "ln>u",
  GetWindowRect: "lp>b",
  // (thread, GUITHREADINFO)
  GetGUIThreadInfo: "up>b",
  // (window, message, number, text)
  SendMessageW: "luLn>l",
  GetParent: "l>l",
  // (process, kind) → count
  GetGuiResources: "lu>u",
});

const machine = library("kernel32.dll", {
  GetCurrentProcess: ">l",
  GetCurrentProcessId: ">u",
  // (security, manual, set, name) → HANDLE
  CreateEventW: "nbbn>l",
  CloseHandle: "l>b",
  // (what, process) → HANDLE
  CreateToolhelp32Snapshot: "uu>l",
  Thread32First: "lp>b",
  Thread32Next: "lp>b",
});

/** The threads of this process. */
export function threads(): number {
  const TH32CS_SNAPTHREAD = 4;
  const snapshot = machine.CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
  // THREADENTRY32: size, uses, thread, process, …
  const entry = new Uint32Array(new ArrayBuffer(28));
  entry[0] = 28;
  let count = 0;
  for (
    let more = machine.Thread32First(snapshot, entry);
    more !== 0;
    more = machine.Thread32Next(snapshot, entry)
  )
    if (entry[3] === machine.GetCurrentProcessId()) count++;
  machine.CloseHandle(snapshot);
  return count;
}

/** Windows gives out the lowest free number. It grows with unclosed handles. */
export function nextHandle(): number {
  const handle = machine.CreateEventW(null, false, false, null);
  machine.CloseHandle(handle);
  return handle;
}

/** The number of windows and pictures of this process. */
export function guiResources(): { readonly gdi: number; readonly user: number } {
  const process = machine.GetCurrentProcess();
  return { gdi: desktop.GetGuiResources(process, 0), user: desktop.GetGuiResources(process, 1) };
}

const WM_SETTEXT = 0x000c;
const WM_GETTEXT = 0x000d;
const WM_COMMAND = 0x0111;
const WM_KEYDOWN = 0x0100;
const WM_CLOSE = 0x0010;
const GW_HWNDNEXT = 2;
const GW_OWNER = 4;
const GW_CHILD = 5;
const room = 4096;

export interface Control {
  readonly window: number;
  readonly kind: string;
  readonly text: string;
  readonly number: number;
  readonly isVisible: boolean;
}

/** The window with a title that is on the screen. */
export function windowTitled(title: string): number | undefined {
  for (let window = 0; ;) {
    window = desktop.FindWindowExW(0, window, null, wide(title));
    if (window === 0) return undefined;
    if (desktop.IsWindowVisible(window) !== 0) return window;
  }
}

export const ownerOf = (window: number): number => desktop.GetWindow(window, GW_OWNER);

/** The box that stands in front of a window. */
export function boxOver(owner: number): number | undefined {
  for (let window = 0; ;) {
    window = desktop.FindWindowExW(0, window, wide("#32770"), null);
    if (window === 0) return undefined;
    if (ownerOf(window) === owner && desktop.IsWindowVisible(window) !== 0) return window;
  }
}

export function textOf(window: number): string {
  const text = wideRoom(room);
  desktop.SendMessageW(window, WM_GETTEXT, room, text);
  return wideTextIn(text);
}

/** All that is inside of a window. */
export function controlsOf(window: number): Control[] {
  const found: Control[] = [];
  for (
    let child = desktop.GetWindow(window, GW_CHILD);
    child !== 0;
    child = desktop.GetWindow(child, GW_HWNDNEXT)
  ) {
    const kind = wideRoom(256);
    desktop.GetClassNameW(child, kind, 256);
    found.push({
      window: child,
      kind: wideTextIn(kind),
      text: textOf(child),
      number: desktop.GetDlgCtrlID(child),
      isVisible: desktop.IsWindowVisible(child) !== 0,
    });
    found.push(...controlsOf(child));
  }
  return found;
}

export function write(window: number, text: string): void {
  desktop.SendMessageW(window, WM_SETTEXT, 0, wide(text));
}

export const press = (window: number, button: number): void =>
  void user32.PostMessageW(window, WM_COMMAND, button, 0);

export const pressKey = (window: number, key: number): void =>
  void user32.PostMessageW(window, WM_KEYDOWN, key, 0);

export const closeBox = (window: number): void => void user32.PostMessageW(window, WM_CLOSE, 0, 0);

const WS_OVERLAPPEDWINDOW = 0xcf0000;
const WS_VISIBLE = 0x10000000;
const handled = callback("luLl>l", (window, message, wParam, lParam) =>
  user32.DefWindowProcW(window, message, wParam, lParam),
);
let registered: Uint8Array | undefined;
let opened = 0;

/**
 * A window with nothing in it. Each stands to the right of the one before, so that none covers
 * another.
 */
export function openWindow(title: string): number {
  const name = (registered ??= registerClass("TestWindow", handled()));
  return user32.CreateWindowExW(
    0,
    name,
    wide(title),
    WS_OVERLAPPEDWINDOW | WS_VISIBLE,
    40 + 300 * (opened++ % 4),
    40,
    280,
    200,
    0,
    0,
    instance(),
    null,
  );
}
