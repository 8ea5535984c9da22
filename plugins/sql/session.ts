import { DatabaseSync, type StatementSync } from "node:sqlite";
import { authorize } from "./authorizer.ts";
import { migrate, type Migration } from "./migrations.ts";
import { parseStatements, type Statement } from "./statements.ts";
import {
  boundValues,
  WrongValues,
  type BoundValue,
  type SentRows,
  type SentValues,
} from "./values.ts";

export interface SessionOptions {
  /** An absolute path, or `:memory:`. */
  readonly path: string;
  readonly migrations: readonly Migration[];
  /** Milliseconds that a statement waits for another process. */
  readonly busyTimeout: number;
  /** Milliseconds that a statement may take. */
  readonly statementTimeout: number;
  /** Whether pages may only read. Migrations run nevertheless. */
  readonly isReadOnly: boolean;
}

export interface Executed {
  readonly rowsAffected: number;
  readonly lastInsertId: number;
}

/** The number of statements that stay compiled. */
const maxPrepared = 100;

const memory = ":memory:";

/** One open database, in a thread of its own. All its methods are synchronous. */
export class Session {
  #options: SessionOptions = {
    path: memory,
    migrations: [],
    busyTimeout: 0,
    statementTimeout: 0,
    isReadOnly: true,
  };
  #database: DatabaseSync | null = null;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #streams = new Map<number, Stream>();

  get isInTransaction(): boolean {
    return this.#database?.isTransaction ?? false;
  }

  open(options: SessionOptions): void {
    this.#options = options;
    const database = connect(options, false);
    try {
      migrate(database, options.migrations);
      if (options.isReadOnly) database.exec("PRAGMA query_only = ON");
      database.setAuthorizer(authorize);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
  }

  /** Runs every statement of a text; a single one once for each row of values. */
  execute(query: string, values: SentValues): Executed {
    const statements = parseStatements(query);
    const given = boundValues(values);
    const [first] = given;
    const isBound = (first?.length ?? 0) > 0;
    if (statements.length > 1 && isBound && statements.some((each) => each.hasPlainParameters))
      throw new Error(
        `values for several statements need parameters with numbers, "?1" or "$1" and not "?"`,
      );
    if (statements.length > 1 && given.length > 1)
      throw new Error(`many rows need one statement, there are ${statements.length}`);
    checkCount(statements, given);
    let done: Executed = { rowsAffected: 0, lastInsertId: 0 };
    for (const statement of statements) {
      const { rowsAffected } = done;
      done = this.#run(statement, given, statements.length > 1);
      done = { ...done, rowsAffected: done.rowsAffected + rowsAffected };
    }
    return done;
  }

  /** The rows as JSON text. */
  select(query: string, values: SentValues): string {
    const statement = only(parseStatements(query));
    if (statement === null) return JSON.stringify({ rows: [], odd: [] } satisfies SentRows);
    const given = boundValues(values);
    checkCount([statement], given);
    const prepared = this.#prepare(statement.sql);
    prepared.setReadBigInts(true);
    const rows = new Rows();
    const deadline = this.#deadline();
    for (const row of prepared.iterate(...(given[0] ?? []))) {
      rows.add(row as Record<string, unknown>);
      if (rows.count % 256 === 0) deadline();
    }
    return rows.text;
  }

  openStream(stream: number, query: string, values: SentValues, isOfTransaction: boolean): void {
    const statement = only(parseStatements(query));
    if (statement === null) throw new Error("a stream needs a statement");
    const given = boundValues(values);
    checkCount([statement], given);
    const isShared = isOfTransaction || this.#options.path === memory;
    // A separate connection sees the current state of the database, regardless of writes while the
    // page reads.
    const database = isShared ? this.#open : connect(this.#options, true);
    try {
      if (!isShared) database.setAuthorizer(authorize);
      const prepared = database.prepare(statement.sql);
      prepared.setReadBigInts(true);
      const rows = prepared.iterate(...(given[0] ?? [])) as Iterator<object>;
      this.#streams.set(stream, { rows, database: isShared ? null : database });
    } catch (error) {
      if (!isShared) database.close();
      throw error;
    }
  }

  /** The next rows as JSON text; `null`: there are no more, and the stream is closed. */
  next(stream: number, count: number): string | null {
    const open = this.#streams.get(stream);
    if (open === undefined) return null;
    const rows = new Rows();
    const deadline = this.#deadline();
    try {
      while (rows.count < count) {
        const next = open.rows.next();
        if (next.done === true) break;
        rows.add(next.value as Record<string, unknown>);
        if (rows.count % 256 === 0) deadline();
      }
    } catch (error) {
      this.closeStream(stream);
      throw error;
    }
    if (rows.count > 0) return rows.text;
    this.closeStream(stream);
    return null;
  }

  closeStream(stream: number): void {
    const open = this.#streams.get(stream);
    this.#streams.delete(stream);
    open?.rows.return?.();
    open?.database?.close();
  }

  begin(): void {
    // A transaction that begins to write later could find another process writing, and waiting
    // would not help.
    this.#open.exec("BEGIN IMMEDIATE");
  }

  commit(): void {
    try {
      this.#open.exec("COMMIT");
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  rollback(): void {
    if (this.isInTransaction) this.#open.exec("ROLLBACK");
  }

  close(): void {
    for (const stream of this.#streams.keys()) this.closeStream(stream);
    this.#prepared.clear();
    this.#database?.close();
    this.#database = null;
  }

  get #open(): DatabaseSync {
    if (this.#database === null) throw new Error("the database is closed");
    return this.#database;
  }

  #run(
    statement: Statement,
    given: readonly (readonly BoundValue[])[],
    isOneOfMany: boolean,
  ): Executed {
    const prepared = this.#prepare(statement.sql);
    const deadline = this.#deadline();
    let rowsAffected = 0;
    let lastInsertId = 0;
    let count = 0;
    for (const values of given) {
      const { changes, lastInsertRowid } = run(
        prepared,
        isOneOfMany ? values.slice(0, statement.parameterCount) : values,
      );
      // For a statement that changes no rows SQLite repeats the previous count.
      if (changing.has(statement.verb)) rowsAffected += Number(changes);
      lastInsertId = Number(lastInsertRowid);
      if (++count % 256 === 0) deadline();
    }
    return { rowsAffected, lastInsertId };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    this.#prepared.delete(sql);
    const prepared = known ?? this.#open.prepare(sql);
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > maxPrepared)
      this.#prepared.delete(this.#prepared.keys().next().value ?? "");
    return prepared;
  }

  /** Throws when a statement has taken too long. */
  #deadline(): () => void {
    const { statementTimeout } = this.#options;
    const end = performance.now() + statementTimeout;
    return () => {
      if (performance.now() > end) throw new StatementTimeout(statementTimeout);
    };
  }
}

/** A statement has exceeded the configuration's time limit. */
export class StatementTimeout extends Error {
  constructor(milliseconds: number) {
    super(`it took longer than plugins.sql.statementTimeout allows, ${milliseconds} ms`);
  }
}

interface Stream {
  readonly rows: Iterator<object>;
  /** The separate connection. */
  readonly database: DatabaseSync | null;
}

const changing = new Set(["insert", "replace", "update", "delete"]);

/** Rows in their transferred form. */
class Rows {
  readonly #rows: Record<string, unknown>[] = [];
  readonly #odd: [number, string, string][] = [];

  get count(): number {
    return this.#rows.length;
  }

  get text(): string {
    return JSON.stringify({ rows: this.#rows, odd: this.#odd } satisfies SentRows);
  }

  add(row: Record<string, unknown>): void {
    for (const column in row) {
      const value = row[column];
      if (typeof value === "bigint") {
        const number = Number(value);
        row[column] = Number.isSafeInteger(number) ? number : this.#addOdd(column, value);
      } else if (typeof value === "number") {
        if (!Number.isFinite(value)) row[column] = this.#addOdd(column, value);
      } else if (value instanceof Uint8Array) row[column] = Array.from(value);
    }
    this.#rows.push(row);
  }

  #addOdd(column: string, value: bigint | number): null {
    this.#odd.push([this.#rows.length, column, `${value}`]);
    return null;
  }
}

function connect({ path, busyTimeout }: SessionOptions, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(path, {
    timeout: busyTimeout,
    readOnly,
    enableForeignKeyConstraints: true,
  });
  try {
    // For a plain VACUUM, which attaches a nameless file.
    database.limits.attach = 1;
    database.enableDefensive(true);
    // Views and triggers of a foreign database cannot call functions with effects.
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    if (!readOnly) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function only(statements: readonly Statement[]): Statement | null {
  if (statements.length > 1)
    throw new Error(`select takes one statement, there are ${statements.length}`);
  return statements[0] ?? null;
}

/**
 * SQLite would store NULL for each value that is missing.
 *
 * @throws WrongValues
 */
function checkCount(
  statements: readonly Statement[],
  given: readonly (readonly BoundValue[])[],
): void {
  const named = statements.find((each) => each.namedParameter !== null)?.namedParameter;
  if (named !== undefined)
    throw new WrongValues(`parameter "${named}" must have a number, as in "$1", and no name`);
  const wanted = Math.max(0, ...statements.map((each) => each.parameterCount));
  const wrong = given.find((values) => values.length !== wanted);
  if (wrong === undefined) return;
  const parameters = `${wanted} parameter${wanted === 1 ? "" : "s"}`;
  throw new WrongValues(
    `the query has ${parameters} and got ${wrong.length} value${wrong.length === 1 ? "" : "s"}, pass one for each`,
  );
}

/** Like `run(...values)`, which takes twice as long for the few values of most rows. */
function run(
  statement: StatementSync,
  values: readonly BoundValue[],
): ReturnType<StatementSync["run"]> {
  switch (values.length) {
    case 1:
      return statement.run(values[0]!);
    case 2:
      return statement.run(values[0]!, values[1]!);
    case 3:
      return statement.run(values[0]!, values[1]!, values[2]!);
    case 4:
      return statement.run(values[0]!, values[1]!, values[2]!, values[3]!);
    default:
      return statement.run(...values);
  }
}
