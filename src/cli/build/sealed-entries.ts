import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { extname, join } from "node:path";
import { bunBuild, type BunBuildOptions } from "./bun-build.ts";
import { ownModule, writeEntries, type Entries, type EntryOptions } from "./entry.ts";

/**
 * Writes the entries of an app that is shipped. A package that its own code loads where it is there, and that was not there
 * when the app was built, is not there in the app either: the runtime would look for it in `node_modules` of the folder that the
 * app is started in, and run what somebody has put there.
 */
export async function writeSealedEntries(options: BunBuildOptions, wanted: EntryOptions): Promise<Entries> {
  const entries = await writeEntries(wanted);
  // Our own modules are whole.
  if (!existsSync(join(wanted.sourceFolder, ownModule))) return entries;
  const folder = join(options.workFolder, "modules");
  await rm(folder, { recursive: true, force: true });
  await bunBuild(options, entries, ["--target=bun", `--outdir=${folder}`]);
  const missing = await missingPackages(folder);
  return missing.length === 0 ? entries : await writeEntries({ ...wanted, missing });
}

/** What modules import by a name that is neither theirs nor the runtime's. */
async function missingPackages(folder: string): Promise<readonly string[]> {
  const reader = new Bun.Transpiler({ loader: "js" });
  const found = new Set<string>();
  for (const name of await readdir(folder)) {
    if (extname(name) !== ".js") continue;
    for (const { path } of reader.scanImports(await readFile(join(folder, name), "utf8")))
      if (!isBuiltin(path) && !/^(\.|\/|[a-z]+:)/i.test(path)) found.add(path);
  }
  return [...found].sort();
}
