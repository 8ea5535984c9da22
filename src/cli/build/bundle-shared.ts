import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sharedFolder } from "../../bundler/index.ts";
import { bunBuild } from "./bun-build.ts";
import { refuseKeys, settingsOf, shippedEntries, type AppSources } from "./compile.ts";
import { appendPack } from "./pack.ts";
import { writeSealedEntries } from "./sealed-entries.ts";
import { moveMaps } from "./source-maps.ts";

export interface SharedOptions extends AppSources {
  /** Where the folder goes. */
  readonly outFolder: string;
  /** Where the launcher is from there, as a part of an address. */
  readonly launcher: string;
}

const packName = "app.pack";

/**
 * Makes the folder of an app that shares its runtime: its modules, small, and its pack. The same sources give the same bytes,
 * wherever the project lies.
 */
export async function bundleShared(options: SharedOptions): Promise<void> {
  const { workFolder, outFolder, mapFolder, launcher } = options;
  const building = { ...options, ...settingsOf(options) };
  const entries = await writeSealedEntries(building, {
    ...shippedEntries(options),
    appSpec: "readPackFile(pack)",
    executable: beside(launcher),
    pack: beside(packName),
  });
  const folder = join(workFolder, sharedFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bunBuild(building, entries, [
    // The runtime takes what has Bun's mark as it is.
    "--target=bun",
    "--minify",
    "--sourcemap=external",
    "--entry-naming=[name].[ext]",
    `--outdir=${folder}`,
  ]);
  await moveMaps(folder, mapFolder);
  await writeSettings(folder);
  const pack = join(folder, packName);
  await writeFile(pack, "");
  await appendPack(pack, options);
  for (const name of await readdir(folder)) await refuseKeys(join(folder, name), name);
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(dirname(outFolder), { recursive: true });
  await rename(folder, outFolder);
}

/** An expression for the path of a file, from the folder of the module that it stands in. */
function beside(path: string): string {
  return `Bun.fileURLToPath(new URL(${JSON.stringify(path)}, import.meta.url))`;
}

/** Settings of the runtime, so that it reads none elsewhere: tsconfig.json is looked for in the folder of a module and all above it. */
async function writeSettings(folder: string): Promise<void> {
  await writeFile(join(folder, "bunfig.toml"), "");
  await writeFile(join(folder, "tsconfig.json"), "{}");
}
