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
  /** Whether pages are reloaded when own code is restarted. */
  readonly reloadsPages: boolean;
  /** Whether debuggers can attach to own code. */
  readonly isInspected: boolean;
  readonly assets: AssetSource;
  /** Whether the app is restarted within this session. */
  readonly isStartedBefore: boolean;
  /** The app's path for an executable. */
  readonly executable: string;
}

/** Writes the start modules of an app in development, and its app spec beside them. */
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
  // The address of our server is a secret, and a project may be readable by every user of the
  // machine.
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
