// The app of `framework dev`, and how it is asked to end.

import { expect, test } from "bun:test";
import { DevApp } from "../../../src/cli/dev/dev-app.ts";
import { ToolLine } from "../../../src/cli/dev/dev-line.ts";
import { ProcessTree } from "../../../src/process/process-tree.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import type { System } from "../../../src/contract/target.ts";

/**
 * Ends with 5 when the tool is gone, and with 6 when it is sent a signal; a deaf one with neither.
 */
const program = (isDeaf: boolean) => `
  const socket = require("node:net").connect(process.argv.at(-1));
  socket.write(JSON.stringify({ kind: "begun" }) + "\\n");
  socket.resume();
  socket.on("close", () => ${isDeaf ? "setInterval(() => {}, 1000)" : "process.exit(5)"});
  process.on("SIGTERM", () => process.exit(6));
`;

async function startApp(system: System, isDeaf = false) {
  const held = new AsyncDisposableStack();
  const folder = held.use(tempDir());
  const line = held.use(new ToolLine(folder.path, "linux"));
  const begun = Promise.withResolvers<void>();
  line.onReport = () => begun.resolve();
  const tree = ProcessTree.start(process.execPath, ["-e", program(isDeaf), line.address], {});
  const app = new DevApp(tree, line, system);
  held.defer(() => app.end());
  await begun.promise;
  return { app, tree, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test.each([
  ["linux", 6],
  ["windows", 5],
] as const)("on %s it is asked to end, and its exit code comes through", async (system, code) => {
  await using started = await startApp(system);
  started.app.terminate("SIGTERM");
  expect(await started.app.exited).toBe(code);
});

test.each([
  ["linux", 6],
  ["windows", 5],
] as const)("on %s it ends by itself where another one takes its place", async (system, code) => {
  await using started = await startApp(system);
  await started.app.end();
  await waitFor("its exit code", () => started.tree.first.exitCode !== null);
  expect(started.tree.first.exitCode).toBe(code);
});

test("one that does not hear that the tool let go of it is ended", async () => {
  await using started = await startApp("windows", true);
  await started.app.end();
  await waitFor("its end", () => started.tree.first.signalCode !== null);
  expect(started.tree.first.signalCode).toBe("SIGKILL");
});
