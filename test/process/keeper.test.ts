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
  const keep = (group: number): void => void program.stdin.write(`${group}\n`);
  const shell = () => processTree(program.pid!).find((pid) => pid !== program.pid);
  return { program, keep, shell };
}

function startGroup(): number {
  const { pid } = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
  started.push(pid!);
  return pid!;
}

test("a shell in the place of one that was killed ends the groups of both", async () => {
  const { program, keep, shell } = startProgram();
  const [first, second] = [startGroup(), startGroup()];
  keep(first);
  const killed = await waitFor("the shell", shell);
  process.kill(killed, "SIGKILL");
  const other = await waitFor("another shell", () => {
    // Until the program knows of the end of the first shell, it gives the group to that one.
    keep(second);
    const found = shell();
    return found === killed ? undefined : found;
  });
  started.push(other);
  program.kill("SIGKILL");
  await once(program, "exit");
  await waitFor("the end of the second group", () => !isRunning(second));
  await waitFor("the end of the first group", () => !isRunning(first));
});
