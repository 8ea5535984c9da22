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

/** A program, ready to start. */
export interface ProgramStart {
  /** The page's name for it, for messages. */
  readonly name: string;
  /** The absolute path of the file. */
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are already escaped for a Windows command line. */
  readonly isVerbatim: boolean;
  /** Whether it is a program of Windows with windows of its own. Default: false. */
  readonly isWindowed?: boolean;
  /** `null`: the app's own. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The machine's requirements for starting a program. */
export type Starts = Pick<Host, "jobs" | "withInheritedLimits">;

/** The maximum of unread output; beyond it the program has to wait. */
const maxWaiting = 1 << 20;

/** A program that runs for a page. Its output is kept until the page reads it. */
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
    const { name, file, args, isVerbatim, isWindowed = false, cwd, env } = program;
    const options = {
      ...(cwd !== null && { cwd }),
      env,
      jobs,
      windowsVerbatimArguments: isVerbatim,
      windowsHide: !isWindowed,
    };
    try {
      // A failure is thrown, or reported by an event.
      const tree = withInheritedLimits(() => ProcessTree.start(file, args, options));
      // A program that failed to start may lack streams, too, and the event has the reason.
      if (tree.first.pid === undefined) await once(tree.first, "spawn");
      // First of all: an error without a listener would end the app.
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
    // Each write reports its own error.
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
   * Returns the events since the last call, or waits for one: calls take turns, in order. Empty:
   * the signal was aborted, or the program has ended.
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
      // It rejects only by the abort.
      await until(signal, promise).catch(() => {});
    }
    const events = this.#queue;
    this.#queue = [];
    this.#waiting = 0;
    this.#process.stdout.resume();
    this.#process.stderr.resume();
    return joined(events);
  }

  /** Settles when the program's input has accepted it. */
  async write(contents: string | Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#process.stdin.write(contents, (error) => (error ? reject(error) : resolve()));
    try {
      // The program may end without reading it.
      await until(this.#end.signal, promise);
    } catch (cause) {
      throw new FrameworkError("io", `Cannot write to "${this.#name}": it does not read any more`, {
        cause,
      });
    }
  }

  /** Signals the end of input to the program. */
  closeInput(): void {
    this.#process.stdin.end();
  }

  /** Its process group; `null`: the system has none. */
  get group(): number | null {
    return this.#tree.group;
  }

  /** Kills it and all its children. */
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

/** Adjacent bytes of one stream, as one event. */
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
