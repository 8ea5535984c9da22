import { command, definePlugin, type App, type Plugin } from "framework/app";
import * as v from "valibot";
import { Databases } from "./databases.ts";
import type { Migration } from "./migrations.ts";
import type { Caller } from "./turns.ts";
import { receivedRows, sentValues, type SentRows } from "./values.ts";

export type { Migration } from "./migrations.ts";

/** A longer timer of Bun runs at once, and SQLite would not wait at all: three weeks are enough. */
const asTimer = (milliseconds: number): number => Math.min(milliseconds, 2_000_000_000);

const configSchema = v.strictObject({
  /** Patterns of the names that pages may use. */
  scope: v.optional(v.array(v.string()), []),
  /** Databases that are opened before any window, such as `sqlite:notes.db`. */
  preload: v.optional(v.array(v.string()), []),
  /** Milliseconds that a statement may take. */
  statementTimeout: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.transform(asTimer)),
    30_000,
  ),
  /** Milliseconds that a statement waits for a transaction of another page, or another process. */
  busyTimeout: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.transform(asTimer)),
    5_000,
  ),
});

export interface SqlOptions {
  /**
   * The steps that migrate a database to its newest version, by its name: `{ "notes.db": [ … ] }`.
   */
  readonly migrations?: Readonly<Record<string, readonly Migration[]>>;
}

/**
 * SQLite for pages: databases in the app's data folder, by their names. The app's own code uses
 * `bun:sqlite`.
 *
 * @example
 * const notes = { version: 1, description: "notes", sql: "CREATE TABLE notes (text TEXT)" };
 * const migrations = { "notes.db": [notes] };
 * export default defineApp({ plugins: [sql({ migrations })] });
 */
export function sql({ migrations = {} }: SqlOptions = {}): Plugin<
  "sql",
  ReturnType<typeof commandsOf>
> {
  let databases: Databases | null = null;
  return definePlugin({
    name: "sql",
    commands: commandsOf(() => databases as Databases),
    flags: {
      load: "read",
      close: "read",
      select: "read",
      query: "read",
      open_stream: "read",
      next: "read",
      close_stream: "read",
      execute: "write",
      run: "write",
      begin: "write",
      end: "write",
    },
    configSchema,
    async setup(app, config) {
      const { preload, ...limits } = config;
      const all = new Databases({ app, migrations, isReadOnly: !mayWrite(app), ...limits });
      databases = all;
      app.onExit(() => all.closeAll());
      await all.preload(preload);
    },
  });
}

/** Whether pages may write: a `select` can contain a writing statement. */
function mayWrite({ config }: App): boolean {
  const { allowlist } = (config.plugins["sql"] ?? {}) as {
    allowlist?: Readonly<Record<string, unknown>>;
  };
  return allowlist?.["all"] === true || allowlist?.["write"] === true;
}

const ofDatabase = { db: v.string() };
const ofTransaction = { ...ofDatabase, transaction: v.optional(v.nullable(v.number()), null) };
const ofQuery = { ...ofTransaction, query: v.string() };
const listed = { ...ofQuery, values: v.optional(v.array(v.unknown()), []) };
const sent = { ...ofQuery, values: v.object({ rows: v.string(), texts: v.string() }) };
const ofStream = { ...ofDatabase, stream: v.number() };

function commandsOf(databases: () => Databases) {
  const caller = (page: AbortSignal, transaction: number | null): Caller => ({ page, transaction });
  return {
    // In the form of calls of Tauri's plugin.
    load: command({ args: v.object(ofDatabase) }, async ({ db }, { signal }) => {
      await databases().load(db, signal);
      return db;
    }),
    close: command(
      { args: v.object({ db: v.optional(v.nullable(v.string()), null) }) },
      async ({ db }, { signal }) => {
        await databases().close(db, signal);
        return true;
      },
    ),
    execute: command(
      { args: v.object(listed) },
      async ({ db, query, values, transaction }, { signal }) => {
        const database = await databases().use(db, signal);
        const { rowsAffected, lastInsertId } = await database.run(
          caller(signal, transaction),
          "execute",
          [query, sentValues([values])],
        );
        return [rowsAffected, lastInsertId];
      },
    ),
    select: command(
      { args: v.object(listed) },
      async ({ db, query, values, transaction }, { signal }) => {
        const database = await databases().use(db, signal);
        const text = await database.run(caller(signal, transaction), "select", [
          query,
          sentValues([values]),
        ]);
        return receivedRows(JSON.parse(text) as SentRows);
      },
    ),

    // In the form of this plugin's page half: values and rows are texts, which no thread in between
    // parses.
    run: command(
      { args: v.object(sent) },
      async ({ db, query, values, transaction }, { signal }) => {
        const database = await databases().use(db, signal);
        return await database.run(caller(signal, transaction), "execute", [query, values]);
      },
    ),
    query: command(
      { args: v.object(sent) },
      async ({ db, query, values, transaction }, { signal }) => {
        const database = await databases().use(db, signal);
        return await database.run(caller(signal, transaction), "select", [query, values]);
      },
    ),
    begin: command({ args: v.object(ofDatabase) }, async ({ db }, { signal }) =>
      (await databases().use(db, signal)).begin(signal),
    ),
    end: command(
      { args: v.object({ ...ofDatabase, transaction: v.number(), isCommitted: v.boolean() }) },
      async ({ db, transaction, isCommitted }, { signal }) =>
        (await databases().use(db, signal)).end(caller(signal, transaction), isCommitted),
    ),
    open_stream: command(
      { args: v.object(sent) },
      async ({ db, query, values, transaction }, { signal }) =>
        (await databases().use(db, signal)).openStream(caller(signal, transaction), query, values),
    ),
    /** The next rows; `null`: there are no more. */
    next: command(
      { args: v.object({ ...ofStream, count: v.pipe(v.number(), v.integer(), v.minValue(1)) }) },
      async ({ db, stream, count }, { signal }) =>
        (await databases().use(db, signal)).next(signal, stream, count),
    ),
    close_stream: command({ args: v.object(ofStream) }, async ({ db, stream }, { signal }) =>
      (await databases().use(db, signal)).closeStream(signal, stream),
    ),
  };
}
