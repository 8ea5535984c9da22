import { join } from "node:path";
import { publishedSums, publishedVersion, type SharedApp } from "../../bundler/index.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import type { Target } from "../../contract/target.ts";
import { readFile } from "../../disk/read.ts";
import type { Project } from "../project/project.ts";
import { UserError } from "../terminal.ts";
import { bunTarget, findRuntime, targetName } from "./build-target.ts";

export interface SharedPlanOptions {
  readonly project: Project;
  readonly target: Target;
  readonly host: Target;
  /** The folder for the app. */
  readonly outputFolder: string;
  readonly toolsFolder: string;
}

/**
 * The files that replace the runtime in the deb and rpm of an app.
 * @throws UserError if the runtime for their own package is not the published one
 */
export function planShared(options: SharedPlanOptions): SharedApp {
  return {
    folder: join(options.outputFolder, sharedFolder),
    version: publishedVersion,
    executable: publishedExecutable(options),
  };
}

/** The runtime on this machine, if it is the one from npm's registry. */
function publishedExecutable({ project, target, host, toolsFolder }: SharedPlanOptions): string {
  const isHost = targetName(target) === targetName(host);
  const file = isHost ? process.execPath : findRuntime(target, project.configFolder, toolsFolder);
  const sum = new Bun.CryptoHasher("sha256").update(readFile(file)).digest("hex");
  if (sum === publishedSums[targetName(target)]) return file;
  throw new UserError(
    `Cannot make a package of "${file}": want Bun ${publishedVersion} as the package ${bunTarget(target).package} has it`,
  );
}
