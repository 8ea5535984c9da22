import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** How long programs may take to end by themselves, in milliseconds. */
const patience = 3000;

/** Carried by every program of one command and all that they start, so that none is lost sight of. */
const mark = "FRAMEWORK_STARTED_BY";

// Waits until the tool is gone, in whatever way, ends what is left of what it started, and removes its folder. Reads
// the process groups from its input. Where there is a /proc, the mark in the environment finds those who left their group.
const keeper = `
while read -r group; do groups="$groups $group"; done
rm -rf "$2"
members() {
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
 * The programs that a command started. All of them end with it: when the scope is left, and, where a shell can see
 * to that, also when the command itself is killed.
 */
export class Programs implements AsyncDisposable {
  readonly #mark = `${mark}=${randomUUID()}`;
  readonly #groups = new Set<number>();
  readonly #folder = join(tmpdir(), `framework-${randomUUID()}`);
  #keeper: ChildProcess | null = null;

  /** A folder that only this user can enter, for as long as the command runs: sockets lie in it. */
  get folder(): string {
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 });
    return this.#folder;
  }

  /** @param isGroup give it a process group of its own, so that Ctrl-C in the terminal does not reach it */
  start(
    program: string,
    args: readonly string[],
    { isGroup, ...options }: SpawnOptions & { readonly isGroup: boolean },
  ): ChildProcess {
    this.#keeper ??= this.#startKeeper();
    const [name = "", value = ""] = this.#mark.split("=");
    const detached = isGroup && process.platform !== "win32";
    const env = { ...(options.env ?? process.env), [name]: value };
    const child = spawn(program, args, { ...options, env, detached });
    if (detached && child.pid !== undefined) {
      this.#groups.add(child.pid);
      this.#keeper?.stdin?.write(`${child.pid}\n`);
    }
    return child;
  }

  /** Ends them all: politely, and after a while without asking. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      this.#signal(signal);
      const end = performance.now() + patience;
      for (let pause = 5; this.#isAnyLeft() && performance.now() < end; pause = Math.min(pause * 2, 100)) {
        await setTimeout(pause);
      }
      if (!this.#isAnyLeft()) break;
    }
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.#keeper === null) return;
    // It is one of those that must not outlive the tool.
    this.#keeper.ref();
    await endProgram(this.#keeper);
  }

  #startKeeper(): ChildProcess | null {
    if (process.platform === "win32") return null;
    // The name of the shell's script, $0, shows what it is for.
    const child = spawn("/bin/sh", ["-c", keeper, "framework-keeper", this.#mark, this.#folder], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // One that ended early is missed by nobody but the one who kills the tool.
    child.stdin.on("error", () => {});
    child.once("error", () => {});
    child.unref();
    return child;
  }

  #signal(signal: NodeJS.Signals): void {
    for (const group of this.#groups) send(-group, signal);
    for (const pid of this.#marked()) send(pid, signal);
  }

  #isAnyLeft(): boolean {
    if ([...this.#groups].some((group) => isAlive(-group))) return true;
    return this.#marked().length > 0;
  }

  #marked(): number[] {
    if (!existsSync("/proc/self/environ")) return [];
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => readEnvironment(name).split("\0").includes(this.#mark))
      .map(Number);
  }
}

function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return ""; // It is gone, or not ours.
  }
}

/** Ends one program and what is in its group, and waits for that. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  child.kill("SIGTERM");
  const timer = globalThis.setTimeout(() => child.kill("SIGKILL"), patience);
  await promise;
  clearTimeout(timer);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone: that is what was wanted.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
