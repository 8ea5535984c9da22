// Stories of plugins that are the same in the built apps of Linux and Windows: their threads, files
// and connections.

import { expect } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";

/** The place of the stories. */
export interface PluginPlace {
  /** Runs code in the page. */
  readonly run: (code: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** A folder in the filesystem scope, by its path on this machine. */
  readonly folder: string;
  /** The app's path of a path of this machine. */
  readonly inApp: (path: string) => string;
  /** The folder of the app's lines, by its path on this machine. */
  readonly logs: string;
}

const served = "x".repeat(300_000);

/** Answers each request with a file, and returns messages of a WebSocket. */
export function startPluginServer(): { readonly host: string; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response(served)),
    websocket: { message: (socket, message) => void socket.send(message) },
  });
  return { host: `127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** @param story `test` where the app can be started */
export function pluginStories(
  story: (name: string, run: () => Promise<void>) => void,
  place: () => PluginPlace,
  host: string,
): void {
  story("a built app has its databases", async () => {
    const found = await place().run(`
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

  story("a page hears of a changed file", async () => {
    const { run, folder, inApp } = place();
    const file = join(folder, "watched");
    await run(
      `const { watchImmediate } = await import("/fs-watch.js");
      await watchImmediate(args[0], ({ paths }) => (globalThis.heard = paths[0]));`,
      inApp(folder),
    );
    writeFileSync(file, "x");
    const heard =
      await run(`while (!globalThis.heard) await new Promise((next) => setTimeout(next, 5));
      return globalThis.heard;`);
    expect(heard).toBe(inApp(file));
  });

  story("a page fetches a file, and sends it", async () => {
    const { run, folder, inApp } = place();
    const file = join(folder, "fetched");
    const answer = await run(
      `const { download, upload } = await import("/upload.js");
      await download(args[0], args[1]);
      return (await upload(args[0], args[1])).length;`,
      `http://${host}/`,
      inApp(file),
    );
    expect([readFileSync(file, "utf8").length, answer]).toEqual([served.length, served.length]);
  });

  story("a page talks by a WebSocket of the app", async () => {
    const answer = await place().run(
      `const { default: Socket } = await import("/websocket.js");
      const socket = await Socket.connect(args[0]);
      const message = new Promise((resolve) => socket.addListener(resolve));
      await socket.send([1, 2, 255]);
      return await message;`,
      `ws://${host}/`,
    );
    expect(answer).toEqual({ type: "Binary", data: [1, 2, 255] });
  });

  story("a line of a page is in the app's folder of lines", async () => {
    const { run, logs } = place();
    await run(`await (await import("/log.js")).warn("a line of ünï", { keyValues: { id: "1" } })`);
    const file = join(logs, "Display App.log");
    const lines = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
    await waitFor(
      "the line",
      () => /\[WARN\]\[page:main.*\] a line of ünï \{"id":"1"\}/.test(lines()),
      {
        state: lines,
      },
    );
  });
}
