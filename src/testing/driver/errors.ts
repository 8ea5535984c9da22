/** The errors of the standard, and the HTTP status of each. Source: WebDriver, "Errors". */
const statuses = {
  "detached shadow root": 404,
  "element click intercepted": 400,
  "element not interactable": 400,
  "invalid argument": 400,
  "invalid cookie domain": 400,
  "invalid element state": 400,
  "invalid selector": 400,
  "invalid session id": 404,
  "javascript error": 500,
  "move target out of bounds": 500,
  "no such alert": 404,
  "no such cookie": 404,
  "no such element": 404,
  "no such frame": 404,
  "no such shadow root": 404,
  "no such window": 404,
  "script timeout": 500,
  "session not created": 500,
  "stale element reference": 404,
  timeout: 500,
  "unable to set cookie": 500,
  "unable to capture screen": 500,
  "unexpected alert open": 500,
  "unknown command": 404,
  "unknown error": 500,
  "unknown method": 405,
  "unsupported operation": 500,
} as const;

export type ErrorCode = keyof typeof statuses;

/** A failure that a client receives. */
export class DriverError extends Error {
  readonly code: ErrorCode;
  /** Further data that the standard requires. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(
    code: ErrorCode,
    message: string,
    { cause, data = null }: { cause?: unknown; data?: DriverError["data"] } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return statuses[this.code];
  }

  /** The error for a code that a page has answered. */
  static named(code: string, message: string): DriverError {
    return new DriverError(code in statuses ? (code as ErrorCode) : "unknown error", message);
  }

  static from(error: unknown): DriverError {
    if (error instanceof DriverError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new DriverError("unknown error", message, { cause: error });
  }
}
