/**
 * Other programs: those that the configuration's `framework.allowlist.shell.scope` names, those
 * shipped with the app, and the user's own for an address.
 *
 * Also `window.__FRAMEWORK__.shell` when `build.withGlobalFramework` is true. No shell is involved:
 * a program gets its arguments as they are. A program ends with the page that started it, and with
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

/** How a program is started. */
export interface SpawnOptions {
  /**
   * The folder it runs in: a whole path that `framework.allowlist.fs.scope` allows. Default: the
   * app's.
   */
  cwd?: string;
  /**
   * Added to the app's environment; `null`: the program gets an empty one. Only variables that the
   * program's entry in `framework.allowlist.shell.scope` names in `env` may be given.
   */
  env?: Record<string, string> | null;
  /**
   * The encoding of what it writes, by a label such as `"windows-1252"`. Default: `"utf-8"`. What
   * is no text in it becomes U+FFFD. With `"raw"` the bytes come as they are.
   */
  encoding?: string | null;
}

/** How a program ended. */
export interface TerminatedPayload {
  /** `null` when a signal ended it. */
  code: number | null;
  /** The number of the signal that ended it; `null` when none did. */
  signal: number | null;
}

/** A program that ran to its end, and all that it wrote. */
export interface ChildProcess<Data = string> extends TerminatedPayload {
  stdout: Data;
  stderr: Data;
}

/** What a program's output comes as. */
type DataOf<Encoding extends string> = Encoding extends "raw" ? ArrivedBytes : string;

/**
 * Opens an address in the user's application for it. Needs `framework.allowlist.shell.open`.
 *
 * Rejects with the code `out-of-scope` when the expression of that flag does not admit the address
 * (by default it admits `http:`, `https:`, `mailto:` and `tel:`), and `unavailable` when no
 * application opens it.
 *
 * Links that lead out of the app are opened by this, too, without code: `target="_blank"`,
 * `window.open`, which then returns `null`, and `mailto:` and `tel:` links. Where it is refused,
 * the page's console says why. Frames inside of the page have no part in it.
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
 * A program, with its arguments, that can be run.
 *
 * `close` comes once, when it has ended and all its output has been read; `error` when something
 * went wrong on the way. `stdout` and `stderr` emit `data`: with an encoding, one line for each
 * event, its line break included; as `"raw"`, bytes as they come. While the page does not read, the
 * program has to wait. `execute` takes up to 256 MB.
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
   * @param args must be what that entry allows
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
    // An unknown encoding is found out before the program has done anything.
    this.#decoder();
    const output: RunOutput = await invokeForBytes(
      this.#isSidecar ? "shell.executeSidecar" : "shell.execute",
      this.#arguments(),
    );
    return { ...output, stdout: whole(output.stdout), stderr: whole(output.stderr) };
  }

  #arguments() {
    const { program, args, options } = this.#run;
    // All but what is of no concern to the app, which refuses an option that it does not know.
    const { encoding: _, ...others } = options;
    return { program, args: [...args], options: others };
  }

  /** `null`: the bytes are wanted as they are. */
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

  /** Makes what is emitted out of bytes that come in pieces; `null` stands for the end. */
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

  /** Takes what the program writes, and tells what happens to it, until it ends. */
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
 * Of a program that writes this much between two questions, the next output is asked for while the
 * last is on its way. The app answers in the order of the questions.
 */
const muchAtOnce = 1 << 19;

function nextEvents(child: number): Promise<readonly ChildEvent[]> {
  const events: Promise<readonly ChildEvent[]> = invokeForBytes("shell.nextEvents", { child });
  // Told when it is waited for, which it is no more once the program has ended.
  events.catch(() => {});
  return events;
}

class Sidecar<Encoding extends string> extends Command<Encoding> {}

/** A program that runs. */
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
   * Writes to the program's input. Resolves when it has been taken; rejects with `io` when the
   * program does not read any more, and `not-found` when it has ended. The program reads all writes
   * in the order of the calls, also when nothing waits for them. `kill` does not wait for what the
   * program has yet to read.
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
   * Ends the program and all that it has started, without asking. Resolves when that is under way;
   * `close` follows. Rejects with `not-found` when it has ended already.
   */
  kill(): Promise<void> {
    return invoke("shell.kill", { child: this.#child });
  }
}
