import type { Exit, RunningApp } from "../../harness/running-app.ts";
import { patience, waitFor } from "../../harness/wait.ts";

/**
 * A line of a program that runs cases: the beginning of one, its end (`null`: success), or another
 * error.
 */
export type CaseLine =
  | { readonly begins: string }
  | { readonly name: string; readonly error: string | null; readonly milliseconds?: number }
  | { readonly thrown: string };

export interface CaseResults {
  /** The error of a case, `null` for none. Absent for one that was never run. */
  readonly errors: ReadonlyMap<string, string | null>;
  /** The duration of a case in milliseconds, if its program reports it. */
  readonly times: ReadonlyMap<string, number>;
  /** Uncaught errors. */
  readonly thrown: readonly string[];
  /** The end of the last program. */
  readonly exit: Exit;
  /** The output of the programs. */
  readonly output: string;
}

/** Starts the program of cases, from the case with the given number on. */
export type StartCases = (first: number) => RunningApp;

/**
 * Runs cases in a separate program, which begins with the given one and reports each in a line.
 * When it crashes or hangs in one, that case has failed, and another program is started for the
 * later ones.
 */
export async function runCases(names: readonly string[], start: StartCases): Promise<CaseResults> {
  const errors = new Map<string, string | null>();
  const times = new Map<string, number>();
  const thrown: string[] = [];
  let output = "";
  for (let first = 0; ;) {
    await using program = start(first);
    const exit = await endOf(program);
    output += `${program.report()}\n`;
    let current: string | null = null;
    for (const { stream, text } of program.output) {
      if (stream !== "out") continue;
      const line = JSON.parse(text) as CaseLine;
      if ("thrown" in line) thrown.push(line.thrown);
      else if ("begins" in line) current = line.begins;
      else {
        errors.set(line.name, line.error);
        if (line.milliseconds !== undefined) times.set(line.name, line.milliseconds);
        current = null;
      }
    }
    if (current === null) return { errors, times, thrown, exit, output };
    errors.set(
      current,
      `The program ended in this case: ${exit.signal ?? exit.code}\n${program.report()}`,
    );
    first = names.indexOf(current) + 1;
    if (first === names.length) return { errors, times, thrown, exit, output };
  }
}

/**
 * Waits for the end of a program; one that writes nothing for longer than a case may take is ended.
 */
async function endOf(program: RunningApp): Promise<Exit> {
  for (;;) {
    const written = program.output.length;
    const isGoingOn = await waitFor(
      "a line",
      () => !program.isRunning || program.output.length > written,
      // Longer than a case waits itself, and shorter than the preparation of a file's tests.
      { timeout: 1.5 * patience },
    ).catch(() => false);
    if (!isGoingOn) program.signal("SIGKILL");
    if (!isGoingOn || !program.isRunning) return await program.exited;
  }
}
