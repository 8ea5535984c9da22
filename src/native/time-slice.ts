/**
 * The time for handling messages in one go, in milliseconds: four of these slices are a frame of a
 * screen.
 */
const longest = 4;
/** The maximum delay of the rest, in milliseconds, when other work never ends. */
export const longestWait = 8;
/** After this many milliseconds without a message, the loop has done all its other work. */
const pause = 1;

/**
 * The ui thread's time for messages of the app thread. Continuous messages are handled in slices.
 * Between them the loop has its turn for input and drawing.
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
   * A message may be waiting. `false`: earlier ones have used up the slice, and other work has not
   * had its turn yet.
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
   * After a message: whether there is time for another one. If not, the next call is `begin`, after
   * other work had its turn.
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
