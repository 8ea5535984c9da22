import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { machine } from "../machine.ts";
import { killAll, processTree } from "./process-tree.ts";
import { waitFor, type WaitOptions } from "./wait.ts";

export interface OutputLine {
  readonly stream: "out" | "err";
  readonly text: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A program under test. Leaving the scope ends it and everything it started. */
export class RunningApp implements AsyncDisposable {
  readonly command: readonly string[];
  /** All its output so far, line by line. */
  readonly output: OutputLine[] = [];
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private exit: Exit | null = null;
  private readTo = 0;

  constructor(command: readonly string[], child: ChildProcess, exited: Promise<Exit>) {
    this.command = command;
    this.child = child;
    this.exited = exited.then((exit) => (this.exit = exit));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.exit === null;
  }

  /**
   * Waits for the next line, on either stream, that contains or matches `pattern`; earlier ones are
   * used up.
   */
  async line(pattern: string | RegExp, options: WaitOptions = {}): Promise<string> {
    const found = await waitFor(
      `the line ${typeof pattern === "string" ? `"${pattern}"` : pattern} of ${this.command.join(" ")}`,
      () => {
        // Read first: output from before the exit has been read by then.
        const hasExited = this.exit !== null;
        for (let place = this.readTo; place < this.output.length; place++) {
          const text = this.output[place]?.text ?? "";
          if (typeof pattern === "string" ? text.includes(pattern) : pattern.test(text)) {
            this.readTo = place + 1;
            return { text };
          }
        }
        return hasExited ? { text: null } : null;
      },
      { state: () => this.report(), ...options },
    );
    if (found.text === null) {
      throw new Error(`The program ended before it wrote ${pattern}\n${this.report()}`);
    }
    return found.text;
  }

  /** Waits for its end. */
  async end(options: WaitOptions = {}): Promise<Exit> {
    return waitFor(`the end of ${this.command.join(" ")}`, () => this.exit, {
      state: () => this.report(),
      ...options,
    });
  }

  /**
   * Waits for its end with this exit code; another end is reported with all output of the program.
   */
  async endWith(code: number): Promise<void> {
    const exit = await this.end();
    if (exit.code !== code)
      throw new Error(`The program did not end with ${code}\n${this.report()}`);
  }

  /** Sends a signal to the program alone. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Writes to its standard input. */
  write(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Whether this process stays alive for it. Initially it does. */
  keep(isKept: boolean): void {
    const { child } = this;
    // The pipes of Bun keep no process alive, and have no such methods.
    type Handle = Partial<Pick<Socket, "ref" | "unref">> | null;
    for (const handle of [child, child.stdin, child.stdout, child.stderr] as Handle[]) {
      if (isKept) handle?.ref?.();
      else handle?.unref?.();
    }
  }

  /** Its output so far and its end, for failure messages. */
  report(): string {
    const lines = this.output.map(({ stream, text }) => `  ${stream} | ${text}`);
    const end =
      this.exit === null ? "still running" : `ended: ${this.exit.signal ?? this.exit.code}`;
    return [`--- ${this.command.join(" ")} (${end})`, ...lines].join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.exit === null && this.child.pid !== undefined) {
      if (machine === "linux") killAll(processTree(this.child.pid));
      else this.child.kill("SIGKILL");
    }
    await this.exited;
  }
}

function collect(stream: Readable, name: "out" | "err", output: OutputLine[]): Promise<void> {
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  lines.on("line", (text) => output.push({ stream: name, text }));
  return new Promise((resolve) => lines.on("close", resolve));
}

/**
 * Starts a program. The kernel of Linux ends it at any end of the test process, because `setpriv`
 * requests that before it executes the program.
 */
export function startProgram(command: readonly string[], options: StartOptions): RunningApp {
  const [program = "", ...args] =
    machine === "linux" ? ["setpriv", "--pdeathsig", "KILL", "--", ...command] : command;
  const child = spawn(program, args, {
    env: options.env,
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // An ended program does not read; `report` explains that better than a broken pipe.
  child.stdin.on("error", () => {});
  const { promise, resolve, reject } = Promise.withResolvers<Exit>();
  child.on("error", reject);
  child.on("exit", (code, signal) => resolve({ code, signal }));
  const app = new RunningApp(
    command,
    child,
    promise.then(async (exit) => {
      // A grandchild may hold the pipes open for longer than the program lives.
      await Promise.race([read, sleep(500)]);
      return exit;
    }),
  );
  const read = Promise.all([
    collect(child.stdout, "out", app.output),
    collect(child.stderr, "err", app.output),
  ]);
  return app;
}
