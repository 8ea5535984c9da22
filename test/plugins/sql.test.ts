// On Linux alone: the plugin writes to the disk of this machine, to a folder of the test.

import { expect, test } from "bun:test";
import { Database as Sqlite } from "bun:sqlite";
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type * as sqlApi from "../../plugins/sql/api.ts";
import { sql, type Migration } from "../../plugins/sql/index.ts";
import { defineApp } from "../../src/app/index.ts";
import { root } from "../support/app/display-app.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { pageHalf } from "../support/page-half.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "XDG_DATA_HOME", XDG_CONFIG_HOME: "XDG_CONFIG_HOME" });

const file = (name = "a.db"): string => join(data.path, "XDG_DATA_HOME/org.example.memory", name);

interface Options {
  readonly allow?: Record<string, boolean>;
  readonly migrations?: Readonly<Record<string, readonly Migration[]>>;
  readonly config?: object;
}

/** Starts an app with two windows. */
async function start({ allow = { all: true }, migrations = {}, config = {} }: Options = {}) {
  const app = await startInMemory({
    definition: defineApp({ plugins: [sql({ migrations })] }),
    config: {
      plugins: { sql: { allowlist: allow, scope: ["*.db", ":memory:", "deep/*.db"], ...config } },
      framework: { windows: [{ label: "main" }, { label: "other" }] },
    },
  });
  const half = async (window = "main") =>
    (await pageHalf<typeof sqlApi>("sql", app.pageOf(window))).default;
  const load = async (window = "main", url = "sqlite:a.db") => (await half(window)).load(url);
  return Object.assign(app, { half, load, [Symbol.asyncDispose]: () => app.services.exit.quit(0) });
}

/** The code and message that a promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (value) => `resolved with ${JSON.stringify(value)}`,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

test("written rows exist after a restart, in a file of the data folder", async () => {
  {
    await using app = await start();
    const db = await app.load();
    await db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)");
    const done = await db.execute("INSERT INTO notes (text) VALUES ($1)", ["Milk"]);
    expect(done).toEqual({ rowsAffected: 1, lastInsertId: 1 });
  }
  expect(readFileSync(file()).subarray(0, 15).toString()).toBe("SQLite format 3");
  expect([existsSync(file("a.db-wal")), existsSync(file("a.db-shm"))]).toEqual([false, false]);
  await using app = await start();
  const db = await app.load();
  expect(await db.select("SELECT * FROM notes")).toEqual([{ id: 1, text: "Milk" }]);
});

test("a database that Tauri's plugin wrote is used where it is", async () => {
  const older = join(data.path, "XDG_CONFIG_HOME/org.example.memory/a.db");
  mkdirSync(dirname(older), { recursive: true });
  using written = new Sqlite(older);
  written.run("CREATE TABLE t (a); ");
  written.run("INSERT INTO t VALUES (1)");
  await using app = await start();
  expect(await (await app.load()).select("SELECT a FROM t")).toEqual([{ a: 1 }]);
  expect(existsSync(file())).toBe(false);
});

test("values come back as they were bound", async () => {
  await using app = await start();
  const db = await app.load("main", "sqlite::memory:");
  for (const [value, type, back] of [
    [null, "null", null],
    [undefined, "null", null],
    ["a\0ü", "text", "a\0ü"],
    ["", "text", ""],
    [1.5, "real", 1.5],
    [7, "integer", 7],
    [true, "integer", 1],
    [2n ** 53n + 1n, "integer", 2n ** 53n + 1n],
    [7n, "integer", 7],
    [Infinity, "real", Infinity],
    [-Infinity, "real", -Infinity],
    [NaN, "null", null],
    [new Uint8Array([1, 255]), "blob", [1, 255]],
    [new Date(0), "text", "1970-01-01T00:00:00.000Z"],
    [[1, "b"], "text", '[1,"b"]'],
    [{ a: 1 }, "text", '{"a":1}'],
  ] as const) {
    const row = { type, value: back };
    expect(await db.select("SELECT typeof($1) AS type, $1 AS value", [value])).toEqual([row]);
  }
});

test("Tauri's commands take and give what they did", async () => {
  await using app = await start();
  const call = (command: string, args: object) => app.page.invoke(`plugin:sql|${command}`, args);
  expect(await call("load", { db: "sqlite:a.db" })).toBe("sqlite:a.db");
  const of = { db: "sqlite:a.db", values: [] };
  expect(await call("execute", { ...of, query: "CREATE TABLE t (a, b)" })).toEqual([0, 0]);
  const query = "INSERT INTO t VALUES ($2, $1)";
  expect(await call("execute", { ...of, query, values: [1, [2]] })).toEqual([1, 1]);
  expect(await call("select", { ...of, query: "SELECT * FROM t" })).toEqual([{ a: "[2]", b: 1 }]);
  expect(await call("close", {})).toBe(true);
  expect(await failure(call("select", { ...of, query: "SELECT 1" }))).toContain(
    "database sqlite:a.db not loaded",
  );
});

test("$1 is bound by its number, and nothing in quotes or comments is a parameter", async () => {
  await using app = await start();
  const db = await app.load("main", "sqlite::memory:");
  expect(await db.select("SELECT $2 AS a, $1 AS b, $2 AS c", [1, 2])).toEqual([
    { a: 2, b: 1, c: 2 },
  ]);
  expect(
    await db.select(
      `SELECT '$2' AS "a$1", $1 AS [b;] /* $9; */, "x""$3" FROM (SELECT 3 AS "x""$3") -- $7;`,
      [1],
    ),
  ).toEqual([{ a$1: "$2", "b;": 1, 'x"$3': 3 }]);
  expect(await db.select("SELECT ? AS a, ? AS b", [1, 2])).toEqual([{ a: 1, b: 2 }]);
});

test("values that are no list, or do not fit the parameters, are refused and store nothing", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE notes (text)");
  const refused = 'bad-argument: Cannot use database "sqlite:a.db": ';
  const query = "INSERT INTO notes (text) VALUES ($1)";
  for (const [given, kind] of [
    [{ text: "important" }, "an object"],
    ["M", "a string"],
    [new Uint8Array([1]), "an object"],
    [null, "null"],
    [7, "a number"],
  ] as const) {
    const wrong = given as unknown as unknown[];
    const message = `${refused}values must be a list, such as ["Milk"], not ${kind}`;
    expect(await failure(db.execute(query, wrong))).toBe(message);
    expect(await failure(db.select("SELECT $1", wrong))).toBe(message);
    expect(await failure(db.prepare(query).executeMany([["a"], wrong]))).toBe(message);
    expect(await failure(db.stream("SELECT $1", wrong).next())).toBe(message);
  }
  expect(await failure(db.executeMany(query, ["aa"] as never))).toContain("not a string");
  expect(await failure(db.executeMany(query, 5 as never))).toContain("not a number");

  const count = (parameters: string, values: string): string =>
    `${refused}the query has ${parameters} and got ${values}, pass one for each`;
  expect(await failure(db.execute(query))).toBe(count("1 parameter", "0 values"));
  expect(await failure(db.execute(query, ["a", "b"]))).toBe(count("1 parameter", "2 values"));
  expect(await failure(db.executeMany(query, [["a"], []]))).toBe(count("1 parameter", "0 values"));
  expect(await failure(db.select("SELECT ?3, ?", [1]))).toBe(count("4 parameters", "1 value"));
  expect(await failure(db.stream("SELECT ?, ?", [1]).next())).toContain("2 parameters");
  expect(await failure(db.execute(`${query}; DELETE FROM notes WHERE text = $2`, ["a"]))).toBe(
    count("2 parameters", "1 value"),
  );
  const named = `${refused}parameter ":text" must have a number, as in "$1", and no name`;
  const byName = "INSERT INTO notes (text) VALUES (:text)";
  expect(await failure(db.execute(byName, ["important"]))).toBe(named);
  expect(await failure(db.execute(byName))).toBe(named);

  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const [value, kind] of [
    [() => 1, "a function"],
    [Symbol("a"), "a symbol"],
    [cyclic, "an object that JSON cannot hold"],
  ]) {
    expect(await failure(db.execute("INSERT INTO notes VALUES ($1 || $2)", ["a", value]))).toBe(
      `${refused}the value of parameter 2 must be a value of SQL or JSON, not ${String(kind)}`,
    );
  }
  expect(await db.select("SELECT text FROM notes WHERE text <> ':a' OR text IS NULL")).toEqual([]);
});

test("all statements of a text run, triggers among them", async () => {
  await using app = await start();
  const db = await app.load("main", "sqlite::memory:");
  await db.execute(`
    CREATE TABLE t (a); CREATE TABLE log (a);
    CREATE TRIGGER copies AFTER INSERT ON t BEGIN
      INSERT INTO log VALUES (CASE new.a WHEN 1 THEN 'one' ELSE 'more' END); UPDATE t SET a = a;
    END; -- done;
    ;
  `);
  const done = await db.execute(
    "INSERT INTO t VALUES ($1); INSERT INTO t VALUES ($2), ($1);",
    [1, 2],
  );
  expect(done).toEqual({ rowsAffected: 3, lastInsertId: 3 });
  expect(await db.select("SELECT a FROM log")).toEqual([{ a: "one" }, { a: "more" }, { a: "one" }]);
  expect(await db.execute("WITH n(a) AS (SELECT 5) INSERT INTO t SELECT a FROM n")).toMatchObject({
    rowsAffected: 1,
  });
  expect(await db.execute("CREATE INDEX i ON t (a)")).toMatchObject({ rowsAffected: 0 });
  expect(await db.execute(" -- nothing")).toEqual({ rowsAffected: 0, lastInsertId: 0 });
  expect(await failure(db.select("SELECT 1; SELECT 2"))).toContain(
    "select takes one statement, there are 2",
  );
  expect(await failure(db.execute("DELETE FROM t WHERE a = ?; DELETE FROM log", [1]))).toContain(
    'need parameters with numbers, "?1" or "$1"',
  );
});

test("an error has the text and the number that SQLite gives it", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE t (a UNIQUE)");
  await db.execute("INSERT INTO t VALUES (1)");
  const error: unknown = await db
    .execute("INSERT INTO t VALUES (1)")
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "command-failed",
    message: 'Cannot use database "sqlite:a.db": UNIQUE constraint failed: t.a',
    data: { code: 2067 },
  });
  expect(await failure(db.select("SELECT * FROM missing"))).toContain("no such table: missing");
});

test("a transaction is done as a whole, or not at all", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE t (a UNIQUE)");
  const answer = await db.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (1)");
    return await tx.select("SELECT a FROM t");
  });
  expect(answer).toEqual([{ a: 1 }]);
  const thrown = new Error("no");
  const failing = db.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (2)");
    throw thrown;
  });
  expect(await failing.catch((error: unknown) => error)).toBe(thrown);
  expect(await failure(db.executeMany("INSERT INTO t VALUES ($1)", [[3], [1]]))).toContain(
    "UNIQUE constraint",
  );
  expect(await db.select("SELECT a FROM t")).toEqual([{ a: 1 }]);
});

test("statements of others wait for a transaction, and those of db too, for a limited time", async () => {
  await using app = await start({ config: { busyTimeout: 100 } });
  const [here, there] = [await app.load("main"), await app.load("other")];
  await here.execute("CREATE TABLE t (a)");
  const order: string[] = [];
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
  const first = here.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (1)");
    opened();
    await goOn;
    await tx.execute("INSERT INTO t VALUES (2)");
    order.push("transaction");
  });
  await isOpen;
  expect(await failure(there.select("SELECT a FROM t"))).toStartWith("timed-out: ");
  expect(await failure(here.select("SELECT a FROM t"))).toContain(
    "a transaction of db.transaction() is open",
  );
  const waiting = there.select("SELECT a FROM t").then((rows) => (order.push("other"), rows));
  resolve();
  expect(await waiting).toEqual([{ a: 1 }, { a: 2 }]);
  await first;
  expect(order).toEqual(["transaction", "other"]);
});

test("BEGIN and COMMIT of a page's own work, and nothing of another page comes in between", async () => {
  await using app = await start();
  const [here, there] = [await app.load("main"), await app.load("other")];
  await here.execute("CREATE TABLE t (a)");
  await here.execute("BEGIN");
  await here.execute("INSERT INTO t VALUES (1)");
  const other = there.execute("INSERT INTO t VALUES (2)");
  await here.execute("ROLLBACK");
  await other;
  expect(await there.select("SELECT a FROM t")).toEqual([{ a: 2 }]);
});

test("a transaction ends with its page", async () => {
  await using app = await start();
  const [here, there] = [await app.load("main"), await app.load("other")];
  await here.execute("CREATE TABLE t (a)");
  const { promise: isOpen, resolve } = Promise.withResolvers<void>();
  void here.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (1)");
    resolve();
    await new Promise(() => {});
  });
  await isOpen;
  app.platform.navigate("main");
  expect(await there.select("SELECT a FROM t")).toEqual([]);
});

test("a transaction that SQLite rolled back says so", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE t (a UNIQUE ON CONFLICT ROLLBACK)");
  const failing = db.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (1)");
    await tx.execute("INSERT INTO t VALUES (1)").catch(() => {});
    await tx.execute("INSERT INTO t VALUES (2)").catch(() => {});
  });
  expect(await failure(failing)).toContain("the transaction was rolled back");
  expect(await db.select("SELECT a FROM t")).toEqual([]);
});

test("a stream gives the rows of one moment, in batches, and leaves nothing open", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE t (a INTEGER)");
  const rows = Array.from({ length: 2500 }, (_, a) => [a]);
  expect(await db.executeMany("INSERT INTO t VALUES ($1)", rows)).toMatchObject({
    rowsAffected: 2500,
  });
  let sum = 0;
  for await (const { a } of db.stream<{ a: number }>("SELECT a FROM t ORDER BY a")) {
    if (a === 0) await db.execute("DELETE FROM t");
    sum += a;
  }
  expect(sum).toBe((2499 * 2500) / 2);
  await db.executeMany("INSERT INTO t VALUES ($1)", rows);
  for (let round = 0; round < 40; round++)
    for await (const _ of db.stream("SELECT a FROM t", [], 1)) break;
  const inside = await db.transaction(async (tx) => {
    await tx.execute("DELETE FROM t WHERE a > 2");
    return await Array.fromAsync(tx.stream<{ a: number }>("SELECT a FROM t"));
  });
  expect(inside).toEqual([{ a: 0 }, { a: 1 }, { a: 2 }]);
});

test("a page that closes with a transaction that was rolled back leaves a database in memory", async () => {
  await using app = await start();
  const url = "sqlite::memory:";
  const [db, other] = [await app.load("main", url), await app.load("other", url)];
  await db.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)");
  const left = Promise.withResolvers<void>();
  void other
    .transaction(async (tx) => {
      await tx.execute("INSERT OR ROLLBACK INTO t VALUES (1)").catch(() => left.resolve());
      await new Promise(() => {});
    })
    .catch(() => {});
  await left.promise;
  app.platform.navigate("other");
  expect(await db.select("SELECT a FROM t")).toEqual([{ a: 1 }]);
});

test("an open page keeps nothing of the transactions and streams that have ended", async () => {
  await using app = await start();
  const db = await app.load();
  const page = app.services.documents.signalOfWindow("main");
  const before = getEventListeners(page, "abort").length;
  await db.execute("CREATE TABLE t (a)");
  for (let round = 0; round < 5; round++) {
    await db.transaction((tx) => tx.execute("INSERT INTO t VALUES (1)"));
    await db.execute("BEGIN; INSERT INTO t VALUES (2)");
    await db.execute("ROLLBACK");
    for await (const _ of db.stream("SELECT a FROM t")) break;
    expect(await Array.fromAsync(db.stream("SELECT a FROM t WHERE a = 2"))).toEqual([]);
  }
  expect(getEventListeners(page, "abort").length).toBe(before);
});

test("an open page keeps nothing of the databases that it has closed", async () => {
  await using app = await start();
  const page = app.services.documents.signalOfWindow("main");
  const before = getEventListeners(page, "abort").length;
  for (let round = 0; round < 3; round++) await (await app.load()).close();
  expect(getEventListeners(page, "abort").length).toBe(before);
});

const notes: Migration = {
  version: 1,
  description: "notes",
  sql: "CREATE TABLE notes (text TEXT);",
};
const tags: Migration = {
  version: 2,
  description: "tags",
  sql: "CREATE TABLE tags (a); INSERT INTO tags VALUES (1)",
};

test("migrations run once, in the order of their versions", async () => {
  for (const migrations of [[notes], [tags, notes], [notes, tags]]) {
    await using app = await start({ migrations: { "a.db": migrations } });
    await (await app.load()).execute("INSERT INTO notes VALUES ('x')");
  }
  await using app = await start({ migrations: { "a.db": [notes, tags] } });
  const db = await app.load();
  expect(
    await db.select("SELECT count(*) AS n FROM notes UNION ALL SELECT count(*) FROM tags"),
  ).toEqual([{ n: 3 }, { n: 1 }]);
});

test("a migration that fails, was changed or is unknown keeps the database as it was", async () => {
  const broken = { ...tags, sql: "CREATE TABLE tags (a); INSERT INTO missing VALUES (1)" };
  for (const [wanted, migrations] of [
    ["resolved", [notes]],
    ['migration 2 "tags": no such table: missing', [notes, broken]],
    ['migration 1 "notes" has run with another text', [{ ...notes, sql: `${notes.sql} ` }]],
    ["it has migration 1, which this version of the app does not know", [tags]],
    [
      'migration 2 "tags": it may hold no BEGIN, COMMIT',
      [notes, { ...tags, sql: `${tags.sql}; COMMIT` }],
    ],
    ["resolved", [notes, tags]],
  ] as const) {
    await using app = await start({ migrations: { "a.db": migrations } });
    expect(await failure(app.load())).toContain(wanted);
  }
});

test("migrations that Tauri's plugin has run are not run again", async () => {
  mkdirSync(dirname(file()), { recursive: true });
  {
    using written = new Sqlite(file());
    // As sqlx 0.6 wrote it.
    written.run(`CREATE TABLE _sqlx_migrations (
      version BIGINT PRIMARY KEY, description TEXT NOT NULL, installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
      success BOOLEAN NOT NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)`);
    const checksum = new Bun.CryptoHasher("sha384").update(notes.sql).digest();
    written.run(
      "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (1, 'notes', TRUE, ?, 1)",
      [checksum],
    );
    written.run("CREATE TABLE notes (text TEXT)");
  }
  await using app = await start({ migrations: { "a.db": [notes, tags] } });
  const db = await app.load();
  expect(await db.select("SELECT version, success FROM _sqlx_migrations")).toEqual([
    { version: 1, success: 1 },
    { version: 2, success: 1 },
  ]);
});

test("a preloaded database is open to every page, and closes with the app", async () => {
  await using app = await start({
    config: { preload: ["sqlite:a.db"] },
    migrations: { "a.db": [notes] },
  });
  const Database = await app.half();
  const db = Database.get("sqlite:a.db");
  await db.close();
  expect(await db.select("SELECT * FROM notes")).toEqual([]);
});

test("a database closes with the last page that has loaded it", async () => {
  await using app = await start();
  const [here, there] = [await app.load("main"), await app.load("other")];
  await here.close("sqlite:a.db");
  expect(await failure(here.select("SELECT 1"))).toStartWith("not-found: ");
  expect(await there.select("SELECT 1 AS a")).toEqual([{ a: 1 }]);
  await there.close();
  expect(existsSync(file("a.db-wal"))).toBe(false);
  await there.close();
});

test("a page that may only read changes nothing, by no statement", async () => {
  {
    await using app = await start({ migrations: { "a.db": [notes] } });
    await app.load();
  }
  await using app = await start({ allow: { read: true }, migrations: { "a.db": [notes, tags] } });
  const db = await app.load();
  expect(await db.select("SELECT a FROM tags")).toEqual([{ a: 1 }]);
  expect(await failure(db.execute("INSERT INTO notes VALUES ('x')"))).toContain(
    "set plugins.sql.allowlist.write to true",
  );
  for (const query of [
    "INSERT INTO notes VALUES ('x') RETURNING text",
    "PRAGMA query_only = OFF",
    "DROP TABLE notes",
  ])
    expect(await failure(db.select(query))).not.toContain("resolved");
  expect(await db.select("SELECT * FROM notes")).toEqual([]);
});

/** Many more rows than the time limits of these tests allow. */
const numbers =
  "WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n WHERE a < 300000000)";

test("a statement that takes too long ends, whether it gives rows or not, and the database works on", async () => {
  await using app = await start({ config: { statementTimeout: 1500 } });
  const db = await app.load();
  await db.execute("CREATE TABLE t (a)");
  for (const query of [`${numbers} SELECT a FROM n`, `${numbers} SELECT count(*) FROM n`])
    expect(await failure(db.select(query))).toMatch(
      /^timed-out: .*longer than plugins.sql.statementTimeout/,
    );
  await db.execute("INSERT INTO t VALUES (1)");
  expect(await db.select("SELECT a FROM t")).toEqual([{ a: 1 }]);
});

test("a stream that a statement has interrupted is an error, and never a shorter result", async () => {
  await using app = await start({ config: { statementTimeout: 200 } });
  const db = await app.load();
  await db.execute("CREATE TABLE t (a)");
  await db.executeMany("INSERT INTO t VALUES ($1)", [[1], [2], [3], [4], [5]]);
  const query = "SELECT a FROM t ORDER BY a";
  const rows = db.stream<{ a: number }>(query, [], 1);
  expect((await rows.next()).value).toEqual({ a: 1 });
  expect(await failure(db.select(`${numbers} SELECT count(*) FROM n`))).toContain("timed-out");
  // Another stream gets the rows of its own query.
  const others = db.stream<{ b: number }>("SELECT a + 10 AS b FROM t ORDER BY a", [], 1);
  expect((await others.next()).value).toEqual({ b: 11 });
  expect(await failure(Array.fromAsync(rows))).toContain(
    'closed: Cannot use database "sqlite:a.db": this stream was ended by',
  );
  expect(await Array.fromAsync(others)).toEqual([{ b: 12 }, { b: 13 }, { b: 14 }, { b: 15 }]);
});

test("a transaction that a stream of another page has ended stores nothing later", async () => {
  await using app = await start({ config: { statementTimeout: 200 } });
  const [db] = [await app.load(), await app.load("other")];
  await db.execute("CREATE TABLE t (a)");
  const call = (command: string, args: object): Promise<unknown> =>
    app.pageOf("other").invoke(`plugin:sql|${command}`, { db: "sqlite:a.db", ...args });
  const query = `${numbers} SELECT count(*) FROM n`;
  const stream = await call("open_stream", { query, values: { rows: "[[]]", texts: "" } });
  const failing = db.transaction(async (tx) => {
    await tx.execute("INSERT INTO t VALUES (1)");
    expect(await failure(call("next", { stream, count: 1 }))).toContain("timed-out");
    await tx.execute("INSERT INTO t VALUES (2)");
  });
  expect(await failure(failing)).toContain("the transaction was rolled back");
  expect(await db.select("SELECT a FROM t")).toEqual([]);
});

test("times that are longer than a timer can be end no statement at once", async () => {
  await using app = await start({ config: { statementTimeout: 1e12, busyTimeout: 1e12 } });
  const db = await app.load();
  await db.execute("CREATE TABLE t (a)");
  expect(await db.select("SELECT a FROM t")).toEqual([]);
});

test("two processes of an app write in turns", async () => {
  await using one = await start();
  await using other = await start();
  const [here, there] = [await one.load(), await other.load()];
  await here.execute("CREATE TABLE t (a)");
  await Promise.all(
    [here, there].map((db) =>
      db.transaction(async (tx) => {
        for (let a = 0; a < 50; a++) await tx.execute("INSERT INTO t VALUES ($1)", [a]);
      }),
    ),
  );
  expect(await here.select("SELECT count(*) AS n FROM t")).toEqual([{ n: 100 }]);
});

test("a file that is no database is left as it is, and the error names the remedy", async () => {
  mkdirSync(dirname(file()), { recursive: true });
  const text = "{ no database }".repeat(100);
  writeFileSync(file(), text);
  await using app = await start();
  expect(await failure(app.load())).toBe(
    'io: Cannot use database "sqlite:a.db": file is not a database (the file is no database and was left as it is)',
  );
  expect(readFileSync(file(), "utf8")).toBe(text);
});

test("a damaged page of a database is an error, and what is whole can be read", async () => {
  {
    await using app = await start();
    const db = await app.load();
    await db.execute("CREATE TABLE a (t); CREATE TABLE b (t)");
    for (const table of ["a", "b"])
      await db.executeMany(`INSERT INTO ${table} VALUES ($1)`, [["x".repeat(3000)]]);
  }
  const bytes = readFileSync(file());
  bytes.fill(0xff, 2 * 4096, 3 * 4096);
  writeFileSync(file(), bytes);
  await using app = await start();
  const db = await app.load();
  const found = await Promise.all(
    ["a", "b"].map((table) => failure(db.select(`SELECT length(t) AS n FROM ${table}`))),
  );
  expect(found.map((each) => each.slice(0, 13)).toSorted()).toEqual([
    "io: Cannot us",
    "resolved with",
  ]);
});

test("prepared statements run with other values each time", async () => {
  await using app = await start();
  const db = await app.load();
  await db.execute("CREATE TABLE t (a, b)");
  const insert = db.prepare("INSERT INTO t VALUES ($1, $2)");
  await insert.execute([1, "a"]);
  await insert.executeMany([
    [2, "b"],
    [3, "c"],
  ]);
  const find = db.prepare("SELECT b FROM t WHERE a = $1");
  expect([await find.select([1]), await find.select([3])]).toEqual([[{ b: "a" }], [{ b: "c" }]]);
});

for (const [what, url] of [
  ["another kind of database", "mysql://localhost/a"],
  ["no kind", "a.db"],
  ["a folder above", "sqlite:../a.db"],
  ["a folder above, from below", "sqlite:deep/../../a.db"],
  ["a whole path", "sqlite:/tmp/a.db"],
  ["a URI", "sqlite:file:a.db?mode=memory"],
  ["a file that the scope does not list", "sqlite:a.sqlite"],
  ["a folder that the scope does not list", "sqlite:other/a.db"],
] as const) {
  test(`${what} is not loaded: ${url}`, async () => {
    await using app = await start();
    expect(await failure(app.load("main", url))).toMatch(/^(?:out-of-scope|bad-argument): /);
  });
}

test("a link in the place of a database, or of a file beside it, is not followed", async () => {
  for (const name of ["a.db", "a.db-wal"]) {
    mkdirSync(dirname(file()), { recursive: true });
    symlinkSync(join(data.path, "outside"), file(name));
    await using app = await start();
    expect(await failure(app.load())).toStartWith("out-of-scope: ");
  }
  expect(existsSync(join(data.path, "outside"))).toBe(false);
});

test("columns may have the names of an object's own things", async () => {
  await using app = await start();
  const db = await app.load("main", "sqlite::memory:");
  const [row] = await db.select(
    `SELECT 9007199254740993 AS "__proto__", 1 AS "constructor", 'x' AS "toString"`,
  );
  expect(Object.entries(row ?? {})).toEqual([
    ["__proto__", 2n ** 53n + 1n],
    ["constructor", 1],
    ["toString", "x"],
  ]);
  expect(({} as { length?: number }).length).toBeUndefined();
});

test("a database may be named as an object's own things", async () => {
  await using app = await start({ config: { scope: ["*"] } });
  for (const name of ["__proto__", "constructor"])
    expect(await (await app.load("main", `sqlite:${name}`)).select("SELECT 1 AS a")).toEqual([
      { a: 1 },
    ]);
});

test("a process that is killed in a transaction leaves what was before it", async () => {
  mkdirSync(dirname(file()), { recursive: true });
  const program = `
    import { Session } from ${JSON.stringify(join(root, "plugins/sql/session.ts"))};
    const session = new Session();
    const migrations = [{ version: 1, description: "t", sql: "CREATE TABLE t (a)" }];
    session.open({ path: process.argv[1], migrations, busyTimeout: 0, statementTimeout: 60000, isReadOnly: false });
    session.execute("INSERT INTO t VALUES (1)", { rows: "[[]]", texts: "" });
    session.begin();
    for (let round = 0; ; round++) {
      session.execute("INSERT INTO t VALUES (2)", { rows: JSON.stringify(Array.from({ length: 20000 }, () => [])), texts: "" });
      if (round === 3) console.log("written");
    }`;
  const child = Bun.spawn([process.execPath, "-e", program, file()], { stdout: "pipe" });
  for await (const _ of child.stdout) break;
  child.kill("SIGKILL");
  await child.exited;
  await using app = await start();
  const db = await app.load();
  expect(await db.select("SELECT count(*) AS n FROM t")).toEqual([{ n: 1 }]);
  expect(await db.select("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});

test("a full disk costs the transaction alone (skipped where no disk can be mounted)", async () => {
  mkdirSync(dirname(file()), { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=400k", "tmpfs", dirname(file())], {
      stdio: "ignore",
    });
  } catch {
    return;
  }
  try {
    await using app = await start();
    const db = await app.load();
    await db.execute("CREATE TABLE t (a)");
    const large = Array.from({ length: 1000 }, () => ["x".repeat(1000)]);
    expect(await failure(db.executeMany("INSERT INTO t VALUES ($1)", large))).toMatch(
      /^io: .*full/,
    );
    await db.execute("INSERT INTO t VALUES ('small')");
    expect(await db.select("SELECT a FROM t")).toEqual([{ a: "small" }]);
  } finally {
    execFileSync("umount", ["-l", dirname(file())]);
  }
});

test("a file in the place of the data folder is an error with its path and a code", async () => {
  writeFileSync(dirname(file()), "");
  await using app = await start();
  expect(await failure(app.load())).toMatch(
    /^(?:not-found|already-exists): Cannot use database "sqlite:a.db" in ".*": it/,
  );
});
