import { spawn, type ChildProcess } from "node:child_process";

// A shell reads which process groups there are, until the system closes the pipe with the app. It
// has a session of its own, so that a terminal's Ctrl-C, which ends the app by its hooks, does not
// end it first.
const script = `trap '' HUP INT TERM
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group"
done
for each in $groups; do kill -9 "-$each"; done`;

/** How long the shell stays for the next group when it has none, in milliseconds. */
const idleTime = 5000;

/**
 * Ends process groups when the app was killed, and had no time for it. The shell is made with the
 * first group, and ends a while after the last one; where none can be made, the groups go on after
 * such an end.
 */
export class Keeper {
  readonly #groups = new Set<number>();
  #shell: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** A group that is to end with the app. */
  keep(group: number): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#groups.add(group);
    this.#shell ??= this.#startShell();
    this.#shell.stdin?.write(`+ ${group}\n`);
  }

  /** The group has ended: its number may soon be another's. */
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
