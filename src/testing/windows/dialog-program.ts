// A program of Bun that operates a dialog of another process, by messages of Windows, which are the
// same under Wine. UI Automation was not tried. The order is its one argument, as JSON. The program
// ends when the dialog has gone.

import { dlopen } from "bun:ffi";
import { setTimeout as sleep } from "node:timers/promises";
import type { DialogOrder } from "./dialog-order.ts";

const { symbols: user32 } = dlopen("user32.dll", {
  FindWindowExW: { args: ["i64", "i64", "ptr", "ptr"], returns: "i64" },
  GetWindowThreadProcessId: { args: ["i64", "ptr"], returns: "u32" },
  GetDlgCtrlID: { args: ["i64"], returns: "i32" },
  GetWindow: { args: ["i64", "u32"], returns: "i64" },
  GetDlgItem: { args: ["i64", "i32"], returns: "i64" },
  IsWindowEnabled: { args: ["i64"], returns: "i32" },
  IsWindowVisible: { args: ["i64"], returns: "i32" },
  SendMessageW: { args: ["i64", "u32", "u64", "ptr"], returns: "i64" },
  PostMessageW: { args: ["i64", "u32", "u64", "i64"], returns: "i32" },
});

/** A handle. */
type Window = bigint;

const WM_SETTEXT = 0x0c;
const WM_GETTEXT = 0x0d;
const WM_CLOSE = 0x10;
const WM_COMMAND = 0x111;
const TDM_CLICK_BUTTON = 0x466;
const TDM_CLICK_VERIFICATION = 0x471;
const IDOK = 1;
const IDYES = 6;
const GW_OWNER = 4;

/** The class of dialogs, also of task dialogs. */
const dialogClass = wide("#32770");
const fieldClass = wide("Edit");
/** The ids of the name field of file dialogs: to open, to save, and for folders. */
const fieldIds = [1148, 1001, 1152];

function wide(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}

/** The children of a window, those in front first. `0n`: the windows of the desktop. */
function* children(parent: Window, type: Buffer | null): Generator<Window> {
  const next = (child: Window): Window => user32.FindWindowExW(parent, child, type, null);
  for (let child = next(0n); child !== 0n; child = next(child)) yield child;
}

function isVisible(window: Window): boolean {
  return user32.IsWindowVisible(window) !== 0;
}

function textOf(window: Window): string {
  const letters = 32_768;
  const buffer = Buffer.alloc(2 * letters);
  const length = Number(user32.SendMessageW(window, WM_GETTEXT, letters, buffer));
  return buffer.toString("utf16le", 0, 2 * length);
}

function dialogOf({ pid, title }: DialogOrder): Window | null {
  const owner = new Uint32Array(1);
  for (const window of children(0n, dialogClass)) {
    user32.GetWindowThreadProcessId(window, owner);
    if (owner[0] !== pid || !isVisible(window)) continue;
    if (title === null || textOf(window) === title) return window;
  }
  return null;
}

/** The name field of a file dialog, at any depth. */
function fieldOf(window: Window): Window | null {
  for (const field of children(window, fieldClass))
    if (fieldIds.includes(user32.GetDlgCtrlID(field)) && isVisible(field)) return field;
  for (const child of children(window, null)) {
    const field = fieldOf(child);
    if (field !== null) return field;
  }
  return null;
}

/** Answers with yes in the box before a file dialog, which asks about a file that exists. */
function replace(window: Window): void {
  for (const box of children(0n, dialogClass)) {
    if (user32.GetWindow(box, GW_OWNER) !== window || !isVisible(box)) continue;
    user32.PostMessageW(box, WM_COMMAND, IDYES, 0);
    user32.PostMessageW(box, TDM_CLICK_BUTTON, IDYES, 0);
  }
}

/** Posts the messages for an act. Those that come too early have no effect. */
function operate(window: Window, act: DialogOrder["act"]): void {
  // A box of its own is in front.
  if (user32.IsWindowEnabled(window) === 0) {
    if (act !== "cancel" && "choose" in act) replace(window);
    return;
  }
  if (act === "cancel") return void user32.PostMessageW(window, WM_CLOSE, 0, 0);
  if ("choose" in act) {
    const field = fieldOf(window);
    if (field === null) return;
    user32.SendMessageW(field, WM_SETTEXT, 0, wide(act.choose));
    if (textOf(field) !== act.choose) return;
    return void user32.PostMessageW(window, WM_COMMAND, IDOK, user32.GetDlgItem(window, IDOK));
  }
  if (act.checked !== null)
    user32.PostMessageW(window, TDM_CLICK_VERIFICATION, act.checked ? 1 : 0, 0);
  for (const id of act.press) user32.PostMessageW(window, TDM_CLICK_BUTTON, id, 0);
}

const order = JSON.parse(process.argv[2] ?? "") as DialogOrder;
let dialog: Window | null = null;
for (let pause = 10; dialog === null || isVisible(dialog); pause = Math.min(2 * pause, 500)) {
  dialog ??= dialogOf(order);
  if (dialog !== null) operate(dialog, order.act);
  await sleep(pause);
}
