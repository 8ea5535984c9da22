import type { App } from "framework/app";
import { lineOf, type LogFormat, type LogRecord } from "./line.ts";
import { LogFile, type Rotation } from "./log-file.ts";
import { levelNumber, type LogLevel } from "./levels.ts";

export type LogTarget = "folder" | "stdout" | "stderr";

/** What a log is made of, complete. */
export interface LogSettings {
  readonly level: LogLevel;
  readonly levels: readonly (readonly [target: string, level: LogLevel])[];
  readonly targets: ReadonlySet<LogTarget>;
  readonly format: LogFormat;
  readonly rotation: Rotation;
  /** Of the file, without `.log`; `null`: the app's own. */
  readonly file: string | null;
}

/** A page that hears of each line: those of one turn go together. */
interface Listener {
  readonly emit: (event: string, payload: unknown) => void;
  waiting: { level: number; message: string }[];
}

/** Lines for a page that wait for it at most. */
const maxForPage = 10_000;

/** The log of one app: lets lines through by their level, and writes them to each target. */
export class Log {
  readonly #settings: LogSettings;
  readonly #listeners = new Set<Listener>();
  /** By the target's name: as a rule there are few. */
  readonly #least = new Map<string, number>();
  #file: LogFile | null = null;
  /** What came before the app was there. */
  #early: LogRecord[] = [];
  #app: App | null = null;

  constructor(settings: LogSettings) {
    this.#settings = settings;
  }

  open(app: App): void {
    this.#app = app;
    const { targets, rotation, file } = this.#settings;
    const name = `${file ?? app.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_")}.log`;
    if (targets.has("folder"))
      this.#file = new LogFile(() => app.paths.within("APPLOG", name), rotation, say);
    const early = this.#early;
    this.#early = [];
    for (const record of early) this.write(record);
  }

  /** @param isSaid whether a console has written it already */
  write(record: LogRecord, isSaid = false): void {
    if (levelNumber(record.level) < this.#minOf(record.target)) return;
    if (this.#app === null) {
      this.#early.push(record);
      return;
    }
    const { targets, format } = this.#settings;
    const line = lineOf(record, format, Date.now());
    this.#file?.add(line);
    if (!isSaid && targets.has("stdout")) process.stdout.write(line);
    if (!isSaid && targets.has("stderr")) process.stderr.write(line);
    for (const listener of this.#listeners)
      tell(listener, levelNumber(record.level), line.trimEnd());
  }

  /** Emits each line to a page from now on, until it goes. */
  attach(emit: Listener["emit"], signal: AbortSignal): void {
    const listener: Listener = { emit, waiting: [] };
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => void this.#listeners.delete(listener));
  }

  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /**
   * The level from which on lines of a target are let through: that of the longest name that it
   * begins with.
   */
  #minOf(target: string): number {
    const known = this.#least.get(target);
    if (known !== undefined) return known;
    const { level, levels } = this.#settings;
    const fits = levels.filter(
      ([name]) =>
        target === name || (/^[:/.]/.test(target.slice(name.length)) && target.startsWith(name)),
    );
    const [, own] = fits.toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
    const least = levelNumber(own ?? level);
    // A page makes up as many places as it likes.
    if (this.#least.size < 1000) this.#least.set(target, least);
    return least;
  }
}

function tell(listener: Listener, level: number, message: string): void {
  const { waiting } = listener;
  if (waiting.length >= maxForPage) return;
  waiting.push({ level, message });
  if (waiting.length > 1) return;
  setImmediate(() => {
    listener.waiting = [];
    listener.emit("log://lines", waiting);
  });
}

function say(problem: string): void {
  process.stderr.write(`log: ${problem}\n`);
}
