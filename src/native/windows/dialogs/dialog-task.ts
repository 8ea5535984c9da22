import type { PlainError } from "../../../contract/errors.ts";
import type { ChoiceRequest, FileRequest, MessageRequest } from "../../../contract/ui/index.ts";
import type { Waker } from "../../wake.ts";

// The messages between the ui thread and the thread of a dialog.

/** The window in front of which a dialog appears, and which it blocks. */
export interface Owner {
  readonly handle: number;
}

/** A dialog to show. */
export type DialogTask =
  | { readonly kind: "message"; readonly owner: number; readonly request: MessageRequest }
  | { readonly kind: "choice"; readonly owner: number; readonly request: ChoiceRequest }
  | { readonly kind: "file"; readonly owner: number; readonly request: FileRequest };

/** The start data of a dialog's thread. */
export interface DialogThreadData {
  /** Receives one dialog after the other, or `null` to end, and sends the answers. */
  readonly port: MessagePort;
  /** Wakes the ui thread, so that it reads the port. */
  readonly waker: Waker;
  /** Both threads read and write it: see `places`. */
  readonly shared: Int32Array;
}

/**
 * The ui thread sets the close flag before it reads the window of the dialog's thread, and that
 * thread does the reverse. So a dialog closed while its thread starts is never shown, and a shown
 * one has a window for the message.
 */
export const places = {
  isClosed: 0,
  window: 1,
  /** The finished part of the work whose bar the dialog shows, from 0 to 100. */
  progress: 2,
} as const;

/** Posted to that window (from `WM_APP` on): the thread closes its dialogs. */
export const closeMessage = 0x8000;
/** The thread reads its port. */
export const taskMessage = 0x8001;

/** The end of a dialog; the answer `null` is that of a closed one. */
export type Outcome = { readonly answer: unknown } | { readonly error: PlainError };
