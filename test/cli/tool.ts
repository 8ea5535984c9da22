import { join } from "node:path";
import { root } from "../support/app/display-app.ts";

export interface ToolResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command-line tool as users do: as a program of its own. `build` compresses packages
 * quickly: on a fresh machine the runtime takes minutes of processor time otherwise, which
 * test/install/first-hour.test.ts spends once.
 */
export async function runTool(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  {
    tool = join(root, "src/cli/main.ts"),
    before = "",
  }: { readonly tool?: string; readonly before?: string } = {},
): Promise<ToolResult> {
  const { CI: _, ...inherited } = process.env;
  const quick = args[0] === "build" ? ["--quick"] : [];
  const command = [process.execPath, "--no-env-file", "--no-install", tool, ...args, ...quick];
  const child = Bun.spawn(
    before === "" ? command : ["/bin/sh", "-c", `${before} exec "$@"`, "sh", ...command],
    {
      cwd,
      env: { ...inherited, ...env },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  // A busy machine adds lines of steps that take long.
  return { code, out, err: err.replaceAll(/^ {2}\d+ (?:s$|%).*\n/gm, "") };
}
