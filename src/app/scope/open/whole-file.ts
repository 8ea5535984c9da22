import { fchmodSync, fchownSync, fstatSync, fsync, ftruncateSync, type BigIntStats } from "node:fs";
import { promisify } from "node:util";
import type { KeepAttributes } from "../../../contract/host/file-attributes.ts";
import type { System } from "../../../contract/target.ts";
import { systemCode } from "../../paths/path-problem.ts";
import { childOf, parentOf, type AbsolutePath } from "../path/absolute-path.ts";
import { draftName, evictDrafts } from "./drafts.ts";
import { openFile, settle } from "./open-checked.ts";
import type { Handle, Opener, OpenPlace } from "./open-handle.ts";
import type { RealPath } from "../path/real-path.ts";

// A file that is written as a whole is written beside its path, under an unguessable name, synced,
// and renamed. So a full or failing disk, or the end of the process at any moment, leaves the old
// file or the new one.
//
// These are written in place:
//
//   a file with several hard links                the others would keep the old content
//   a file whose owner, group or attributes       a file of another owner would become the app's
//     the app may not give to a new file
//   a file in a folder that takes no new one      /proc, a folder that only the file's writer may not change
//   a file that cannot be renamed over            a mount point; on Windows a file that another program holds open
//   a file whose path has no room for the draft's

const sync = promisify(fsync);

/** The path of a whole file, and the machine's calls for it. */
export interface WholeFile {
  readonly check: () => RealPath;
  readonly host: {
    readonly opener: Opener;
    readonly system: System;
    readonly keepAttributes: KeepAttributes | null;
  };
  /** Called before the write, with the existing file. */
  readonly refuse?: (existing: Handle) => void;
  /** Called before the path leads to another file; the returned function is called afterwards. */
  readonly replacing: (path: AbsolutePath) => () => void;
}

/**
 * Writes a whole file at the path that `check` admits.
 *
 * @param fill writes the content from the start of an empty file; called again when that file
 * cannot be put in place
 */
export async function writeWhole(
  file: WholeFile,
  fill: (file: Handle) => Promise<void>,
): Promise<void> {
  if (await replace(file, fill)) return;
  const { check, host, refuse } = file;
  using existing = openFile(check, "write", host.opener);
  refuse?.(existing);
  // Not while opening: until then it could have been another file.
  ftruncateSync(existing.fd, 0);
  await fill(existing);
}

/** `false`: the file has to be written in place. */
async function replace(file: WholeFile, fill: (file: Handle) => Promise<void>): Promise<boolean> {
  const { check, host, replacing } = file;
  const begun = settle(check, (real) => begin(real, file));
  using target = begun.target;
  using draft = begun.draft;
  if (draft === null) return false;
  await fill(draft.file);
  await synced(draft.file);
  const { real } = target;
  const replaced = replacing(real);
  if (!(await takesPlace(draft, target, host.system))) return false;
  replaced();
  void evictDrafts(parentOf(real, host.system), draft.modified, host);
  return true;
}

/** Opens the existing file, and a draft beside it if that is useful. */
function begin(
  real: RealPath,
  { host, refuse }: WholeFile,
): { target: Target; draft: Draft | null } {
  const target = new Target(real, host.opener);
  try {
    if (target.existing !== null) refuse?.(target.existing);
    return { target, draft: openDraft(target, host) };
  } catch (error) {
    target[Symbol.dispose]();
    throw error;
  }
}

async function synced({ fd }: Handle): Promise<void> {
  try {
    await sync(fd);
  } catch (error) {
    // Some network disks do not support sync.
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(systemCode(error) ?? ""))
      throw error;
  }
}

/** A path, and its existing file. */
class Target implements Disposable {
  readonly real: RealPath;
  readonly before: BigIntStats | null;
  #existing: Handle | null;

  constructor(real: RealPath, opener: Opener) {
    this.real = real;
    this.#existing = real.found.kind === "nothing" ? null : opener.file(real, "write");
    this.before = this.#existing === null ? null : fstatSync(this.#existing.fd, { bigint: true });
  }

  /** Open for writing: its permissions apply even when it is replaced. */
  get existing(): Handle | null {
    return this.#existing;
  }

  [Symbol.dispose](): void {
    this.#existing?.[Symbol.dispose]();
    this.#existing = null;
  }
}

/** A new file beside a path. It is removed unless it is put in place. */
class Draft implements Disposable {
  readonly file: Handle;
  readonly #own: OpenPlace;
  readonly #target: OpenPlace;
  #hasOwnName = true;

  constructor(file: Handle, own: OpenPlace, target: OpenPlace) {
    this.file = file;
    this.#own = own;
    this.#target = target;
  }

  /** Milliseconds, by the clock of its disk. */
  get modified(): number {
    return fstatSync(this.file.fd).mtimeMs;
  }

  takePlace(): void {
    this.#own.renameTo(this.#target);
    this.#hasOwnName = false;
  }

  [Symbol.dispose](): void {
    this.file[Symbol.dispose]();
    try {
      if (this.#hasOwnName) this.#own.removeFile();
    } catch (error) {
      // The earlier failure of the disk is reported. The draft is evicted later.
      if (systemCode(error) === null) throw error;
    } finally {
      this.#own[Symbol.dispose]();
      this.#target[Symbol.dispose]();
    }
  }
}

/** `null`: in place. */
function openDraft({ real, existing, before }: Target, host: WholeFile["host"]): Draft | null {
  if (before !== null && before.nlink > 1n) return null;
  let draft: Draft;
  try {
    draft = makeDraft(real, before === null ? 0o666 : 0o600, host);
  } catch (error) {
    const code = systemCode(error) ?? "";
    // The draft's name may be longer than the file's.
    if (code === "ENAMETOOLONG" || (existing !== null && takesNoFile.includes(code))) return null;
    throw error;
  }
  if (existing === null || before === null) return draft;
  try {
    if (
      keepOwner(draft.file, before, host) &&
      (host.keepAttributes?.(existing.fd, draft.file.fd) ?? true)
    )
      return draft;
  } catch (error) {
    draft[Symbol.dispose]();
    throw error;
  }
  draft[Symbol.dispose]();
  return null;
}

/** The system's codes for a folder that accepts no new file, though a file in it is writable. */
const takesNoFile = ["EACCES", "EPERM", "EROFS", "ENOENT", "EINVAL", "ENOTSUP", "ENOSYS"];

function makeDraft(real: AbsolutePath, mode: number, { opener, system }: WholeFile["host"]): Draft {
  const path = childOf(parentOf(real, system), draftName(), system);
  const own = opener.place(path);
  try {
    const target = opener.place(real);
    try {
      return new Draft(
        opener.file({ ...path, found: { kind: "nothing" } }, "write", mode),
        own,
        target,
      );
    } catch (error) {
      target[Symbol.dispose]();
      throw error;
    }
  } catch (error) {
    own[Symbol.dispose]();
    throw error;
  }
}

/** Whether the draft now has the owner, the group and the mode of the file. Windows has neither. */
function keepOwner({ fd }: Handle, before: BigIntStats, { system }: WholeFile["host"]): boolean {
  if (system === "windows") return true;
  const made = fstatSync(fd, { bigint: true });
  if (made.uid !== before.uid || made.gid !== before.gid) {
    try {
      fchownSync(fd, Number(before.uid), Number(before.gid));
    } catch {
      return false;
    }
  }
  // Also without the bits that a write removes.
  return setMode(fd, Number(before.mode) & 0o777);
}

/**
 * Gives a file a mode. `false`: its owner or its disk does not permit that, as disks of Windows and
 * of the network do not.
 */
export function setMode(fd: number, mode: number): boolean {
  if ((fstatSync(fd).mode & 0o777) === mode) return true;
  try {
    fchmodSync(fd, mode);
    return true;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

/** On Windows a scanner may hold a new file for a moment. In milliseconds. */
const pauses = [10, 20, 50, 100, 200];

/** Renames the draft; `false`: the system refuses to replace the existing file. */
async function takesPlace(draft: Draft, target: Target, system: System): Promise<boolean> {
  const isNew = target.existing === null;
  // Windows renames over no open file.
  target[Symbol.dispose]();
  for (const pause of system === "windows" ? [...pauses, null] : [null]) {
    try {
      draft.takePlace();
      return true;
    } catch (error) {
      if (!isHeld.includes(systemCode(error) ?? "") || (pause === null && isNew)) throw error;
      if (pause !== null) await Bun.sleep(pause);
    }
  }
  return false;
}

const isHeld = ["EPERM", "EACCES", "EBUSY"];
