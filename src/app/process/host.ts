import { existsSync, readdirSync } from "node:fs";
import type { KeepAttributes } from "../../contract/host/file-attributes.ts";
import type { WithInheritedLimits } from "../../contract/host/inherited-limits.ts";
import type { System } from "../../contract/target.ts";
import type { Exchange, MacFiles } from "../../contract/host/macos-calls.ts";
import type {
  KnownFolders,
  RegistryText,
  WindowsFiles,
} from "../../contract/host/windows-calls.ts";
import type { Jobs } from "../../process/jobs.ts";
import { folderHost, readText, type FolderHost } from "../paths/base-directories.ts";
import { identified, systemDisk, type Disk } from "../scope/open/disk.ts";
import type { Opener } from "../scope/open/open-handle.ts";
import { openerOf } from "../scope/open/open-checked.ts";
import { macosOpener } from "../scope/open/open-macos.ts";
import { windowsOpener } from "../scope/open/open-windows.ts";
import { programPath } from "./mac-path.ts";
import { findProgram, findWindowsProgram, type FindProgram } from "./program-file.ts";

/** The machine that an app finds itself on: all that its rules ask of one. */
export interface Host extends FolderHost {
  readonly disk: Disk;
  readonly opener: Opener;
  readonly findProgram: FindProgram;
  /** What keeps the programs that pages run together; `null`: the system does so by itself. */
  readonly jobs: Jobs | null;
  /** Every program that outlives a call, or runs for a page, is started through it. */
  readonly withInheritedLimits: WithInheritedLimits;
  /**
   * The path that this process was started by, links and all, where that decides whether it may
   * start once more.
   */
  readonly startedAs: string | null;
  /**
   * Has two places exchange what they hold, in one step; `null`: the system has no call for that.
   */
  readonly exchange: Exchange | null;
  /** `null`: the system has no call for that, or needs none. */
  readonly keepAttributes: KeepAttributes | null;
  /** Reads Windows' registry; `null`: there is none. */
  readonly registryText: RegistryText | null;
  /** Names the user's session, among those of this user on the machine. */
  readonly session: () => string;
  /**
   * Lets another process take the foreground, which this one may take since the user started it;
   * `null`: no call is needed.
   */
  readonly letTakeFront: ((process: number) => void) | null;
}

/** What an app asks of Windows itself, as its platform provides it. */
export interface WindowsCalls {
  readonly files: WindowsFiles;
  readonly jobs: Jobs;
  readonly registryText: RegistryText;
  readonly session: () => string;
  readonly letTakeFront: (process: number) => void;
  knownFolders(): KnownFolders;
}

/** For a system without a call for it. */
export const withInheritedLimits: WithInheritedLimits = (start) => start();

/** This machine, to an app that was made for this system. */
export function thisHost(system: System): Host {
  return {
    ...folderHost(system),
    disk: systemDisk,
    opener: openerOf(system),
    findProgram,
    jobs: null,
    withInheritedLimits,
    startedAs: null,
    exchange: null,
    keepAttributes: null,
    registryText: null,
    session: () => sessionOf(system),
    letTakeFront: null,
  };
}

/** On Linux that of the display: elsewhere a user has one, or the system tells them apart. */
function sessionOf(system: System): string {
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x11 } = process.env;
  // The screen of a display is no session of its own.
  return system === "linux" ? wayland || (x11 ?? "").replace(/\.\d+$/, "") : "";
}

/** What an app asks of Linux itself, as its platform provides it. */
export interface LinuxCalls {
  readonly keepAttributes: KeepAttributes;
  readonly withInheritedLimits: WithInheritedLimits;
}

/** This Linux. */
export function linuxHost(calls: LinuxCalls): Host {
  return { ...thisHost("linux"), ...calls };
}

/** What an app asks of macOS itself, as its platform provides it. */
export interface MacCalls {
  readonly files: MacFiles;
  readonly startedAs: () => string;
}

/** This Mac. */
export function macHost({ files, startedAs }: MacCalls): Host {
  const disk: Disk = {
    ...systemDisk,
    spell: (path) => files.spell(path),
    takesCasesApart: (path) => files.takesCasesApart(path),
  };
  // For the programs that the app starts as well.
  process.env["PATH"] = programPath(process.env["PATH"], systemPaths);
  return {
    ...thisHost("macos"),
    disk,
    opener: macosOpener(files),
    // A call that most apps never need.
    get startedAs() {
      return startedAs();
    },
    exchange: files.exchange,
    keepAttributes: files.keepAttributes,
  };
}

function systemPaths(): string[] {
  const more = "/etc/paths.d";
  const files = existsSync(more) ? readdirSync(more).toSorted() : [];
  return ["/etc/paths", ...files.map((name) => `${more}/${name}`)].flatMap(
    (file) => readText(file) ?? [],
  );
}

/** This Windows. */
export function windowsHost({
  files,
  jobs,
  registryText,
  session,
  letTakeFront,
  ...calls
}: WindowsCalls): Host {
  const disk: Disk = {
    ...systemDisk,
    identify: (path) => identified(path, (device) => `serial-${device}`),
    spell: (path) => files.spell(path),
  };
  return {
    ...folderHost("windows", calls.knownFolders()),
    disk,
    opener: windowsOpener(files),
    findProgram: (cmd) => findWindowsProgram(cmd, process.env, disk),
    jobs,
    withInheritedLimits,
    startedAs: null,
    exchange: null,
    keepAttributes: files.keepAttributes,
    registryText,
    session,
    letTakeFront,
  };
}
