import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brandExecutable } from "../../src/bundler/index.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { windowsBun } from "../../harness/wine-prefix.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

// Bun itself, as apps are: without a console of its own.
describe.skipIf(missing !== null)("an app with windows", () => {
  let wine: WineSession;
  let app: string;
  const program = join(import.meta.dir, "programs/terminal-program.ts");

  beforeAll(async () => {
    wine = await startWine();
    app = join(wine.session.folder, "app.exe");
    const branded = brandExecutable(readFileSync(windowsBun() ?? ""), {
      productName: "App",
      version: "1.0.0",
      publisher: "Somebody",
      description: "App",
      copyright: null,
      fileName: "app.exe",
      icon: null,
    });
    writeFileSync(app, branded);
  });
  afterAll(async () => {
    await wine?.[Symbol.asyncDispose]();
  });

  test("says what it says in the terminal that it was started from", async () => {
    const parent = join(import.meta.dir, "programs/terminal-parent-program.ts");
    await using terminal = wine.bun(parent, [wine.windowsPath(app), wine.windowsPath(program)]);
    await terminal.end();
    const printed = terminal.output.find(({ stream }) => stream === "out")?.text ?? '""';
    // Behind it, what Bun has to say of links that Wine follows.
    expect((JSON.parse(printed) as string).split(/ {2,}/).slice(0, 2)).toEqual([
      "größer",
      "and worse",
    ]);
  });

  test("writes to its redirected output", async () => {
    const { out, err } = await wine.run([app, wine.windowsPath(program)]);
    expect([out, err.split("\n").filter((line) => line.startsWith("and"))]).toEqual([
      "größer\n",
      ["and worse"],
    ]);
  });

  test("goes on when nothing reads its standard output", async () => {
    const starter = join(import.meta.dir, "programs/full-pipe-program.ts");
    const flooding = wine.windowsPath(join(import.meta.dir, "programs/flooding-program.ts"));
    await using run = wine.bun(starter, [wine.windowsPath(app), flooding]);
    await run.end();
    const ended = run.output.find(({ stream }) => stream === "out")?.text ?? "null";
    expect(JSON.parse(ended)).toEqual({ hasEnded: true, code: 7 });
  });

  test("loses no line where its output is read", async () => {
    const { out } = await wine.run([
      app,
      wine.windowsPath(join(import.meta.dir, "programs/flooding-program.ts")),
    ]);
    const lines = out.trimEnd().split("\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([20_000, "line 0", "line 19999"]);
  });
});
