import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Finds the compiler of installer scripts; `null`: there is none. */
export function findMakensis(toolsFolder: string): string | null {
  const own = ["makensis", "makensis.exe", "Bin/makensis.exe"].map((name) =>
    join(toolsFolder, "nsis", name),
  );
  return own.find((path) => existsSync(path)) ?? Bun.which("makensis");
}

/** Advice for installing it. */
export function missingMakensis(toolsFolder: string): string {
  return (
    "it is made by makensis, which is not on this machine: install nsis with " +
    '"apt install nsis" (Debian, Ubuntu), "dnf install mingw32-nsis" (Fedora), "brew install makensis" (macOS) or ' +
    `"winget install NSIS.NSIS" (Windows), or unpack it into "${join(toolsFolder, "nsis")}"`
  );
}

// Milliseconds.
const tellingPace = 250;

/**
 * It decodes paths by the locale, and without one only ASCII. This locale exists on every machine.
 */
const locale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";

/** The variable with the address that signs the output of a script. */
export const signingAddress = "FRAMEWORK_SIGNING_ADDRESS";

/** Beside the installer's script, where makensis works: runs the command in the variables. */
export const programRunner = {
  name: "run.sh",
  text: 'exec "$SIGNING_PROGRAM" "$SIGNING_SCRIPT" "$1"\n',
};

/**
 * A command for a script's makensis calls, and its variables. A shell parses it. On Windows quotes
 * protect every possible path; elsewhere paths are not part of it.
 */
export function commandOfScript(
  program: string,
  script: string,
): { readonly command: string; readonly variables: NodeJS.ProcessEnv } {
  if (process.platform === "win32") return { command: `"${program}" "${script}"`, variables: {} };
  const variables = { SIGNING_PROGRAM: program, SIGNING_SCRIPT: script };
  return { command: `/bin/sh ${programRunner.name}`, variables };
}

export interface CompileOptions {
  readonly script: string;
  /** The base folder of the script's own paths. */
  readonly folder: string;
  /** The variables for programs that makensis runs for the script. */
  readonly variables: NodeJS.ProcessEnv;
  /** Called regularly; an error from it ends the compiler. */
  readonly tell: () => void;
}

/**
 * Compiles a script.
 * @throws Error with the compiler's errors
 */
export async function compileScript(
  makensis: string,
  { script, folder, variables, tell }: CompileOptions,
): Promise<void> {
  // No variable of this machine becomes part of an installer: scripts could name them.
  const child = spawn(makensis, ["-V2", "-INPUTCHARSET", "UTF8", script], {
    cwd: folder,
    // Windows programs do not start without this one; elsewhere there is none.
    env: { SystemRoot: process.env["SystemRoot"], LC_ALL: locale, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject);
  child.once("close", resolve);
  const timer = setInterval(() => {
    try {
      tell();
    } catch (error) {
      reject(error as Error);
      child.kill();
    }
  }, tellingPace);
  const code = await promise.finally(() => clearInterval(timer));
  if (code !== 0)
    throw new Error(`Cannot compile the installer's script: makensis said\n${output.trim()}`);
}
