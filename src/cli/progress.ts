import type { Terminal } from "./terminal.ts";

/** A step that was taken. */
export interface Step {
  readonly name: string;
  readonly ms: number;
}

/**
 * Tells what is being done: on a terminal with the time each step took, elsewhere as plain lines. All of it goes to
 * standard error, so that standard output holds results only.
 */
export class Progress {
  readonly steps: Step[] = [];
  readonly #terminal: Terminal;
  readonly #showsTimes: boolean;

  constructor(terminal: Terminal, showsTimes: boolean) {
    this.#terminal = terminal;
    this.#showsTimes = showsTimes;
  }

  /** @param talks the step writes to the terminal by itself, so its time gets a line of its own */
  async step<T>(name: string, run: () => T | Promise<T>, { talks = false } = {}): Promise<T> {
    const err = (text: string): void => this.#terminal.err(text);
    const waits = this.#showsTimes && !talks;
    err(waits ? `${name} … ` : `${name}\n`);
    const start = performance.now();
    try {
      const result = await run();
      const ms = Math.round(performance.now() - start);
      this.steps.push({ name, ms });
      if (this.#showsTimes) err(`${talks ? "  took " : ""}${seconds(ms)}\n`);
      return result;
    } catch (error) {
      if (waits) err("failed\n");
      throw error;
    }
  }

  note(text: string): void {
    this.#terminal.err(`${text}\n`);
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 2 : 1)} s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
