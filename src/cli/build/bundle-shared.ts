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
  /** Where the folder goes. */
  readonly outFolder: string;
  /** Where the launcher is from there, as a part of an address. */
  readonly launcher: string;
}

/**
 * Makes the folder of an app that shares its runtime: its modules, small, and its pack. The same
 * sources give the same bytes, wherever the project lies.
 * @returns what the one who builds is told: what the app will not have
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
    // The runtime takes what has Bun's mark as it is.
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

/** An expression for the path of a file, from the folder of the module that it stands in. */
function beside(path: string): string {
  return `Bun.fileURLToPath(new URL(${JSON.stringify(path)}, import.meta.url))`;
}

/**
 * A module by the name that it is asked for by, which in an executable of its own the runtime knows
 * by itself.
 */
function writeAlias(folder: string, name: string): void {
  const file = workerFile(name);
  if (file !== name && extname(name) !== "")
    writeFile(join(folder, name), `import "./${basename(file)}";\n`);
}

/**
 * Settings of the runtime, so that it reads none elsewhere: tsconfig.json is looked for in the
 * folder of a module and all above it.
 */
function writeSettings(folder: string): void {
  writeFile(join(folder, "bunfig.toml"), "");
  writeFile(join(folder, "tsconfig.json"), "{}");
}
