// Prepares the requirements of the Windows platform's tests beside Wine itself: Bun's executable
// for Windows, in the folder that `framework build --target windows-x64` also uses, and a prefix of
// Wine. tools/setup.mjs starts it.

import { join } from "node:path";
import { bunTarget } from "../src/cli/build/build-target.ts";
import type { Architecture } from "../src/contract/target.ts";
import { makeBasePrefix, windowsBun, windowsTools } from "../harness/wine-prefix.ts";

const say = (line: string) => void process.stderr.write(`setup: ${line}\n`);

/** @returns whether it exists */
function fetchWindowsBun(architecture: Architecture): boolean {
  if (windowsBun(architecture) !== null) return true;
  const name = `${bunTarget({ system: "windows", architecture }).package}@${Bun.version}`;
  say(`fetching Bun for Windows (npm install ${name})`);
  // Without --force npm refuses a package for another system.
  const options = ["--force", "--no-audit", "--no-fund", "--loglevel=error"];
  const { exitCode } = Bun.spawnSync(
    ["npm", "install", ...options, "--prefix", join(windowsTools, `bun-${Bun.version}`), name],
    { stdout: 2, stderr: 2 },
  );
  if (exitCode === 0 && windowsBun(architecture) !== null) return true;
  say(`cannot fetch "${name}": see npm's own message above`);
  return false;
}

if (!fetchWindowsBun("x64")) process.exit(1);
// Apps for it are built and inspected, not run: their tests are skipped without it.
fetchWindowsBun("arm64");
if (makeBasePrefix()) say("made a prefix of Wine");
