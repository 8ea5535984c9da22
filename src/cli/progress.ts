import { firstLines } from "./first-lines.ts";
import type { Terminal } from "./terminal.ts";

/** A step that was taken. */
export interface Step {
  readonly name: string;
  readonly ms: number;
}

/** Reports the finished part of a step, from 0 to 1, and the present work if it has a name. */
type Tell = (done: number, work?: string) => void;

/** The time, given so that tests need not wait. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Calls repeatedly. @returns a function that ends the calls */
  every(ms: number, call: () => void): () => void;
}

const realClock: Clock = {
  now: () => performance.now(),
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

/** The interval of updates on a terminal, in milliseconds. */
const shownEvery = 1000;
/** The interval of lines in a log: a line for each second would hide the others. */
const loggedEvery = 10_000;
/** Before both of them, the remaining time is a guess. */
const guessedFrom = { ms: 3000, done: 0.05 } as const;

/**
 * Reports the work: on a terminal with the time of each step, elsewhere as plain lines. All of it
 * goes to standard error, so that standard output holds results only.
 */
export class Progress {
  readonly steps: Step[] = [];
  readonly #terminal: Terminal;
  readonly #showsTimes: boolean;
  readonly #clock: Clock;

  constructor(terminal: Terminal, showsTimes: boolean, clock = realClock) {
    this.#terminal = terminal;
    this.#showsTimes = showsTimes;
    this.#clock = clock;
  }

  /**
   * @param run may report the finished part, from 0 to 1
   * @param talks the step itself writes to the terminal, so its time gets a separate line
   */
  async step<T>(
    name: string,
    run: (tell: Tell) => T | Promise<T>,
    { talks = false } = {},
  ): Promise<T> {
    const err = (text: string): void => this.#terminal.err(text);
    const waits = this.#showsTimes && !talks;
    err(waits ? `${name} … ` : `${name}\n`);
    let begin = "";
    let shown = "";
    const pace = new Pace(this.#clock);
    const show = (): void => {
      const text = this.#fitting(name, pace);
      if (text === shown) return;
      begin = `\r\x1b[K${name} … `;
      shown = text;
      err(`${begin}${text}`);
    };
    const tell: Tell = (done, work) => {
      const before = pace.percent;
      pace.reach(done, work ?? null);
      if (waits && pace.percent !== before) show();
    };
    const stop = talks
      ? () => {}
      : this.#clock.every(waits ? shownEvery : loggedEvery, () =>
          waits ? show() : err(`  ${pace.text(true)}\n`),
        );
    try {
      const result = await run(tell);
      const ms = Math.round(pace.ms);
      this.steps.push({ name, ms });
      if (this.#showsTimes) err(`${talks ? "  took " : begin}${seconds(ms)}\n`);
      return result;
    } catch (error) {
      if (waits) err(`${begin}failed\n`);
      throw error;
    } finally {
      stop();
    }
  }

  /** The work is left out where the line would be broken: only its last row could be cleared. */
  #fitting(name: string, pace: Pace): string {
    const room = (this.#terminal.columns ?? 80) - `${name} … `.length;
    const whole = pace.text(true);
    return whole.length < room ? whole : pace.text(false);
  }

  note(text: string): void {
    this.#terminal.err(`${text}\n`);
  }

  /** Shows the first of several notes, and the number of the others. */
  notes(texts: readonly string[]): void {
    for (const text of firstLines(texts)) this.note(text);
  }
}

/** The progress of a step, and its remaining time. */
class Pace {
  readonly #clock: Clock;
  readonly #start: number;
  #done = 0;
  #work: string | null = null;
  #reached = 0;
  /** The beginning of the measurement of speed: parts from an earlier run are done at once. */
  #from: { readonly done: number; readonly time: number } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  get ms(): number {
    return this.#clock.now() - this.#start;
  }

  /** `null`: the step does not report it. */
  get percent(): number | null {
    return this.#from === null ? null : Math.floor(this.#done * 100);
  }

  reach(done: number, work: string | null): void {
    if (this.#from === null || work !== this.#work) this.#from = { done, time: this.#clock.now() };
    this.#done = done;
    this.#work = work;
    this.#reached = this.#clock.now();
  }

  /** `40 %, about 30 s left: packing the runtime`; without figures, the time until now. */
  text(withWork: boolean): string {
    const { percent } = this;
    const left = this.#left();
    const figures =
      percent === null
        ? `${Math.floor(this.ms / 1000)} s`
        : `${percent} %${left === null ? "" : `, ${timeLeft(left)}`}`;
    return withWork && this.#work !== null ? `${figures}: ${this.#work}` : figures;
  }

  /** In milliseconds; `null`: not to be guessed yet. */
  #left(): number | null {
    if (this.#from === null || this.#done >= 1) return null;
    const [ms, done] = [this.#reached - this.#from.time, this.#done - this.#from.done];
    if (ms < guessedFrom.ms || done < guessedFrom.done) return null;
    return (ms / done) * (1 - this.#done) - (this.#clock.now() - this.#reached);
  }
}

/** In steps that a guess deserves. */
function timeLeft(ms: number): string {
  if (ms < 7500) return "a few seconds left";
  if (ms < 90_000) return `about ${Math.round(ms / 5000) * 5} s left`;
  return `about ${Math.round(ms / 60_000)} min left`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 2 : 1)} s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
