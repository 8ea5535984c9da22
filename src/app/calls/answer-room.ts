import type { Turns } from "./turns.ts";

/**
 * What the answer to one call takes of the room that its document has for answers: from before it is read until the page has
 * it. A call asks once at most, and for nothing else while it has room, so none waits for one that waits for it.
 */
export class AnswerRoom implements Disposable {
  readonly #room: Turns;
  readonly #document: number;
  readonly #signal: AbortSignal;
  #taken: Disposable | null = null;
  #bytes = 0;

  /** @param signal aborted when the document goes away */
  constructor(room: Turns, document: number, signal: AbortSignal) {
    this.#room = room;
    this.#document = document;
    this.#signal = signal;
  }

  /** How much it has. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes room; `false`: it would have to wait. */
  takeNow(bytes: number): boolean {
    this.#taken = this.#room.takeNow(this.#document, bytes);
    if (this.#taken !== null) this.#bytes = bytes;
    return this.#taken !== null;
  }

  /** Takes room when there is some. */
  async take(bytes: number): Promise<void> {
    this.#taken = await this.#room.take(this.#document, this.#signal, bytes);
    this.#bytes = bytes;
  }

  [Symbol.dispose](): void {
    this.#taken?.[Symbol.dispose]();
    this.#taken = null;
  }
}
