/**
 * Other programs: those in the configuration's `framework.allowlist.shell.scope`, those shipped
 * with the app, and the user's own for an address.
 *
 * Also `window.__FRAMEWORK__.shell` when `build.withGlobalFramework` is true. No shell is involved:
 * a program gets its arguments unchanged. A program ends with the page that started it, and with
 * the app.
 */
import type { ChildEvent, RunOutput } from "../contract/commands/shell.ts";
import { FrameworkError } from "../contract/errors.ts";
import type { ArrivedBytes } from "../contract/page/bytes.ts";
import { bytesOf } from "./parts/bytes.ts";
import { EventEmitter } from "./parts/event-emitter.ts";
import { invoke, invokeForBytes } from "./invoke.ts";
import { Lines } from "./parts/lines.ts";

export { EventEmitter } from "./parts/event-emitter.ts";

/** The options of a started program. */
export interface SpawnOptions {
  /**
   * The working directory: an absolute path that `framework.allowlist.fs.scope` allows. Default:
   * the app's.
   */
  cwd?: string;
  /**
   * Added to the app's environment; `null`: the program gets an empty one. Only variables that the
   * program's entry in `framework.allowlist.shell.scope` names in `env` may be set.
   */
  env?: Record<string, string> | null;
  /**
   * The encoding of its output, by a label such as `"windows-1252"`. Default: `"utf-8"`. Invalid
   * sequences become U+FFFD. With `"raw"` the bytes are passed on unchanged.
   */
  encoding?: string | null;
}

/** The end of a program. */
export interface TerminatedPayload {
  /** `null` when a signal ended it. */
  code: number | null;
  /** The number of the signal that ended it; `null` when none did. */
  signal: number | null;
}

/** A program that has ended, with all its output. */
export interface ChildProcess<Data = string> extends TerminatedPayload {
  stdout: Data;
  stderr: Data;
}

/** The type of a program's output. */
type DataOf<Encoding extends string> = Encoding extends "raw" ? ArrivedBytes : string;

/**
 * Opens an address in the user's application for it. Needs `framework.allowlist.shell.open`.
 *
 * Rejects with the code `out-of-scope` when the expression of that flag does not admit the address
 * (by default it admits `http:`, `https:`, `mailto:` and `tel:`), and `unavailable` when no
 * application opens it.
 *
 * Links that lead out of the app also open this way, without code: `target="_blank"`,
 * `window.open`, which then returns `null`, and `mailto:` and `tel:` links. If that is refused, the
 * page's console shows the reason. Frames inside of the page are excluded.
 *
 * @param openWith a program to use instead of the user's own: `firefox`, `chrome`, `chromium`,
 *   `safari`, `xdg-open`, `open` and the like; any other rejects with `bad-argument`
 *
 * @example
 * await open("https://example.org");
 */
export function open(path: string, openWith?: string): Promise<void> {
  return invoke("shell.open", { path, with: openWith });
}

/**
 * A runnable program, with its arguments.
 *
 * `close` comes once, when it has ended and all its output has been read; `error` when an error
 * occurred. `stdout` and `stderr` emit `data`: with an encoding, one line for each event, including
 * its line break: `\n`, `\r\n`, or a single `\r`, by which programs redraw a line. A line of more
 * than a million characters comes in pieces. As `"raw"`, bytes come as they are. While the page
 * does not read, the program has to wait. `execute` accepts up to 256 MB.
 *
 * Needs `framework.allowlist.shell.execute`, and for {@link Command.sidecar}
 * `framework.allowlist.shell.sidecar`.
 *
 * @example
 * const command = new Command("convert", ["in.png", "out.webp"]);
 * command.on("close", ({ code }) => console.log(`ended with ${code}`));
 * command.stderr.on("data", (line) => console.warn(line));
 * const child = await command.spawn();
 */
export class Command<Encoding extends string = "utf-8"> extends EventEmitter<{
  close: TerminatedPayload;
  error: string;
}> {
  readonly stdout = new EventEmitter<{ data: DataOf<Encoding> }>();
  readonly stderr = new EventEmitter<{ data: DataOf<Encoding> }>();
  readonly #run: {
    readonly program: string;
    readonly args: readonly string[];
    readonly options: SpawnOptions;
  };
  readonly #isSidecar: boolean;

  /**
   * @param program the `name` of an entry in `framework.allowlist.shell.scope`
   * @param args arguments that the entry allows
   */
  constructor(
    program: string,
    args?: string | readonly string[] | null,
    options?: (SpawnOptions & { encoding?: Encoding | null }) | null,
  ) {
    super();
    const list = typeof args === "string" ? [args] : (args ?? []);
    this.#run = { program, args: list, options: options ?? {} };
    this.#isSidecar = new.target === Sidecar;
  }

  /**
   * A program that is shipped with the app, by its path in `bundle.externalBin`.
   *
   * @example
   * const { stdout } = await Command.sidecar("bin/indexer", ["--version"]).execute();
   */
  static sidecar<Encoding extends string = "utf-8">(
    program: string,
    args?: string | readonly string[] | null,
    options?: (SpawnOptions & { encoding?: Encoding | null }) | null,
  ): Command<Encoding> {
    return new Sidecar(program, args, options);
  }

  /**
   * Starts the program. Rejects with `out-of-scope` when the scope does not allow it with these
   * arguments, `bad-argument` for unknown options and encodings, `not-found` when there is no such
   * program, and `io` when the system does not run it.
   */
  async spawn(): Promise<Child> {
    const streams = { stdout: this.#reader(), stderr: this.#reader() };
    const { child, pid } = await invoke(
      this.#isSidecar ? "shell.spawnSidecar" : "shell.spawn",
      this.#arguments(),
    );
    void this.#follow(child, streams);
    return new Child(pid, child);
  }

  /**
   * Runs the program to its end, without any input. Rejects with `out-of-scope`, `bad-argument`,
   * `not-found` and `io` as {@link Command.spawn} does, and with `too-long` when it writes more
   * than 256 MB, which also ends it.
   */
  async execute(): Promise<ChildProcess<DataOf<Encoding>>> {
    const whole = (bytes: Uint8Array): DataOf<Encoding> => {
      const decoder = this.#decoder();
      return (decoder === null ? bytes : decoder.decode(bytes)) as DataOf<Encoding>;
    };
    // An unknown encoding is rejected before the program has an effect.
    this.#decoder();
    const output: RunOutput = await invokeForBytes(
      this.#isSidecar ? "shell.executeSidecar" : "shell.execute",
      this.#arguments(),
    );
    return { ...output, stdout: whole(output.stdout), stderr: whole(output.stderr) };
  }

  #arguments() {
    const { program, args, options } = this.#run;
    // Only the options for the app, which rejects unknown ones.
    const { encoding: _, ...others } = options;
    return { program, args: [...args], options: others };
  }

  /** `null`: the bytes are wanted unchanged. */
  #decoder(): TextDecoder | null {
    const { program, options } = this.#run;
    const encoding = options.encoding ?? "utf-8";
    if (encoding === "raw") return null;
    try {
      return new TextDecoder(encoding, { ignoreBOM: true });
    } catch (cause) {
      const reason = `"encoding" is ${JSON.stringify(encoding)}, it must be one that TextDecoder knows, or "raw"`;
      throw new FrameworkError("bad-argument", `Cannot run "${program}": ${reason}`, { cause });
    }
  }

  /** Converts bytes that come in pieces to events; `null` stands for the end. */
  #reader(): (bytes: Uint8Array | null) => DataOf<Encoding>[] {
    const decoder = this.#decoder();
    if (decoder === null) return (bytes) => (bytes === null ? [] : [bytes as DataOf<Encoding>]);
    const lines = new Lines();
    const read = (bytes: Uint8Array | null) =>
      bytes === null
        ? [...lines.add(decoder.decode()), ...lines.end()]
        : lines.add(decoder.decode(bytes, { stream: true }));
    return read as (bytes: Uint8Array | null) => DataOf<Encoding>[];
  }

  /** Receives the program's output and its other events, until it ends. */
  async #follow(
    child: number,
    read: Record<"stdout" | "stderr", (bytes: Uint8Array | null) => DataOf<Encoding>[]>,
  ) {
    const emit = (stream: "stdout" | "stderr", bytes: Uint8Array | null) => {
      for (const data of read[stream](bytes)) this[stream].emit("data", data);
    };
    const asked: Promise<readonly ChildEvent[]>[] = [];
    let isBusy = false;
    try {
      for (;;) {
        while (asked.length < (isBusy ? 2 : 1)) asked.push(nextEvents(child));
        const events = (await asked.shift()) ?? [];
        isBusy = events.some((event) => "bytes" in event && event.bytes.length >= muchAtOnce);
        for (const event of events) {
          if (event.event === "error") this.emit("error", event.message);
          else if (event.event !== "close") emit(event.event, event.bytes);
          else {
            emit("stdout", null);
            emit("stderr", null);
            this.emit("close", { code: event.code, signal: event.signal });
            return;
          }
        }
      }
    } catch (error) {
      this.emit("error", error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * If a program writes this much between two calls, the next output is requested while the last is
 * in transit. The app answers in the order of the calls.
 */
const muchAtOnce = 1 << 19;

function nextEvents(child: number): Promise<readonly ChildEvent[]> {
  const events: Promise<readonly ChildEvent[]> = invokeForBytes("shell.nextEvents", { child });
  // Reported when it is awaited, which ends together with the program.
  events.catch(() => {});
  return events;
}

class Sidecar<Encoding extends string> extends Command<Encoding> {}

/** A running program. */
export class Child {
  /** The system's number for it. */
  readonly pid: number;
  readonly #child: number;

  /** Made by {@link Command.spawn}. */
  constructor(pid: number, child: number) {
    this.pid = pid;
    this.#child = child;
  }

  /**
   * Writes to the program's input. Resolves when it has been accepted; rejects with `io` when the
   * program no longer reads, and `not-found` when it has ended. The program reads all writes in the
   * order of the calls, whether they are awaited or not. `kill` does not wait for unread input.
   *
   * @example
   * await child.write("one line\n");
   */
  write(data: string | Uint8Array | readonly number[]): Promise<void> {
    const contents = typeof data === "string" ? data : bytesOf(data);
    return invoke("shell.write", { child: this.#child, contents });
  }

  /**
   * Ends the program's input: it reads an end of file. Rejects with `not-found` when it has ended.
   *
   * @example
   * await child.write(text);
   * await child.closeInput();
   */
  closeInput(): Promise<void> {
    return invoke("shell.closeInput", { child: this.#child });
  }

  /**
   * Kills the program and all its children. Resolves when that has begun; `close` follows. Rejects
   * with `not-found` when it has ended already.
   */
  kill(): Promise<void> {
    return invoke("shell.kill", { child: this.#child });
  }
}
