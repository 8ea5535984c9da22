import { callback } from "../../ffi/callback.ts";
import { instance, kernel32 } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { noWindow, registerClass } from "../registered-class.ts";
import { wide } from "../wide-text.ts";
import { closeMessage, places } from "./dialog-task.ts";

const WM_COMMAND = 0x0111;
const WM_TIMER = 0x0113;
const WM_USER = 0x0400;
const HWND_MESSAGE = -3;
const IDCANCEL = 2;
const IDNO = 7;

/** Presses a button of a task dialog. */
export const TDM_CLICK_BUTTON = WM_USER + 102;

// A dialog receives it only after its window is created and while no box of its own is in front of
// it.
const betweenAttempts = 30;

let attempt = (): void => {};

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  if (message === closeMessage || message === WM_TIMER) attempt();
  else return user32.DefWindowProcW(window, message, wParam, lParam);
  return 0;
});

/**
 * The way by which the ui thread closes this thread's dialogs: a message to a hidden window, which
 * the loops of all dialogs dispatch. There is one per thread.
 */
export class Closing implements Disposable {
  readonly #shared: Int32Array;
  readonly #class: Uint8Array;
  readonly #window: number;
  // The functions that close the open dialogs; the box in front is the last one.
  readonly #ways: (() => void)[] = [];
  #isTrying = false;

  constructor(shared: Int32Array) {
    this.#shared = shared;
    // A class belongs to the process, its function to this thread.
    this.#class = registerClass(`FrameworkDialog${kernel32.GetCurrentThreadId()}`, received());
    const name = this.#class;
    this.#window = user32.CreateWindowExW(
      0,
      name,
      name,
      0,
      0,
      0,
      0,
      0,
      HWND_MESSAGE,
      0,
      instance(),
      null,
    );
    if (this.#window === 0) throw noWindow("CreateWindowExW");
    // A late message must not close the next dialog.
    attempt = () => {
      if (this.isClosed) this.close();
    };
    Atomics.store(shared, places.window, this.#window);
  }

  get isClosed(): boolean {
    return Atomics.load(this.#shared, places.isClosed) === 1;
  }

  /** The finished part of the work whose bar this thread shows, from 0 to 100. */
  get progress(): number {
    return Atomics.load(this.#shared, places.progress);
  }

  /** Shows something that is closed by `close` when the ui thread wants it. */
  whileShown<T>(close: () => void, show: () => T): T {
    this.#ways.push(close);
    try {
      return show();
    } finally {
      this.#ways.pop();
    }
  }

  /** Closes all dialogs of this thread, one after the other. */
  close(): void {
    Atomics.store(this.#shared, places.isClosed, 1);
    if (!this.#isTrying) user32.SetTimer(this.#window, 1, betweenAttempts, null);
    this.#isTrying = true;
    this.#ways.at(-1)?.();
  }

  /** No dialog is shown any more. */
  rest(): void {
    if (this.#isTrying) user32.KillTimer(this.#window, 1);
    this.#isTrying = false;
  }

  [Symbol.dispose](): void {
    attempt = () => {};
    user32.DestroyWindow(this.#window);
    user32.UnregisterClassW(this.#class, instance());
  }
}

/** Presses "No", or else "Cancel", in a box of Windows' own, whose buttons are unknown. */
export function refuseBox(box: number): void {
  for (const button of [IDNO, IDCANCEL]) {
    user32.PostMessageW(box, WM_COMMAND, button, 0);
    user32.PostMessageW(box, TDM_CLICK_BUTTON, button, 0);
  }
}

const GW_OWNER = 4;
// The class of dialogs, also of task dialogs.
const dialogClass = wide("#32770");

/** The box in front of a window that blocks it; `null`: there is none. */
export function boxBefore(window: number): number | null {
  const next = (box: number): number => user32.FindWindowExW(0, box, dialogClass, null);
  for (let box = next(0); box !== 0; box = next(box)) {
    if (user32.GetWindow(box, GW_OWNER) === window && user32.IsWindowVisible(box) !== 0) return box;
  }
  return null;
}
