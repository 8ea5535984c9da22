// Plugins in a built app with real pages: their threads, files and events are part of the
// executable.

import { afterAll, beforeAll, expect } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "../../harness/display.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  buildApp,
  onDisplay,
  root,
  shareSession,
  startBuiltApp,
  type BuiltApp,
  type DisplayApp,
} from "../support/app/display-app.ts";

const shared = shareSession();
const data = tempDir();
const served = "x".repeat(300_000);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, self) => (self.upgrade(request) ? undefined : new Response(served)),
  websocket: { message: (socket, message) => void socket.send(message) },
});
const host = `127.0.0.1:${server.port}`;

/** The page half of a plugin, as a module that a page can import. */
async function pageModule(plugin: string): Promise<string> {
  const entry = join(root, "plugins", plugin, "api.ts");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser", format: "esm" });
  return await (outputs[0] as Bun.BuildArtifact).text();
}

const factories = {
  sql: "sql",
  "fs-watch": "fsWatch",
  upload: "upload",
  websocket: "websocket",
  positioner: "positioner",
};
const names = Object.keys(factories);
const source = (path: string): string => JSON.stringify(join(root, path));
const main = `
${Object.entries(factories)
  .map(([name, factory]) => `import { ${factory} } from ${source(`plugins/${name}/index.ts`)};`)
  .join("\n")}
import definition from ${source("test/fixtures/display-app/main.ts")};
const plugins = [${Object.values(factories)
  .map((factory) => `${factory}()`)
  .join(", ")}];
export default { ...definition, plugins };
`;

let built: BuiltApp | undefined;
let app: DisplayApp | undefined;
beforeAll(async () => {
  if (missingPrograms().length > 0) return;
  mkdirSync(join(data.path, "files"));
  const allowed = names.map((name) => [name, { allowlist: { all: true } }] as const);
  const modules = names.map(async (name) => [`page/${name}.js`, await pageModule(name)] as const);
  built = await buildApp({
    config: {
      plugins: {
        ...Object.fromEntries(allowed),
        sql: { allowlist: { all: true }, scope: ["*.db"] },
      },
      framework: {
        allowlist: {
          fs: { scope: [`${data.path}/files`, `${data.path}/files/*`] },
          http: { scope: [`http://${host}/*`] },
        },
      },
    },
    files: { "src-framework/main.ts": main, ...Object.fromEntries(await Promise.all(modules)) },
  });
  const { executable, folder } = built;
  app = await startBuiltApp(shared.session, executable, {
    folder,
    env: { XDG_DATA_HOME: data.path },
  });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  built?.[Symbol.dispose]();
  await server.stop(true);
  data[Symbol.dispose]();
});

const run = (code: string, ...args: readonly unknown[]): Promise<unknown> => {
  if (app === undefined) throw new Error("The app did not start");
  return app.page().run(code, ...args);
};

onDisplay("a built app has its databases", async () => {
  const found = await run(`
    const { default: Database } = await import("/sql.js");
    const db = await Database.load("sqlite:a.db");
    await db.execute("CREATE TABLE t (a INTEGER, b TEXT)");
    await db.executeMany("INSERT INTO t VALUES ($1, $2)", Array.from({ length: 25000 }, (_, i) => [i, "row " + i]));
    await db.transaction((tx) => tx.execute("DELETE FROM t WHERE a % 2 = 1"));
    let count = 0;
    for await (const { b } of db.stream("SELECT b FROM t")) count += b.startsWith("row ") ? 1 : 0;
    const [last] = await db.select("SELECT a, b FROM t ORDER BY a DESC LIMIT 1");
    return { count, last };
  `);
  expect(found).toEqual({ count: 12500, last: { a: 24998, b: "row 24998" } });
});

onDisplay("a page hears of a changed file", async () => {
  const file = join(data.path, "files/watched");
  await run(
    `const { watchImmediate } = await import("/fs-watch.js");
    await watchImmediate(args[0], ({ paths }) => (globalThis.heard = paths[0]));`,
    join(data.path, "files"),
  );
  writeFileSync(file, "x");
  const heard =
    await run(`while (!globalThis.heard) await new Promise((next) => setTimeout(next, 5));
    return globalThis.heard;`);
  expect(heard).toBe(file);
});

onDisplay("a page fetches a file, and sends it", async () => {
  const file = join(data.path, "files/fetched");
  const answer = await run(
    `const { download, upload } = await import("/upload.js");
    await download(args[0], args[1]);
    return (await upload(args[0], args[1])).length;`,
    `http://${host}/`,
    file,
  );
  expect([readFileSync(file, "utf8").length, answer]).toEqual([served.length, served.length]);
});

onDisplay("a page talks by a WebSocket of the app", async () => {
  const answer = await run(
    `const { default: Socket } = await import("/websocket.js");
    const socket = await Socket.connect(args[0]);
    const message = new Promise((resolve) => socket.addListener(resolve));
    await socket.send([1, 2, 255]);
    return await message;`,
    `ws://${host}/`,
  );
  expect(answer).toEqual({ type: "Binary", data: [1, 2, 255] });
});

onDisplay("a page puts its window into a corner of the screen", async () => {
  const gap = await run(`
    const { moveWindow, Position } = await import("/positioner.js");
    const { appWindow, currentMonitor } = __FRAMEWORK__.window;
    await moveWindow(Position.BottomRight);
    const { workArea: { position, size } } = await currentMonitor();
    const end = performance.now() + 10000;
    for (;;) {
      const [place, outer] = await Promise.all([appWindow.outerPosition(), appWindow.outerSize()]);
      const gap = [position.x + size.width - place.x - outer.width, position.y + size.height - place.y - outer.height];
      if (gap.every((each) => each === 0) || performance.now() > end) return gap;
    }
  `);
  expect(gap).toEqual([0, 0]);
});
