// Runs one of the tasks on a machine that is set up already, without looking at the machine again:
//
//   node tools/run.mjs TASK [args…]

import { existsSync } from "node:fs";
import { bun, runTask } from "./tasks.mjs";

const [task, ...args] = process.argv.slice(2);
if (existsSync(bun)) {
  process.exitCode = await runTask(task, args);
} else {
  process.stderr.write(`Cannot find "${bun}": run \`npm test\` once, which sets this machine up\n`);
  process.exitCode = 1;
}
