// Another program swaps files and folders for links to the outside, all the time, while every
// command of the fs module runs under strace. That makes each system call slow, so the moments
// between them are long, and records the files that each of them reached.

import { expect, test } from "bun:test";
import { lstatSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fsCommands } from "../../src/contract/commands/fs.ts";
import { fsFixture } from "../scope/fs-fixture.ts";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { patience, waitFor } from "../../harness/wait.ts";
import { secret } from "./attack.ts";
import type { RaceReport } from "./race-program.ts";
import { SystemCalls, traced } from "./system-calls.ts";

const names = Object.keys(fsCommands);
const strace = ["strace", "-f", "-y", "-qq", "--seccomp-bpf", "--signal=none", `--trace=${traced}`];
const cannotTrace = whyNoTrace();
const traceTest = test.skipIf(cannotTrace !== null);
const how = cannotTrace ?? "under strace";

/**
 * Inside, and the same outside; `ours` is inside alone, `hers` and the secret are outside alone.
 */
const alike = ["f", "g", "s/f", "p/q/f", "v/a", "v/b/c", "w"];
const files = [
  ...["s/ours", "p/ours/f", ...alike].map((path) => `d/${path}`),
  ...["s/hers", "p/hers/f", "s/move", "p/q/move", ...alike].map((path) => `${secret}/${path}`),
  ...["", "s/", "p/q/", "v/"].map((folder) => `${secret}/${folder}${secret}`),
  ...["s/hers-too/", "s/empty/", "s/tree/a/", "p/q/tree/a/"].map((folder) => `${secret}/${folder}`),
];

traceTest(
  `raced for 10 seconds, no command of the fs module reaches or tells anything outside (${how})`,
  async () => {
    await using race = new Race();
    await race.swap();
    const started = performance.now();
    const isEnough = () => race.answers().every(({ done, refused }) => done > 20 && refused > 20);
    const caught = await waitFor(
      "10 seconds, and each command both let through and refused",
      async () => {
        const found = await race.caught();
        return found.length > 0 || (performance.now() - started > 10_000 && isEnough())
          ? found
          : null;
      },
      // strace is slow on a busy machine.
      { timeout: 2 * patience, state: () => race.state() },
    );
    expect(caught).toEqual([]);
    expect(await race.end()).toEqual([]);
    expect(race.outside()).toEqual(race.before);
    // Each was seen at work; a look opens nothing.
    expect([...race.calls.allowed.keys(), "fs.exists"].sort()).toEqual(names.toSorted());
  },
);

traceTest(
  `raced with an opener that trusts the path it checked, every command is caught (${how})`,
  async () => {
    await using race = new Race("weak");
    await race.swap();
    await waitFor(
      "each command to be caught",
      async () => new Set((await race.caught()).map(({ during }) => during)).size === names.length,
      { state: () => race.state() },
    );
    await waitFor("the outside to change", () => !Bun.deepEquals(race.outside(), race.before));
  },
);

/**
 * A program that runs the commands under strace, and one that swaps. Both end when the scope is
 * left.
 */
class Race implements AsyncDisposable {
  readonly calls: SystemCalls;
  /** The content outside before it began. */
  readonly before: readonly string[];
  readonly #app = fsFixture(files, []);
  readonly #logs = tempDir({ trace: "" });
  readonly #log = Bun.file(join(this.#logs.path, "trace"));
  readonly #program: RunningApp;
  #swapper: RunningApp | null = null;
  #read = 0;

  constructor(...strength: "weak"[]) {
    this.calls = new SystemCalls(this.#app.root, this.#app.at(secret));
    this.outside();
    this.before = this.outside();
    const traceTo = [...strace, `--output=${this.#log.name}`];
    this.#program = this.#start([...traceTo, ...this.#script("race-program.ts"), ...strength]);
  }

  /**
   * Begins to swap. Not before the program has its scope: a link that is there by then is meant.
   */
  async swap(): Promise<void> {
    await this.#program.line("answers");
    this.#swapper = this.#start(this.#script("race-swapper.ts"));
  }

  #script(name: string): readonly string[] {
    return [process.execPath, join(import.meta.dir, name), this.#app.root];
  }

  #start(command: readonly string[]): RunningApp {
    return startProgram(command, { env: process.env as Record<string, string> });
  }

  /**
   * The present content outside. It also differs from the last time when another program has read
   * it.
   */
  outside(): readonly string[] {
    return describe(this.#app.at(secret));
  }

  /** The answers of each command so far. */
  answers(): readonly RaceReport["answers"][keyof RaceReport["answers"]][] {
    return Object.values(this.#report?.answers ?? {});
  }

  /** The calls that have reached or revealed the outside so far. */
  async caught(): Promise<readonly { readonly during: string; readonly what: unknown }[]> {
    if (this.#swapper?.isRunning !== true) throw new Error(this.state());
    const text = await this.#log.slice(this.#read).text();
    // strace writes ASCII alone, so this is the number of bytes, too.
    this.#read += text.length;
    this.calls.read(text);
    return [
      ...this.calls.escapes.map(({ during, call }) => ({ during, what: call })),
      ...(this.#report?.reported ?? []).map(({ command, ...what }) => ({ during: command, what })),
    ];
  }

  /** Lets the program end with the round it is in. */
  async end(): ReturnType<Race["caught"]> {
    this.#program.write("\n");
    expect(await this.#program.end()).toEqual({ code: 0, signal: null });
    return await this.caught();
  }

  state(): string {
    return [this.#swapper, this.#program].map((each) => each?.report()).join("\n");
  }

  get #report(): RaceReport | null {
    const line = this.#program.output.findLast(({ stream }) => stream === "out");
    return line === undefined ? null : (JSON.parse(line.text) as RaceReport);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of [this.#program, this.#swapper]) await each?.[Symbol.asyncDispose]();
    this.#logs[Symbol.dispose]();
    this.#app[Symbol.dispose]();
  }
}

/**
 * All metadata of a folder and its content, and a mark that shows if it was read since the last
 * call.
 */
function describe(folder: string): readonly string[] {
  const described: string[] = [];
  const add = (path: string) => {
    // This comes first, because the next step reads it.
    const { ino, nlink, mode, uid, gid, size, atimeMs, mtimeMs } = lstatSync(path);
    const isFolder = (mode & 0o170000) === 0o040000;
    const content = isFolder ? "" : readFileSync(path, "latin1");
    described.push([path, ino, nlink, mode, uid, gid, size, atimeMs, mtimeMs, content].join(" "));
    if (isFolder) for (const name of readdirSync(path).sort()) add(`${path}/${name}`);
    // If the system records the access time rarely, it does so when it is older than the last
    // change.
    utimesSync(path, 0, mtimeMs / 1000);
  };
  add(folder);
  return described;
}

function whyNoTrace(): string | null {
  if (Bun.which("strace") === null) return "strace is missing";
  const { exitCode, stderr } = Bun.spawnSync([...strace, "--output=/dev/null", "true"]);
  return exitCode === 0 ? null : stderr.toString().trim();
}
