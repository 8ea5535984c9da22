import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command that starts an app from source. */
export interface PreparedApp {
  readonly program: string;
  /** Before the app's own arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The reason for which the app has no page to show. */
  readonly problem?: string;
}

/** By the app's environment: on the desktop, or without windows. */
export type PreparedApps = Readonly<Record<"desktop" | "memory", PreparedApp>>;

/**
 * The variable with the file that `framework test` has prepared, so that no test file prepares it
 * again.
 */
const preparedVariable = "FRAMEWORK_TEST_PREPARED";

const tool = fileURLToPath(new URL("../../bin/framework.mjs", import.meta.url));
const prepared = new Map<string, Promise<PreparedApps>>();

/** Makes the tool prepare the app of a project, once in this process. */
export function prepareApp(project: string): Promise<PreparedApps> {
  const given = process.env[preparedVariable];
  const known =
    prepared.get(project) ??
    (given === undefined ? askTool(project) : Promise.resolve(JSON.parse(given) as PreparedApps));
  prepared.set(project, known);
  return known;
}

function askTool(cwd: string): Promise<PreparedApps> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, "test", "--prepare"], { cwd }, (error, out, err) => {
      if (error === null) resolve(JSON.parse(out) as PreparedApps);
      else reject(new Error(`Cannot start the app of "${cwd}": ${err.trim() || error.message}`));
    });
  });
}
