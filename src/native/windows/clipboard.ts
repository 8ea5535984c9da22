import { toArrayBuffer, type Pointer } from "bun:ffi";
import { FrameworkError } from "../../contract/errors.ts";
import { lastError } from "./last-error.ts";
import { hiddenWindow } from "./hidden-window.ts";
import { kernel32 } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";
import { withoutNul } from "../shown-text.ts";
import { later } from "./loop.ts";
import { wide, wideTextIn } from "./wide-text.ts";

const CF_UNICODETEXT = 13;
const GMEM_MOVEABLE = 2;

/** Milliseconds. Programs that watch the clipboard open it at each change, and close it soon. */
const pause = 20;
const patience = 2000;

/** Puts a text into the clipboard. It remains there after this program has ended. */
export function writeClipboard(text: string): Promise<void> {
  return inTurn(() => {
    if (user32.EmptyClipboard() === 0) throw failed("write to", "EmptyClipboard");
    const memory = textMemory(withoutNul(text).toWellFormed());
    if (user32.SetClipboardData(CF_UNICODETEXT, memory) !== 0) return;
    // Windows owns the memory only after a successful call.
    const error = failed("write to", "SetClipboardData");
    kernel32.GlobalFree(memory);
    throw error;
  });
}

/** The text in the clipboard; `null`: there is none. */
export function readClipboard(): Promise<string | null> {
  return inTurn(() => {
    // A program may render its text only on request: this call waits for it.
    const memory = user32.GetClipboardData(CF_UNICODETEXT);
    if (memory === 0) return null;
    const address = kernel32.GlobalLock(memory);
    if (address === null) throw failed("read", "GlobalLock");
    try {
      // If the NUL is missing, the text ends with the memory.
      const length = kernel32.GlobalSize(memory);
      return wideTextIn(new Uint8Array(toArrayBuffer(address as Pointer, 0, length)));
    } finally {
      kernel32.GlobalUnlock(memory);
    }
  });
}

function textMemory(text: string): number {
  const bytes = wide(text);
  const memory = kernel32.GlobalAlloc(GMEM_MOVEABLE, bytes.length);
  const address = memory === 0 ? null : kernel32.GlobalLock(memory);
  if (address === null) throw failed("write to", "GlobalAlloc");
  new Uint8Array(toArrayBuffer(address as Pointer, 0, bytes.length)).set(bytes);
  kernel32.GlobalUnlock(memory);
  return memory;
}

function failed(action: string, call: string): FrameworkError {
  return new FrameworkError(
    "unavailable",
    `Cannot ${action} the clipboard: ${call} failed (${lastError()})`,
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Opens the clipboard for `use`: calls keep their order, however long other programs hold it. */
function inTurn<T>(use: () => T): Promise<T> {
  const turn = last.then(() => whenFree(use));
  last = turn.catch(() => {});
  return turn;
}

function whenFree<T>(use: () => T): Promise<T> {
  const end = performance.now() + patience;
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      if (user32.OpenClipboard(hiddenWindow()) !== 0) {
        try {
          resolve(use());
        } catch (error) {
          reject(error);
        } finally {
          user32.CloseClipboard();
        }
      } else if (performance.now() < end) {
        later(pause, attempt);
      } else {
        reject(
          new FrameworkError("unavailable", "Cannot open the clipboard: another program holds it"),
        );
      }
    };
    attempt();
  });
}
