import { spawn } from "node:child_process";
import { dirname, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { environmentForOthers } from "../../../process/environment.ts";
import type { Target } from "../../../contract/target.ts";
import { programCommand } from "../../programs/command.ts";
import { frameworkPackageOptions } from "../../project/framework-package.ts";
import { emptySettings } from "../../project/package-root.ts";
import type { Runner } from "../../project/runner.ts";
import { UserError, type Terminal } from "../../terminal.ts";
import type { Entries } from "./entry.ts";

export interface BunBuildOptions {
  /** The Bun that compiles. */
  readonly runner: Runner;
  readonly sourceFolder: string;
  /** The folder for intermediate files. */
  readonly workFolder: string;
  readonly target: Target;
  readonly isDebug: boolean;
  /** `build.features` of the configuration. */
  readonly features: readonly string[];
  /** The terminal for the compiler's messages. Absent: they are reported when it fails. */
  readonly terminal?: Terminal | undefined;
  /** Ends Bun. */
  readonly signal?: AbortSignal;
}

/** Bun cannot bundle the app. */
export class CompileError extends UserError {
  /** The output of Bun. */
  readonly printed: string;

  constructor(message: string, printed: string) {
    super(message);
    this.printed = printed;
  }
}

/**
 * Lets Bun bundle the modules of an app.
 * @throws CompileError with Bun's output
 */
export async function bunBuild(
  options: BunBuildOptions,
  { main, appThread, dialogThread, workers, external }: Entries,
  args: readonly string[],
): Promise<void> {
  const { sourceFolder, workFolder, features } = options;
  await run(options, [
    "build",
    // As in development: a macro or a definition there would make another app from the same
    // sources.
    `--config=${emptySettings.bunfig}`,
    ...features.map((feature) => `--feature=${feature}`),
    ...definitions(options).map(([name, text]) => `--define=${name}=${literal(text)}`),
    "--conditions=bun",
    ...external.map((name) => `--external=${name}`),
    ...(await frameworkPackageOptions({ sourceFolder, workFolder })),
    // By default Bun 1.4 uses the common folder of up to eight entries, and other threads are not
    // found.
    `--root=${relative(sourceFolder, dirname(main))}`,
    ...args,
    // Source maps name files by their paths from the working directory.
    ...[main, appThread, dialogThread, ...workers]
      .filter((path) => path !== null)
      .map((path) => relative(sourceFolder, path)),
  ]);
}

/**
 * Definitions that Bun would otherwise take from the build machine: the variable of the shell,
 * where "development" stands for none, and the folders of the project. A shipped app would look in
 * those folders for the files of its packages, and run files that another user has put there.
 */
function definitions({ target, isDebug }: BunBuildOptions): [name: string, text: string][] {
  const { root, path } =
    target.system === "windows" ? virtualFolders.windows : virtualFolders.posix;
  return [
    ["process.env.NODE_ENV", isDebug ? "development" : "production"],
    ["__dirname", root],
    ["__filename", path],
  ];
}

/**
 * A text as JavaScript. It is not in double quotes, because batch files on Windows change them, and
 * Bun may be started by a batch file.
 */
function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1)}'`;
}

/**
 * The folder of the modules in an executable, as `import.meta` reports it. An app that shares its
 * runtime has no such folder.
 */
const virtualFolders = {
  posix: { root: "/$bunfs/root", path: "/$bunfs/root/app-thread.js" },
  windows: { root: "B:\\~BUN\\root", path: "B:\\~BUN\\root\\app-thread.js" },
};

async function run(
  { runner, sourceFolder, terminal, signal }: BunBuildOptions,
  args: readonly string[],
): Promise<void> {
  const command = programCommand(runner.program, args);
  const child = spawn(command.program, command.args, {
    cwd: sourceFolder,
    windowsVerbatimArguments: command.windowsVerbatimArguments,
    env: environmentForOthers(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  // Without Bun's colours, which FORCE_COLOR requests even where there is no terminal.
  const tell = (text: string): void => {
    const plain = stripVTControlCharacters(text);
    output += plain;
    terminal?.err(plain);
  };
  for (const stream of [child.stdout, child.stderr]) {
    // By whole lines, because a piece of a pipe may end within a colour code.
    let rest = "";
    stream
      .setEncoding("utf8")
      .on("data", (chunk: string) => {
        const text = rest + chunk;
        const end = text.lastIndexOf("\n") + 1;
        rest = text.slice(end);
        tell(text.slice(0, end));
      })
      .on("end", () => tell(rest));
  }
  type End = { readonly code: number | null; readonly killedBy: NodeJS.Signals | null };
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  child.once("error", (cause) =>
    reject(new UserError(`Cannot start "${runner.program}": ${cause.message}`, { cause })),
  );
  child.once("close", (code, killedBy) => resolve({ code, killedBy }));
  const end = (): void => void child.kill();
  signal?.addEventListener("abort", end, { once: true });
  const { code, killedBy } = await promise.finally(() => signal?.removeEventListener("abort", end));
  if (code === 0) return;
  const printed = terminal === undefined ? output.trim() : "";
  const ending =
    killedBy === null
      ? `ended with ${code}`
      : `was ended by ${killedBy}${killedBy === "SIGKILL" ? ", as happens when memory runs out" : ""}`;
  const does = killedBy === null && printed !== "" ? "said:" : ending;
  throw new CompileError(
    `Cannot compile the app, "${runner.program} build" ${does}\n${printed}`.trimEnd(),
    output,
  );
}
