import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readFile } from "../../../disk/read.ts";
import { openRoot } from "../../../disk/roots.ts";
import { emptyFolder, makeFolder, move, removeFile, setMode } from "../../../disk/write.ts";
import { packBlockSize } from "../../../contract/shipped/pack.ts";
import type { Target } from "../../../contract/target.ts";
import { bringsWebview } from "../../../bundler/index.ts";
import { fixedRuntimeFolder } from "../../../contract/shipped/own-folders.ts";
import { bunTarget } from "../build-target.ts";
import { bunBuild, type BunBuildOptions } from "./bun-build.ts";
import { HeldSignals } from "./held-signals.ts";
import { keepEntryBytecode } from "./bytecode.ts";
import type { Entries, EntryOptions } from "./entry.ts";
import { appendPack, type PackContent } from "../files/pack.ts";
import { dropImageChecksum } from "./image-checksum.ts";
import { writeSealedEntries } from "./sealed-entries.ts";
import { dropSourceTexts, moveMaps } from "./source-maps.ts";
import { StandaloneModules } from "./standalone-modules.ts";
import { padElfHeader } from "./elf-head.ts";
import type { Runner } from "../../project/runner.ts";
import { holdsSigningKey } from "../signing/secrets.ts";
import { UserError, type Terminal } from "../../terminal.ts";

/** The parts of an app, independent of its runtime. */
export interface AppSources extends PackContent {
  readonly target: Target;
  /** The Bun that compiles. */
  readonly runner: Runner;
  readonly sourceFolder: string;
  /** The folder for intermediate files. */
  readonly workFolder: string;
  /** The folder for the source maps, which are not shipped. */
  readonly mapFolder: string;
  /** The terminal for the compiler's messages. Absent: they are reported when it fails. */
  readonly terminal?: Terminal | undefined;
}

export interface CompileOptions extends AppSources {
  /** The Bun of the target, which becomes the body of the executable. */
  readonly runtime: string;
  /** The path of the executable. Its base name becomes part of its bytes. */
  readonly outFile: string;
}

/**
 * Makes the one executable: Bun's runtime, both threads, the app's own code, and the page's files
 * behind it. It needs neither Bun nor Node, and uses nothing from the folder that it is started in.
 * The same sources give the same bytes, wherever the project is.
 * @returns messages for the developer: the parts that the app will not have
 */
export async function compile(options: CompileOptions): Promise<readonly string[]> {
  const { target, outFile, workFolder, mapFolder } = options;
  const building = { ...options, ...settingsOf(options) };
  const sealed = { ...building, isWhole: true };
  const { entries, notes } = await writeSealedEntries(sealed, {
    ...shippedEntries(options),
    appSpec: "readPackedSpec(pack)",
    executable: "process.execPath",
    pack: "process.execPath",
  });
  // Bun writes the name of the file into it, so the name must be the final one. The folder need not
  // be.
  const folder = join(workFolder, "compiled");
  const unfinished = join(folder, basename(outFile));
  makeFolder(dirname(outFile));
  emptyFolder(folder);
  await removeUnfinished(options.sourceFolder);
  await compileEntries(building, entries, [
    "--compile",
    `--target=${bunTarget(target).option}`,
    // Without it Bun would download a missing runtime.
    `--compile-executable-path=${options.runtime}`,
    // Other files beside the user's files must not change the behaviour of the app.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
    // Stacks of a shipped app must name lines of the source.
    "--sourcemap=inline",
    ...(hasBytecode(options) ? bytecodeOptions : []),
    `--outfile=${unfinished}`,
  ]);
  await moveMaps(folder, mapFolder);
  const { bytecode } = options.appSpec.config.build;
  await StandaloneModules.edit(unfinished, [
    dropSourceTexts,
    ...(bytecode ? [] : [keepEntryBytecode]),
  ]);
  if (target.system === "linux") await padElfHeader(unfinished, packBlockSize);
  await refuseKeys(unfinished, options.appSpec, outFile);
  await appendPack(unfinished, options);
  if (target.system === "windows") await dropImageChecksum(unfinished);
  await checkLength(unfinished, target, outFile);
  // Every user may run an app, whatever the umask of the shell is.
  setMode(unfinished, 0o755);
  move(unfinished, outFile);
  return notes;
}

/** Compiles; a signal that ends the tool meanwhile leaves nothing beside the sources. */
async function compileEntries(
  options: BunBuildOptions,
  entries: Entries,
  args: readonly string[],
): Promise<void> {
  using signals = new HeldSignals();
  try {
    await bunBuild({ ...options, signal: signals.abort }, entries, args);
  } finally {
    if (signals.abort.aborted) await removeUnfinished(options.sourceFolder);
  }
}

/**
 * Bun first writes a hidden executable into its working folder, and leaves it there if it is
 * killed: 100 MB each time.
 */
async function removeUnfinished(folder: string): Promise<void> {
  openRoot(folder);
  for (const name of await readdir(folder))
    if (/^\.[\da-f]{16}-[\da-f]{8}\.bun-build$/.test(name)) removeFile(join(folder, name));
}

// Without the format Bun would make CommonJS, and there threads are not found.
const bytecodeOptions = ["--bytecode", "--format=esm"];

/**
 * Only the Bun version that compiled the bytecode can read it. Others crash. With a runner,
 * bytecode is used only on request: older versions make none of such modules, and use another
 * layout.
 */
function hasBytecode({ runner, runtime, target, appSpec: { config } }: CompileOptions): boolean {
  const isRead = target.system === "linux" && runtime === runner.executable;
  return isRead && (config.build.bytecode || runner.executable === process.execPath);
}

/** The common part of the entries of all shipped apps. */
export function shippedEntries({
  target,
  sourceFolder,
  workFolder,
  appSpec: { config, mode },
}: AppSources): Omit<EntryOptions, "appSpec" | "executable" | "pack"> {
  return {
    folder: join(workFolder, "entry"),
    system: target.system,
    sourceFolder,
    config,
    proxy: null,
    mode,
    fixedRuntime: bringsWebview(config.framework.bundle.windows) ? fixedRuntimeFolder : null,
  };
}

/** The bundling settings that follow from the configuration and the kind of the build. */
export function settingsOf({
  appSpec: { config, mode },
}: AppSources): Pick<BunBuildOptions, "features" | "isDebug"> {
  return { features: config.build.features ?? [], isDebug: mode === "debug" };
}

/**
 * Windows and macOS address the parts of an executable by 32 bits (`PE Format`,
 * `<mach-o/loader.h>`), and Windows starts none that is longer. The limit leaves room for a
 * signature.
 */
export const longestExecutable = 2 ** 32 - 2 ** 26;

async function checkLength(made: string, { system }: Target, outFile: string): Promise<void> {
  const { size } = await stat(made);
  if (system === "linux" || size <= longestExecutable) return;
  removeFile(made);
  throw new UserError(
    `Cannot make "${basename(outFile)}" for ${system}: it would have ${(size / 1e9).toFixed(1)} GB, want at most ` +
      `${(longestExecutable / 1e9).toFixed(1)} GB; take large files out of build.distDir, name them in ` +
      "framework.bundle.resources and show them by convertFileSrc",
  );
}

/**
 * Refuses to ship a key that signs updates, in the compiled code or in the configuration. The files
 * of the page were searched before ({@link findPageFiles}).
 * @param outFile the planned path of `made`
 * @throws UserError
 */
export async function refuseKeys(
  made: string,
  appSpec: AppSources["appSpec"],
  outFile: string,
): Promise<void> {
  if (!holdsSigningKey(readFile(made)) && !holdsSigningKey(Buffer.from(JSON.stringify(appSpec))))
    return;
  removeFile(made);
  throw new UserError(
    `Cannot ship "${basename(outFile)}": the app's own code, or its configuration, holds a secret key for signing`,
  );
}
