/**
 * Every code a failed call may carry, with what it means. Pages may branch on a code; the message
 * is for people and may change.
 */
export const errorCodes = {
  "bad-message": "the request itself could not be read",
  "unknown-command": "no command has this name",
  "not-allowed": "an allowlist flag is not set, this page may not call at all, or the user said no",
  "bad-argument": "an argument is missing, unknown, or has a value that is not allowed",
  "out-of-scope":
    "the path, address or program is outside what the configuration and the user allowed",
  "not-found": "the file, folder or window does not exist",
  "already-exists": "the file, folder or window exists already",
  "bad-path": "the path cannot be used as it is, for example because it is not valid Unicode",
  io: "the system refused a file operation",
  network: "the server could not be reached, or broke off",
  "timed-out": "it took longer than the call allows",
  "too-long": "what a server sent, or a program wrote, has more bytes than the call allows",
  "bad-update": "what the update server sent is not signed by the app's author as a newer version",
  unavailable: "this system, session or machine cannot do it",
  closed: "the window or page went away before the answer came",
  restarted: "in development: the app's own code was started again before the answer came",
  "command-failed": "a command of the app itself threw an error",
  internal: "a fault of the framework; please report it",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An error as it crosses a thread or the page's wall. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  /** What a command of the app threw, beside the message of an `Error`. It is JSON. */
  readonly data?: unknown;
}

/**
 * What every rejected call carries: a stable `code` to branch on, a message for people, and what an
 * app's own command threw.
 */
export class FrameworkError extends Error {
  override readonly name = "FrameworkError";
  readonly code: ErrorCode;
  /** What a command of the app threw: an object or text as it was, of an `Error` its own fields. */
  declare readonly data?: unknown;

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly data?: unknown },
  ) {
    super(message, options);
    this.code = code;
    // Not a field that is always there: a printed error would show it.
    if (options?.data !== undefined) this.data = options.data;
  }

  /** The error that came over a wall. */
  static from({ code, message, data }: PlainError): FrameworkError {
    return new FrameworkError(code, message, { data });
  }

  /** The message alone: it is what people are shown. */
  override toString(): string {
    return this.message;
  }

  /** An error's own fields are not written by themselves. */
  toJSON(): PlainError & { readonly name: string } {
    const { name, code, message, data } = this;
    return { name, code, message, ...(data !== undefined && { data }) };
  }
}

/**
 * Makes any thrown value fit to cross a wall; `code` is used for what is not a FrameworkError
 * already.
 */
export function plainError(thrown: unknown, code: ErrorCode = "internal"): PlainError {
  if (!(thrown instanceof FrameworkError)) return { code, message: messageOf(thrown) };
  const data = asJson(() => thrown.data);
  return { code: thrown.code, message: thrown.message, ...(data !== undefined && { data }) };
}

/**
 * The same for what an app's own command threw, with the thrown value itself. Only for these: the
 * fields of other errors, such as a path, are not the page's.
 */
export function ownPlainError(thrown: unknown): PlainError {
  const error = ofAnotherCopy(thrown) ?? thrown;
  const plain = plainError(error, "command-failed");
  const data = error instanceof FrameworkError ? plain.data : asJson(() => dataOf(error));
  return { ...plain, ...(data !== undefined && { data }) };
}

/**
 * A `FrameworkError` of another copy of the package, as one of this: a tool that is installed
 * elsewhere than the project's package, and a plugin with a package of its own, make two classes of
 * that name. Only what a field holds is read: nothing of the thrown value runs.
 */
function ofAnotherCopy(thrown: unknown): FrameworkError | null {
  if (!(thrown instanceof Error) || thrown instanceof FrameworkError) return null;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(thrown, name)?.value;
  const [name, code, message, data] = ["name", "code", "message", "data"].map(field);
  if (name !== "FrameworkError" || typeof code !== "string" || !Object.hasOwn(errorCodes, code))
    return null;
  return new FrameworkError(code as ErrorCode, String(message), { data });
}

/** The message that was meant: the one a thrown object carries, or the object itself as text. */
function messageOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  try {
    if ("message" in thrown && typeof thrown.message === "string") return thrown.message;
    const json = asJson(() => thrown);
    return json === undefined ? Object.prototype.toString.call(thrown) : JSON.stringify(json);
  } catch {
    return "What was thrown cannot be told in words"; // its properties throw, too
  }
}

/**
 * What is left of a thrown value when its message is taken; the message and stack of an `Error` are
 * no fields of its own.
 */
function dataOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || "toJSON" in thrown) return thrown;
  const fields = Object.entries(thrown);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** What arrives of a value sent as JSON; `undefined` for what cannot be sent. */
function asJson(read: () => unknown): unknown {
  try {
    const json = JSON.stringify(read()) as string | undefined;
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  } catch {
    // It holds itself, a BigInt, or what throws when it is read. That must not hide why the command
    // failed.
    return undefined;
  }
}
