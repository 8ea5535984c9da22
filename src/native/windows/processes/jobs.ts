import type { Job, Jobs } from "../../../process/jobs.ts";
import { struct } from "../../ffi/struct.ts";
import { jobapi } from "../lib/jobapi.ts";

// A job is Windows' counterpart of a process group: its processes stay in it, with all their
// children. A process is added while it already runs, so its earlier children are found and added,
// too. Sources: Microsoft, "Job Objects" and "Nested Jobs"; jobapi2.h, tlhelp32.h.

const JobObjectBasicAccountingInformation = 1;
const JobObjectExtendedLimitInformation = 9;
const JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000;

const PROCESS_TERMINATE = 0x1;
const PROCESS_SET_QUOTA = 0x100;
const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;

const TH32CS_SNAPPROCESS = 2;

export const JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = struct({
  TotalUserTime: "i64",
  TotalKernelTime: "i64",
  ThisPeriodTotalUserTime: "i64",
  ThisPeriodTotalKernelTime: "i64",
  TotalPageFaultCount: "u32",
  TotalProcesses: "u32",
  ActiveProcesses: "u32",
  TotalTerminatedProcesses: "u32",
});

const JOBOBJECT_BASIC_LIMIT_INFORMATION = struct({
  PerProcessUserTimeLimit: "i64",
  PerJobUserTimeLimit: "i64",
  LimitFlags: "u32",
  MinimumWorkingSetSize: "i64",
  MaximumWorkingSetSize: "i64",
  ActiveProcessLimit: "u32",
  Affinity: "i64",
  PriorityClass: "u32",
  SchedulingClass: "u32",
});

export const JOBOBJECT_EXTENDED_LIMIT_INFORMATION = struct({
  BasicLimitInformation: JOBOBJECT_BASIC_LIMIT_INFORMATION,
  // IO_COUNTERS: six numbers of 64 bits
  IoInfo: ["u32", 12],
  ProcessMemoryLimit: "i64",
  JobMemoryLimit: "i64",
  PeakProcessMemoryUsed: "i64",
  PeakJobMemoryUsed: "i64",
});

export const PROCESSENTRY32W = struct({
  dwSize: "u32",
  cntUsage: "u32",
  th32ProcessID: "u32",
  th32DefaultHeapID: "i64",
  th32ModuleID: "u32",
  cntThreads: "u32",
  th32ParentProcessID: "u32",
  pcPriClassBase: "i32",
  dwFlags: "u32",
  szExeFile: ["u16", 260],
});

/** The jobs of Windows, on any thread. */
export const windowsJobs: Jobs = {
  take(pid) {
    using first = Process.open(pid);
    if (first === null) return null;
    const job = new WindowsJob();
    if (job.admit(first)) return job;
    job[Symbol.dispose]();
    return null;
  },
};

class WindowsJob implements Job {
  readonly #handle: number;
  #isClosed = false;

  constructor() {
    this.#handle = jobapi.CreateJobObjectW(null, null);
    if (this.#handle === 0) throw new Error("Cannot run CreateJobObjectW: no job was made");
    const limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION.make({
      BasicLimitInformation: { LimitFlags: JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE },
    });
    const { bytes } = limits;
    jobapi.SetInformationJobObject(
      this.#handle,
      JobObjectExtendedLimitInformation,
      bytes,
      bytes.length,
    );
  }

  /** Adds a process and its children; `false`: it cannot be added. */
  admit(first: Process): boolean {
    if (jobapi.AssignProcessToJobObject(this.#handle, first.handle) === 0) return false;
    // Processes in the job start none outside of it, so a pass without a find is the last one.
    const admitted = new Map([[first.pid, first.begun]]);
    for (let found = true; found;) {
      found = false;
      for (const { pid, parent } of runningProcesses()) {
        const parentBegun = admitted.get(parent);
        if (parentBegun === undefined || admitted.has(pid)) continue;
        using child = Process.open(pid);
        // An older one is the child of an earlier process with this number.
        if (child === null || child.begun < parentBegun) continue;
        admitted.set(pid, child.begun);
        jobapi.AssignProcessToJobObject(this.#handle, child.handle);
        found = true;
      }
    }
    return true;
  }

  get isAlive(): boolean {
    if (this.#isClosed) return false;
    const info = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.make();
    const { bytes } = info;
    const which = JobObjectBasicAccountingInformation;
    jobapi.QueryInformationJobObject(this.#handle, which, bytes, bytes.length, null);
    return info.get("ActiveProcesses") > 0;
  }

  end(): void {
    // The exit code of a process that is ended, as with taskkill.
    if (!this.#isClosed) jobapi.TerminateJobObject(this.#handle, 1);
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    jobapi.CloseHandle(this.#handle);
  }
}

/** A held process, whose number cannot be reused. */
class Process implements Disposable {
  readonly pid: number;
  readonly handle: number;
  /** Its start time, as an increasing number. */
  readonly begun: bigint;

  static open(pid: number): Process | null {
    const rights = PROCESS_TERMINATE | PROCESS_SET_QUOTA | PROCESS_QUERY_LIMITED_INFORMATION;
    const handle = jobapi.OpenProcess(rights, false, pid);
    return handle === 0 ? null : new Process(pid, handle);
  }

  private constructor(pid: number, handle: number) {
    this.pid = pid;
    this.handle = handle;
    const time = () => new BigUint64Array(new ArrayBuffer(8));
    const begun = time();
    jobapi.GetProcessTimes(handle, begun, time(), time(), time());
    this.begun = begun[0] as bigint;
  }

  [Symbol.dispose](): void {
    jobapi.CloseHandle(this.handle);
  }
}

/** All current processes. */
function runningProcesses(): readonly { readonly pid: number; readonly parent: number }[] {
  const snapshot = jobapi.CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  if (snapshot === -1) return [];
  const found = [];
  const entry = PROCESSENTRY32W.make({ dwSize: PROCESSENTRY32W.size });
  for (
    let more = jobapi.Process32FirstW(snapshot, entry.bytes);
    more !== 0;
    more = jobapi.Process32NextW(snapshot, entry.bytes)
  ) {
    found.push({ pid: entry.get("th32ProcessID"), parent: entry.get("th32ParentProcessID") });
  }
  jobapi.CloseHandle(snapshot);
  return found;
}
