/**
 * The page half: SQLite databases of the app.
 *
 * Needs `plugins.sql.allowlist.read` or `.write`, and the database's name in `plugins.sql.scope`.
 */
import { invoke } from "framework/api/invoke";
import { receivedRows, sentValues, type SentRows } from "./values.ts";

export interface QueryResult {
  /** The number of changed rows. */
  rowsAffected: number;
  /** The number of the last row that any page inserted into this database. */
  lastInsertId: number;
}

/** A row of a result: a value for each column. */
type Row = Record<string, unknown>;

/** The number of rows in one call. */
const batch = 10_000;

/** The common part of a database and a transaction. */
abstract class Queries {
  /** The database as it was loaded: `sqlite:notes.db`. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Runs statements without result rows. `$1`, `?1` are bound by number, `?` in order. For several
   * statements, separated by semicolons, `rowsAffected` is the sum.
   *
   * @example
   * await db.execute("UPDATE notes SET text = $2 WHERE id = $1", [id, text]);
   */
  execute(query: string, bindValues: unknown[] = []): Promise<QueryResult> {
    return this.call("run", { query, values: sentValues([bindValues]) });
  }

  /**
   * The rows of one statement, each an object.
   *
   * @example
   * const notes = await db.select<{ id: number; text: string }[]>("SELECT id, text FROM notes");
   */
  async select<T = Row[]>(query: string, bindValues: unknown[] = []): Promise<T> {
    const found = await this.call<string>("query", {
      query,
      values: sentValues([bindValues]),
    });
    return receivedRows(JSON.parse(found) as SentRows) as T;
  }

  /** A statement to run many times. It stays compiled in the app. */
  prepare(query: string): Statement {
    return {
      execute: (bindValues) => this.execute(query, bindValues),
      executeMany: (rows) => this.executeMany(query, rows),
      select: (bindValues) => this.select(query, bindValues),
    };
  }

  /**
   * Rows on demand, for results that are too large for memory. Outside of a transaction they are
   * those of one moment, regardless of later writes.
   *
   * @example
   * for await (const note of db.stream<{ text: string }>("SELECT text FROM notes"))
   *   console.log(note.text);
   */
  async *stream<T = Row>(
    query: string,
    bindValues: unknown[] = [],
    size = 1000,
  ): AsyncGenerator<T, void, void> {
    const values = sentValues([bindValues]);
    const stream = await this.call<number>("open_stream", { query, values });
    const next = (): Promise<string | null> => this.call("next", { stream, count: size });
    try {
      // The app reads ahead while the page works.
      for (let waiting = next(); ;) {
        const rows = await waiting;
        if (rows === null) return;
        waiting = next();
        waiting.catch(() => {});
        yield* receivedRows(JSON.parse(rows) as SentRows) as T[];
      }
    } finally {
      await this.call("close_stream", { stream });
    }
  }

  /** Runs one statement for each of many rows of values: all of them, or none. */
  abstract executeMany(query: string, rows: Iterable<unknown[]>): Promise<QueryResult>;

  /** @internal */
  protected async sendMany(query: string, rows: Iterable<unknown[]>): Promise<QueryResult> {
    const done: QueryResult = { rowsAffected: 0, lastInsertId: 0 };
    const send = async (given: unknown[][]): Promise<void> => {
      const { rowsAffected, lastInsertId } = await this.call<QueryResult>("run", {
        query,
        values: sentValues(given),
      });
      done.rowsAffected += rowsAffected;
      done.lastInsertId = lastInsertId;
    };
    let given: unknown[][] = [];
    // One batch is written while the page prepares the next.
    let before = Promise.resolve();
    const flush = async (): Promise<void> => {
      const sending = send(given);
      sending.catch(() => {});
      given = [];
      await before;
      before = sending;
    };
    // The app refuses anything that is no list, with an error that names the database.
    const each = Symbol.iterator in Object(rows) ? rows : [rows as unknown as unknown[]];
    for (const row of each) if (given.push(row) === batch) await flush();
    if (given.length > 0) await flush();
    await before;
    return done;
  }

  /** @internal */
  protected get transactionNumber(): number | null {
    return null;
  }

  private call<T>(command: string, more: object): Promise<T> {
    return invoke<T>(`plugin:sql|${command}` as string, {
      db: this.path,
      transaction: this.transactionNumber,
      ...more,
    });
  }
}

/** A statement to run many times. */
export interface Statement {
  execute(bindValues?: unknown[]): Promise<QueryResult>;
  /** Runs it for each of many rows of values: all of them, or none. */
  executeMany(rows: Iterable<unknown[]>): Promise<QueryResult>;
  select<T = Row[]>(bindValues?: unknown[]): Promise<T>;
}

/** The statements of a transaction. Unusable after the transaction has ended. */
export class Transaction extends Queries {
  private readonly number: number;

  constructor(path: string, number: number) {
    super(path);
    this.number = number;
  }

  override executeMany(query: string, rows: Iterable<unknown[]>): Promise<QueryResult> {
    return this.sendMany(query, rows);
  }

  /** @internal */
  protected override get transactionNumber(): number {
    return this.number;
  }
}

/** A database in the app's data folder, which all windows share. */
export default class Database extends Queries {
  /**
   * Opens a database, and creates it if it is missing. `sqlite::memory:` is one in memory, which
   * ends with the last page that has loaded it.
   *
   * @example
   * const db = await Database.load("sqlite:notes.db");
   */
  static async load(path: string): Promise<Database> {
    await invoke("plugin:sql|load" as string, { db: path });
    return new Database(path);
  }

  /** A database that this page has loaded, or the app by `plugins.sql.preload`. */
  static get(path: string): Database {
    return new Database(path);
  }

  override executeMany(query: string, rows: Iterable<unknown[]>): Promise<QueryResult> {
    return this.transaction((tx) => tx.executeMany(query, rows));
  }

  /**
   * Runs statements atomically: when `work` rejects, or the page closes, none of them has an
   * effect. Other statements, including those of `db`, wait until it ends.
   *
   * @example
   * await db.transaction(async (tx) => {
   *   await tx.execute("UPDATE accounts SET sum = sum - 5 WHERE id = $1", [from]);
   *   await tx.execute("UPDATE accounts SET sum = sum + 5 WHERE id = $1", [to]);
   * });
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const transaction = await invoke<number>("plugin:sql|begin" as string, { db: this.path });
    const end = (isCommitted: boolean): Promise<void> =>
      invoke("plugin:sql|end" as string, { db: this.path, transaction, isCommitted });
    let result: T;
    try {
      result = await work(new Transaction(this.path, transaction));
    } catch (error) {
      // The original reason is the one that the caller needs.
      await end(false).catch(() => {});
      throw error;
    }
    await end(true);
    return result;
  }

  /** Closes one database that this page has loaded; without a name all of them. */
  close(db?: string): Promise<boolean> {
    return invoke<boolean>("plugin:sql|close" as string, { db });
  }
}
