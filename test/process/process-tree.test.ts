// A program with all that it started, as the system keeps them. What each of them does here is
// written in shell.

import { afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import { isRunning, killAll } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";
import { end, ProcessTree } from "../../src/process/process-tree.ts";

const started: number[] = [];
afterEach(() => killAll(started.splice(0)));

/** Starts a script in a tree of its own that tells the number of a program it started. */
async function startTree(script: string, isInOurGroup = false) {
  const tree: ProcessTree = ProcessTree.start("/bin/sh", ["-c", script], {
    isInOurGroup,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await once(tree.first.stdout!, "data")) as [Buffer];
  const second = Number(text);
  started.push(tree.first.pid!, second);
  return { tree, second };
}

test("a program and its children end on request", async () => {
  const { tree, second } = await startTree("sleep 600 & echo $!; wait");
  expect([tree.isAlive, isRunning(second)]).toEqual([true, true]);
  await end(tree);
  expect([tree.isAlive, isRunning(second)]).toEqual([false, false]);
  expect(tree.first.signalCode).toBe("SIGTERM");
});

test("those who do not listen end without being asked", async () => {
  const { tree, second } = await startTree(
    `trap "" TERM; (trap "" TERM; sleep 600) & echo $!; wait`,
  );
  await end(tree);
  expect([tree.isAlive, isRunning(second)]).toEqual([false, false]);
  expect(tree.first.signalCode).toBe("SIGKILL");
});

test("a child that outlives the first program still belongs to the tree", async () => {
  const { tree, second } = await startTree("sleep 600 & echo $!");
  if (tree.first.exitCode === null) await once(tree.first, "exit");
  expect(tree.isAlive).toBe(true);
  await end(tree);
  await waitFor("the second program to end", () => !isRunning(second));
});

test("a tree that is over is not signalled any more: its number may be another's", async () => {
  const { tree } = await startTree("echo $$");
  if (tree.first.exitCode === null) await once(tree.first, "exit");
  expect(tree.isAlive).toBe(false);
  await end(tree);
  expect(tree.first.signalCode).toBeNull();
});

test("of a program in the group of the one who started it, only itself ends", async () => {
  const { tree, second } = await startTree("sleep 600 & echo $!; wait", true);
  expect(tree.group).toBeNull();
  await end(tree);
  expect([tree.isAlive, isRunning(second)]).toEqual([false, true]);
});

test("several trees end together", async () => {
  const trees = await Promise.all([
    startTree("echo $$; sleep 600"),
    startTree("echo $$; sleep 600"),
  ]);
  await end(...trees.map(({ tree }) => tree));
  expect(trees.map(({ tree }) => tree.isAlive)).toEqual([false, false]);
});

test("a program that is not there is not alive", async () => {
  const tree = ProcessTree.start("/no/such/program", [], {});
  await once(tree.first, "error");
  expect(tree.isAlive).toBe(false);
  await end(tree);
});

test("a job whose members go on without the first one is let go of when they have ended", async () => {
  const job = {
    isAlive: true,
    isHeld: true,
    end() {},
    [Symbol.dispose]: () => void (job.isHeld = false),
  };
  const tree = ProcessTree.start("true", [], { isInOurGroup: true, jobs: { take: () => job } });
  await once(tree.first, "exit");
  expect(job.isHeld).toBe(true);
  job.isAlive = false;
  await end(tree);
  expect(job.isHeld).toBe(false);
});
