import { misuse } from "./problems.ts";

/** The caller of a statement. */
export interface Caller {
  /** Aborted when the page closes; the same one for all calls of a page. */
  readonly page: AbortSignal;
  /** The number of the statement's transaction; `null`: none. */
  readonly transaction: number | null;
}

/** An open transaction. Until it ends, other statements wait. */
export interface Transaction {
  readonly page: AbortSignal;
  /**
   * `null`: the page began it by a `BEGIN` of its own, so that all its statements are part of it.
   */
  readonly number: number | null;
  /** The reason why it can only be ended; `null`: there is none. */
  problem: string | null;
}

interface Waiting {
  readonly caller: Caller | null;
  readonly start: (turn: Disposable) => void;
}

/** The turns on the one connection of a database: one statement at a time, and one transaction. */
export class Turns {
  /** The open transaction. */
  transaction: Transaction | null = null;
  readonly #database: string;
  readonly #patience: number;
  #waiting: Waiting[] = [];
  #isTaken = false;

  /** @param patience milliseconds that a statement waits for the transaction of another page */
  constructor(database: string, patience: number) {
    this.#database = database;
    this.#patience = patience;
  }

  /**
   * Waits for the caller's turn, which lasts until it is disposed.
   *
   * @param caller `null`: for work that waits for no transaction
   * @throws FrameworkError `timed-out` when another caller's transaction lasts too long
   */
  async take(caller: Caller | null): Promise<Disposable> {
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiting: Waiting = { caller, start: resolve };
    this.#waiting.push(waiting);
    this.#next();
    const timer = setInterval(() => {
      // A running statement has a limit of its own.
      if (this.#mayRun(caller)) return;
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
      reject(
        misuse(this.#database, `${this.#held()} for more than ${this.#patience} ms`, "timed-out"),
      );
    }, this.#patience);
    try {
      return await promise;
    } finally {
      clearInterval(timer);
    }
  }

  #held(): string {
    const whose = this.transaction?.number === null ? "begun by BEGIN" : "of db.transaction()";
    return `a transaction ${whose} is open, and this statement is no part of it: it waited`;
  }

  #next(): void {
    if (this.#isTaken) return;
    const next = this.#waiting.find(({ caller }) => this.#mayRun(caller));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#isTaken = true;
    next.start({
      [Symbol.dispose]: () => {
        this.#isTaken = false;
        this.#next();
      },
    });
  }

  #mayRun(caller: Caller | null): boolean {
    const open = this.transaction;
    if (open === null || caller === null) return true;
    if (caller.transaction !== open.number) return caller.transaction !== null; // It has ended, and gets an error.
    return caller.page === open.page;
  }
}
