import { callback } from "../ffi/callback.ts";
import { Held } from "../ffi/held.ts";
import { longestWait } from "../time-slice.ts";
import { untilWritable } from "../wake.ts";
import { instance } from "./lib/kernel32.ts";
import { MSG, user32 } from "./lib/user32.ts";
import { noWindow, registerClass } from "./registered-class.ts";

// While Windows' loop runs, Bun's timers do not: these replace them. They all arrive as messages of
// a hidden window: messages to a thread, rather than to a window, are lost while a menu is open or
// a window is moved, because those run nested loops.

const HWND_MESSAGE = -3;
const WM_TIMER = 0x0113;
const WM_APP = 0x8000;
const PM_NOREMOVE = 0;

/** Posted from any thread to wake the loop. */
export const wakeMessage = WM_APP;
const turnMessage = WM_APP + 1;
const firstListened = WM_APP + 2;

let turns: (() => void)[] = [];
const timers = new Held<() => void>("timers");
let drain: () => boolean = () => false;
const listeners: ((number: number) => void)[] = [];

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  if (message === wakeMessage) wake();
  else if (message === turnMessage) runTurns();
  else if (message === WM_TIMER) runTimer(wParam);
  else {
    const listener = listeners[message - firstListened];
    if (listener === undefined) return user32.DefWindowProcW(window, message, wParam, lParam);
    listener(wParam);
  }
  return 0;
});

function runTurns(): void {
  const now = turns;
  turns = [];
  for (const [index, task] of now.entries()) {
    try {
      task();
    } catch (error) {
      // The others have their turn nevertheless.
      turns = [...now.slice(index + 1), ...turns];
      if (turns.length > 0) post(turnMessage);
      throw error;
    }
  }
}

/** The deadline of remaining drain work. */
let restDue: number | null = null;
let callOffRest = (): void => {};

function wake(): void {
  // An earlier message.
  if (restDue !== null || !drain()) return;
  restDue = performance.now() + longestWait;
  // For nested loops of Windows' own, which do not check `restDue`: timers also come after input
  // and drawing.
  callOffRest = later(longestWait, takeRest);
}

function takeRest(): void {
  callOffRest();
  restDue = null;
  wake();
}

/**
 * Wakes for the rest when the queue is empty: posted messages come before input, drawing and
 * timers.
 *
 * @param message a buffer that is overwritten
 */
function postRest(message: Uint8Array): void {
  if (restDue === null) return;
  if (performance.now() < restDue && user32.PeekMessageW(message, 0, 0, 0, PM_NOREMOVE)) return;
  callOffRest();
  restDue = null;
  post(wakeMessage);
}

function runTimer(number: number): void {
  user32.KillTimer(loopWindow(), number);
  timers.take(number)?.();
}

let made: number | undefined;

/** The window of the loop's own messages, on the first calling thread: the ui thread. */
export function loopWindow(): number {
  if (made !== undefined) return made;
  const name = registerClass("FrameworkLoop", received());
  made = user32.CreateWindowExW(0, name, name, 0, 0, 0, 0, 0, HWND_MESSAGE, 0, instance(), null);
  if (made === 0) throw noWindow("CreateWindowExW");
  return made;
}

/** A full queue has space again at the next timer: timers come after all posted messages. */
function post(message: number): void {
  if (user32.PostMessageW(loopWindow(), message, 0, 0) === 0)
    later(untilWritable, () => post(message));
}

/** Runs `task` in the next turn of the loop. */
export function soon(task: () => void): void {
  turns.push(task);
  // One message for all: a window's queue holds ten thousand.
  if (turns.length === 1) post(turnMessage);
}

/**
 * Runs `task` once after a delay, which Windows rounds up to its own ticks. The returned function
 * cancels it.
 */
export function later(milliseconds: number, task: () => void): () => void {
  const number = timers.add(task);
  user32.SetTimer(loopWindow(), number, milliseconds, null);
  return () => {
    if (timers.take(number) !== undefined) user32.KillTimer(loopWindow(), number);
  };
}

/** Runs at each wake. After it returns `true`, it runs again when the queue has been handled. */
export function whenWoken(task: () => boolean): void {
  drain = task;
}

/**
 * Registers a message that any thread may post to the loop's window, until the process ends.
 * `received` runs on the ui thread with the posted number.
 */
export function listen(received: (number: number) => void): number {
  return firstListened + listeners.push(received) - 1;
}

/** Windows' message loop, run once. */
export class Loop {
  #exitCode: number | undefined;

  /**
   * Returns the exit code given to `quit`.
   *
   * @param isDone ends a nested run inside of an answer to Windows
   */
  run(isDone: () => boolean = () => false): number {
    const message = MSG.make();
    while (this.#exitCode === undefined && !isDone()) {
      postRest(message.bytes);
      if (user32.GetMessageW(message.bytes, 0, 0, 0) <= 0) break;
      user32.TranslateMessage(message.bytes);
      user32.DispatchMessageW(message.bytes);
    }
    return this.#exitCode ?? 0;
  }

  quit(exitCode: number): void {
    this.#exitCode = exitCode;
    // Also ends the loops of menus and of windows that are being moved.
    user32.PostQuitMessage(exitCode);
  }
}
