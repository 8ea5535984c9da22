import type { FileAccess, WindowsFiles } from "../../../contract/host/windows-calls.ts";
import { struct, StructValue } from "../../ffi/struct.ts";
import { fileapi } from "../lib/fileapi.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { uv } from "../lib/uv.ts";
import { wide, wideRoom, wideTextIn } from "../wide-text.ts";
import { keepAttributes } from "./attributes.ts";

// A handle reports its own path, and can be reopened with other rights without that path. With
// FILE_FLAG_OPEN_REPARSE_POINT a link itself is held; an open without FILE_SHARE_DELETE keeps all
// processes from renaming and removing the entry. Sources: CreateFileW, ReOpenFile,
// GetFinalPathNameByHandleW (fileapi.h).

const GENERIC_READ = 0x80000000;
const GENERIC_WRITE = 0x40000000;
const FILE_APPEND_DATA = 0x4;
const FILE_TRAVERSE = 0x20;
const FILE_READ_ATTRIBUTES = 0x80;
const FILE_WRITE_ATTRIBUTES = 0x100;
const SYNCHRONIZE = 0x100000;

const FILE_SHARE_READ = 1;
const FILE_SHARE_WRITE = 2;
const FILE_SHARE_DELETE = 4;
const sharedByAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

const CREATE_NEW = 1;
const OPEN_EXISTING = 3;

const FILE_FLAG_OPEN_REPARSE_POINT = 0x00200000;
const FILE_FLAG_BACKUP_SEMANTICS = 0x02000000;
/** The entry at a path itself, also a folder. */
const itself = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;

const FileAttributeTagInfo = 9;
const FILE_ATTRIBUTE_TAG_INFO = struct({ FileAttributes: "u32", ReparseTag: "u32" });
const FILE_ATTRIBUTE_REPARSE_POINT = 0x400;
/**
 * Set in the tag of an entry that refers to another one. Cloud files and files compressed by the
 * system lack it.
 */
const nameSurrogate = 0x20000000;

const IO_REPARSE_TAG_MOUNT_POINT = 0xa0000003;
const FSCTL_GET_REPARSE_POINT = 0x900a8;
/**
 * REPARSE_DATA_BUFFER of a mount point (ntifs.h), in front of the texts, with their sizes in bytes.
 */
const MountPoint = struct({
  ReparseTag: "u32",
  ReparseDataLength: "u16",
  Reserved: "u16",
  SubstituteNameOffset: "u16",
  SubstituteNameLength: "u16",
  PrintNameOffset: "u16",
  PrintNameLength: "u16",
});
/** MAXIMUM_REPARSE_DATA_BUFFER_SIZE */
const maxReparseBytes = 0x4000;

const ERROR_ACCESS_DENIED = 5;
const INVALID_HANDLE_VALUE = -1;
/** The maximum length of a path, in units. */
const maxUnits = 0x8000;

const accesses: Readonly<Record<FileAccess, number>> = {
  read: GENERIC_READ,
  write: GENERIC_WRITE,
  // Without FILE_WRITE_DATA every write goes to the current end.
  append: FILE_APPEND_DATA | FILE_WRITE_ATTRIBUTES | FILE_READ_ATTRIBUTES | SYNCHRONIZE,
};

/** Windows' own file calls, on any thread. */
export const windowsFiles: WindowsFiles = {
  holdFolder(path) {
    // The sharing mode is enforced only for opens with access to a file's content, or traversal of
    // a folder.
    const sharing = FILE_SHARE_READ | FILE_SHARE_WRITE;
    const held = open(path, FILE_TRAVERSE | FILE_READ_ATTRIBUTES, sharing, OPEN_EXISTING, itself);
    if (held !== INVALID_HANDLE_VALUE) return numberOf(held);
    if (kernel32.GetLastError() !== ERROR_ACCESS_DENIED) throw lastError("open", path);
    return hold(path);
  },

  hold,

  reopen(held, access) {
    const handle = fileapi.ReOpenFile(uv.uv_get_osfhandle(held), accesses[access], sharedByAll, 0);
    return numberOf(checked("open", pathOf(held), handle));
  },

  create(path, access) {
    // With the flag a link is an existing entry, even a dangling one.
    const made = open(
      path,
      accesses[access],
      sharedByAll,
      CREATE_NEW,
      FILE_FLAG_OPEN_REPARSE_POINT,
    );
    return numberOf(checked("open", path, made));
  },

  isLink(held) {
    const info = FILE_ATTRIBUTE_TAG_INFO.make();
    const handle = uv.uv_get_osfhandle(held);
    if (
      fileapi.GetFileInformationByHandleEx(
        handle,
        FileAttributeTagInfo,
        info.bytes,
        info.bytes.length,
      ) === 0
    )
      throw lastError("look at", pathOf(held));
    const tag = info.get("ReparseTag");
    const isReparsePoint = (info.get("FileAttributes") & FILE_ATTRIBUTE_REPARSE_POINT) !== 0;
    if (!isReparsePoint || (tag & nameSurrogate) === 0) return false;
    return tag !== IO_REPARSE_TAG_MOUNT_POINT || !isVolume(handle);
  },

  pathOf,

  spell(path) {
    const handle = checked(
      "open",
      path,
      open(path, FILE_READ_ATTRIBUTES, sharedByAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS),
    );
    try {
      return finalPath(handle);
    } finally {
      fileapi.CloseHandle(handle);
    }
  },

  keepAttributes,
};

function hold(path: string): number {
  const handle = open(path, FILE_READ_ATTRIBUTES, sharedByAll, OPEN_EXISTING, itself);
  return numberOf(checked("open", path, handle));
}

/**
 * A junction leads to a folder with a path of its own; a volume mounted in a folder has no other
 * path.
 */
function isVolume(handle: number): boolean {
  const room = new Uint8Array(new ArrayBuffer(maxReparseBytes));
  const written = new Uint32Array(new ArrayBuffer(4));
  const which = FSCTL_GET_REPARSE_POINT;
  if (fileapi.DeviceIoControl(handle, which, null, 0, room, room.length, written, null) === 0)
    return false;
  const start = MountPoint.size + new StructValue(MountPoint, room).get("SubstituteNameOffset");
  return wideTextIn(room.subarray(start)).startsWith("\\??\\Volume{");
}

function pathOf(held: number): string {
  return finalPath(uv.uv_get_osfhandle(held));
}

function open(
  path: string,
  access: number,
  sharing: number,
  disposition: number,
  flags: number,
): number {
  // Looked up before it is needed: the lookup is a call, too, and overwrites the error.
  kernel32.GetLastError();
  return fileapi.CreateFileW(wide(literal(path)), access, sharing, null, disposition, flags, 0);
}

/** The path in the literal form: of any length, and without device names. */
function literal(path: string): string {
  if (path.startsWith("\\\\?\\")) return path;
  return path.startsWith("\\\\") ? `\\\\?\\UNC\\${path.slice(2)}` : `\\\\?\\${path}`;
}

function finalPath(handle: number): string {
  const room = wideRoom(maxUnits);
  // 0: with a drive's letter, and in long names.
  const length = fileapi.GetFinalPathNameByHandleW(handle, room, maxUnits, 0);
  if (length === 0 || length > maxUnits) throw lastError("find", "the path of an open file");
  return wideTextIn(room);
}

function checked(action: string, path: string, handle: number): number {
  if (handle === INVALID_HANDLE_VALUE) throw lastError(action, path);
  return handle;
}

function numberOf(handle: number): number {
  const number = uv.uv_open_osfhandle(handle);
  if (number >= 0) return number;
  fileapi.CloseHandle(handle);
  throw failure("EMFILE", "Cannot number a file: too many are open");
}

/** The error of the previous call, as node:fs would throw it. Call it at once. */
function lastError(action: string, path: string): Error {
  const error = kernel32.GetLastError();
  const code = uv.uv_err_name(uv.uv_translate_sys_error(error));
  return failure(code, `Cannot ${action} "${path}": Windows error ${error} (${code})`);
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
