import type { Session } from "./display.ts";
import { patience } from "./wait.ts";

/** Runs a program of X in the session and gives what it wrote. */
export async function run(session: Session, command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], {
    env: session.env,
    stdout: "pipe",
    stderr: "pipe",
    stdin: "ignore",
    timeout: patience,
  });
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0)
    throw new Error(`Cannot run "${command.join(" ")}": ${error.trim() || `exit code ${code}`}`);
  return out;
}
