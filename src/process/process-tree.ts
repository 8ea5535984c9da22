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

/** What can be ended: politely with the first signal, and without asking with the second one. */
export interface Terminable {
  readonly isAlive: boolean;
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/** How long programs may take to end by themselves, in milliseconds. */
const patience = 3000;

// This machine itself, whatever system an app is told that it runs on.
const isWindows = process.platform === "win32";

/** How a tree is started. */
export type TreeOptions = SpawnOptions & {
  /**
   * Whether it stays in the group of the one who starts it, so that it may read from the terminal
   * and hears a Ctrl-C there. Then, where there are groups, only its first program is ended.
   * Default: false.
   */
  readonly isInOurGroup?: boolean;
  /** What keeps them together on Windows, where somebody may ask it. */
  readonly jobs?: Jobs | null;
};

/**
 * A program and all that it starts. On POSIX they are a process group, which only who makes a group
 * of its own leaves. On Windows they are in a job, which ends with us as well; where nobody may ask
 * for one, they are found by who started whom. There is no polite way to end a program there.
 */
export class ProcessTree<First extends ChildProcess = ChildProcess> implements Terminable {
  readonly first: First;
  /** The number of its process group; `null`: it has none of its own. */
  readonly group: number | null;
  readonly #job: Job | null;
  // The number is another's some day.
  #isGroupGone = false;

  /** Starts a program; in the environment for others, unless `env` says otherwise. */
  static start(
    program: string,
    args: readonly string[],
    options: SpawnOptionsWithoutStdio & Pick<TreeOptions, "jobs">,
  ): ProcessTree<ChildProcessWithoutNullStreams>;
  static start(program: string, args: readonly string[], options: TreeOptions): ProcessTree;
  static start(
    program: string,
    args: readonly string[],
    { isInOurGroup = false, jobs = null, ...options }: TreeOptions,
  ): ProcessTree {
    const detached = !isWindows && !isInOurGroup;
    const env = options.env ?? environmentForOthers();
    const first = spawn(program, args, { ...options, env, detached, windowsHide: true });
    // Its number is its own until we have heard of its end.
    const job = first.pid === undefined ? null : (jobs?.take(first.pid) ?? null);
    return new ProcessTree(first, detached ? (first.pid ?? null) : null, job);
  }

  private constructor(first: First, group: number | null, job: Job | null) {
    this.first = first;
    this.group = group;
    this.#job = job;
    first.once("exit", () => {
      this.#isGroupGone = group !== null && !isGroupAlive(group);
      // Others in it may go on, as they do in a group.
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
    // Those that went on without the first one may have ended since.
    if (!this.isAlive) return this.#job?.[Symbol.dispose]();
    const { pid } = this.first;
    if (this.group !== null) send(-this.group, signal);
    else if (this.#job !== null) this.#endJob(this.#job);
    else if (isWindows && pid !== undefined) endWindowsTree(this.first, pid);
    else this.first.kill(signal);
  }

  #endJob(job: Job): void {
    job.end();
    // Otherwise it is let go when we hear of the end of the first one.
    if (!this.#isFirstAlive) job[Symbol.dispose]();
  }
}

/** Ends them all, and waits for that: politely, and after a while without asking. */
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
 * Sends a signal to a process, or to a group by its number below zero; `false`: nothing is there
 * any more.
 */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Whether somebody in a group still runs. In a container whose first process looks after no
 * orphans, what has ended stays in its group for good, and takes signals as if it ran.
 */
function isGroupAlive(group: number): boolean {
  if (!send(-group, 0)) return false;
  let entries: string[];
  try {
    entries = readdirSync("/proc");
  } catch {
    return true; // no Linux: there the system looks after them
  }
  return entries.some((entry) => /^\d+$/.test(entry) && runsIn(group, entry));
}

/** By `pid (name) state parent group …` of proc(5), where a name may hold anything. */
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
  // By its whole path: the name alone would be looked for in the folder the app was started in
  // first.
  const program = join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");
  const options = { stdio: "ignore", windowsHide: true, env: environmentForOthers() } as const;
  spawn(program, ["/pid", String(pid), "/t", "/f"], options).on("error", () => first.kill());
}
