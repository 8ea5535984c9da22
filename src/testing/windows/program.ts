import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { patience } from "../process/wait.ts";

const folder = fileURLToPath(new URL("../../../src/testing/windows", import.meta.url));

/** Runs a program of this folder, which calls Windows; settles with its output. */
export async function runProgram(name: string, order: object): Promise<Buffer> {
  const program = await bun();
  const args = [join(folder, name), JSON.stringify(order)];
  // A folder without settings of a project.
  const options = { cwd: folder, timeout: patience, maxBuffer: 2 ** 28 } as const;
  return await new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: "buffer" }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`Cannot run "${name}": ${err.toString().trim() || error.message}`));
    });
  });
}

/** Under Node.js, the Bun of the package. */
async function bun(): Promise<string> {
  if ("bun" in process.versions) return process.execPath;
  const module = new URL("../../../bin/find-bun.mjs", import.meta.url).href;
  const { bunFolder, bunIn } = (await import(module)) as {
    bunFolder: () => string | null;
    bunIn: (folder: string) => string | null;
  };
  const packageFolder = bunFolder();
  const found = packageFolder === null ? null : bunIn(packageFolder);
  if (found === null) throw new Error('Cannot find Bun: run "npm install" again');
  return found;
}
