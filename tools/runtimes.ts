// Brings the executables of Bun for all targets, where `framework build` looks for them.
// tools/setup.mjs starts it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { bunTarget, targets } from "../src/cli/build/build-target.ts";
import { toolsFolder } from "../src/cli/build/tools-folder.ts";
import { targetOf } from "../src/contract/target.ts";

const host = targetOf(process.platform, process.arch);
const tools = join(toolsFolder(null, host.system), `bun-${Bun.version}`);
const lacking = targets
  .map((target) => bunTarget(target).package)
  .filter(
    (name) => name !== bunTarget(host).package && !existsSync(join(tools, "node_modules", name)),
  );
if (lacking.length > 0) {
  const names = lacking.map((name) => `${name}@${Bun.version}`);
  process.stderr.write(`setup: fetching Bun for other targets (npm install ${names.join(" ")})\n`);
  // Without --force npm refuses packages for other systems.
  const options = ["--force", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", tools];
  // On Windows npm is a command file, which only a shell can start.
  const npm = process.platform === "win32" ? ["cmd.exe", "/d", "/c", "npm"] : ["npm"];
  const { success } = Bun.spawnSync([...npm, "install", ...options, ...names], {
    stdout: 2,
    stderr: 2,
  });
  if (!success) process.exit(1);
}
