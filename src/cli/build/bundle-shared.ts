import { isBuiltin } from "node:module";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { sharedFolder } from "../../bundler/index.ts";
import { bunBuild } from "./bun-build.ts";
import { featuresOf, refuseKeys, shippedEntries, type AppSources } from "./compile.ts";
import { writeEntries } from "./entry.ts";
import { appendPack } from "./pack.ts";

export interface SharedOptions extends AppSources {
  /** Where the folder goes. */
  readonly outFolder: string;
  /** Where the source maps go, which are not shipped. */
  readonly mapFolder: string;
  /** The name of the launcher, which lies beside the folder. */
  readonly launcher: string;
}

const packName = "app.pack";
const missingModule = "missing.js";

/**
 * Makes the folder of an app that shares its runtime: its modules, small, and its pack. The same sources give the same bytes,
 * wherever the project lies.
 */
export async function bundleShared(options: SharedOptions): Promise<void> {
  const { workFolder, outFolder, mapFolder, launcher } = options;
  const entries = await writeEntries({
    ...shippedEntries(options),
    appSpec: "readPackFile(pack)",
    executable: beside(`../${encodeURIComponent(launcher)}`),
    pack: beside(packName),
  });
  const folder = join(workFolder, sharedFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bunBuild({ ...options, features: featuresOf(options) }, entries, [
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
  await rename(folder, outFolder);
}

/** An expression for the path of a file, from the folder of the module that it stands in. */
function beside(path: string): string {
  return `Bun.fileURLToPath(new URL(${JSON.stringify(path)}, import.meta.url))`;
}

async function moveMaps(folder: string, mapFolder: string): Promise<void> {
  await rm(mapFolder, { recursive: true, force: true });
  await mkdir(mapFolder, { recursive: true });
  for (const name of await readdir(folder))
    if (extname(name) === ".map") await rename(join(folder, name), join(mapFolder, name));
}

/**
 * Settings of the runtime, so that it reads none elsewhere: tsconfig.json is looked for in the folder of a module and all above
 * it. A package that was not there when the app was built, as what others need only where it is, would be looked for in the
 * folders above, too, where on some systems anybody can put one: here it is a module that says that there is none.
 */
async function writeSettings(folder: string): Promise<void> {
  const missing = await missingPackages(folder);
  const paths = Object.fromEntries(missing.map((name) => [name, [`./${missingModule}`]]));
  await writeFile(join(folder, "bunfig.toml"), "");
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { paths } }));
  if (missing.length === 0) return;
  const error =
    'Object.assign(new Error("Cannot find the package: it was not there when the app was built"), { code: "MODULE_NOT_FOUND" })';
  await writeFile(join(folder, missingModule), `// @bun\nthrow ${error};\n`);
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
