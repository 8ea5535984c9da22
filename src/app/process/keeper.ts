import { spawn, type ChildProcess } from "node:child_process";

// A shell reads the current process groups, until the system closes the pipe from the app. It has a
// session of its own, so that a terminal's Ctrl-C, on which the app runs its hooks, does not end it
// first.
const script = `trap '' HUP INT TERM
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group"
done
for each in $groups; do kill -9 "-$each"; done`;

/** The time that an idle shell waits for the next group, in milliseconds. */
const idleTime = 5000;

/**
 * Ends process groups after the app was killed without time for it. The shell starts with the first
 * group, and ends a while after the last one; if it cannot start, the groups survive such an end.
 */
export class Keeper {
  readonly #groups = new Set<number>();
  #shell: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** A group that must end with the app. */
  keep(group: number): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#groups.add(group);
    // A shell in the place of one that was killed gets all groups.
    const added = this.#shell === null ? this.#groups : [group];
    this.#shell ??= this.#startShell();
    for (const each of added) this.#shell.stdin?.write(`+ ${each}\n`);
  }

  /** The group has ended: its number may be reused soon. */
  release(group: number): void {
    this.#shell?.stdin?.write(`- ${group}\n`);
    this.#groups.delete(group);
    if (this.#groups.size > 0) return;
    this.#idle = setTimeout(() => {
      this.#shell?.stdin?.end();
      this.#shell = null;
    }, idleTime);
    this.#idle.unref();
  }

  #startShell(): ChildProcess {
    const shell = spawn("/bin/sh", ["-c", script], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = (): void => {
      if (this.#shell === shell) this.#shell = null;
    };
    shell.on("error", ended);
    shell.on("exit", ended);
    shell.stdin.on("error", () => {});
    shell.unref();
    return shell;
  }
}
