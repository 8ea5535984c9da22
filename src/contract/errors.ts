/**
 * Every code that a failed call may carry, with its meaning. Pages may branch on a code; the
 * message is for people and may change.
 */
export const errorCodes = {
  "bad-message": "the request itself could not be read",
  "unknown-command": "no command has this name",
  "not-allowed": "an allowlist flag is not set, this page may not call at all, or the user said no",
  "bad-argument": "an argument is missing, unknown, or has a value that is not allowed",
  "out-of-scope": "the configuration and the user did not allow the path, address or program",
  "not-found": "the file, folder or window does not exist",
  "already-exists": "the file, folder or window exists already",
  "bad-path": "the path cannot be used as it is, for example because it is not valid Unicode",
  io: "the system refused a file operation",
  network: "the server could not be reached, or broke off",
  "timed-out": "it took longer than the call allows",
  "too-long":
    "the answer of a server, or the output of a program, has more bytes than the call allows",
  "bad-update":
    "the answer of the update server is not signed by the app's author as a newer version",
  unavailable: "this system, session or machine cannot do it",
  closed: "the window or page went away before the answer came",
  restarted: "in development: the app's own code was started again before the answer came",
  "command-failed": "a command of the app itself threw an error",
  internal: "a fault of the framework; please report it",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An error in the form that crosses threads and reaches the page. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The value that a command of the app threw, beside the message of an `Error`. It is JSON. */
  readonly data?: unknown;
}

/**
 * The error of every rejected call: a stable `code` to branch on, a message for people, and the
 * value that an app's own command threw.
 */
export class FrameworkError extends Error {
  override readonly name = "FrameworkError";
  readonly code: ErrorCode;
  /**
   * The value that a command of the app threw: an object or text unchanged, for an `Error` its own
   * fields.
   */
  declare readonly data?: unknown;

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly data?: unknown },
  ) {
    super(message, options);
    this.code = code;
    // Set only when present: a printed error would show an empty field.
    if (options?.data !== undefined) this.data = options.data;
  }

  /** Rebuilds an error that crossed a thread or came from the app. */
  static from({ code, message, data }: PlainError): FrameworkError {
    return new FrameworkError(code, message, { data });
  }

  /** The message alone, because it is shown to people. */
  override toString(): string {
    return this.message;
  }

  /** JSON does not include the own fields of an error. */
  toJSON(): PlainError & { readonly name: string } {
    const { name, code, message, data } = this;
    return { name, code, message, ...(data !== undefined && { data }) };
  }
}

/** Makes any thrown value serializable; `code` is used unless it is a FrameworkError already. */
export function plainError(thrown: unknown, code: ErrorCode = "internal"): PlainError {
  if (!(thrown instanceof FrameworkError)) return { code, message: messageOf(thrown) };
  const data = asJson(() => thrown.data);
  return { code: thrown.code, message: thrown.message, ...(data !== undefined && { data }) };
}

/**
 * The same for the errors of an app's own commands, with the thrown value itself. Only for these:
 * the fields of other errors, such as a path, must not reach the page.
 */
export function ownPlainError(thrown: unknown): PlainError {
  const error = ofAnotherCopy(thrown) ?? thrown;
  const plain = plainError(error, "command-failed");
  const data = error instanceof FrameworkError ? plain.data : asJson(() => dataOf(error));
  return { ...plain, ...(data !== undefined && { data }) };
}

/**
 * Converts a `FrameworkError` of another copy of the package: a tool installed outside of the
 * project, and a plugin with a package of its own, create two classes of that name. The conversion
 * only reads data fields: no code of the thrown value runs.
 */
function ofAnotherCopy(thrown: unknown): FrameworkError | null {
  if (!(thrown instanceof Error) || thrown instanceof FrameworkError) return null;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(thrown, name)?.value;
  const [name, code, message, data] = ["name", "code", "message", "data"].map(field);
  if (name !== "FrameworkError" || typeof code !== "string" || !Object.hasOwn(errorCodes, code))
    return null;
  return new FrameworkError(code as ErrorCode, String(message), { data });
}

/** The intended message: the one that a thrown object carries, or the object itself as text. */
function messageOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  try {
    if ("message" in thrown && typeof thrown.message === "string") return thrown.message;
    const json = asJson(() => thrown);
    return json === undefined ? Object.prototype.toString.call(thrown) : JSON.stringify(json);
  } catch {
    return "The thrown value has no text"; // its properties throw, too
  }
}

/**
 * The data of a thrown value beside its message; the message and stack of an `Error` are no own
 * fields.
 */
function dataOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || "toJSON" in thrown) return thrown;
  const fields = Object.entries(thrown);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The value after a round trip through JSON; `undefined` for a value that JSON cannot hold. */
function asJson(read: () => unknown): unknown {
  try {
    const json = JSON.stringify(read()) as string | undefined;
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  } catch {
    // The value is cyclic, holds a BigInt, or has a getter that throws. That must not hide the
    // command's error.
    return undefined;
  }
}
