import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { machine } from "../machine.ts";

// Reads paths until any end of this process, and removes them then: runners call no exit handlers,
// or are killed. Started programs are ending at that moment, and may still write.
const script = `
while IFS= read -r folder; do set -- "$@" "$folder"; done
for pause in 0.2 1 3; do sleep $pause; rm -rf -- "$@"; done 2>/dev/null`;

let remover: ChildProcess | null = null;

/** Removes a folder when this process ends. It may be missing by then. */
export function removeAtEnd(folder: string): void {
  if (machine === "windows") {
    if (left.size === 0) process.once("exit", removeLeft);
    left.add(folder);
    return;
  }
  remover ??= startRemover();
  remover.stdin?.write(`${folder}\n`);
}

/** Windows has no `sh`. One listener for all: Node.js warns of more than ten. */
const left = new Set<string>();

function removeLeft(): void {
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
}

function startRemover(): ChildProcess {
  const child = spawn("sh", ["-c", script, "sh"], {
    detached: true,
    // `framework test` ends every program with its variable when the runner has ended: this one
    // must outlive both.
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const { stdin } = child;
  stdin.on("error", () => {});
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return child;
}
