import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";

const shell = (script: string): RunningApp =>
  startProgram(["sh", "-c", script], { env: { PATH: process.env["PATH"] ?? "" } });

test("lines are found in order, each once, on either stream", async () => {
  await using app = shell("echo one 1; echo two >&2; echo one 2; cat");
  expect(await app.line("one")).toBe("one 1");
  expect(await app.line(/^one/)).toBe("one 2");
  app.write("three\n");
  expect(await app.line("three")).toBe("three");
});

test("a wait in vain shows what was written", async () => {
  await using app = shell("echo hello; sleep 1000");
  await app.line("hello");
  expect(await app.line("bye", { timeout: 20 }).catch(String)).toMatch(
    /Waited in vain for the line "bye"[^]*out \| hello/,
  );
});

test("an end before the line is reported at once, with the last words and the exit code", async () => {
  await using app = shell("echo last words >&2; exit 3");
  expect(await app.line("never").catch(String)).toMatch(/ended: 3\)[^]*err \| last words/);
  expect(await app.end()).toEqual({ code: 3, signal: null });
});

test("leaving the scope ends the program and what it started", async () => {
  let pid = 0;
  {
    await using app = shell("sleep 1000 & echo child $!; wait");
    pid = Number((await app.line("child")).slice("child ".length));
    expect(pid).toBeGreaterThan(0);
  }
  await waitFor("the end of the child", () => !isRunning(pid));
});

test("a program that cannot be started says so", async () => {
  await using app = startProgram(["/nowhere/program"], {
    env: { PATH: process.env["PATH"] ?? "" },
  });
  expect(await app.line("never written").catch(String)).toContain("/nowhere/program");
});

function isRunning(pid: number): boolean {
  try {
    // An ended process that its parent has not reaped is still listed, as a zombie.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
