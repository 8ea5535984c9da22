import type { PlainError } from "../../../contract/errors.ts";
import type { ChoiceRequest, FileRequest, MessageRequest } from "../../../contract/ui/index.ts";
import type { Waker } from "../../wake.ts";

// What crosses between the ui thread and the thread of a dialog.

/** The window that a dialog stands in front of, and blocks. */
export interface Owner {
  readonly handle: number;
}

/** A dialog to show. */
export type DialogTask =
  | { readonly kind: "message"; readonly owner: number; readonly request: MessageRequest }
  | { readonly kind: "choice"; readonly owner: number; readonly request: ChoiceRequest }
  | { readonly kind: "file"; readonly owner: number; readonly request: FileRequest };

/** What a dialog's thread is started with. */
export interface DialogThreadData {
  /** On which it is given a dialog after the other, or `null` to end, and on which it answers. */
  readonly port: MessagePort;
  /** Wakes the ui thread, so that it looks at the port. */
  readonly waker: Waker;
  /** Both threads read and write it: see `places`. */
  readonly shared: Int32Array;
}

/**
 * Whether the dialog shall close is written before its thread's window is read, and the other way
 * round there. So a dialog that is closed while its thread starts is never shown, and one that is
 * shown has a window to be told by.
 */
export const places = {
  isClosed: 0,
  window: 1,
  /** How much is done of what the dialog shows a bar of, from 0 to 100. */
  progress: 2,
} as const;

/** Posted to that window (from `WM_APP` on): the thread closes what it shows. */
export const closeMessage = 0x8000;
/** The thread looks at its port. */
export const taskMessage = 0x8001;

/** How a dialog ended; an answer `null` is that of a dialog which was closed. */
export type Outcome = { readonly answer: unknown } | { readonly error: PlainError };
