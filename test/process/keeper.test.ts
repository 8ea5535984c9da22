// The shell that ends what an app has started, when the app has no time for it.

import { afterEach, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
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
    for await (const line of console) {
      keeper.keep(Number(line));
      // The shell has the group before the answer.
      setImmediate(() => console.log("kept"));
    }`;
  const program = spawn(process.execPath, ["-e", code], { stdio: ["pipe", "pipe", "inherit"] });
  started.push(program.pid!);
  const answers = createInterface({ input: program.stdout });
  const keep = async (group: number): Promise<void> => {
    program.stdin.write(`${group}\n`);
    await once(answers, "line");
  };
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
  await keep(first);
  const killed = await waitFor("the shell", shell);
  process.kill(killed, "SIGKILL");
  const other = await waitFor("another shell", async () => {
    // Until the program knows of the end of the first shell, it gives the group to that one.
    await keep(second);
    const found = shell();
    return found === killed ? undefined : found;
  });
  started.push(other);
  program.kill("SIGKILL");
  await once(program, "exit");
  await waitFor("the end of the second group", () => !isRunning(second));
  await waitFor("the end of the first group", () => !isRunning(first));
});
