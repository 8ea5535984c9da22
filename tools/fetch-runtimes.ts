import { join } from "node:path";
import { bunTarget, findRuntime } from "../src/cli/build/build-target.ts";
import { toolsFolder } from "../src/cli/build/tools-folder.ts";
import { targetOf, type Target } from "../src/contract/target.ts";

const tools = toolsFolder(null, targetOf(process.platform, process.arch).system);

/**
 * Fetches the executables of Bun that are missing, into the folder where `framework build` looks
 * for them.
 *
 * @returns whether all exist
 */
export function fetchRuntimes(targets: readonly Target[]): boolean {
  const lacking = targets.filter(isLacking);
  if (lacking.length === 0) return true;
  const names = lacking.map((target) => `${bunTarget(target).package}@${Bun.version}`);
  const say = (line: string): void => void process.stderr.write(`setup: ${line}\n`);
  say(`fetching Bun for other targets (npm install ${names.join(" ")})`);
  // Without --force npm refuses packages for other systems.
  const options = ["--force", "--no-audit", "--no-fund", "--loglevel=error"];
  const place = ["--prefix", join(tools, `bun-${Bun.version}`)];
  // On Windows npm is a command file, which only a shell can start.
  const npm = process.platform === "win32" ? ["cmd.exe", "/d", "/c", "npm"] : ["npm"];
  const { success } = Bun.spawnSync([...npm, "install", ...options, ...place, ...names], {
    stdout: 2,
    stderr: 2,
  });
  if (success && !lacking.some(isLacking)) return true;
  say(`cannot fetch "${names.join(" ")}": see npm's own message above`);
  return false;
}

function isLacking(target: Target): boolean {
  try {
    findRuntime(target, import.meta.dir, tools);
    return false;
  } catch {
    return true;
  }
}
