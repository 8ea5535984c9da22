import type { Address } from "../../ffi/signature.ts";
import { NSWindow } from "../lib/appkit/window.ts";
import { withPool } from "../objc/pool.ts";

/**
 * Shows a dialog until it is answered: as a sheet on the window; `null`: by itself. The returned
 * function closes it as cancelled.
 */
export type ShowOn<T> = (window: Address | null, answer: (given: T) => void) => () => void;

const NSModalResponseCancel = 0;

/** The dialogs that are sheets, by their window. */
const sheets = new Map<Address, { takeOff(): () => void }>();

/**
 * Shows a dialog as a sheet on the window, which it blocks, or by itself if a sheet would be
 * invisible. The returned function closes it as cancelled.
 */
export function showOn<T>(
  window: Address | null,
  show: ShowOn<T>,
  answer: (given: T) => void,
): () => void {
  if (window === null || !NSWindow.at(window).send("isVisible")) return show(null, answer);
  const sheet = new Sheet(window, show, answer);
  sheet.show();
  return () => sheet.close();
}

class Sheet<T> {
  readonly #window: Address;
  readonly #show: ShowOn<T>;
  readonly #answer: (given: T) => void;
  #close = (): void => {};
  #isClosed = false;

  constructor(window: Address, show: ShowOn<T>, answer: (given: T) => void) {
    this.#window = window;
    this.#show = show;
    this.#answer = answer;
  }

  show(): void {
    sheets.set(this.#window, this);
    try {
      this.#close = this.#show(this.#window, (given) => {
        if (this.#leave()) this.#answer(given);
      });
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Detaches it; returns whether it was attached to the window. */
  #leave(): boolean {
    return sheets.get(this.#window) === this && sheets.delete(this.#window);
  }

  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  /** Detaches it from the window, unanswered. The returned function shows it again, by itself. */
  takeOff(): () => void {
    if (this.#isClosed) return () => {};
    this.#leave();
    this.#close();
    return () => (this.#close = this.#show(null, this.#answer));
  }
}

/**
 * Takes a window off the screen. With a sheet on it AppKit would lose the sheet, and every later
 * one. So its dialog continues by itself.
 */
export function orderOut(window: Address): void {
  const showAgain = sheets.get(window)?.takeOff();
  endSheet(window);
  NSWindow.at(window).send("orderOut:", null);
  showAgain?.();
}

/**
 * Allows the app to end, and so the user to log out, while a dialog is a sheet. By default AppKit
 * refuses that with a sound, and does not ask the app.
 */
export function letAppEnd(sheet: Address): void {
  NSWindow.at(sheet).send("setPreventsApplicationTerminationWhenModal:", false);
}

/** Ends a sheet that remains on a window: the print dialog, or a panel that closes slowly. */
export function endSheet(window: Address): void {
  withPool(() => {
    const sheet = NSWindow.at(window).send("attachedSheet");
    if (sheet !== null)
      NSWindow.at(window).send("endSheet:returnCode:", sheet, NSModalResponseCancel);
  });
}
