import type { App } from "framework/app";
import { lineOf, type LogFormat, type LogRecord } from "./line.ts";
import { LogFile, type Rotation } from "./log-file.ts";
import { levelNumber, type LogLevel } from "./levels.ts";

export type LogTarget = "folder" | "stdout" | "stderr";

/** The settings of a log, complete. */
export interface LogSettings {
  readonly level: LogLevel;
  readonly levels: readonly (readonly [target: string, level: LogLevel])[];
  readonly targets: ReadonlySet<LogTarget>;
  readonly format: LogFormat;
  readonly rotation: Rotation;
  /** Of the file, without `.log`; `null`: the app's own. */
  readonly file: string | null;
}

/** A page that receives each line: those of one turn are sent together. */
interface Listener {
  readonly emit: (event: string, payload: unknown) => void;
  waiting: { level: number; message: string }[];
}

/** The maximum number of lines that wait for a page. */
const maxForPage = 10_000;

/** The log of one app: filters lines by their level, and writes them to each target. */
export class Log {
  readonly #settings: LogSettings;
  readonly #listeners = new Map<AbortSignal, Listener>();
  /** By the target's name: usually there are few. */
  readonly #least = new Map<string, number>();
  #file: LogFile | null = null;
  /** The lines from before the app existed. */
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
    for (const listener of this.#listeners.values())
      tell(listener, levelNumber(record.level), line.trimEnd());
  }

  /** Emits each line to a page from now on, until it closes. */
  attach(emit: Listener["emit"], page: AbortSignal): void {
    // Each event reaches all handlers of a page, so it gets each line once.
    if (this.#listeners.has(page)) return;
    this.#listeners.set(page, { emit, waiting: [] });
    page.addEventListener("abort", () => void this.#listeners.delete(page), { once: true });
  }

  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** The minimum level for lines of a target: that of its longest matching prefix. */
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
    // A page can invent any number of positions.
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
