import { library } from "../library.ts";

/** The file functions of kernel32. */
export const fileapi = library("kernel32.dll", {
  // (path, access, sharing, security, disposition, flags, template) → HANDLE, -1
  CreateFileW: "puunuul>l",
  // (file, access, sharing, flags) → another HANDLE on the same file, -1
  ReOpenFile: "luuu>l",
  // (file, class of information, buffer, its size)
  GetFileInformationByHandleEx: "lipu>b",
  // (file, class of information, new value, its size)
  SetFileInformationByHandle: "lipu>b",
  // (file, buffer for a path, its length, form) → units written; the required length if the buffer
  // is too small; 0
  GetFinalPathNameByHandleW: "lpuu>u",
  // (file, control code, input, its size, output, its size, out: bytes written, overlapped)
  DeviceIoControl: "lunununn>b",
  CloseHandle: "l>b",
});
