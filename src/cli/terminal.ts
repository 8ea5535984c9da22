import type { Target } from "../contract/target.ts";

/** The output and the working directory of a command: injected, so that tests can check them. */
export interface Terminal {
  readonly cwd: string;
  /** The machine that the tool runs on. */
  readonly host: Target;
  /** Of standard error. */
  readonly color: boolean;
  /** Of standard output. Absent: the same. */
  readonly outColor?: boolean;
  /** A user watches: times and counters are useful. */
  readonly isWatched?: boolean;
  /** The present width of a watched terminal. Absent: unknown. */
  readonly columns?: number | undefined;
  out(text: string): void;
  err(text: string): void;
}

/** Whether a user watches the command, and no build server runs it. @param ci `--ci` */
export function isAttended({ isWatched }: Terminal, ci: boolean | undefined): boolean {
  return isWatched === true && ci !== true && !process.env["CI"];
}

/**
 * The terminal for a command with `--json`: its messages go to standard error, because standard
 * output holds the result alone.
 */
export function besideJson(terminal: Terminal): Terminal {
  return { ...terminal, out: (text) => terminal.err(text) };
}

/** An error that the user can act on: its message is sufficient, without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** The exit code of the command. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }

  /** An error of other code, with the same message. */
  static of(error: unknown): UserError {
    return new UserError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The tool's own escape sequences: for restarting a line, and for the colours of reports. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const own = /^\r\x1b\[K|\x1b\[(?:[012]|3[1236])m/g;
// Characters that move the cursor, or change the direction of a line.
const unseen = /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Line ends, for a terminal or in code, and control characters of terminals. */
const notPlain = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A name or a text of a project as a part of one line, of a terminal or of code. */
export function plainLine(text: string): string {
  return text.replace(notPlain, escaped);
}

/**
 * A text in a form that is safe for a terminal. It contains names and values of a project, possibly
 * by a stranger, which must not overwrite earlier output.
 */
export function escapeControlCharacters(text: string): string {
  const shown = (part: string): string => part.replace(unseen, escaped);
  const between = text.split(own).map(shown);
  const kept = text.match(own) ?? [];
  return between.map((part, at) => part + (kept[at] ?? "")).join("");
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
