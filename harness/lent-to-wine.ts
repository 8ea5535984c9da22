// Bun for Windows loads this before a script, on its main thread. For `recursive` Bun removes files
// and folders with a call that Wine 8 lacks (NtSetInformationFile with
// FileDispositionInformationEx), and that each Windows with Bun has. The replacement here removes
// the same, one by one.

import type { default as nodeFs, RmOptions } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The functions that modules import from it are those it has when it is first imported, which is
// after this.
const fs = createRequire(import.meta.url)("node:fs") as typeof nodeFs;
const removeAs = { ...fs }.rmSync;

function remove(path: string, options: RmOptions = {}): void {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  // Bun itself reports missing files and missing rights.
  if (stats === undefined || options.recursive !== true) return removeAs(path, options);
  if (!stats.isDirectory()) return fs.unlinkSync(path);
  for (const name of fs.readdirSync(path)) remove(join(path, name), options);
  fs.rmdirSync(path);
}

Object.assign(fs, { rmSync: remove });
Object.assign(fs.promises, {
  rm: async (path: string, options?: RmOptions) => remove(path, options),
});
