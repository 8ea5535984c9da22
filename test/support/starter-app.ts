import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import { stubFolder } from "../../stub/toolchain.ts";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { thisMachine } from "./this-machine.ts";

/** Where the committed starter for this machine lies. */
export const starterPath = join(stubFolder, `starter-${thisMachine.architecture}`);

/** The lines of a runtime.conf, by their keys. */
export type ConfLines = Readonly<Record<string, string | readonly string[]>>;

export const member = "package/bin/bun";

/** What stands for a runtime: a script, as the registry has it and as the store has it. */
export interface FakeRuntime {
  readonly bytes: Buffer;
  readonly archive: Buffer;
  readonly lines: ConfLines;
}

/** Says how it was run, and with which variables of those that tests set. */
const script = `#!/bin/sh
echo "arguments: $*"
env | grep ^STORY_ | sort
echo "runtime: $0"
exit \${STATUS:-0}
`;

/** A runtime, by what it does and how long its file is at least. */
export function fakeRuntime(text = script, length = 0, version = "1.0.0"): FakeRuntime {
  // Noise, so that the archive is as long.
  const noise = Buffer.alloc(Math.max(0, length - text.length));
  for (let at = 0, seed = 1; at < noise.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    noise[at] = 97 + ((seed >>> 16) % 26);
  }
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from("exit 0\n"), noise]);
  return runtimeOf(bytes, version);
}

/** A runtime of these bytes. */
export function runtimeOf(bytes: Buffer, version = "1.0.0"): FakeRuntime {
  const archive = archiveOf([
    { kind: "file", path: "package/package.json", mode: 0o644, bytes: Buffer.from("{}\n") },
    { kind: "file", path: member, mode: 0o755, bytes },
  ]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const lines = {
    format: "1",
    version,
    key: `${version}-${sha256.slice(0, 16)}`,
    ...archiveLines(archive),
    member,
    "executable-sha256": sha256,
    "executable-size": String(bytes.length),
  };
  return { bytes, archive, lines };
}

export function archiveOf(entries: readonly Entry[]): Buffer {
  return gzipSync(tar(entries, { time: 0, prefix: "" }), { level: 1 });
}

/** What the configuration says of an archive. */
export function archiveLines(archive: Buffer): ConfLines {
  return {
    "archive-sha512": createHash("sha512").update(archive).digest("hex"),
    "archive-size": String(archive.length),
  };
}

export function confText(lines: ConfLines): string {
  return Object.entries(lines)
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${one}\n`))
    .join("");
}

export interface StarterEnding {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A shared app with a user's home of its own. */
export class StarterApp implements Disposable {
  readonly folder: string;
  readonly program: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #place = tempDir();

  constructor(lines: ConfLines | string | Buffer, home?: string) {
    const { path } = this.#place;
    this.folder = join(path, "hello");
    this.program = join(this.folder, "hello");
    this.home = home ?? join(path, "home");
    this.env = { PATH: process.env["PATH"] ?? "", HOME: this.home, LANG: "C.UTF-8" };
    mkdirSync(join(this.folder, "app"), { recursive: true });
    mkdirSync(this.home, { recursive: true });
    copyFileSync(starterPath, this.program);
    chmodSync(this.program, 0o755);
    this.configure(lines);
  }

  /** The folder of all runtimes. */
  get store(): string {
    return join(this.home, ".local/share/framework/runtimes");
  }

  /** What runs the app. */
  get script(): string {
    return join(this.folder, "app/main.js");
  }

  configure(lines: ConfLines | string | Buffer): void {
    const text =
      typeof lines === "string" || Buffer.isBuffer(lines) ? lines : confText({ name: "Hello", ...lines });
    writeFileSync(join(this.folder, "app/runtime.conf"), text);
  }

  /** Starts it where there is no display, if none is given. */
  start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): RunningApp {
    return startProgram([this.program, ...args], { env: { ...this.env, ...env }, cwd: this.folder });
  }

  /** Starts it and waits for its end. */
  async run(
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<StarterEnding> {
    await using started = this.start(args, env);
    const { code } = await started.end();
    const of = (wanted: string) =>
      started.output.flatMap(({ stream, text }) => (stream === wanted ? [`${text}\n`] : [])).join("");
    return { code, out: of("out"), err: of("err") };
  }

  /** Loads its runtime without a window. */
  load(env: Readonly<Record<string, string>> = {}): Promise<StarterEnding> {
    return this.run([], { ...env, FRAMEWORK_RUNTIME: "load" });
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
