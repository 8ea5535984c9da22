import { basename, dirname } from "node:path";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import { expand, packagedFile, type PackagedFile } from "../resources.ts";
import type { PublishedRuntime } from "./published-runtimes.ts";
import { runtimeConf } from "./runtime-conf.ts";

// An app that shares its runtime is a launcher, which lies where the executable of another app lies, and a folder beside it:
//
//   app/main.js, app/app-thread.js, …   its modules, one for each kind of thread
//   app/app.pack                        the page's files and the configuration (contract/shipped/pack.ts)
//   app/bunfig.toml, app/tsconfig.json  settings of the runtime, so that it looks for no others
//   app/runtime.conf                    what the launcher has to know, where it may have to get the runtime

/** What an app that shares its runtime has in place of one. */
export interface SharedApp {
  /** Where the folder is on this machine. It needs to exist when the packages are made, not before. */
  readonly folder: string;
  readonly version: string;
  readonly runtime: PublishedRuntime;
  /** The runtime on this machine; `null`: no package of it is wanted. */
  readonly executable: string | null;
  /** Where the runtime can be got. */
  readonly addresses: readonly string[];
}

/** The files of the folder. */
export function sharedFiles({ folder }: SharedApp): PackagedFile[] {
  return expand(dirname(folder), basename(folder)).map(({ below, source }) =>
    packagedFile(`${sharedFolder}/${below}`, source),
  );
}

/** One more, for launchers that get a runtime that is missing. */
export function runtimeConfFile(productName: string, app: SharedApp): PackagedFile {
  const source = Buffer.from(runtimeConf({ productName, ...app }));
  return { path: `${sharedFolder}/runtime.conf`, source, executable: false };
}

/**
 * Refuses what would lie in the folder, on systems whose disks take small letters and capitals for the same.
 *
 * @throws Error naming it
 */
export function checkBesideShared(files: readonly PackagedFile[]): void {
  for (const { path } of files)
    if (path.split("/")[0]?.toLowerCase() === sharedFolder)
      throw new Error(
        `Cannot ship "${path}": the folder "${sharedFolder}" is that of the app itself where it shares its runtime`,
      );
}
