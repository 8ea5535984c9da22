import { library } from "../library.ts";

/** The functions of kernel32 for jobs and processes. */
export const jobapi = library("kernel32.dll", {
  // (security, name or null) → HANDLE, 0
  CreateJobObjectW: "nn>l",
  // (job, class of information, value, its size)
  SetInformationJobObject: "lipu>b",
  // (job, class of information, buffer, its size, out: bytes written)
  QueryInformationJobObject: "lipun>b",
  AssignProcessToJobObject: "ll>b",
  // (job, exit code of its processes)
  TerminateJobObject: "lu>b",
  // (rights, whether inherited, PID) → HANDLE, 0
  OpenProcess: "ubu>l",
  // (process, out: start, end, kernel time, user time): all FILETIME
  GetProcessTimes: "lpppp>b",
  // (parts, PID) → HANDLE, -1
  CreateToolhelp32Snapshot: "uu>l",
  Process32FirstW: "lp>b",
  Process32NextW: "lp>b",
  CloseHandle: "l>b",
});
