// Loaded by Bun for Windows before a script, on its main thread. Bun removes files and folders by a
// call that Wine 8 lacks (NtSetInformationFile with FileDispositionInformationEx) wherever
// `recursive` is asked for, and each Windows that Bun runs on has. What is there instead here
// removes the same, one by one.

import type { default as nodeFs, RmOptions } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The functions that modules import from it are those it has when it is first imported, which is
// after this.
const fs = createRequire(import.meta.url)("node:fs") as typeof nodeFs;
const removeAs = { ...fs }.rmSync;

function remove(path: string, options: RmOptions = {}): void {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  // Whatever is to be said of what is not there, or may not be removed, Bun says.
  if (stats === undefined || options.recursive !== true) return removeAs(path, options);
  if (!stats.isDirectory()) return fs.unlinkSync(path);
  for (const name of fs.readdirSync(path)) remove(join(path, name), options);
  fs.rmdirSync(path);
}

Object.assign(fs, { rmSync: remove });
Object.assign(fs.promises, {
  rm: async (path: string, options?: RmOptions) => remove(path, options),
});
