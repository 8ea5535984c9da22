import { tmpdir } from "node:os";
import type { Artefact, Artefacts } from "./artefacts.ts";

/** An independent program that reads artefacts and reports their faults. */
export interface Verifier {
  readonly name: string;
  /** The subject of its checks, for the table. */
  readonly checks: string;
  /** The reason why it cannot run here. `null` if it can. */
  readonly missing: () => string | null;
  readonly version: () => string;
  readonly judges: (artefact: Artefact) => boolean;
  /** Its complaints about an artefact, one per line. */
  readonly complaints: (artefact: Artefact, made: Artefacts) => readonly string[];
}

export interface Answer {
  readonly code: number;
  /** All that was written, to either stream, in lines without trailing spaces. */
  readonly lines: readonly string[];
}

/** Asks a program. One that does not end within ten minutes counts as failed. */
export function ask(command: readonly string[], cwd = tmpdir()): Answer {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" },
    timeout: 600_000,
  });
  const lines = `${stdout.toString()}${stderr.toString()}`
    .split("\n")
    .map((line) => line.trimEnd());
  return { code: exitCode ?? -1, lines: lines.filter((line) => line !== "") };
}

/** The complaints of a program that only has an exit code: the end of its output. */
export function failure(command: readonly string[], cwd?: string): readonly string[] {
  const { code, lines } = ask(command, cwd);
  return code === 0 ? [] : [`"${command[0]}" ended with ${code}`, ...lines.slice(-3)];
}

/** The reason why the programs of the system cannot run. `null` if all are there. */
export function missingProgram(...names: readonly string[]): string | null {
  const name = names.find((candidate) => Bun.which(candidate) === null);
  return name === undefined ? null : `"${name}" is not installed`;
}

/** The first number with dots in a program's version output. */
export function versionIn(command: readonly string[]): string {
  return (
    /\d+(?:\.\d+)+\S*/.exec(ask(command).lines.join(" "))?.[0].replace(/[,;]$/, "") ?? "unknown"
  );
}
