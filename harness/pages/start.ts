import { join } from "node:path";
import { startProgram, type RunningApp } from "../running-app.ts";
import type { Session } from "../session.ts";
import type { PageEngine } from "./engine.ts";

const programs = { webkit: "program.ts", chromium: "../chromium/program.ts" } as const;

/** The program that shows pages for a session, and the port it is driven on. */
export interface Pages extends AsyncDisposable {
  readonly program: RunningApp;
  readonly port: number;
}

export async function startPages(session: Session, engine: PageEngine = "webkit"): Promise<Pages> {
  const script = join(import.meta.dir, programs[engine]);
  const program = startProgram([process.execPath, script], { env: session.env });
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
