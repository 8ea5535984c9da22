// The shell that ends what an app has started, when the app has no time for it.

import { afterEach, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { isRunning, killAll, processTree } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";

const keeper = new URL("../../src/app/process/keeper.ts", import.meta.url).href;
const started: number[] = [];
afterEach(() => killAll(started.splice(0)));

/** A program that keeps the groups it reads. */
function startProgram() {
  const code = `
    import { Keeper } from ${JSON.stringify(keeper)};
    const keeper = new Keeper();
    for await (const line of console) keeper.keep(Number(line));`;
  const program = spawn(process.execPath, ["-e", code], { stdio: ["pipe", "inherit", "inherit"] });
  started.push(program.pid!);
  /** Gives it a group until a shell runs that is not the other one. */
  const keep = (group: number, other: number | null): Promise<number> =>
    waitFor("the shell", () => {
      program.stdin.write(`${group}\n`);
      return processTree(program.pid!).find((pid) => pid !== program.pid && pid !== other);
    });
  return { program, keep };
}

function startGroup(): number {
  const { pid } = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
  started.push(pid!);
  return pid!;
}

test("a shell in the place of one that was killed ends the groups of both", async () => {
  const { program, keep } = startProgram();
  const [first, second] = [startGroup(), startGroup()];
  const killed = await keep(first, null);
  process.kill(killed, "SIGKILL");
  started.push(await keep(second, killed));
  program.kill("SIGKILL");
  await once(program, "exit");
  await waitFor("the end of the second group", () => !isRunning(second));
  await waitFor("the end of the first group", () => !isRunning(first));
});
