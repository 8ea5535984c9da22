import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stubFolder } from "../../stub/toolchain.ts";
import { startProgram, type RunningApp } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { confOf, runtimeOf, type ConfLines, type FakeRuntime } from "./fake-runtime.ts";
import { noise } from "./noise.ts";
import { thisMachine } from "./this-machine.ts";

/** Where the committed starter for this machine lies. */
export const starterPath = join(stubFolder, `starter-${thisMachine.architecture}`);

export const member = "package/bin/bun";

/** Says how it was run, and with which variables of those that tests set. */
const script = `#!/bin/sh
echo "arguments: $*"
env | grep ^STORY_ | sort
echo "runtime: $0"
exit \${STATUS:-0}
`;

/** A runtime, by what it does and how long its file is at least: a script, and noise that is not run. */
export function fakeRuntime(text = script, length = 0, version = "1.0.0"): FakeRuntime {
  const rest = noise(Math.max(0, length - text.length), 1);
  return runtimeOf(Buffer.concat([Buffer.from(text), Buffer.from("exit 0\n"), rest]), member, version);
}

export interface StarterEnding {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where a system has what. */
export interface StarterLayout {
  /** The starter. */
  readonly starter: string;
  /** Its place and that of the app's modules, in the folder of the app. */
  readonly program: string;
  readonly app: string;
  /** What programs keep, in the user's home. */
  readonly data: string;
}

const onLinux: StarterLayout = {
  starter: starterPath,
  program: "hello",
  app: "app",
  data: ".local/share",
};

/** A shared app with a user's home of its own. */
export class StarterApp implements Disposable {
  readonly folder: string;
  readonly program: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #layout: StarterLayout;
  readonly #place = tempDir();

  constructor(lines: ConfLines | string | Buffer, home?: string, layout = onLinux) {
    const { path } = this.#place;
    this.#layout = layout;
    this.folder = join(path, "hello");
    this.program = join(this.folder, layout.program);
    this.home = home ?? join(path, "home");
    this.env = { PATH: process.env["PATH"] ?? "", HOME: this.home, LANG: "C.UTF-8" };
    mkdirSync(dirname(this.program), { recursive: true });
    mkdirSync(dirname(this.script), { recursive: true });
    mkdirSync(this.home, { recursive: true });
    copyFileSync(layout.starter, this.program);
    chmodSync(this.program, 0o755);
    this.configure(lines);
  }

  /** The folder of all runtimes. */
  get store(): string {
    return join(this.home, this.#layout.data, "framework/runtimes");
  }

  /** What runs the app. */
  get script(): string {
    return join(this.folder, this.#layout.app, "main.js");
  }

  /** What the starter is told. */
  get conf(): string {
    return join(dirname(this.script), "runtime.conf");
  }

  configure(lines: ConfLines | string | Buffer): void {
    writeFileSync(this.conf, confOf("Hello", lines));
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
