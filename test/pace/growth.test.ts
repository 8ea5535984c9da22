import { expect, test } from "bun:test";
import { countAll, countTree, growth, usual, type Counts } from "../../bench/growth.ts";
import { startProgram } from "../../harness/running-app.ts";

const counts = (changed: Partial<Counts>): Counts => ({
  MB: 200,
  threads: 40,
  files: 60,
  processes: 3,
  ...changed,
});

test("a file that is open now and then is no growth", () => {
  const steps = [0, 1, 0, 0, 1, 0, 1].map((open) =>
    counts({ MB: 200 + 90 * open, processes: 3 + 6 * open }),
  );
  expect(usual(steps)).toEqual(counts({}));
  expect(growth("hour", usual(steps), usual(steps))).toEqual([]);
});

test("a little more each minute is growth", () => {
  const minutes = Array.from({ length: 50 }, (_, minute) =>
    counts({ MB: 200 + minute, files: 60 + minute }),
  );
  expect(growth("hour", usual(minutes.slice(0, 25)), usual(minutes.slice(25)))).toEqual([
    "The app grew by 25 MB in the second half of its hour",
    "The app grew by 25 files in the second half of its hour",
  ]);
});

/** Starts a child that keeps more of everything at a signal. */
const parent = `
  const code = \`
    const kept = [];
    process.on("SIGUSR2", () => {
      kept.push(new Uint8Array(60 << 20).fill(1));
      for (let n = 0; n < 20; n++) require("node:fs").openSync("/dev/null");
      console.log("kept");
    });
    setInterval(() => {}, 60_000);
    console.log("ready", process.pid);\`;
  Bun.spawn([process.execPath, "-e", code], { stdio: ["inherit", "inherit", "inherit"] });`;

test("memory and files of an app's children are counted, and grow", async () => {
  await using app = startProgram([process.execPath, "-e", parent], {
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const child = Number((await app.line(/^ready/)).split(" ")[1]);
  const before = { app: countAll(app.pid), tree: countTree(app.pid) };
  expect(before.tree.processes).toBe(2);
  process.kill(child, "SIGUSR2");
  await app.line("kept");
  expect(growth("test", before.app, countAll(app.pid))).toEqual([]);
  expect(growth("test", before.tree, countTree(app.pid))).toEqual([
    expect.stringMatching(/^The app grew by [56]\d MB in/),
    "The app grew by 20 files in the second half of its test",
  ]);
});
