import { basename, join } from "node:path";
import { readFile } from "../../../disk/read.ts";
import { makeFolder, writeFile } from "../../../disk/write.ts";
import {
  brandExecutable,
  readProjectFacts,
  readWindowsIcon,
  summaryOf,
} from "../../../bundler/index.ts";
import type { Target } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";
import { UserError } from "../../terminal.ts";

/**
 * The file that an app is compiled into: Bun's own executable. For Windows it has the app's name,
 * icon and version, and no console window.
 *
 * @param runtime Bun's executable for the target
 * @param executable the app's executable, to be made
 * @throws UserError if the icon is invalid
 */
export async function executableBody(
  runtime: string,
  { project, target, executable }: { project: Project; target: Target; executable: string },
): Promise<string> {
  if (target.system !== "windows") return runtime;
  const { config, configFolder, frontEndFolder, outputFolder } = project;
  const { package: app, framework } = config;
  const { icon, publisher, copyright } = framework.bundle;
  const folder = join(outputFolder, "work");
  const file = join(folder, "body.exe");
  try {
    const branded = brandExecutable(readFile(runtime), {
      productName: app.productName,
      version: app.version,
      publisher,
      description: summaryOf(config, readProjectFacts(frontEndFolder)),
      copyright,
      fileName: basename(executable),
      icon: readWindowsIcon(configFolder, icon),
    });
    makeFolder(folder);
    writeFile(file, branded);
  } catch (error) {
    throw UserError.of(error);
  }
  return file;
}
