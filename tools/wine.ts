// Makes ready what the tests of the Windows platform need beside Wine itself: Bun's executable for
// Windows, where `framework build --target windows-x64` looks for it as well, and a prefix of Wine.
// tools/setup.mjs starts it.

import { join } from "node:path";
import { bunTarget } from "../src/cli/build/build-target.ts";
import type { Architecture } from "../src/contract/target.ts";
import { makeBasePrefix, windowsBun, windowsTools } from "../harness/wine-prefix.ts";

const say = (line: string) => void process.stderr.write(`setup: ${line}\n`);

/** @returns whether it is there */
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
// Apps for it are made and read, not run: their tests are skipped without it.
fetchWindowsBun("arm64");
if (makeBasePrefix()) say("made a prefix of Wine");
