import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { machine } from "./machine.ts";
import type { PreparedApp } from "./prepared.ts";
import { inTime } from "./process/wait.ts";

/** The executable of a project that `framework build --debug` has made, or the one at a path. */
export function executableOf(project: string, target: string): PreparedApp {
  const program = target === "debug" ? builtExecutable(project) : resolve(project, target);
  if (!existsSync(program)) throw new Error(`Cannot launch "${program}": want an executable`);
  return { program, args: [], cwd: dirname(program) };
}

function builtExecutable(project: string): string {
  const folder = join(project, "src-framework", "target", "debug");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isWindows = machine === "windows";
  const program = names
    .map((name) => join(folder, name))
    .find((path) => {
      const status = statSync(path);
      return status.isFile() && (isWindows ? path.endsWith(".exe") : (status.mode & 0o111) !== 0);
    });
  if (program !== undefined) return program;
  throw new Error(
    `Cannot launch the debug build of "${project}": run "framework build --debug --no-bundle" first`,
  );
}

/** Less than the 120 s after which clients of WebDriver give up a session, and never see why. */
const silence = 90_000;

/** Waits for the first sign of an executable, which never comes from a released app. */
export async function firstSign<T>(
  program: string,
  sign: PromiseLike<T>,
  milliseconds = silence,
): Promise<T> {
  const remedy = 'want a debug build, which "framework build --debug --no-bundle" makes';
  const message = `Cannot drive "${program}": it gives no sign of itself; ${remedy}`;
  return await inTime(sign, milliseconds, message);
}
