import { definePlugin, FrameworkError, type AppCommandContext } from "framework/app";
import { captureScript, untouched } from "./capture.ts";
import type { LogFields, LogFormat } from "./line.ts";
import { levels, type LogLevel } from "./levels.ts";
import { Log, type LogTarget } from "./log.ts";
import { openLogger, textOf, type Logger } from "./logger.ts";

export type { LogFields, LogFormat } from "./line.ts";
export type { LogLevel } from "./levels.ts";
export type { LogTarget } from "./log.ts";
export type { Logger } from "./logger.ts";

export interface LogOptions {
  /** The minimum level that is written. Default: `trace`. */
  readonly level?: LogLevel;
  /** The same for some targets, and their subtargets: `{ page: "warn", "app:db": "debug" }`. */
  readonly levels?: Readonly<Record<string, LogLevel>>;
  /** The destinations of lines. Default: `folder`, which is `$APPLOG`, and `stdout`. */
  readonly targets?: readonly LogTarget[];
  /** Default: `text`. */
  readonly format?: LogFormat;
  /** The name of the file, without `.log`. Default: the app's own. */
  readonly file?: string;
  /** The size in bytes at which the next file begins. Default: 1,000,000. */
  readonly maxSize?: number;
  /** The age in days at which the next file begins. Default: 30. */
  readonly maxDays?: number;
  /** The number of old files that are kept. Default: 5. */
  readonly keep?: number;
  /** Captures consoles and uncaught errors, of pages and of the app's own code. Default: true. */
  readonly capture?: boolean;
}

/** The fields of one line from a page. */
interface PageLine {
  readonly level: number;
  readonly message: string;
  readonly location?: string | null;
  readonly keyValues?: LogFields | null;
}

/**
 * Writes lines of pages and the app's own code to a rotated file, to standard output, and to
 * listening pages.
 *
 * @example
 * const logger = log({ level: "info" });
 * logger.info("3 files were saved", { folder });
 * export default defineApp({ plugins: [logger] });
 */
export function log(options: LogOptions = {}) {
  const {
    level = "trace",
    targets = ["folder", "stdout"],
    format = "text",
    capture = true,
  } = options;
  const { maxSize = 1_000_000, maxDays = 30, keep = 5 } = options;
  const all = new Log({
    level,
    levels: Object.entries(options.levels ?? {}),
    targets: new Set(targets),
    format,
    rotation: { maxSize, maxDays, keep },
    file: options.file ?? null,
  });
  const write = (each: LogLevel, target: string, message: string, fields: LogFields | null): void =>
    all.write({ level: each, target, message, fields });
  const ofPage = (line: unknown, window: string, isSaid: boolean): void => {
    const { level: number, message, location, keyValues } = (line ?? {}) as Partial<PageLine>;
    const found = levels[(number ?? 0) - 1];
    if (found === undefined || typeof message !== "string") {
      const [part, wanted] =
        found === undefined
          ? [number, "the level must be a number of 1 to 5"]
          : [message, "the message must be a text"];
      throw new FrameworkError("bad-argument", `Cannot log ${shortText(part)}: ${wanted}`);
    }
    const target = `page:${window}${typeof location === "string" ? `:${location.slice(0, 500)}` : ""}`;
    all.write({ level: found, target, message, fields: keyValues ?? null }, isSaid);
  };
  const plugin = definePlugin({
    name: "log",
    flags: { log: "write", lines: "write", attach: "read" },
    scripts: capture ? [captureScript] : [],
    commands: {
      log: (line: PageLine, { window }: AppCommandContext) => ofPage(line, window, false),
      lines(
        { lines, isCaptured = false }: { lines: readonly PageLine[]; isCaptured?: boolean },
        { window, app },
      ) {
        if (!Array.isArray(lines) || lines.length > 1000)
          throw new FrameworkError(
            "bad-argument",
            'Cannot log: "lines" must be a list of at most 1000',
          );
        // In development the terminal shows the console of pages already.
        const isSaid = isCaptured && app.mode === "dev";
        let refusal: unknown = null;
        for (const line of lines as readonly unknown[])
          try {
            ofPage(line, window, isSaid);
          } catch (error) {
            // The other lines of the turn are written nevertheless.
            refusal ??= error;
          }
        if (refusal !== null) throw refusal;
      },
      attach: (_: unknown, { emit, signal }: AppCommandContext) => all.attach(emit, signal),
    },
    setup(app) {
      all.open(app);
      if (capture) {
        const release = captureConsole(all);
        app.onError(({ error, source }) => {
          // The script above logs the errors of pages.
          if (source === "code") write("error", "app", `uncaught ${textOf(error)}`, null);
        });
        app.onExit(release);
      }
      app.onExit(() => all.close());
    },
  });
  const logger: Logger = openLogger("app", write, () => all.flush());
  return { ...plugin, ...logger };
}

/** A value on one line, for an error. */
function shortText(value: unknown): string {
  const text = String(JSON.stringify(value));
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

const consoleLevels = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
} as const;

/** Captures the console of the app's own code; returns a function that ends it. */
function captureConsole(all: Log): () => void {
  const before = Object.keys(consoleLevels).map((name) => [name, console[name as "log"]] as const);
  for (const [name, write] of before) {
    const level = consoleLevels[name as keyof typeof consoleLevels];
    const taken = (...values: unknown[]): void => {
      write(...values);
      all.write(
        { level, target: "app:console", message: values.map(textOf).join(" "), fields: null },
        true,
      );
    };
    console[name as "log"] = Object.assign(taken, { [Symbol.for(untouched)]: write });
  }
  return () => {
    for (const [name, write] of before) console[name as "log"] = write;
  };
}
