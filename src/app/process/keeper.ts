import { spawn, type ChildProcess } from "node:child_process";

// A shell reads which process groups there are, until the system closes the pipe with the app. It has a session of its own,
// so that a terminal's Ctrl-C, which ends the app by its hooks, does not end it first.
const script = `trap '' HUP INT TERM
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group"
done
for each in $groups; do kill -9 "-$each"; done`;

/**
 * Ends process groups when the app was killed, and had no time for it. Made with the first group, and there until the app
 * ends; where none can be made, the groups go on after such an end.
 */
export class Keeper {
  #shell: ChildProcess | null = null;

  /** A group that is to end with the app. */
  keep(group: number): void {
    this.#shell ??= startShell(() => (this.#shell = null));
    this.#shell.stdin?.write(`+ ${group}\n`);
  }

  /** The group has ended: its number may soon be another's. */
  letGo(group: number): void {
    this.#shell?.stdin?.write(`- ${group}\n`);
  }
}

function startShell(ended: () => void): ChildProcess {
  const shell = spawn("/bin/sh", ["-c", script], {
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", ended);
  shell.on("exit", ended);
  shell.stdin.on("error", () => {});
  shell.unref();
  return shell;
}
