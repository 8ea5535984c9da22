import { expect, test } from "bun:test";
import { startProgram } from "../../harness/running-app.ts";
import { runCases } from "./run-cases.ts";

const names = [
  "fits",
  "fails",
  "crashes",
  "crashes, too",
  "fits after that",
  "is the last to crash",
];

/** The behaviour of a program of cases, in a few lines. */
const script = `
  const names = ${JSON.stringify(names)};
  for (const name of names.slice(Number(process.argv.at(-1)))) {
    console.log(JSON.stringify({ begins: name }));
    if (name.includes("crash")) process.kill(process.pid, "SIGSEGV");
    console.log(JSON.stringify({ name, error: name === "fails" ? "a reason" : null }));
  }
`;

const run = (cases: readonly string[]) =>
  runCases(cases, (first) =>
    startProgram([process.execPath, "-e", script, String(first)], {
      env: { PATH: process.env["PATH"] ?? "" },
    }),
  );

test("a crash fails the case it happens in, and those behind it are run all the same", async () => {
  const { errors, exit } = await run(names);
  const crash = expect.stringContaining("The program ended in this case: SIGSEGV");
  expect([...errors]).toEqual([
    ["fits", null],
    ["fails", "a reason"],
    ["crashes", crash],
    ["crashes, too", crash],
    ["fits after that", null],
    ["is the last to crash", crash],
  ]);
  expect(exit).toEqual({ code: null, signal: "SIGSEGV" });
});
