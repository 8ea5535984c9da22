import { randomUUID } from "node:crypto";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFile } from "../../disk/read.ts";
import { makePrivateRoot } from "../../disk/roots.ts";
import { removeFolder } from "../../disk/write.ts";
import type { Jobs } from "../../process/jobs.ts";
import {
  end,
  ProcessTree,
  send,
  type Terminable,
  type TreeOptions,
} from "../../process/process-tree.ts";
import type { LivenessSocket } from "../../process/liveness-socket.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { newFolderName, showOwner } from "./left-folders.ts";
import { source } from "../project/package-root.ts";

/** Lists each program's PID, followed by its command line and environment. */
const listing = ["/bin/ps", "-axwwE", "-o", "pid=,command="] as const;

/**
 * Set in every program of one command and all their children, so that each can be found. Its name
 * is outside of `FRAMEWORK_`: bundlers put variables with that prefix into pages (`envPrefix`), and
 * this one differs in every run.
 */
const mark = "_FRAMEWORK_STARTED_BY";

// Waits for any end of the tool, ends its remaining programs, and removes its folder. Reads the
// process groups from its input. The mark in the environment finds processes that left their group:
// in /proc, and without one in the output of ps, as on macOS, which shows the environment of this
// user's programs.
const keeper = `
while read -r group; do groups="$groups $group"; done
rm -rf "$2"
members() {
  if [ ! -d /proc/self ]; then
    listing=$(${listing.join(" ")})
    printf '%s\\n' "$listing" | grep -aF -- "$1" | grep -av framework-keeper | awk '{ print $1 }'
    return
  fi
  if printf 'a\\0' | grep -qzx a 2>/dev/null; then
    grep -lazxF -- "$1" /proc/[0-9]*/environ 2>/dev/null | tr -cd '0-9\\n'
    return
  fi
  for file in /proc/[0-9]*/environ; do
    if tr '\\0' '\\n' <"$file" 2>/dev/null | grep -qxF "$1"; then pid=\${file#/proc/}; echo "\${pid%/environ}"; fi
  done
}
for signal in TERM KILL; do
  for group in $groups; do kill -$signal -"$group" 2>/dev/null; done
  left=$(members "$1")
  [ -z "$left" ] && exit
  kill -$signal $left 2>/dev/null
  sleep 1
done
`;

/**
 * The programs of a command. All of them end with it: when the scope is left, and, if there is a
 * shell for that, also when the command itself is killed.
 */
export class Programs implements AsyncDisposable {
  readonly #mark = `${mark}=${randomUUID()}`;
  readonly #trees: ProcessTree[] = [];
  readonly #folder = join(realpathSync(tmpdir()), newFolderName());
  readonly #jobs = jobsOfWindows();
  #keeper: ProcessTree | null = null;
  /** Marks the folder as in use, from its creation. */
  #presence: Promise<LivenessSocket | null> | null = null;

  /** A folder that only this user can enter, during the command: it contains sockets. */
  get folder(): string {
    if (this.#presence === null) {
      makePrivateRoot(this.#folder);
      this.#presence = showOwner(this.#folder);
    }
    return this.#folder;
  }

  /**
   * @param options `isInOurGroup`: Ctrl-C in the terminal reaches it, and it may read from there
   */
  start(
    program: string,
    args: readonly string[],
    options: TreeOptions & { readonly env: NodeJS.ProcessEnv },
  ): ProcessTree {
    this.#keeper ??= this.#startKeeper();
    const [name = "", value = ""] = this.#mark.split("=");
    const tree = ProcessTree.start(program, args, {
      ...options,
      jobs: this.#jobs,
      env: { ...options.env, [name]: value },
    });
    this.#trees.push(tree);
    if (tree.group !== null) this.#keeper?.first.stdin?.write(`${tree.group}\n`);
    return tree;
  }

  /** Ends them all; kills them after a time limit. */
  async [Symbol.asyncDispose](): Promise<void> {
    await end(...this.#trees, this.#others);
    (await this.#presence)?.[Symbol.dispose]();
    if (existsSync(this.#folder)) removeFolder(this.#folder);
    // It must not outlive the tool, either.
    if (this.#keeper !== null) await end(this.#keeper);
  }

  #startKeeper(): ProcessTree | null {
    // On Windows a job ends with this process.
    if (this.#jobs !== null) return null;
    // The name of the shell's script, $0, shows its purpose.
    const tree = ProcessTree.start(
      "/bin/sh",
      ["-c", keeper, "framework-keeper", this.#mark, this.#folder],
      {
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    const { first } = tree;
    // An early end of it matters only if the tool is killed.
    first.stdin?.on("error", () => {});
    first.once("error", () => {});
    first.unref();
    return tree;
  }

  /** The processes with the mark, in any group. */
  get #others(): Terminable {
    const marked = (): number[] => this.#marked();
    return {
      get isAlive() {
        return marked().length > 0;
      },
      signal: (signal) => {
        for (const pid of marked()) send(pid, signal);
      },
    };
  }

  #marked(): number[] {
    // If Windows programs run on Linux, there is a /proc, too, with foreign PIDs in it.
    if (this.#jobs !== null) return [];
    if (!existsSync("/proc/self/environ")) return markedIn(programsAndEnvironments(), this.#mark);
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => readEnvironment(name).split("\0").includes(this.#mark))
      .map(Number);
  }
}

/**
 * Keeps a program and all its children together on Windows; `null` elsewhere. No Windows program
 * does that, so the tool imports it from the platform of apps: by its path, as it passes that to
 * Bun, and only there.
 */
function jobsOfWindows(): Jobs | null {
  if (process.platform !== "win32") return null;
  const load = createRequire(import.meta.url);
  return (load(source("native/windows/processes/jobs.ts")) as { readonly windowsJobs: Jobs })
    .windowsJobs;
}

function programsAndEnvironments(): string {
  const [program, ...args] = listing;
  return (
    spawnSync(program, args, { encoding: "utf8", env: environmentForOthers(), maxBuffer: 1 << 26 })
      .stdout ?? ""
  );
}

/**
 * The PIDs of processes with the mark. The keeper has it in its command line and ends by itself.
 */
export function markedIn(listed: string, wanted: string): number[] {
  return listed
    .split("\n")
    .filter((line) => line.includes(` ${wanted}`) && !line.includes("framework-keeper"))
    .map((line) => Number.parseInt(line, 10));
}

function readEnvironment(pid: string): string {
  try {
    return readFile(`/proc/${pid}/environ`).toString("latin1");
  } catch {
    return ""; // It has ended, or belongs to another user.
  }
}
