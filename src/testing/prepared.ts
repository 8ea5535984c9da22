import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
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

/** The apps of the project that `framework test` runs in. */
export interface PreparedProject {
  readonly project: string;
  readonly apps: PreparedApps;
}

/**
 * The variable with the project that `framework test` has prepared, so that no test file prepares
 * it again.
 */
const preparedVariable = "FRAMEWORK_TEST_PREPARED";

const tool = fileURLToPath(new URL("../../bin/framework.mjs", import.meta.url));
const prepared = new Map<string, Promise<PreparedApps>>();

/** Makes the tool prepare the app of a project, once in this process. */
export function prepareApp(project: string): Promise<PreparedApps> {
  const known = prepared.get(project) ?? findApps(project);
  prepared.set(project, known);
  return known;
}

async function findApps(project: string): Promise<PreparedApps> {
  if (!existsSync(project))
    throw new Error(`Cannot start the app of "${project}": there is no such folder`);
  const variable = process.env[preparedVariable];
  const given = variable === undefined ? null : (JSON.parse(variable) as PreparedProject);
  // A test may start the app of another project than the one it belongs to.
  if (given !== null && realpathSync(given.project) === realpathSync(project)) return given.apps;
  return await askTool(project);
}

function askTool(cwd: string): Promise<PreparedApps> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, "test", "--prepare"], { cwd }, (error, out, err) => {
      if (error === null) resolve(JSON.parse(out) as PreparedApps);
      else reject(new Error(`Cannot start the app of "${cwd}": ${err.trim() || error.message}`));
    });
  });
}
