import { library } from "../library.ts";

/** The files of kernel32. */
export const fileapi = library("kernel32.dll", {
  // (path, access, sharing, security, what to do where something is and is not, flags, template) →
  // HANDLE, -1
  CreateFileW: "puunuul>l",
  // (file, access, sharing, flags) → another HANDLE on the same file, -1
  ReOpenFile: "luuu>l",
  // (file, which information, what is written, its size)
  GetFileInformationByHandleEx: "lipu>b",
  // (file, which information, what it is to be, its size)
  SetFileInformationByHandle: "lipu>b",
  // (file, room for a path, its length, form) → units written; more than there is room for: units
  // needed; 0
  GetFinalPathNameByHandleW: "lpuu>u",
  // (file, what to do, given, its size, out, its size, out: bytes written, overlapped)
  DeviceIoControl: "lunununn>b",
  CloseHandle: "l>b",
});
