import { failure, misuse } from "./problems.ts";
import type { Session, SessionOptions } from "./session.ts";
import type { ThreadAnswer, ThreadCall } from "./thread.ts";

export type Method = ThreadCall["method"];
export type Args<M extends Method> = Parameters<Session[M]>;
export type Result<M extends Method> = ReturnType<Session[M]>;

/**
 * Milliseconds beyond its limit in which a statement with result rows ends by itself, so that its
 * thread continues.
 */
const grace = 250;

/**
 * Threads whose statement took too long. SQLite stops no statement from outside, so each computes
 * until it is done, and ends then.
 */
const runaways = new Set<Worker>();
const maxRunaways = 4;

/**
 * The thread of one database. It starts with the first call, and again after a statement that took
 * too long.
 */
export class DatabaseThread {
  /** Whether a transaction is open, according to the last answer. */
  isInTransaction = false;
  /** The number of times that the thread was started. */
  starts = 0;
  readonly #database: string;
  readonly #options: SessionOptions;
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(database: string, options: SessionOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** One call at a time. Rejects with the error that a page gets. */
  async call<M extends Method>(method: M, args: Args<M>): Promise<Result<M>> {
    if (this.#worker === null) {
      if (runaways.size >= maxRunaways)
        throw misuse(
          this.#database,
          `${maxRunaways} statements that took too long still run`,
          "unavailable",
        );
      this.#worker = new Worker(new URL("./thread.ts", import.meta.url));
      this.starts++;
      try {
        await this.#ask(this.#worker, "open", [this.#options]);
      } catch (error) {
        this.end();
        throw error;
      }
    }
    return await this.#ask(this.#worker, method, args);
  }

  /** Closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#worker === null) return;
    await this.#ask(this.#worker, "close", []).catch(() => {});
    this.end();
  }

  /** Ends the thread; at once, if no statement runs. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.isInTransaction = false;
  }

  async #ask<M extends Method>(worker: Worker, method: M, args: Args<M>): Promise<Result<M>> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const hear = ({ data }: MessageEvent<ThreadAnswer>): void => {
      if (data.id === id) resolve(data);
    };
    const fail = ({ message }: ErrorEvent): void =>
      reject(misuse(this.#database, `its thread ended: ${message}`, "internal"));
    const { statementTimeout } = this.#options;
    const timer = setTimeout(() => {
      this.#abandon(worker);
      const message = `it took longer than plugins.sql.statementTimeout allows, ${statementTimeout} ms`;
      reject(failure(this.#database, { message, code: null, kind: "timed-out" }));
    }, statementTimeout + grace);
    worker.addEventListener("message", hear);
    worker.addEventListener("error", fail);
    try {
      worker.postMessage({ id, method, args } satisfies ThreadCall);
      const { isInTransaction, result, problem } = await promise;
      this.isInTransaction = isInTransaction;
      if (problem !== undefined) throw failure(this.#database, problem);
      return result as Result<M>;
    } finally {
      clearTimeout(timer);
      worker.removeEventListener("message", hear);
      worker.removeEventListener("error", fail);
    }
  }

  #abandon(worker: Worker): void {
    runaways.add(worker);
    worker.addEventListener("close", () => runaways.delete(worker));
    this.end();
  }
}
