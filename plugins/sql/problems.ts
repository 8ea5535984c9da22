import { FrameworkError, type ErrorCode } from "framework/app";

/** The reason why a call of a database's thread failed. */
export interface Problem {
  readonly message: string;
  /** SQLite's extended result code; `null`: the error is not SQLite's. */
  readonly code: number | null;
  /** A code that SQLite does not know; `null`: that of its error. */
  readonly kind: "bad-argument" | "timed-out" | null;
}

// Primary result codes, the lowest eight bits of the extended ones. Source:
// https://sqlite.org/rescode.html
const kinds: Readonly<Record<number, readonly [code: ErrorCode, remedy: string]>> = {
  5: ["timed-out", "another process of the app is writing"],
  8: ["io", "its file, or the folder, cannot be written"],
  10: ["io", "the disk refused it"],
  11: ["io", "the file is damaged, put a copy in its place"],
  13: ["io", "the disk is full"],
  14: ["io", "the file, or its folder, cannot be opened"],
  23: [
    "not-allowed",
    "pages may not attach files, load code or use this function, pragma or kind of table",
  ],
  26: ["io", "the file is no database and was left as it is"],
};

/** The error for a page. `data.code` is SQLite's extended result code. */
export function failure(database: string, { message, code, kind: own }: Problem): FrameworkError {
  const [kind, remedy] = (code === null ? undefined : kinds[code & 0xff]) ?? [
    own ?? "command-failed",
    null,
  ];
  const more = remedy === null ? "" : ` (${remedy})`;
  return new FrameworkError(kind, `Cannot use database "${database}": ${message}${more}`, {
    ...(code !== null && { data: { code } }),
  });
}

/** The error of a call that is invalid by itself. */
export function misuse(
  database: string,
  wanted: string,
  code: ErrorCode = "bad-argument",
): FrameworkError {
  return new FrameworkError(code, `Cannot use database "${database}": ${wanted}`);
}
