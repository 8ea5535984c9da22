interface Waiting {
  /** The address of a top document; `null`: anything else. */
  readonly document: string | null;
  readonly go: () => void;
  readonly drop: () => void;
}

/**
 * The place where requests wait while the count of holds, which another thread keeps, is not zero.
 * Requests for a top document wait until that one is allowed.
 */
export class Valve {
  readonly #held: Int32Array;
  #allowed = "";
  #waiting: Waiting[] = [];

  constructor(held: Int32Array) {
    this.#held = held;
  }

  /** Runs `go` now or when it may, or `drop` if the waiting request is dropped. */
  pass(document: string | null, go: () => void, drop: () => void): void {
    this.#waiting.push({
      document: document === null ? null : withoutFragment(document),
      go,
      drop,
    });
    this.release();
  }

  /** The top document may go there. */
  allow(url: string): void {
    this.#allowed = withoutFragment(url);
    this.release();
  }

  release(): void {
    if (Atomics.load(this.#held, 0) !== 0) return; // held again meanwhile
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) {
      if (each.document !== null && each.document !== this.#allowed) this.#waiting.push(each);
      else each.go();
    }
  }

  drop(): void {
    this.#allowed = "";
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { drop } of waiting) drop();
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}
