import { join } from "node:path";
import { makeFolder, writeFile } from "../../disk/write.ts";
import type { AppSpec, AssetSource } from "../../contract/shipped/pack.ts";
import type { Target } from "../../contract/target.ts";
import { isolationFolder, makeAppSpec } from "../build/app-spec.ts";
import { writeEntries, type Entries, type EntryOptions } from "../build/compile/entry.ts";
import { filesInPlace, iconFiles } from "../build/files/icon-files.ts";
import type { Project } from "../project/project.ts";

export interface DevEntryOptions extends Required<
  Pick<EntryOptions, "proxy" | "tool" | "workingFolder">
> {
  readonly project: Project;
  readonly host: Target;
  readonly showsConsole: boolean;
  /** Whether pages are loaded anew when own code is started again. */
  readonly reloadsPages: boolean;
  /** Whether debuggers reach own code. */
  readonly isInspected: boolean;
  readonly assets: AssetSource;
  /** Whether the app starts anew in this session. */
  readonly isStartedBefore: boolean;
  /** The path that the app has for an executable. */
  readonly executable: string;
}

/** Writes the modules that an app in development starts from, and beside them what it is. */
export async function writeDevEntries(options: DevEntryOptions): Promise<Entries> {
  const { project, host, showsConsole, assets, proxy, tool, workingFolder } = options;
  const folder = join(project.outputFolder, "dev");
  // By the project's folder, which is a real path.
  const name = new Bun.CryptoHasher("sha256")
    .update(project.configFolder)
    .digest("hex")
    .slice(0, 16);
  const isolation = isolationFolder(project);
  const profile = {
    name,
    forgetsWorkers: !options.isStartedBefore,
    // The isolation frame seals calls for one app thread.
    keepsPages: !options.reloadsPages && isolation === null,
  };
  const specFile = join(folder, "app-spec.json");
  const appSpec: AppSpec = {
    ...(await makeAppSpec(project, "dev", host, { withConsole: showsConsole })),
    assets,
    profile,
    isolation: isolation === null ? null : { kind: "folder", folder: isolation },
    icons: filesInPlace(iconFiles(project, host.system)),
  };
  makeFolder(folder);
  // The address of our server is a secret, and a project may be where every user of the machine can
  // read.
  writeFile(specFile, JSON.stringify(appSpec), 0o600);
  const executable = JSON.stringify(options.executable);
  return await writeEntries({
    folder,
    system: host.system,
    sourceFolder: project.configFolder,
    config: project.config,
    appSpec: `readSpecFile(${JSON.stringify(specFile)})`,
    executable,
    pack: "process.execPath",
    proxy,
    profile,
    mode: appSpec.mode,
    tool,
    workingFolder,
    isInspected: options.isInspected,
  });
}
