import { readdirSync, readFileSync } from "node:fs";

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // the process has ended, or is not ours
  }
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * The parent is the second word after the program's name, which may itself contain spaces and
 * brackets.
 */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** A process and all its descendants, unless they have moved to another parent. */
export function processTree(pid: number): number[] {
  const parents = new Map(processes().map((process) => [process, parentOf(process)]));
  const tree = [pid];
  for (const member of tree) {
    for (const [process, parent] of parents) if (parent === member) tree.push(process);
  }
  return tree;
}

/** Every process that inherited `name=value`, including those that have moved to another parent. */
export function processesWithVariable(name: string, value: string): number[] {
  const wanted = `${name}=${value}`;
  return processes().filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(wanted));
}

/** The command line of a process, as one line; empty for an ended one. */
export function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`).split("\0").join(" ").trim();
}

/** Kills processes at once. An ended one is no error. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      continue;
    }
  }
}

/** Whether a process runs, and is no zombie. */
export function isRunning(pid: number): boolean {
  const status = read(`/proc/${pid}/status`);
  return status !== "" && !/^State:\s*Z/m.test(status);
}
