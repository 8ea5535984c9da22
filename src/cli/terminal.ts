import type { Target } from "../contract/target.ts";

/** Where a command writes, and from where it works: given, so that tests can look. */
export interface Terminal {
  readonly cwd: string;
  /** The machine that the tool runs on. */
  readonly host: Target;
  readonly color: boolean;
  /** Somebody watches: times and counters are worth showing. */
  readonly isWatched?: boolean;
  out(text: string): void;
  err(text: string): void;
}

/** An error the user can act on: its message is all they need, no stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** What the command ends with. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }

  /** What somebody else found out, in the same words. */
  static of(error: unknown): UserError {
    return new UserError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
