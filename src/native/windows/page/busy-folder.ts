import { HResultError } from "../com/hresult.ts";

// One browser process serves a data folder. Another one that is there has been started with other
// arguments or another version, or is ending: for some seconds after its app, if that was killed.

/** HRESULT_FROM_WIN32(ERROR_INVALID_STATE) */
export const INVALID_STATE = 0x8007139f | 0;
/** HRESULT_FROM_WIN32(ERROR_BUSY) */
const BUSY = 0x800700aa | 0;

export const endOther =
  "end the other instance of the app, which was started with other browser arguments";

export const waiting =
  "a browser process of another instance of the app, or of its last start, is there: waiting for its end";

/** Milliseconds until the next try, and until there is none. */
export const patience = { each: 250, all: 10_000 } as const;

/** Whether a view was refused because of another browser process with the same data folder. */
export function isBusy(error: unknown): boolean {
  return error instanceof HResultError && [INVALID_STATE, BUSY].includes(error.code);
}
