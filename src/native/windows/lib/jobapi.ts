import { library } from "../library.ts";

/** The jobs and processes of kernel32. */
export const jobapi = library("kernel32.dll", {
  // (security, name or null) → HANDLE, 0
  CreateJobObjectW: "nn>l",
  // (job, which information, it, its size)
  SetInformationJobObject: "lipu>b",
  // (job, which information, what is written, its size, out: bytes written)
  QueryInformationJobObject: "lipun>b",
  AssignProcessToJobObject: "ll>b",
  // (job, what its processes end with)
  TerminateJobObject: "lu>b",
  // (rights, is inherited, process number) → HANDLE, 0
  OpenProcess: "ubu>l",
  // (process, out: begun, ended, time in the kernel, time outside): all FILETIME
  GetProcessTimes: "lpppp>b",
  // (of what, of which process) → HANDLE, -1
  CreateToolhelp32Snapshot: "uu>l",
  Process32FirstW: "lp>b",
  Process32NextW: "lp>b",
  CloseHandle: "l>b",
});
