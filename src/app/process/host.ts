import type { System } from "../../contract/target.ts";
import { folderHost, type FolderHost } from "../paths/base-directories.ts";
import { systemDisk, type Disk } from "../scope/disk.ts";
import type { Opener } from "../scope/open-handle.ts";
import { openerOf } from "../scope/open-checked.ts";

/** The machine that an app finds itself on: all that its rules ask of one. */
export interface Host extends FolderHost {
  readonly disk: Disk;
  readonly opener: Opener;
}

/** This machine, to an app that was made for this system. */
export function thisHost(system: System): Host {
  return { ...folderHost(system), disk: systemDisk, opener: openerOf(system) };
}
