import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { FrameworkError } from "../../contract/errors.ts";
import type { ChildEvent } from "../../contract/commands/shell.ts";
import { joinedForReply } from "../calls/reply-bytes.ts";
import { until } from "../calls/until.ts";
import { exhausted } from "./exhaustion.ts";
import type { Host } from "./host.ts";
import { ProcessTree } from "../../process/process-tree.ts";

/** A program, ready to be started. */
export interface ProgramStart {
  /** What the page calls it, for messages. */
  readonly name: string;
  /** The whole path of the file. */
  readonly file: string;
  readonly args: readonly string[];
  /** Whether they are words of a command line already, as Windows hands one to a program. */
  readonly isVerbatim: boolean;
  /** `null`: the app's own. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a machine has to say about how a program is started. */
export type Starts = Pick<Host, "jobs" | "withInheritedLimits">;

/** As much output waits for the page; then the program has to wait. */
const maxWaiting = 1 << 20;

/** A program that runs for a page. What it writes is kept until the page takes it. */
export class Child {
  readonly pid: number;
  /** Settles after `close` has been queued: the program has ended and all its output was read. */
  readonly closed: Promise<void>;
  readonly #end = new AbortController();
  readonly #name: string;
  readonly #tree: ProcessTree;
  readonly #process: ChildProcessWithoutNullStreams;
  #queue: ChildEvent[] = [];
  #waiting = 0;
  #hasClosed = false;
  #lastTake: Promise<void> = Promise.resolve();
  #wake = (): void => {};

  /** @throws FrameworkError `not-found` or `io` when it cannot be started */
  static async start(program: ProgramStart, { jobs, withInheritedLimits }: Starts): Promise<Child> {
    const { name, file, args, isVerbatim, cwd, env } = program;
    const options = {
      ...(cwd !== null && { cwd }),
      env,
      jobs,
      windowsVerbatimArguments: isVerbatim,
    };
    try {
      // What is wrong is thrown, or told by an event.
      const tree = withInheritedLimits(() => ProcessTree.start(file, args, options));
      // What was not started at all may have no streams either, and the event says why.
      if (tree.first.pid === undefined) await once(tree.first, "spawn");
      // Before anything else happens: an error without a listener would end the app.
      const child = new Child(name, tree);
      await once(tree.first, "spawn");
      return child;
    } catch (cause) {
      throw startFailure(name, cause as NodeJS.ErrnoException);
    }
  }

  private constructor(name: string, tree: ProcessTree<ChildProcessWithoutNullStreams>) {
    const started = tree.first;
    this.#name = name;
    this.#tree = tree;
    this.#process = started;
    this.pid = started.pid ?? 0;
    for (const stream of ["stdout", "stderr"] as const) {
      started[stream].on("data", (bytes: Buffer) => this.#push({ event: stream, bytes }));
      started[stream].on("error", (error) =>
        this.#push({ event: "error", message: error.message }),
      );
    }
    // Each write has its own answer.
    started.stdin.on("error", () => {});
    started.on("error", (error) => this.#push({ event: "error", message: error.message }));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    started.once("close", (code, signal) => {
      this.#push({
        event: "close",
        code,
        signal: signal === null ? null : constants.signals[signal],
      });
      this.#end.abort();
      resolve();
    });
  }

  /**
   * Takes what has happened since the last time, or waits for something to happen: one after the
   * other, in the order of the calls. None: the signal was aborted, or nothing happens any more.
   */
  async take(signal: AbortSignal): Promise<readonly ChildEvent[]> {
    const taken = this.#lastTake.then(() => this.#takeNext(signal));
    const done = (): void => {};
    this.#lastTake = taken.then(done, done);
    return await taken;
  }

  async #takeNext(signal: AbortSignal): Promise<readonly ChildEvent[]> {
    if (this.#queue.length === 0 && !this.#hasClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      // It rejects with the abort alone.
      await until(signal, promise).catch(() => {});
    }
    const events = this.#queue;
    this.#queue = [];
    this.#waiting = 0;
    this.#process.stdout.resume();
    this.#process.stderr.resume();
    return joined(events);
  }

  /** Settles when the program's input has taken it. */
  async write(contents: string | Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#process.stdin.write(contents, (error) => (error ? reject(error) : resolve()));
    try {
      // The program may end without ever reading it.
      await until(this.#end.signal, promise);
    } catch (cause) {
      throw new FrameworkError("io", `Cannot write to "${this.#name}": it does not read any more`, {
        cause,
      });
    }
  }

  /** Tells the program that no more input comes. */
  closeInput(): void {
    this.#process.stdin.end();
  }

  /** The number of its process group; `null`: the system has none. */
  get group(): number | null {
    return this.#tree.group;
  }

  /** Ends it and all that it started, without asking. */
  kill(): void {
    this.#tree.signal("SIGKILL");
  }

  #push(event: ChildEvent): void {
    this.#queue.push(event);
    this.#hasClosed ||= event.event === "close";
    if ("bytes" in event) this.#waiting += event.bytes.length;
    if (this.#waiting > maxWaiting) {
      this.#process.stdout.pause();
      this.#process.stderr.pause();
    }
    this.#wake();
  }
}

/** Bytes of one stream that follow each other, as one event. */
function joined(events: readonly ChildEvent[]): readonly ChildEvent[] {
  const runs: ChildEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run !== undefined && "bytes" in event && run[0]?.event === event.event) run.push(event);
    else runs.push([event]);
  }
  return runs.map((run) => {
    const first = run[0] as ChildEvent;
    if (run.length === 1 || !("bytes" in first)) return first;
    const bytes = joinedForReply(run.map((each) => ("bytes" in each ? each.bytes : first.bytes)));
    return { event: first.event, bytes };
  });
}

function startFailure(name: string, cause: NodeJS.ErrnoException): FrameworkError {
  const reasons: Readonly<Record<string, readonly [FrameworkError["code"], string]>> = {
    ENOENT: ["not-found", "its file, or the interpreter that it names, does not exist"],
    EACCES: ["io", "the system does not permit it; is it executable?"],
    E2BIG: ["io", "its arguments are too long"],
    ENOEXEC: ["io", "its file is no program for this system"],
  };
  const [code, reason] = reasons[cause.code ?? ""] ?? [
    "io",
    exhausted[cause.code ?? ""] ?? `the system answered ${cause.code ?? cause.message}`,
  ];
  return new FrameworkError(code, `Cannot run "${name}": ${reason}`, { cause });
}
