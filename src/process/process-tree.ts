import {
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  type SpawnOptionsWithoutStdio,
} from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { environmentForOthers } from "./environment.ts";
import type { Job, Jobs } from "./jobs.ts";

/** Ends with the first signal, and is killed with the second one. */
export interface Terminable {
  readonly isAlive: boolean;
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/** The time for programs to end by themselves, in milliseconds. */
const patience = 3000;

// This machine itself, independent of the injected system.
const isWindows = process.platform === "win32";

/** The options of a started tree. */
export type TreeOptions = SpawnOptions & {
  /**
   * Whether it stays in the process group of its parent, so that it may read from the terminal and
   * receives Ctrl-C there. On systems with groups only its first program is ended then. Default:
   * false.
   */
  readonly isInOurGroup?: boolean;
  /** The jobs that keep processes together on Windows, if this process may use them. */
  readonly jobs?: Jobs | null;
};

/**
 * A program and all its children. On POSIX they are a process group, which a child leaves only by
 * making a group of its own. On Windows they are in a job, which also ends with this process;
 * without access to jobs, children are found by their parents. Windows has no signal that asks a
 * program to end.
 */
export class ProcessTree<First extends ChildProcess = ChildProcess> implements Terminable {
  readonly first: First;
  /** Its process group; `null`: it has none of its own. */
  readonly group: number | null;
  readonly #job: Job | null;
  // The number may be reused some day.
  #isGroupGone = false;

  /**
   * Starts a program; in the environment for others, unless `env` is given. With `windowsHide`, the
   * default here, Windows shows neither its console nor its first window: libuv hides both or none.
   */
  static start(
    program: string,
    args: readonly string[],
    options: SpawnOptionsWithoutStdio & Pick<TreeOptions, "jobs">,
  ): ProcessTree<ChildProcessWithoutNullStreams>;
  static start(program: string, args: readonly string[], options: TreeOptions): ProcessTree;
  static start(
    program: string,
    args: readonly string[],
    { isInOurGroup = false, jobs = null, windowsHide = true, ...options }: TreeOptions,
  ): ProcessTree {
    const detached = !isWindows && !isInOurGroup;
    const env = options.env ?? environmentForOthers();
    const first = spawn(program, args, { ...options, env, detached, windowsHide });
    // The PID cannot be reused before its exit event.
    const job = first.pid === undefined ? null : (jobs?.take(first.pid) ?? null);
    return new ProcessTree(first, detached ? (first.pid ?? null) : null, job);
  }

  private constructor(first: First, group: number | null, job: Job | null) {
    this.first = first;
    this.group = group;
    this.#job = job;
    first.once("exit", () => {
      this.#isGroupGone = group !== null && !isGroupAlive(group);
      // Other processes in it may continue, as in a group.
      if (job?.isAlive === false) job[Symbol.dispose]();
    });
  }

  get isAlive(): boolean {
    if (this.#isFirstAlive) return true;
    if (this.group === null) return this.#job?.isAlive ?? false;
    return !this.#isGroupGone && isGroupAlive(this.group);
  }

  get #isFirstAlive(): boolean {
    const { pid, exitCode, signalCode } = this.first;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    // Those that outlived the first process may have ended since.
    if (!this.isAlive) return this.#job?.[Symbol.dispose]();
    const { pid } = this.first;
    if (this.group !== null) send(-this.group, signal);
    else if (this.#job !== null) this.#endJob(this.#job);
    else if (isWindows && pid !== undefined) endWindowsTree(this.first, pid);
    else this.first.kill(signal);
  }

  #endJob(job: Job): void {
    job.end();
    // Otherwise it is released at the exit event of the first process.
    if (!this.#isFirstAlive) job[Symbol.dispose]();
  }
}

/** Ends them all and waits for that; kills them after a time limit. */
export async function end(...all: readonly Terminable[]): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const each of all) each.signal(signal);
    const giveUp = performance.now() + patience;
    for (let pause = 5; performance.now() < giveUp; pause = Math.min(pause * 2, 100)) {
      if (!all.some((each) => each.isAlive)) return;
      await setTimeout(pause);
    }
  }
}

/**
 * Sends a signal to a process, or to a group by its negative number; `false`: it no longer exists.
 */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Whether a process in a group still runs. In a container whose first process reaps no orphans,
 * ended processes stay in their group, and accept signals as if they ran.
 */
function isGroupAlive(group: number): boolean {
  if (!send(-group, 0)) return false;
  let entries: string[];
  try {
    entries = readdirSync("/proc");
  } catch {
    return true; // no Linux: there the system reaps them
  }
  return entries.some((entry) => /^\d+$/.test(entry) && runsIn(group, entry));
}

/** By `pid (name) state parent group …` of proc(5), where a name may hold any characters. */
function runsIn(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , own] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(own) === group && state !== "Z" && state !== "X";
  } catch {
    return false; // it has just ended
  }
}

function endWindowsTree(first: ChildProcess, pid: number): void {
  // By its absolute path: Windows searches for a plain name in the folder of the app first.
  const program = join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");
  const options = { stdio: "ignore", windowsHide: true, env: environmentForOthers() } as const;
  spawn(program, ["/pid", String(pid), "/t", "/f"], options).on("error", () => first.kill());
}
