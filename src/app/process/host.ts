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
import {
  findProgram,
  findWindowsProgram,
  programPlaces,
  windowsProgramPlaces,
  type FindProgram,
  type PlacesOfProgram,
} from "./program-file.ts";

/** The machine of an app: everything that the rules of a system need. */
export interface Host extends FolderHost {
  readonly disk: Disk;
  readonly opener: Opener;
  readonly findProgram: FindProgram;
  readonly programPlaces: PlacesOfProgram;
  /** Keeps the programs of pages together; `null`: the system does so by itself. */
  readonly jobs: Jobs | null;
  /** Starts every program that outlives a call, or runs for a page. */
  readonly withInheritedLimits: WithInheritedLimits;
  /**
   * The path that started this process, with its links, if it decides whether a restart is
   * permitted.
   */
  readonly startedAs: string | null;
  /**
   * The user's language as a BCP 47 tag; `null`: the environment or the runtime knows it.
   */
  readonly preferredLanguage: (() => string | null) | null;
  /** Exchanges two paths in one atomic step; `null`: the system has no call for it. */
  readonly exchange: Exchange | null;
  /** `null`: the system has no call for it, or needs none. */
  readonly keepAttributes: KeepAttributes | null;
  /** Reads Windows' registry; `null`: there is none. */
  readonly registryText: RegistryText | null;
  /** An identifier of the session, among those of this user on the machine. */
  readonly session: () => string;
  /**
   * Lets another process take the foreground, which this one may take because the user started it;
   * `null`: no call is needed.
   */
  readonly letTakeFront: ((process: number) => void) | null;
}

/** The system calls of an app on Windows, provided by its platform. */
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

/** This machine, for an app that was built for this system. */
export function thisHost(system: System): Host {
  return {
    ...folderHost(system),
    disk: systemDisk,
    opener: openerOf(system),
    findProgram,
    programPlaces,
    jobs: null,
    withInheritedLimits,
    startedAs: null,
    preferredLanguage: null,
    exchange: null,
    keepAttributes: null,
    registryText: null,
    session: () => sessionOf(system),
    letTakeFront: null,
  };
}

/**
 * On Linux the session is that of the display: elsewhere a user has one, or the system separates
 * them.
 */
function sessionOf(system: System): string {
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x11 } = process.env;
  // The screen of a display is no session of its own.
  return system === "linux" ? wayland || (x11 ?? "").replace(/\.\d+$/, "") : "";
}

/** The system calls of an app on Linux, provided by its platform. */
export interface LinuxCalls {
  readonly keepAttributes: KeepAttributes;
  readonly withInheritedLimits: WithInheritedLimits;
}

/** This Linux. */
export function linuxHost(calls: LinuxCalls): Host {
  return { ...thisHost("linux"), ...calls };
}

/** The system calls of an app on macOS, provided by its platform. */
export interface MacCalls {
  readonly files: MacFiles;
  readonly startedAs: () => string;
  readonly preferredLanguage: () => string | null;
}

/** This Mac. */
export function macHost({ files, startedAs, preferredLanguage }: MacCalls): Host {
  const disk: Disk = {
    ...systemDisk,
    spell: (path) => files.spell(path),
    takesCasesApart: (path) => files.takesCasesApart(path),
  };
  // Also for the programs that the app starts.
  process.env["PATH"] = programPath(process.env["PATH"], systemPaths);
  return {
    ...thisHost("macos"),
    disk,
    opener: macosOpener(files),
    // A call that most apps never need.
    get startedAs() {
      return startedAs();
    },
    preferredLanguage,
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
    programPlaces: (cmd) => windowsProgramPlaces(cmd, process.env),
    jobs,
    withInheritedLimits,
    startedAs: null,
    preferredLanguage: null,
    exchange: null,
    keepAttributes: files.keepAttributes,
    registryText,
    session,
    letTakeFront,
  };
}
