/** Milliseconds of calls before events of the ui thread, and timers, have their turn. */
const slice = 4;
/**
 * The calls in this time: a few in any case, and not more than these, since most of a call may run
 * only when those before it have begun.
 */
const minCalls = 8;
const maxCalls = 16;

type Begin = () => void;

/**
 * Begins the calls of all documents round robin, so that thousands of calls of one page delay
 * another page's call by one turn of the loop. Calls of one document keep their order.
 */
export class Turns {
  /** The waiting calls of each document, in the order of the next turns. */
  readonly #waiting = new Map<number, Begin[]>();
  /** The milliseconds that calls of this turn of the loop took; `null`: none has begun. */
  #spent: number | null = null;
  #begun = 0;

  /**
   * Begins a call: at once, unless others wait or have used up the time.
   *
   * @param isAlone no other document is open
   */
  run(document: number, begin: Begin, isAlone: boolean): void {
    if (this.#waiting.size === 0 && (isAlone || this.#hasTime())) return this.#begin(begin);
    const known = this.#waiting.get(document);
    if (known === undefined) this.#waiting.set(document, [begin]);
    else known.push(begin);
  }

  /** Begins all waiting calls of a document that closes. */
  flush(document: number): void {
    const calls = this.#waiting.get(document) ?? [];
    this.#waiting.delete(document);
    for (const begin of calls) begin();
  }

  #hasTime(): boolean {
    if (this.#spent === null) {
      this.#spent = 0;
      this.#begun = 0;
      // The events that wait by now are received before.
      setImmediate(() => this.#nextTurn());
    }
    return this.#begun < minCalls || (this.#begun < maxCalls && this.#spent < slice);
  }

  #begin(begin: Begin): void {
    const began = performance.now();
    this.#begun++;
    begin();
    if (this.#spent !== null) this.#spent += performance.now() - began;
  }

  #nextTurn(): void {
    this.#spent = null;
    while (this.#waiting.size > 0 && this.#hasTime()) {
      // The document behind all others is the last one that had a turn.
      const [document, calls] = this.#waiting.entries().next().value as [number, Begin[]];
      this.#waiting.delete(document);
      const begin = calls.shift() as Begin;
      if (calls.length > 0) this.#waiting.set(document, calls);
      this.#begin(begin);
    }
  }
}
