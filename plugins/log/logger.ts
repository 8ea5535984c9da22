import type { LogFields } from "./line.ts";
import type { LogLevel } from "./levels.ts";

/** Writes lines of the app's own code. An error is written with its stack. */
export interface Logger extends Readonly<
  Record<LogLevel, (message: string | Error, fields?: LogFields) => void>
> {
  /** A logger whose lines have this target. */
  target(name: string): Logger;
  /** Settles when all lines so far are in the file. */
  flush(): Promise<void>;
}

export function openLogger(
  target: string,
  write: (level: LogLevel, target: string, message: string, fields: LogFields | null) => void,
  flush: () => Promise<void>,
): Logger {
  const at =
    (level: LogLevel) =>
    (message: string | Error, fields?: LogFields): void =>
      write(level, target, textOf(message), fields ?? null);
  return {
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    target: (name) => openLogger(name, write, flush),
    flush,
  };
}

export function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  if (message instanceof Error) return message.stack ?? String(message);
  return Bun.inspect(message);
}
