import type { KeepAttributes } from "../../../contract/host/file-attributes.ts";
import { struct } from "../../ffi/struct.ts";
import { advapi32 } from "../lib/advapi32.ts";
import { fileapi } from "../lib/fileapi.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { uv } from "../lib/uv.ts";

// The metadata of a Windows file: its creation time, attributes, an access list, further streams.
// ReplaceFileW keeps all of it, in several steps: a process that ends between two of them leaves no
// file. So the list is copied explicitly if it differs from the folder's default, and a file with
// further streams, or an encrypted one, is rejected. Sources: winbase.h, winnt.h, "Automatic
// Propagation of Inheritable ACEs".

const FileBasicInfo = 0;
const FileStreamInfo = 7;
export const FILE_BASIC_INFO = struct({
  CreationTime: "i64",
  LastAccessTime: "i64",
  LastWriteTime: "i64",
  ChangeTime: "i64",
  FileAttributes: "u32",
});
/** FILE_STREAM_INFO, in front of the name. */
const StreamInfo = struct({
  NextEntryOffset: "u32",
  StreamNameLength: "u32",
  StreamSize: "i64",
  StreamAllocationSize: "i64",
});
const FILE_ATTRIBUTE_ENCRYPTED = 0x4000;
const ERROR_MORE_DATA = 234;

const DACL_SECURITY_INFORMATION = 4;
const WRITE_DAC = 0x40000;
/** In a descriptor's Control, which is its second 16-bit field. */
const SE_DACL_AUTO_INHERIT_REQ = 0x100;
const SE_DACL_AUTO_INHERITED = 0x400;
const sharedByAll = 7;
const INVALID_HANDLE_VALUE = -1;
/** The maximum length of a descriptor. */
const maxBytes = 0x10000;

/** Copies the metadata of one Windows file to another, on any thread. */
export const keepAttributes: KeepAttributes = (from, to) => {
  const [source, target] = [uv.uv_get_osfhandle(from), uv.uv_get_osfhandle(to)];
  return !hasStreams(source) && keepBasics(source, target) && keepAccessList(source, target);
};

/** Disks without streams reject the query. */
function hasStreams(file: number): boolean {
  const room = StreamInfo.make();
  const { bytes } = room;
  if (fileapi.GetFileInformationByHandleEx(file, FileStreamInfo, bytes, bytes.length) !== 0)
    return room.get("NextEntryOffset") !== 0;
  return kernel32.GetLastError() === ERROR_MORE_DATA && room.get("NextEntryOffset") !== 0;
}

function keepBasics(source: number, target: number): boolean {
  const info = FILE_BASIC_INFO.make();
  const { bytes } = info;
  if (fileapi.GetFileInformationByHandleEx(source, FileBasicInfo, bytes, bytes.length) === 0)
    return true;
  if ((info.get("FileAttributes") & FILE_ATTRIBUTE_ENCRYPTED) !== 0) return false;
  // 0 changes nothing: the other times follow from the write.
  bytes.fill(0, 8, 32);
  return fileapi.SetFileInformationByHandle(target, FileBasicInfo, bytes, bytes.length) !== 0;
}

function keepAccessList(source: number, target: number): boolean {
  const wanted = accessListOf(source);
  // A disk without access lists.
  if (wanted === null) return true;
  const given = accessListOf(target);
  if (given !== null && Buffer.compare(wanted, given) === 0) return true;
  const control = new DataView(wanted.buffer);
  if ((control.getUint16(2, true) & SE_DACL_AUTO_INHERITED) !== 0)
    control.setUint16(2, control.getUint16(2, true) | SE_DACL_AUTO_INHERIT_REQ, true);
  const handle = fileapi.ReOpenFile(target, WRITE_DAC, sharedByAll, 0);
  if (handle === INVALID_HANDLE_VALUE) return false;
  try {
    return advapi32.SetKernelObjectSecurity(handle, DACL_SECURITY_INFORMATION, wanted) !== 0;
  } finally {
    fileapi.CloseHandle(handle);
  }
}

/** A descriptor with only the list in it, padded with zeros. */
function accessListOf(file: number): Uint8Array<ArrayBuffer> | null {
  const room = new Uint8Array(new ArrayBuffer(maxBytes));
  const needed = new Uint32Array(new ArrayBuffer(4));
  const which = DACL_SECURITY_INFORMATION;
  return advapi32.GetKernelObjectSecurity(file, which, room, room.length, needed) === 0
    ? null
    : room;
}
