import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { packBlockSize } from "../../contract/shipped/pack.ts";
import type { Target } from "../../contract/target.ts";
import { bunTarget } from "./build-target.ts";
import { writeEntries } from "./entry.ts";
import { frameworkPackageOptions } from "../project/framework-package.ts";
import { emptySettings } from "../project/package-root.ts";
import { bringsWebview, fixedRuntimeFolder } from "../../bundler/index.ts";
import { appendPack, type PackContent } from "./pack.ts";
import { steadyHead } from "./steady-head.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { programCommand } from "../programs/command.ts";
import { holdsSigningKey } from "./secrets.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface CompileOptions extends PackContent {
  readonly target: Target;
  /** The Bun that compiles. */
  readonly runner: string;
  /** The Bun of the target, which becomes the body of the executable. */
  readonly runtime: string;
  readonly sourceFolder: string;
  /** Where the executable goes. Its base name becomes part of its bytes. */
  readonly outFile: string;
  /** For intermediate files. */
  readonly workFolder: string;
  /** Where the compiler's own words go; absent: they are told when it fails. */
  readonly terminal?: Terminal | undefined;
}

/**
 * Makes the one executable: Bun's runtime, both threads, the app's own code, and the page's files behind it.
 * It needs neither Bun nor Node, and takes nothing from the folder it is started in. The same sources give the
 * same bytes, wherever the project lies.
 */
export async function compile(options: CompileOptions): Promise<void> {
  const { target, sourceFolder, outFile, workFolder, appSpec } = options;
  const entries = await writeEntries({
    folder: join(workFolder, "entry"),
    system: target.system,
    sourceFolder,
    config: appSpec.config,
    appSpec: "readPackedSpec(pack)",
    executable: "process.execPath",
    pack: "process.execPath",
    proxy: null,
    fixedRuntime: bringsWebview(appSpec.config.framework.bundle.windows) ? fixedRuntimeFolder : null,
  });
  // Bun writes the name of the file into it, so the name must be the final one; the folder need not be.
  const unfinished = join(workFolder, basename(outFile));
  await mkdir(dirname(outFile), { recursive: true });
  await rm(unfinished, { force: true });
  await runBun(options, [
    "build",
    "--compile",
    // As in development: a macro or a definition there would make another app of the same sources.
    `--config=${emptySettings.bunfig}`,
    `--target=${bunTarget(target).option}`,
    // Without it Bun would download what it lacks.
    `--compile-executable-path=${options.runtime}`,
    // What happens to lie beside the user's files must not change what the app does.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
    // Stacks of a shipped app must name lines of the source.
    "--sourcemap=inline",
    ...(appSpec.config.build.features ?? []).map((feature) => `--feature=${feature}`),
    "--conditions=bun",
    ...(await frameworkPackageOptions({ sourceFolder, workFolder })),
    `--outfile=${unfinished}`,
    // Source maps name files by their paths from the working directory.
    ...[entries.main, entries.appThread, entries.dialogThread]
      .filter((path) => path !== null)
      .map((path) => relative(sourceFolder, path)),
  ]);
  if (target.system === "linux") await steadyHead(unfinished, packBlockSize);
  await appendPack(unfinished, options);
  if (holdsSigningKey(await readFile(unfinished))) {
    await rm(unfinished);
    throw new UserError(
      `Cannot ship "${basename(outFile)}": the app's own code, or its configuration, holds a secret key for signing`,
    );
  }
  // Whatever the umask of the shell is, an app is for everybody.
  await chmod(unfinished, 0o755);
  await rename(unfinished, outFile);
}

async function runBun(
  { runner, sourceFolder, terminal }: CompileOptions,
  args: readonly string[],
): Promise<void> {
  const command = programCommand(runner, args);
  const child = spawn(command.program, command.args, {
    cwd: sourceFolder,
    windowsVerbatimArguments: command.windowsVerbatimArguments,
    env: environmentForOthers(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    terminal?.err(chunk.toString());
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", (cause) =>
    reject(new UserError(`Cannot start "${runner}": ${cause.message}`, { cause })),
  );
  child.once("close", resolve);
  const code = await promise;
  if (code === 0) return;
  const said = terminal === undefined ? `, "${runner} build" said:\n${output.trim()}` : "";
  throw new UserError(`Cannot compile the app${said}`);
}
