import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, writeFile } from "../../disk/write.ts";
import type { PreparedApp, PreparedApps } from "../../testing/prepared.ts";
import type { AppSpec, AssetSource } from "../../contract/shipped/pack.ts";
import { isolationFolder, makeAppSpec } from "../build/app-spec.ts";
import { writeEntries } from "../build/compile/entry.ts";
import { filesInPlace, iconFiles } from "../build/files/icon-files.ts";
import { placeSideFiles } from "../build/files/side-files.ts";
import { pageSource } from "../build/pages/page-source.ts";
import { DevHook } from "../dev/dev-hook.ts";
import { wantsPageServer } from "../dev/page-server.ts";
import { programCommand } from "../programs/command.ts";
import { frameworkPackageOptions } from "../project/framework-package.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { frontEnd } from "../project/front-end.ts";
import { refuseMisnamedModule } from "../project/own-module.ts";
import { emptySettings } from "../project/package-root.ts";
import { openProject, type Project } from "../project/project.ts";
import { findRunner } from "../project/runner.ts";
import type { Terminal } from "../terminal.ts";

/** The requirements of a project's tests. */
export interface PreparedTests {
  readonly apps: PreparedApps;
  /** Options for Bun with which tests find the framework's package. */
  readonly packageOptions: readonly string[];
  /** Only for files of this command. */
  readonly folder: string;
}

/**
 * Writes the start modules of the app for tests. It needs no server and no watcher, so many may run
 * at once.
 */
export async function prepareApps(terminal: Terminal): Promise<PreparedTests> {
  const { system } = terminal.host;
  const project = openProject(terminal, { system, command: "dev" });
  refuseFolderName(project.configFolder);
  refuseMisnamedModule(project.configFolder);
  const { program } = findRunner(project);
  await using hook = new DevHook(project, terminal.host);
  // A hook that runs beside the app is a server, which tests do not need.
  if (hook.script !== null && !hook.runsBeside) await hook.start(() => {});
  const folder = join(project.outputFolder, "test");
  const appSpec: AppSpec = {
    ...(await makeAppSpec(project, "dev", terminal.host)),
    assets: testedPage(project),
    isolation: isolation(project),
    icons: filesInPlace(iconFiles(project, system)),
  };
  const ownPackage = await frameworkPackageOptions({
    sourceFolder: project.configFolder,
    workFolder: folder,
  });
  makeFolder(folder);
  // As in development: only the files that an app finds beside its executable.
  const executableFolder = join(folder, "app");
  for (const problem of await placeSideFiles(project, terminal.host, executableFolder))
    terminal.err(`${problem}\n`);
  const specFile = join(folder, "app-spec.json");
  writeFile(specFile, JSON.stringify(appSpec), 0o600);
  const prepare = async (place: keyof PreparedApps): Promise<PreparedApp> => {
    makeFolder(join(folder, place));
    const entries = await writeEntries({
      folder: join(folder, place),
      system,
      sourceFolder: project.configFolder,
      config: project.config,
      appSpec: `readSpecFile(${JSON.stringify(specFile)})`,
      executable: JSON.stringify(join(executableFolder, "app")),
      pack: "process.execPath",
      proxy: null,
      mode: "dev",
      isInMemory: place === "memory",
    });
    const command = programCommand(program, [
      `--config=${emptySettings.bunfig}`,
      "--no-env-file",
      "--no-install",
      "--conditions=bun",
      ...ownPackage,
      ...(project.config.build.features ?? []).map((feature) => `--feature=${feature}`),
      place === "memory" ? entries.appThread : entries.main,
    ]);
    return { program: command.program, args: command.args, cwd: project.configFolder };
  };
  const problem = problemOfPage(appSpec.assets);
  const desktop = { ...(await prepare("desktop")), ...(problem !== null && { problem }) };
  const apps = { desktop, memory: await prepare("memory") };
  return { apps, packageOptions: ownPackage, folder };
}

/** The page on the disk: that of `devPath` if it needs no server, and otherwise the built one. */
function testedPage({ config, configFolder }: Project): AssetSource {
  const { devPath, distDir } = config.build;
  const inDevelopment = frontEnd(devPath, configFolder);
  const needsServer =
    inDevelopment.kind === "address" ||
    (inDevelopment.kind === "folder" && wantsPageServer(inDevelopment.folder));
  return pageSource(needsServer ? frontEnd(distDir, configFolder) : inDevelopment);
}

/** Tests without windows need no page, so this is no error before one is shown. */
function problemOfPage(assets: AssetSource): string | null {
  if (assets.kind !== "folder") return null;
  if (!existsSync(assets.folder))
    return `Cannot show the app: there is no folder "${assets.folder}" with its page, build the page first`;
  if (wantsPageServer(assets.folder))
    return `Cannot show the app: the scripts of its page in "${assets.folder}" are TypeScript, build the page into another folder and name that in build.distDir`;
  return null;
}

function isolation(project: Project): AppSpec["isolation"] {
  const folder = isolationFolder(project);
  return folder === null ? null : { kind: "folder", folder };
}
