import { DatabaseThread, type Args, type Method, type Result } from "./database-thread.ts";
import { failure, misuse } from "./problems.ts";
import type { SessionOptions } from "./session.ts";
import type { SentValues } from "./values.ts";
import { Turns, type Caller, type Transaction } from "./turns.ts";

/** The maximum number of open streams; each has a connection to the file. */
const maxStreams = 32;

interface OpenStream {
  readonly page: AbortSignal;
  /** The start of the thread that has it. */
  readonly start: number;
  /** It no longer has to end with its page. */
  readonly release: () => void;
}

/** One open database for all pages: their statements run one after the other, in a thread. */
export class Connection {
  readonly #name: string;
  readonly #thread: DatabaseThread;
  readonly #turns: Turns;
  readonly #streams = new Map<number, OpenStream>();
  #lastNumber = 0;
  /** The open transaction no longer has to end with its page. */
  #releasePage: () => void = () => {};

  constructor(name: string, options: SessionOptions) {
    this.#name = name;
    this.#thread = new DatabaseThread(name, options);
    this.#turns = new Turns(name, options.busyTimeout);
  }

  /** Opens the database, and migrates it to its newest version. */
  async open(): Promise<void> {
    using _ = await this.#turns.take(null);
    await this.#thread.call("rollback", []);
  }

  /** Runs one call of a page in its turn. */
  async run<M extends "execute" | "select">(
    caller: Caller,
    method: M,
    args: Args<M>,
  ): Promise<Result<M>> {
    using _ = await this.#turns.take(caller);
    this.#checkTransaction(caller);
    return await this.#statement(caller, method, args);
  }

  /** Opens a stream of rows, which ends with its page at the latest. Returns its number. */
  async openStream(caller: Caller, query: string, values: SentValues): Promise<number> {
    if (this.#streams.size >= maxStreams)
      throw misuse(
        this.#name,
        `${maxStreams} streams are open already, read or leave one`,
        "unavailable",
      );
    using _ = await this.#turns.take(caller);
    this.#checkTransaction(caller);
    const { page, transaction } = caller;
    const stream = ++this.#lastNumber;
    await this.#statement(caller, "openStream", [stream, query, values, transaction !== null]);
    const giveUp = (): void => void this.closeStream(page, stream).catch(() => {});
    const release = (): void => page.removeEventListener("abort", giveUp);
    this.#streams.set(stream, { page, start: this.#thread.starts, release });
    if (page.aborted) giveUp();
    else page.addEventListener("abort", giveUp, { once: true });
    return stream;
  }

  /** The next rows of a stream, which waits for no transaction; `null`: there are no more. */
  async next(page: AbortSignal, stream: number, count: number): Promise<string | null> {
    using _ = await this.#turns.take(null);
    const open = this.#streams.get(stream);
    if (open?.page !== page) return null;
    if (open.start !== this.#thread.starts)
      throw misuse(
        this.#name,
        "this stream was ended by a statement that took too long, run its query again",
        "closed",
      );
    const rows = await this.#statement({ page, transaction: null }, "next", [stream, count]);
    if (rows === null) this.#forget(stream);
    return rows;
  }

  async closeStream(page: AbortSignal, stream: number): Promise<void> {
    const open = this.#streams.get(stream);
    if (open?.page !== page) return;
    this.#forget(stream);
    using _ = await this.#turns.take(null);
    if (open.start === this.#thread.starts) await this.#thread.call("closeStream", [stream]);
  }

  #forget(stream: number): void {
    this.#streams.get(stream)?.release();
    this.#streams.delete(stream);
  }

  /** Begins a transaction, which ends with its page at the latest. Returns its number. */
  async begin(page: AbortSignal): Promise<number> {
    const caller = { page, transaction: null };
    using _ = await this.#turns.take(caller);
    if (this.#turns.transaction !== null)
      throw misuse(this.#name, "a transaction of this page is open already, begun by BEGIN");
    await this.#thread.call("begin", []);
    const number = ++this.#lastNumber;
    this.#hold({ page, number, problem: null });
    return number;
  }

  /** @throws FrameworkError when a commit was requested, and it was rolled back */
  async end(caller: Caller, isCommitted: boolean): Promise<void> {
    using _ = await this.#turns.take(caller);
    if (!isCommitted && this.#turns.transaction?.number !== caller.transaction) return;
    try {
      if (isCommitted) this.#checkTransaction(caller);
      await this.#thread.call(isCommitted ? "commit" : "rollback", []);
    } finally {
      if (this.#turns.transaction?.number === caller.transaction) this.#leaveTransaction();
    }
  }

  async close(): Promise<void> {
    using _ = await this.#turns.take(null);
    await this.#thread.close();
  }

  #checkTransaction({ transaction: number }: Caller): void {
    const open = this.#turns.transaction;
    if (number !== null && open?.number !== number)
      throw misuse(this.#name, "this transaction has ended");
    if (open !== null && open.problem !== null)
      throw failure(this.#name, { message: open.problem, code: null, kind: null });
  }

  /** Runs a statement, and records whether it began or ended a transaction. */
  async #statement<M extends Method>(
    { page }: Caller,
    method: M,
    args: Args<M>,
  ): Promise<Result<M>> {
    try {
      return await this.#thread.call(method, args);
    } finally {
      const open = this.#turns.transaction;
      const { isInTransaction } = this.#thread;
      if (open === null && isInTransaction) this.#hold({ page, number: null, problem: null });
      if (open !== null && !isInTransaction) {
        if (open.number === null) this.#leaveTransaction();
        else
          open.problem =
            "the transaction was rolled back, by the error before or by a statement of its own";
      }
    }
  }

  #hold(transaction: Transaction): void {
    const { page, number } = transaction;
    this.#turns.transaction = transaction;
    const giveUp = (): void => {
      if (this.#turns.transaction !== transaction) return;
      // If the rollback fails, the thread has failed, and is ended.
      this.end({ page, transaction: number }, false).catch(() => this.#thread.end());
    };
    this.#releasePage = () => page.removeEventListener("abort", giveUp);
    if (page.aborted) giveUp();
    else page.addEventListener("abort", giveUp, { once: true });
  }

  #leaveTransaction(): void {
    this.#turns.transaction = null;
    this.#releasePage();
  }
}
