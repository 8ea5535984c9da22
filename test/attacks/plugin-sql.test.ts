// SQL of a page that reaches for other files of the user. Without the rule the same SQL runs on the
// same file as own code would run it.

import { afterAll, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "../../plugins/sql/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const before = process.env["XDG_DATA_HOME"];
const folder = tempDir();
process.env["XDG_DATA_HOME"] = folder.path;
afterAll(() => {
  folder[Symbol.dispose]();
  if (before === undefined) delete process.env["XDG_DATA_HOME"];
  else process.env["XDG_DATA_HOME"] = before;
});

const outside = join(folder.path, "outside.db");
const own = join(folder.path, "org.example.memory");
mkdirSync(own, { recursive: true });
{
  using database = new Database(outside);
  database.run("CREATE TABLE t (a)");
  database.run("INSERT INTO t VALUES (?)", [secret]);
}
const linked = join(own, "linked.db");
symlinkSync(outside, linked);

/** Runs SQL of a page, one statement after the other, and returns the result of the last one. */
async function ofPage(queries: readonly string[], name = "a.db"): Promise<unknown> {
  using app = await startInMemory({
    definition: defineApp({ plugins: [sql()] }),
    config: {
      framework: { allowlist: { shell: { scope: [{ name: "tool", cmd: "$APPDATA/tool.db" }] } } },
      plugins: { sql: { allowlist: { all: true }, scope: ["*.db", "**/*.db"] } },
    },
  });
  const call = (command: string, args: object): Promise<unknown> =>
    app.page.invoke(`plugin:sql|${command}`, { db: `sqlite:${name}`, ...args });
  try {
    await call("load", {});
    for (const query of queries.slice(0, -1)) await call("execute", { query });
    return await call("select", { query: queries.at(-1) });
  } finally {
    await app.services.exit.quit(0);
  }
}

function ofOwnCode(queries: readonly string[], name = "a.db"): unknown {
  using database = new Database(join(own, name));
  for (const query of queries.slice(0, -1)) database.run(query);
  return database.query(queries.at(-1) ?? "").all();
}

const run = (isWeak: boolean, queries: readonly string[], name?: string): unknown =>
  isWeak ? ofOwnCode(queries, name) : ofPage(queries, name);

attack("SQL attaches another file", (isWeak) =>
  run(isWeak, [`ATTACH '${outside}' AS other`, "SELECT a FROM other.t"]),
);

attack("SQL attaches a file whose name is computed", (isWeak) =>
  run(isWeak, [`ATTACH '${dirname(outside)}/' || 'outside.db' AS other`, "SELECT a FROM other.t"]),
);

for (const [what, name] of [
  ["by a literal", (path: string) => `'${path}'`],
  ["by an expression", (path: string) => `'${path.slice(0, -1)}' || '${path.at(-1)}'`],
] as const) {
  attack(`SQL writes a file elsewhere, named ${what}`, async (isWeak) => {
    const path = join(folder.path, `written-${isWeak}-${what.length}`);
    try {
      await run(isWeak, [`VACUUM INTO ${name(path)}`, "SELECT 1"]);
    } finally {
      expect(existsSync(path)).toBe(isWeak);
    }
    return existsSync(path) ? secret : null;
  });
}

attack("a link in the data folder leads to another file", (isWeak) =>
  run(isWeak, ["SELECT a FROM t"], "linked.db"),
);

attack("a name leads out of the data folder", (isWeak) =>
  run(isWeak, ["SELECT a FROM t"], "../outside.db"),
);

attack("a whole path is taken as a name", (isWeak) =>
  isWeak ? ofOwnCode(["SELECT a FROM t"], "../outside.db") : ofPage(["SELECT a FROM t"], outside),
);

attack("a database takes the place of a program of shell.scope", (isWeak) =>
  run(isWeak, [`CREATE TABLE t AS SELECT '${secret}' AS a`, "SELECT a FROM t"], "tool.db"),
);

attack("SQL lets a power cut damage the file", async (isWeak) => {
  const rows = await run(isWeak, ["PRAGMA synchronous = OFF", "PRAGMA synchronous"]);
  return Bun.deepEquals(rows, [{ synchronous: 0 }]) ? secret : rows;
});

test("the same steps on the page's own database are allowed", async () => {
  const rows = await ofPage(
    [
      "CREATE TABLE t (a); INSERT INTO t VALUES (1)",
      "VACUUM",
      "ATTACH '' AS scratch; CREATE TABLE scratch.u (a); DETACH scratch",
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA user_version = 3",
      "CREATE VIRTUAL TABLE texts USING fts5 (text); INSERT INTO texts VALUES ('milk and honey')",
      "CREATE VIRTUAL TABLE places USING rtree (id, x, y); DROP TABLE places; ANALYZE; REINDEX; PRAGMA optimize",
      "ALTER TABLE t ADD COLUMN b; CREATE INDEX i ON t (b); SAVEPOINT s; RELEASE s",
      "CREATE TEMP TABLE z AS SELECT name FROM pragma_table_info('t')",
      "SELECT (SELECT group_concat(name) FROM z) AS columns, text, user_version FROM texts, pragma_user_version WHERE texts MATCH 'honey'",
    ],
    "allowed.db",
  );
  expect(rows).toEqual([{ columns: "a,b", text: "milk and honey", user_version: 3 }]);
  expect(readFileSync(outside).includes(secret)).toBe(true);
});
