import { firstLines } from "./first-lines.ts";
import type { Terminal } from "./terminal.ts";

/** A step that was taken. */
export interface Step {
  readonly name: string;
  readonly ms: number;
}

/** Tells how much of a step is done, from 0 to 1. */
type Tell = (done: number) => void;

/**
 * Tells what is being done: on a terminal with the time each step took, elsewhere as plain lines.
 * All of it goes to standard error, so that standard output holds results only.
 */
export class Progress {
  readonly steps: Step[] = [];
  readonly #terminal: Terminal;
  readonly #showsTimes: boolean;

  constructor(terminal: Terminal, showsTimes: boolean) {
    this.#terminal = terminal;
    this.#showsTimes = showsTimes;
  }

  /**
   * @param run may tell how much of it is done, from 0 to 1
   * @param talks the step writes to the terminal by itself, so its time gets a line of its own
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
    let shown: string | null = null;
    const tell = (done: number): void => {
      const percent = `${Math.floor(done * 100)} %`;
      if (!waits || percent === shown) return;
      begin = `\r\x1b[K${name} … `;
      shown = percent;
      err(`${begin}${percent}`);
    };
    const start = performance.now();
    try {
      const result = await run(tell);
      const ms = Math.round(performance.now() - start);
      this.steps.push({ name, ms });
      if (this.#showsTimes) err(`${talks ? "  took " : begin}${seconds(ms)}\n`);
      return result;
    } catch (error) {
      if (waits) err(`${begin}failed\n`);
      throw error;
    }
  }

  note(text: string): void {
    this.#terminal.err(`${text}\n`);
  }

  /** The first of some notes, and how many others there are. */
  notes(texts: readonly string[]): void {
    for (const text of firstLines(texts)) this.note(text);
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 2 : 1)} s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
