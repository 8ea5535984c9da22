import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { machine } from "../machine.ts";

// Reads paths until this process ends, in whatever way, and removes them then: runners call no exit
// handlers, or are killed. What was started is ending at that moment, and may still write.
const script = `
while IFS= read -r folder; do set -- "$@" "$folder"; done
for pause in 0.2 1 3; do sleep $pause; rm -rf -- "$@"; done 2>/dev/null`;

let remover: ChildProcess | null = null;

/** Has a folder removed when this process ends. It may be gone by then. */
export function removeAtEnd(folder: string): void {
  if (machine === "windows") {
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return;
  }
  remover ??= startRemover();
  remover.stdin?.write(`${folder}\n`);
}

function startRemover(): ChildProcess {
  const child = spawn("sh", ["-c", script, "sh"], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const { stdin } = child;
  stdin.on("error", () => {});
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return child;
}
