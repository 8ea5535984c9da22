import { until } from "./until.ts";

interface Waiting {
  readonly share: number;
  readonly begin: () => void;
}

interface Line {
  free: number;
  readonly waiting: Waiting[];
}

/**
 * Limits the concurrent operations, or the bytes, of each document; later ones wait for their turn.
 */
export class Semaphore {
  readonly #most: number;
  readonly #lines = new Map<number, Line>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Acquires a share, to be released.
   *
   * @param share the amount; more than the total waits until it is alone
   * @throws the signal's reason, when that comes first
   */
  async acquire(document: number, signal: AbortSignal, share = 1): Promise<Disposable> {
    const turn = this.tryAcquire(document, share);
    if (turn !== null) return turn;
    await this.#wait(document, signal, this.#possible(share));
    return this.#turn(document, this.#possible(share));
  }

  /** Acquires a share, to be released; `null`: it would have to wait. */
  tryAcquire(document: number, share = 1): Disposable | null {
    const possible = this.#possible(share);
    const line = this.#line(document);
    if (line.waiting.length > 0 || line.free < possible) return null;
    line.free -= possible;
    return this.#turn(document, possible);
  }

  #possible(share: number): number {
    return Math.min(share, this.#most);
  }

  #turn(document: number, share: number): Disposable {
    return { [Symbol.dispose]: () => this.#giveBack(document, share) };
  }

  #line(document: number): Line {
    let line = this.#lines.get(document);
    if (line === undefined) this.#lines.set(document, (line = { free: this.#most, waiting: [] }));
    return line;
  }

  async #wait(document: number, signal: AbortSignal, share: number): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const waiting = { share, begin: turn.resolve };
    const line = this.#line(document);
    line.waiting.push(waiting);
    try {
      await until(signal, turn.promise);
    } catch (error) {
      const at = line.waiting.indexOf(waiting);
      // The release may have come at the same moment.
      if (at === -1) this.#giveBack(document, share);
      else line.waiting.splice(at, 1);
      // A later waiter may need less.
      this.#giveBack(document, 0);
      throw error;
    }
  }

  #giveBack(document: number, share: number): void {
    const line = this.#line(document);
    line.free += share;
    for (
      let next = line.waiting[0];
      next !== undefined && next.share <= line.free;
      next = line.waiting[0]
    ) {
      line.waiting.shift();
      line.free -= next.share;
      next.begin();
    }
    if (line.free === this.#most) this.#lines.delete(document);
  }
}
