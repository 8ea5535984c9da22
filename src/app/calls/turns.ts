import { until } from "./until.ts";

interface Line {
  free: number;
  readonly waiting: (() => void)[];
}

/** Lets each document do so many things at once; what comes later waits for its turn. */
export class Turns {
  readonly #most: number;
  readonly #lines = new Map<number, Line>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * A turn, to be given back.
   * @throws the signal's reason, when that comes first
   */
  async take(document: number, signal: AbortSignal): Promise<Disposable> {
    const line = this.#line(document);
    if (line.free > 0) line.free--;
    else await this.#wait(document, line, signal);
    return { [Symbol.dispose]: () => this.#next(document, line) };
  }

  /** A turn, to be given back; `null`: it would have to wait. */
  takeNow(document: number): Disposable | null {
    const line = this.#line(document);
    if (line.free === 0) return null;
    line.free--;
    return { [Symbol.dispose]: () => this.#next(document, line) };
  }

  #line(document: number): Line {
    let line = this.#lines.get(document);
    if (line === undefined) this.#lines.set(document, (line = { free: this.#most, waiting: [] }));
    return line;
  }

  async #wait(document: number, line: Line, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    line.waiting.push(turn.resolve);
    try {
      await until(signal, turn.promise);
    } catch (error) {
      const at = line.waiting.indexOf(turn.resolve);
      // It may have come in the same moment.
      if (at === -1) this.#next(document, line);
      else line.waiting.splice(at, 1);
      throw error;
    }
  }

  #next(document: number, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.free++;
    if (line.free === this.#most) this.#lines.delete(document);
  }
}
