import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { packName, sharedFolder } from "../../contract/shipped/own-folders.ts";
import { emptyFolder, makeFolder, move, removeFolder, writeFile } from "../../disk/write.ts";
import { bunBuild } from "./compile/bun-build.ts";
import { refuseKeys, settingsOf, shippedEntries, type AppSources } from "./compile/compile.ts";
import { workerFile } from "./compile/entry.ts";
import { appendPack } from "./files/pack.ts";
import { writeSealedEntries } from "./compile/sealed-entries.ts";
import { moveMaps } from "./compile/source-maps.ts";

export interface SharedOptions extends AppSources {
  /** The folder to write. */
  readonly outFolder: string;
  /** The launcher's path relative to that folder, as a part of an address. */
  readonly launcher: string;
}

/**
 * Makes the folder of an app that shares its runtime: its minified modules and its pack. The same
 * sources give the same bytes, wherever the project is.
 * @returns messages for the developer: the parts that the app will not have
 */
export async function bundleShared(options: SharedOptions): Promise<readonly string[]> {
  const { workFolder, outFolder, mapFolder, launcher } = options;
  const building = { ...options, ...settingsOf(options) };
  const sealed = { ...building, isWhole: false };
  const { entries, workers, notes } = await writeSealedEntries(sealed, {
    ...shippedEntries(options),
    appSpec: "readPackFile(pack)",
    executable: beside(launcher),
    pack: beside(packName),
  });
  const folder = join(workFolder, sharedFolder);
  emptyFolder(folder);
  await bunBuild(building, entries, [
    // The runtime accepts files with Bun's mark without a transformation.
    "--target=bun",
    "--minify",
    "--sourcemap=external",
    "--entry-naming=[dir]/[name].[ext]",
    `--outdir=${folder}`,
  ]);
  await moveMaps(folder, mapFolder);
  writeSettings(folder);
  for (const name of workers) writeAlias(folder, name);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      await refuseKeys(join(entry.parentPath, entry.name), options.appSpec, entry.name);
  const pack = join(folder, packName);
  writeFile(pack, "");
  await appendPack(pack, options);
  removeFolder(outFolder);
  makeFolder(dirname(outFolder));
  move(folder, outFolder);
  return notes;
}

/**
 * An expression for the path of a file, relative to the folder of the module that contains the
 * expression.
 */
function beside(path: string): string {
  return `Bun.fileURLToPath(new URL(${JSON.stringify(path)}, import.meta.url))`;
}

/**
 * A module under the name that other modules import. In a separate executable the runtime knows
 * this name by itself.
 */
function writeAlias(folder: string, name: string): void {
  const file = workerFile(name);
  if (file !== name && extname(name) !== "")
    writeFile(join(folder, name), `import "./${basename(file)}";\n`);
}

/**
 * Settings of the runtime, so that it reads no others: it looks for tsconfig.json in the folder of
 * a module and in all folders above.
 */
function writeSettings(folder: string): void {
  writeFile(join(folder, "bunfig.toml"), "");
  writeFile(join(folder, "tsconfig.json"), "{}");
}
