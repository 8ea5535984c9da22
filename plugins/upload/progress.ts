/** The progress of a transfer for a page. */
interface ProgressPayload {
  readonly id: number;
  /** Bytes since the last event. */
  readonly progress: number;
  /** 0: unknown. */
  readonly total: number;
  /** Bytes since the start. */
  readonly sum: number;
}

/** Milliseconds between two events of a transfer. */
const pause = 50;

/** Reports the progress of a transfer to a page, several times a second. */
export class Progress {
  readonly #id: number;
  readonly #emit: (payload: ProgressPayload) => void;
  #reported = 0;
  #sum = 0;
  #total = 0;
  #next = 0;

  constructor(id: number, emit: (payload: ProgressPayload) => void) {
    this.#id = id;
    this.#emit = emit;
  }

  add(bytes: number, total: number): void {
    this.#sum += bytes;
    this.#total = total;
    if (performance.now() >= this.#next) this.flush();
  }

  /** Existing content counts as downloaded; repeated content does not. */
  setSum(bytes: number): void {
    this.#sum = bytes;
  }

  /** Sends the pending report. */
  flush(): void {
    const progress = this.#sum - this.#reported;
    if (progress === 0) return;
    this.#reported = this.#sum;
    this.#next = performance.now() + pause;
    this.#emit({ id: this.#id, progress, total: this.#total, sum: this.#sum });
  }
}
