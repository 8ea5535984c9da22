import { existsSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "../src/testing/process/running-app.ts";
import { runCases } from "../test/native/run-cases.ts";
import { notTried, partVariable, pictureName, picturesVariable } from "./case-program.ts";
import { skipped, type CaseResult, type Recorder } from "./report.ts";
import type { CasePart } from "./system-cases.ts";

/** The command and settings with which a run starts itself again. */
export interface Own {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the cases of a part in separate processes, so that a crash fails one case only. */
export async function runPart(
  key: string,
  part: CasePart,
  own: Own,
  { folder, add }: Recorder,
): Promise<void> {
  const names = part.cases.map(({ name }) => name);
  const missing = part.missing();
  if (missing !== null) return skipped(names, missing).forEach(add);
  const env = { ...own.env, [partVariable]: key, [picturesVariable]: folder };
  const { errors, times, thrown, exit, output } = await runCases(names, (first) =>
    startProgram([...own.command, String(first)], { env }),
  );
  names.forEach((name, index) => {
    const error = errors.get(name);
    const picture = pictureName(key, index);
    if (error?.includes(notTried) === true) return skipped([name], notTried).forEach(add);
    add({
      name,
      outcome: error === null ? "passed" : "failed",
      milliseconds: times.get(name) ?? null,
      text: error === undefined ? `The case was not run\n${output}` : error,
      picture: existsSync(join(folder, picture)) ? picture : null,
    });
  });
  add(endOf(exit.code, exit.signal, thrown, output));
}

function endOf(
  code: number | null,
  signal: string | null,
  thrown: readonly string[],
  output: string,
): CaseResult {
  const isWell = code === 42 && thrown.length === 0;
  return {
    name: "the loop ends with the exit code it was given, and nothing was thrown in a callback",
    outcome: isWell ? "passed" : "failed",
    milliseconds: null,
    text: isWell ? null : `ended with ${signal ?? code}\n${thrown.join("\n")}\n${output}`,
    picture: null,
  };
}
