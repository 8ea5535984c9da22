import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { patience } from "../process/wait.ts";

const folder = fileURLToPath(new URL("../../../src/testing/windows", import.meta.url));

/** Runs a program of this folder, which calls Windows; settles with its output. */
export function runProgram(name: string, order: object): Promise<Buffer> {
  const args = [join(folder, name), JSON.stringify(order)];
  // A folder without settings of a project.
  const options = { cwd: folder, timeout: patience, maxBuffer: 2 ** 28 } as const;
  return new Promise((resolve, reject) => {
    execFile(bun(), args, { ...options, encoding: "buffer" }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`Cannot run "${name}": ${err.toString().trim() || error.message}`));
    });
  });
}

/** Under Node.js, the Bun of the package. */
function bun(): string {
  if ("bun" in process.versions) return process.execPath;
  const manifest = createRequire(import.meta.url).resolve("bun/package.json");
  return join(dirname(manifest), "bin", "bun.exe");
}
