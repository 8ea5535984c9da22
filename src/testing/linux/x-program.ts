import { execFile } from "node:child_process";
import { patience } from "../process/wait.ts";
import type { Session } from "./session.ts";

/** Runs a program of X in the session and returns its output. */
export function run(session: Session, [program = "", ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: session.env, timeout: patience }, (error, out, err) => {
      if (error === null) resolve(out);
      else
        reject(
          new Error(`Cannot run "${[program, ...args].join(" ")}": ${err.trim() || error.message}`),
        );
    });
  });
}
