// Plugins in a built app with real pages: their threads, files and events are part of the executable.

import { expect } from "bun:test";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { buildApp, onDisplay, root, shareSession, startBuiltApp } from "../support/display-app.ts";

const shared = shareSession();

/** The page half of a plugin, as a module that a page can import. */
async function pageModule(plugin: string): Promise<Blob> {
  const entry = join(root, "plugins", plugin, "api.ts");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser", format: "esm" });
  return outputs[0] as Bun.BuildArtifact;
}

const source = (path: string): string => JSON.stringify(join(root, path));
const main = `
import { sql } from ${source("plugins/sql/index.ts")};
import definition from ${source("test/fixtures/display-app/main.ts")};
export default { ...definition, plugins: [sql()] };
`;

onDisplay("a built app has its databases", async () => {
  using data = tempDir();
  using built = await buildApp({
    config: { plugins: { sql: { allowlist: { all: true }, scope: ["*.db"] } } },
    files: { "src-framework/main.ts": main, "page/sql.js": await (await pageModule("sql")).text() },
  });
  await using app = await startBuiltApp(shared.session, built.executable, {
    folder: built.folder,
    env: { XDG_DATA_HOME: data.path },
  });
  const found = await app.page().run(`
    const { default: Database } = await import("/sql.js");
    const db = await Database.load("sqlite:a.db");
    await db.execute("CREATE TABLE t (a INTEGER, b TEXT)");
    await db.executeMany("INSERT INTO t VALUES ($1, $2)", Array.from({ length: 25000 }, (_, i) => [i, "row " + i]));
    await db.transaction((tx) => tx.execute("DELETE FROM t WHERE a % 2 = 1")).catch((error) => String(error));
    let count = 0;
    for await (const { b } of db.stream("SELECT b FROM t")) count += b.startsWith("row ") ? 1 : 0;
    const [last] = await db.select("SELECT a, b FROM t ORDER BY a DESC LIMIT 1");
    return { count, last };
  `);
  expect(found).toEqual({ count: 12500, last: { a: 24998, b: "row 24998" } });
});
