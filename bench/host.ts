import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "../test/support/display.ts";
import type { RunningApp } from "../test/support/running-app.ts";

/** Something that shows `app/page/index.html` and does what it asks: ours, or what ours is compared with. */
export interface Host {
  readonly name: string;
  /** Its file, for its size; `null` where it is not one file. */
  readonly executable: string | null;
  /** The command that shows the page and runs one of its tasks. */
  command(task: string): readonly string[];
}

const folder = import.meta.dir;
const root = join(folder, "..");
const page = join(folder, "app/page/index.html");
const built = join(root, "build/bench");

/** The C baseline, compiled on the spot; `null`, with the reason said, where that cannot be done. */
export async function baselineHost(): Promise<Host | null> {
  const flags = Bun.which("pkg-config") === null ? null : await output(["pkg-config", "--cflags", "--libs", "webkit2gtk-4.1"]);
  if (flags === null || Bun.which("cc") === null) {
    console.log("No baseline: a C compiler, pkg-config and the headers of WebKitGTK 4.1 (libwebkit2gtk-4.1-dev) are wanted");
    return null;
  }
  await mkdir(built, { recursive: true });
  const executable = join(built, "host");
  const compiled = await output(["cc", "-O2", "-o", executable, join(folder, "baseline/host.c"), ...flags.trim().split(/\s+/)]);
  if (compiled === null) throw new Error("Cannot compile bench/baseline/host.c");
  return { name: "C", executable, command: (task) => [executable, page, task] };
}

/** The same page in other hosts that happen to be installed. */
export function otherHosts(): Host[] {
  const scripts = [
    { name: "gjs", program: "gjs", script: join(folder, "baseline/host.js") },
    { name: "pywebview", program: "python3", script: join(folder, "baseline/host.py") },
  ];
  return scripts
    .filter(({ name, program, script }) => existsSync(script) && Bun.which(program) !== null && canRun(name))
    .map(({ name, program, script }) => ({ name, executable: null, command: (task) => [program, script, page, task] }));
}

function canRun(name: string): boolean {
  return name !== "pywebview" || Bun.spawnSync(["python3", "-c", "import webview"]).success;
}

/** Ours, built from `app/`; also tells how long the build took, in milliseconds. */
export async function frameworkHost(): Promise<{ host: Host; buildTime: number }> {
  const start = performance.now();
  const build = Bun.spawn([process.execPath, join(root, "src/cli/main.ts"), "build"], {
    cwd: join(folder, "app"),
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await build.exited) !== 0) throw new Error("Cannot build bench/app");
  const executable = join(folder, "app/src-framework/target/release/bench");
  const host: Host = { name: "framework", executable, command: (task) => [executable, task] };
  return { host, buildTime: performance.now() - start };
}

async function output(command: readonly string[]): Promise<string | null> {
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? text : null;
}

/** A line a host printed: the wall clock in milliseconds, then what its page reported. */
export interface Report {
  readonly time: number;
  readonly text: string;
}

/** Shows the page in a host for as long as the returned object lives. */
export class Showing implements AsyncDisposable {
  readonly app: RunningApp;
  /** When it was started, as the hosts tell the time. */
  readonly started: number;

  constructor(host: Host, task: string, session: Session) {
    this.started = performance.timeOrigin + performance.now();
    this.app = session.start(host.command(task));
  }

  /** Waits for the page to report something that begins with `word`. */
  async report(word: string): Promise<Report> {
    const line = await this.app.line(new RegExp(`^[\\d.]+ (${word}|failed)`), { timeout: 120_000 });
    if (line.includes(" failed ")) throw new Error(line);
    const space = line.indexOf(" ");
    return { time: Number(line.slice(0, space)), text: line.slice(space + 1) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
  }
}
