import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { killAll, processesWithVariable } from "./process-tree.ts";
import { RunningApp, type Exit, type StartOptions } from "./running-app.ts";
import { waitFor, type WaitOptions } from "./wait.ts";
import type { WineInstall } from "./wine-prefix.ts";

const marker = "FRAMEWORK_TEST_PROGRAM";

/** Milliseconds between two checks of a program's output. */
const look = 10;

/**
 * Bun's message on Windows about the files beside a script, because Wine gives their folders other
 * numbers.
 */
const noise = "Internal error: directory mismatch for directory ";

let started = 0;

/** The result of a program that ran to its end. */
export interface WineResult extends Exit {
  readonly out: string;
  readonly err: string;
}

/** A program under Wine. Leaving the scope ends it and everything it started. */
export class WineProgram extends RunningApp {
  private readonly mark: string;

  constructor(
    mark: string,
    command: readonly string[],
    child: ChildProcess,
    exited: Promise<Exit>,
  ) {
    super(command, child, exited);
    this.mark = mark;
  }

  /**
   * Its process and those it started, on Linux. Linux knows of no parents and children among Wine's
   * processes; but they inherit their variables.
   */
  get processes(): number[] {
    return processesWithVariable(marker, this.mark);
  }

  /** Waits for its end, and gives all that it wrote. */
  async result(options: WaitOptions = {}): Promise<WineResult> {
    const exit = await this.end(options);
    const text = (wanted: string) =>
      this.output
        .filter(({ stream }) => stream === wanted)
        .map((line) => `${line.text}\n`)
        .join("");
    return { ...exit, out: text("out"), err: text("err") };
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    // One that is being started has the variable before its children have it: look until none is
    // left.
    await waitFor(`the end of all of ${this.command.join(" ")}`, () => {
      const left = this.processes;
      killAll(left);
      return left.length === 0;
    });
    await this.exited;
  }
}

/** The environment in which programs run. */
export interface ProgramPlace {
  /** The folder of the files that it writes to. */
  readonly folder: string;
  readonly install: WineInstall;
}

/**
 * Starts a program under Wine. Its output goes through files in a folder: services of Wine that
 * start with it keep its streams open, so that a pipe would have no end.
 */
export function startWineProgram(
  command: readonly string[],
  { env, cwd, folder, install }: Required<StartOptions> & ProgramPlace,
): WineProgram {
  const number = ++started;
  const open = (stream: "out" | "err") => {
    const path = join(folder, `${number}.${stream}`);
    return { stream, write: openSync(path, "w"), read: openSync(path, "r") };
  };
  const files = [open("out"), open("err")];
  const mark = `${process.pid}.${number}`;
  // A new namespace of users, which entering may bring, would forget the signal.
  const whole = [...install.enter, "setpriv", "--pdeathsig", "KILL", "--", "wine", ...command];
  const child = spawn(whole[0] ?? "", whole.slice(1), {
    cwd,
    env: { ...env, [marker]: mark },
    stdio: ["pipe", ...files.map(({ write }) => write)],
  });
  for (const { write } of files) closeSync(write);
  // A program that has ended reads nothing. `report` shows that better than a broken pipe.
  child.stdin?.on("error", () => {});
  const { promise, resolve, reject } = Promise.withResolvers<Exit>();
  child.on("error", reject);
  child.on("exit", (code, signal) => resolve({ code, signal }));
  const app = new WineProgram(
    mark,
    command,
    child,
    promise.finally(() => {
      clearInterval(timer);
      for (const reader of readers) reader.close();
    }),
  );
  const readers = files.map(({ stream, read }) =>
    lineReader(read, (text) => {
      if (!text.startsWith(noise)) app.output.push({ stream, text });
    }),
  );
  const timer = setInterval(() => {
    for (const reader of readers) reader.read();
  }, look);
  return app;
}

/**
 * Reads a file that grows, line by line; a last line without an end counts when the file is closed.
 */
function lineReader(
  descriptor: number,
  take: (line: string) => void,
): { readonly read: () => void; readonly close: () => void } {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(1 << 16);
  let rest = "";
  const read = () => {
    for (;;) {
      const length = readSync(descriptor, buffer, 0, buffer.length, null);
      if (length === 0) return;
      const lines = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split(
        /\r?\n/,
      );
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    }
  };
  const close = () => {
    read();
    closeSync(descriptor);
    if (rest !== "") take(rest);
  };
  return { read, close };
}
