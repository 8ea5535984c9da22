import { callback } from "../../src/native/ffi/callback.ts";
import { instance } from "../../src/native/windows/lib/kernel32.ts";
import { registerClass } from "../../src/native/windows/registered-class.ts";
import { wakerOf, type Waker } from "../../src/native/wake.ts";
import { user32 } from "./win32.ts";

// The runtime sends an app every event by messages of a window of its own, one after the other. No
// new event comes while a handler of the app runs, even if it runs a message loop.

const HWND_MESSAGE = -3;
const wakeMessage = 0x8000;

const tasks: (() => void)[] = [];
let isRunning = false;
let fetch: () => void = () => {};
let window = 0;

const received = callback("luLl>l", (handle, message, wParam, lParam) => {
  if (message !== wakeMessage) return user32.DefWindowProcW(handle, message, wParam, lParam);
  fetch();
  runNext();
  return 0;
});

function runNext(): void {
  if (isRunning) return;
  const task = tasks.shift();
  if (task === undefined) return;
  isRunning = true;
  try {
    task();
  } finally {
    isRunning = false;
    if (tasks.length > 0) wake();
  }
}

function wake(): void {
  user32.PostMessageW(window, wakeMessage, 0, 0);
}

/** Runs a task in a turn of its own, after all that wait. */
export function soon(task: () => void): void {
  tasks.push(task);
  if (tasks.length === 1 && !isRunning) wake();
}

/** Makes the window; `take` is called with each wake, on this thread. */
export function openTurns(take: () => void): Waker {
  fetch = take;
  const name = registerClass("StandInTurns", received());
  window = user32.CreateWindowExW(0, name, name, 0, 0, 0, 0, 0, HWND_MESSAGE, 0, instance(), null);
  if (window === 0) throw new Error("Cannot make the window of the stand-in");
  return wakerOf(user32, "PostMessageW", [window, wakeMessage, 0, 0]);
}
