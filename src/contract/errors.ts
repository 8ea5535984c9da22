/**
 * Every code a failed call may carry, with what it means. Pages may branch on a code; the message is for
 * people and may change.
 */
export const errorCodes = {
  "bad-message": "the request itself could not be read",
  "unknown-command": "no command has this name",
  "not-allowed": "an allowlist flag is not set, this page may not call at all, or the user said no",
  "bad-argument": "an argument is missing, unknown, or has a value that is not allowed",
  "out-of-scope": "the path, address or program is outside what the configuration and the user allowed",
  "not-found": "the file, folder or window does not exist",
  "already-exists": "the file, folder or window exists already",
  "bad-path": "the path cannot be used as it is, for example because it is not valid Unicode",
  io: "the system refused a file operation",
  network: "the server could not be reached, or broke off",
  "timed-out": "it took longer than the call allows",
  "too-long": "what a server sent has more bytes than the call allows",
  "bad-update": "what the update server sent is not signed by the app's author as a newer version",
  unavailable: "this system, session or machine cannot do it",
  closed: "the window or page went away before the answer came",
  "command-failed": "a command of the app itself threw an error",
  internal: "a fault of the framework; please report it",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What every rejected call carries: a stable `code` to branch on, and a message for people. */
export class FrameworkError extends Error {
  override readonly name = "FrameworkError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as it crosses a thread or the page's wall. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Makes any thrown value fit to cross a wall; `code` is used for what is not a FrameworkError already. */
export function plainError(thrown: unknown, code: ErrorCode = "internal"): PlainError {
  if (thrown instanceof FrameworkError) return { code: thrown.code, message: thrown.message };
  return { code, message: thrown instanceof Error ? thrown.message : String(thrown) };
}
