import { readFileSync } from "node:fs";

/** What names a running process: numbers alone are used again. `null`: it does not run. Linux alone. */
export function processIdentity(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The name of the program, in brackets, may hold anything; when it began is the 20th field behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return `${pid} ${fields[19]} ${boot}`;
  } catch {
    return null;
  }
}

export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}
