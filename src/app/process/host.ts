import type { System } from "../../contract/target.ts";
import type { KnownFolders, WindowsFiles } from "../../contract/windows-calls.ts";
import type { Jobs } from "../../process/jobs.ts";
import { folderHost, type FolderHost } from "../paths/base-directories.ts";
import { systemDisk, type Disk } from "../scope/disk.ts";
import type { Opener } from "../scope/open-handle.ts";
import { openerOf } from "../scope/open-checked.ts";
import { findProgram, findWindowsProgram, type FindProgram } from "./program-file.ts";

/** The machine that an app finds itself on: all that its rules ask of one. */
export interface Host extends FolderHost {
  readonly disk: Disk;
  readonly opener: Opener;
  readonly findProgram: FindProgram;
  /** What keeps the programs that pages run together; `null`: the system does so by itself. */
  readonly jobs: Jobs | null;
}

/** What an app asks of Windows itself, as its platform provides it. */
export interface WindowsCalls {
  readonly files: WindowsFiles;
  readonly jobs: Jobs;
  knownFolders(): KnownFolders;
}

/** This machine, to an app that was made for this system. */
export function thisHost(system: System): Host {
  return { ...folderHost(system), disk: systemDisk, opener: openerOf(system), findProgram, jobs: null };
}

/** This Windows. */
export function windowsHost({ files, jobs, ...calls }: WindowsCalls): Host {
  const disk: Disk = { ...systemDisk, spell: (path) => files.spell(path) };
  return {
    ...folderHost("windows", calls.knownFolders()),
    disk,
    opener: openerOf("windows", files),
    findProgram: (cmd) => findWindowsProgram(cmd, process.env, disk),
    jobs,
  };
}
