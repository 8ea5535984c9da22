import { expect, test } from "bun:test";
import { existsSync, lchownSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LivenessSocket } from "../../src/process/liveness-socket.ts";

const module = join(import.meta.dir, "../../src/process/liveness-socket.ts");

/** A process that shows itself and then does this; with the name it shows itself by. */
async function showing(then: string) {
  const script = `
    const { LivenessSocket } = await import(${JSON.stringify(module)});
    globalThis.shown = await LivenessSocket.show();
    require("node:fs").writeSync(1, shown.name);
    ${then}`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  return { child, name: new TextDecoder().decode(value) };
}

test("a process is there until it ends, also one that is busy, or stopped", async () => {
  const { child, name } = await showing("for (;;);");
  expect(await LivenessSocket.isShown(name)).toBe(true);
  child.kill("SIGSTOP");
  expect(await LivenessSocket.isShown(name)).toBe(true);
  child.kill("SIGKILL");
  await child.exited;
  expect(await LivenessSocket.isShown(name)).toBe(false);
  expect(existsSync(name)).toBe(false);
});

test("it is there also for who looks late, on a busy machine", async () => {
  const { child, name } = await showing("setInterval(() => {}, 1000);");
  const isShown = LivenessSocket.isShown(name);
  // It has hung up by then.
  for (const end = performance.now() + 300; performance.now() < end;);
  expect(await isShown).toBe(true);
  child.kill("SIGKILL");
  await child.exited;
});

test("it is no reason for a process to live on", async () => {
  const { child, name } = await showing("");
  expect(await child.exited).toBe(0);
  expect(await LivenessSocket.isShown(name)).toBe(false);
});

test("a disposed presence is gone, and leaves nothing", async () => {
  const shown = await LivenessSocket.show();
  expect(await LivenessSocket.isShown(shown.name)).toBe(true);
  shown[Symbol.dispose]();
  expect([await LivenessSocket.isShown(shown.name), existsSync(shown.name)]).toEqual([
    false,
    false,
  ]);
});

test("a presence that was never shown is absent", async () => {
  for (const name of ["1 2 3", "/no/such/folder/name", import.meta.path])
    expect(await LivenessSocket.isShown(name)).toBe(false);
  expect(existsSync(import.meta.path)).toBe(true);
});

const noRoot = process.getuid?.() === 0 ? null : "only root gives files to others";
test.skipIf(noRoot !== null)(
  `another user who has taken the name is not it (${noRoot ?? "as root"})`,
  async () => {
    const { child, name } = await showing("setInterval(() => {}, 1000);");
    lchownSync(name, 12_345, 12_345);
    expect(await LivenessSocket.isShown(name)).toBe(false);
    child.kill("SIGKILL");
    await child.exited;
    // Nor is what that user has left ours to remove.
    expect([await LivenessSocket.isShown(name), existsSync(name)]).toEqual([false, true]);
    rmSync(name);
  },
);
