/**
 * So many milliseconds of messages are worked off in one go: four of them are a frame of a screen.
 */
const longest = 4;
/** So many milliseconds the rest waits at most, when others have no end. */
export const longestWait = 8;
/** When no message came for so many milliseconds, the loop has done whatever else there was. */
const pause = 1;

/**
 * The time of the ui thread, as far as the app thread's messages take it. Messages that come one
 * after the other, or as fast as they are answered, are worked off in slices. Between them the loop
 * has its turn for input and drawing.
 */
export class TimeSlice {
  readonly #now: () => number;
  #began = 0;
  #ended = -Infinity;
  #isOver = true;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * A message may be there. `false`: those before it have used up the slice, and others have not
   * had their turn yet.
   */
  begin(): boolean {
    const now = this.#now();
    if (this.#isOver || now - this.#ended > pause) {
      this.#isOver = false;
      this.#began = now;
    }
    return this.#goesOn(now);
  }

  /**
   * After a message: whether there is time for another one. If not, `begin` is next said when
   * others had their turn.
   */
  goesOn(): boolean {
    return this.#goesOn(this.#now());
  }

  /** There is no other message. */
  end(): void {
    this.#ended = this.#now();
  }

  #goesOn(now: number): boolean {
    this.#isOver = now - this.#began >= longest;
    return !this.#isOver;
  }
}
