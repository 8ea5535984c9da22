import { join } from "node:path";
import { startProgram, type RunningApp } from "../running-app.ts";
import type { Session } from "../session.ts";

/** The program that shows pages on a session's display, and the port it is driven on. */
export interface Pages extends AsyncDisposable {
  readonly program: RunningApp;
  readonly port: number;
}

export async function startPages(session: Session): Promise<Pages> {
  const program = startProgram([process.execPath, join(import.meta.dir, "program.ts")], {
    env: session.env,
  });
  try {
    const line = await program.line(/^pages on port \d+$/);
    return {
      program,
      port: Number(line.split(" ").at(-1)),
      [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
    };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}
