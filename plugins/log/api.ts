/**
 * The page half: lines for the app's log, and those of the log for the page.
 *
 * Needs `plugins.log.allowlist.write`, and `.read` for {@link attachConsole} and
 * {@link attachLogger}.
 */
import { listen, type UnlistenFn } from "framework/api/event";
import { invoke } from "framework/api/invoke";

export interface LogOptions {
  /** The source position; by default the position of the call. */
  file?: string;
  line?: number;
  /** More data, by name. */
  keyValues?: Record<string, string | undefined>;
}

export const LogLevel = Object.freeze({ Trace: 1, Debug: 2, Info: 3, Warn: 4, Error: 5 } as const);
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** A line of the log, as it is written. */
export interface RecordPayload {
  level: LogLevel;
  message: string;
}

interface Line {
  readonly level: LogLevel;
  readonly message: string;
  readonly location: string | undefined;
  readonly keyValues: Record<string, string | undefined> | undefined;
}

let waiting: { readonly lines: Line[]; readonly sent: Promise<void> } | null = null;
const maxAtOnce = 1000;

/** Lines of one turn are sent together. */
function log(
  level: LogLevel,
  message: string,
  options: LogOptions | undefined,
  stack: string | undefined,
): Promise<void> {
  const { file, line, keyValues } = options ?? {};
  const location = file === undefined ? callerOf(stack) : `${file}:${line ?? 0}`;
  if (waiting === null) {
    const lines: Line[] = [];
    const sent = Promise.resolve().then(async () => {
      waiting = null;
      for (let at = 0; at < lines.length; at += maxAtOnce)
        await invoke<void>("plugin:log|lines" as string, {
          lines: lines.slice(at, at + maxAtOnce),
        });
    });
    waiting = { lines, sent };
  }
  waiting.lines.push({ level, message, location, keyValues });
  return waiting.sent;
}

/**
 * The caller of a function, from the stack that was created in it: its own position comes first.
 * Engines write `name@place`, or `at name (place)`.
 */
function callerOf(stack = ""): string | undefined {
  const places = stack
    .split("\n")
    .flatMap((line) => /(?:@|\(|at )([^\s@(]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  return places[1];
}

/**
 * @example
 * await trace("the cursor moved");
 */
export function trace(message: string, options?: LogOptions): Promise<void> {
  return log(LogLevel.Trace, message, options, new Error().stack);
}

/**
 * @example
 * await debug("the list was drawn");
 */
export function debug(message: string, options?: LogOptions): Promise<void> {
  return log(LogLevel.Debug, message, options, new Error().stack);
}

/**
 * @example
 * await info("3 files were saved", { keyValues: { folder: "/tmp" } });
 */
export function info(message: string, options?: LogOptions): Promise<void> {
  return log(LogLevel.Info, message, options, new Error().stack);
}

/**
 * @example
 * await warn("the disk is nearly full");
 */
export function warn(message: string, options?: LogOptions): Promise<void> {
  return log(LogLevel.Warn, message, options, new Error().stack);
}

/**
 * @example
 * await error("the file could not be saved");
 */
export function error(message: string, options?: LogOptions): Promise<void> {
  return log(LogLevel.Error, message, options, new Error().stack);
}

/**
 * Calls back for each later line of the log, of any page and the app.
 *
 * @example
 * const detach = await attachLogger(({ level, message }) => show(level, message));
 */
export async function attachLogger(handler: (record: RecordPayload) => void): Promise<UnlistenFn> {
  const unlisten = await listen<RecordPayload[]>("log://lines", ({ payload }) => {
    for (const record of payload) handler(record);
  });
  try {
    await invoke<void>("plugin:log|attach" as string);
    return unlisten;
  } catch (refusal) {
    unlisten();
    throw refusal;
  }
}

/**
 * Writes each later line of the log to the console of this page.
 *
 * @example
 * const detach = await attachConsole();
 */
export function attachConsole(): Promise<UnlistenFn> {
  const names = ["log", "debug", "info", "warn", "error"] as const;
  return attachLogger(({ level, message }) => {
    const write = console[names[level - 1] ?? "log"] as ConsoleWrite;
    // A captured console would log the line again, endlessly.
    (write[Symbol.for("framework-plugin-log")] ?? write)(message);
  });
}

type ConsoleWrite = ((message: string) => void) & {
  [taken: symbol]: ((message: string) => void) | undefined;
};
