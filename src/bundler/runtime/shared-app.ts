import { basename, dirname } from "node:path";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import { expand, packagedFile, type PackagedFile } from "../resources.ts";

// A deb or rpm with a shared runtime has a launcher instead of the executable, and a folder beside
// it:
//
//   app/main.js, app/app-thread.js, …   its modules, one for each kind of thread
//   app/app.pack                        the page's files and the configuration (contract/shipped/pack.ts)
//   app/bunfig.toml, app/tsconfig.json  settings of the runtime, so that it looks for no others

/** The parts of an app that shares its runtime. */
export interface SharedApp {
  /**
   * The path of the folder on this machine. It needs to exist when the packages are made, not
   * before.
   */
  readonly folder: string;
  readonly version: string;
  /** The runtime on this machine, for its package. */
  readonly executable: string;
}

/** The files of the folder. */
export function sharedFiles({ folder }: SharedApp): PackagedFile[] {
  return expand(dirname(folder), basename(folder)).map(({ below, source }) =>
    packagedFile(`${sharedFolder}/${below}`, source),
  );
}
