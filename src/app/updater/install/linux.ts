import { createHash } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Architecture } from "../../../contract/target.ts";
import { startedFile, type Launch } from "../../process/launch.ts";
import { identityOf } from "../../scope/open/disk.ts";
import { failure, PathProblem, systemCode } from "../../paths/path-problem.ts";
import { appImageIn, refuse } from "./archive.ts";
import { backupName, newName, removeUnfinished, sayFailure } from "./beside.ts";
import type { InstalledApp, OwnInstallation, Replacement, Verified } from "./installation.ts";
import { syncFile, syncFolder } from "../state/sync.ts";

// An AppImage begins as the ELF program it is:
//
//    0   7f "ELF"
//    8   "AI" and its type, 1 or 2, where ELF has room
//   18   the processor, u16
//
// Source: https://github.com/AppImage/AppImageSpec/blob/master/draft.md and the ELF specification.

const typeAt = 10;
const processors = { x64: 62, arm64: 183 } as const satisfies Record<Architecture, number>;

/** The steps of a replacement, by themselves so that tests can let each of them fail. */
export const steps = {
  create: (path: string): number => openSync(path, "wx+", 0o600),
  write: (fd: number, bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
  },
  own: fchownSync,
  permit: fchmodSync,
  /** This takes as long as the disk needs, and the app must not stop meanwhile. */
  sync: promisify(fsync),
  link: linkSync,
  copy(file: string, backup: string): void {
    copyFileSync(file, backup, constants.COPYFILE_EXCL);
    syncFile(backup);
  },
  rename: renameSync,
  /** True if a path leads to the open file. */
  isSame: (fd: number, path: string): boolean =>
    identityOf(fstatSync(fd, { bigint: true })) === identityOf(lstatSync(path, { bigint: true })),
  /** A new name is on the disk when its folder is synced. */
  syncName: syncFolder,
} as const;

/**
 * @throws FrameworkError `unavailable` when the app does not run from an AppImage that it may
 * replace
 */
export function installedAppImage({ launch }: Pick<InstalledApp, "launch">): OwnInstallation {
  const started = startedFile(launch, process.env);
  if (started === launch.executable) {
    throw new FrameworkError(
      "unavailable",
      `Cannot install an update: "${started}" is no AppImage; update it the way it was installed, ` +
        "for example with the system's package manager",
    );
  }
  let file: string;
  let stats: Stats;
  try {
    file = realpathSync.native(started);
    stats = statSync(file);
    accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new FrameworkError("unavailable", failure("replace", started, cause).message, { cause });
  }
  const problem = stats.isFile() ? problemOfImage(file, launch.architecture) : "it is no file";
  if (problem !== null)
    throw new FrameworkError("unavailable", `Cannot replace "${file}": ${problem}`);
  const folder = dirname(file);
  return {
    kind: "replaced",
    place: file,
    folder,
    seeds: () => [file],
    prepare: (verified) => prepare(verified, file, launch),
    async restore(backup) {
      try {
        steps.rename(backup, file);
      } catch (error) {
        throw failure("put back", file, error);
      }
      await sayFailure("sync", folder, () => steps.syncName(folder));
    },
    forget: (backup) => rm(backup, { force: true }),
  };
}

async function prepare(
  { payload, sha512, size }: Verified,
  file: string,
  { architecture }: Launch,
): Promise<Replacement> {
  const made = newName(file);
  let fd: number | null = null;
  try {
    removeUnfinished(file);
    fd = steps.create(made);
    const sum = createHash("sha512");
    let length = 0;
    for await (const chunk of appImageIn(payload, sum)) {
      length += chunk.length;
      if (length > size) throw refuse(`it must be smaller than ${size} bytes`);
      steps.write(fd, chunk);
    }
    // The file is read again, to be sure that it is the verified content even if another program
    // wrote to the disk in between.
    if (sum.digest("hex") !== sha512) throw refuse("it has changed since it was verified");
    const problem = problemOfImage(fd, architecture);
    if (problem !== null) throw refuse(problem);
    adopt(fd, statSync(file));
    await steps.sync(fd);
    fd = reopen(fd);
    return new ReadyImage(file, made, fd);
  } catch (error) {
    if (fd !== null) closeSync(fd);
    rmSync(made, { force: true });
    throw failure("write", made, error);
  }
}

/**
 * Copies the mode and owner of the old version. If the user may not set them, no other user gets
 * more rights than before.
 */
export function adopt(fd: number, old: Pick<Stats, "mode" | "uid" | "gid">): void {
  const { uid, gid } = fstatSync(fd);
  const isTheirs =
    (uid === old.uid && gid === old.gid) || isDone(() => steps.own(fd, old.uid, old.gid));
  // A user who may write to another user's file is often in its group.
  const isOfGroup = isTheirs || gid === old.gid || isDone(() => steps.own(fd, uid, old.gid));
  const mode = isOfGroup ? old.mode & 0o777 : modeForAnotherGroup(old.mode);
  if (isDone(() => steps.permit(fd, mode))) return;
  const { mode: given } = fstatSync(fd);
  const canRun = (given & 0o100) !== 0;
  const isWider = (given & ~mode & 0o022) !== 0;
  if (!canRun || isWider)
    throw new PathProblem("io", "its disk does not let the new version be as the old one");
}

/**
 * Both that group and all others get only the rights that the old group and all others both had.
 */
function modeForAnotherGroup(mode: number): number {
  const shared = (mode >> 3) & mode & 0o7;
  return (mode & 0o700) | (shared << 3) | shared;
}

/**
 * Only an administrator can change the owner of files, and some disks have neither owners nor
 * modes.
 */
const withoutOwners = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"];

function isDone(step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (!withoutOwners.includes(systemCode(error) ?? "")) throw error;
    return false;
  }
}

/** No system runs a file that is open for writing. */
function reopen(fd: number): number {
  const readable = openSync(`/proc/self/fd/${fd}`, "r");
  closeSync(fd);
  return readable;
}

class ReadyImage implements Replacement {
  readonly backup: string;
  readonly #file: string;
  readonly #made: string;
  readonly #fd: number;

  constructor(file: string, made: string, fd: number) {
    this.#file = file;
    this.#made = made;
    this.#fd = fd;
    this.backup = backupName(file);
  }

  // The old version gets a second name before it loses the first one, so at every moment a version
  // exists.
  async replace(backup: string): Promise<void> {
    const folder = dirname(this.#file);
    let isReplaced = false;
    const isKept = existsSync(backup);
    try {
      if (!isKept) keep(this.#file, backup);
      steps.syncName(folder);
      steps.rename(this.#made, this.#file);
      isReplaced = true;
      if (!steps.isSame(this.#fd, this.#file)) throw refuse("something else was put in its place");
      steps.syncName(folder);
    } catch (error) {
      if (isReplaced) renameSync(backup, this.#file);
      else if (!isKept) rmSync(backup, { force: true });
      throw failure("replace", this.#file, error);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
    rmSync(this.#made, { force: true });
  }
}

/** Some disks support no hard links. */
const withoutLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

function keep(file: string, backup: string): void {
  try {
    steps.link(file, backup);
  } catch (error) {
    if (!withoutLinks.includes(systemCode(error) ?? "")) throw error;
    steps.copy(file, backup);
  }
}

/** The fault of an AppImage, given by its path or as an open file. `null`: none. */
function problemOfImage(image: string | number, architecture: Architecture): string | null {
  const fd = typeof image === "string" ? openSync(image, "r") : image;
  let head: Buffer;
  try {
    head = headOf(fd);
  } finally {
    if (fd !== image) closeSync(fd);
  }
  const isImage =
    head.readUInt32BE(0) === 0x7f454c46 &&
    head.toString("latin1", 8, 10) === "AI" &&
    [1, 2].includes(head[typeAt] ?? 0);
  if (!isImage) return "it is no AppImage";
  return head.readUInt16LE(18) === processors[architecture] ? null : "it is for another processor";
}

function headOf(fd: number): Buffer {
  const head = Buffer.alloc(20);
  readSync(fd, head, 0, head.length, 0);
  return head;
}
