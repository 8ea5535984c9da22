import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Session } from "../harness/display.ts";
import type { RunningApp } from "../harness/running-app.ts";

/** A program that shows `app/page/index.html` and runs its tasks: ours, or one for comparison. */
export interface Host {
  readonly name: string;
  /** Its shipped file; absent: there is none to compare. */
  readonly executable?: string;
  /** The command that shows the page and runs one of its tasks, with a folder for its files. */
  command(task: string, folder: string): readonly string[];
}

export const bench = import.meta.dir;
/** The page of every host. */
export const page = join(bench, "app/page/index.html");
/** The bench's own output folder. */
export const built = join(bench, "../build/bench");

/** Files are loaded by a page that is a file itself: the engine serves them to no other. */
const address = (task: string): string =>
  task === "assets" ? pathToFileURL(page).href : "framework://localhost/";

/** The C baseline, compiled on the spot; `null`, with the reason printed, if that is impossible. */
export async function baselineHost(): Promise<Host | null> {
  const flags =
    Bun.which("pkg-config") === null
      ? null
      : await output(["pkg-config", "--cflags", "--libs", "webkit2gtk-4.1"]);
  if (flags === null || Bun.which("cc") === null) {
    console.log(
      "No baseline: a C compiler, pkg-config and the headers of WebKitGTK 4.1 (libwebkit2gtk-4.1-dev) are wanted",
    );
    return null;
  }
  await mkdir(built, { recursive: true });
  const executable = join(built, "host");
  const compiled = await output([
    "cc",
    "-O2",
    "-o",
    executable,
    join(bench, "baseline/host.c"),
    ...flags.trim().split(/\s+/),
  ]);
  if (compiled === null) throw new Error("Cannot compile bench/baseline/host.c");
  return {
    name: "C",
    command: (task, folder) => [executable, page, `${task}&${folder}`, address(task)],
  };
}

/** The command-line tool, from source. */
export const framework = [process.execPath, join(bench, "../src/cli/main.ts")];

/** Runs the tool to its end; returns its output. */
export async function runFramework(args: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...framework, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`Cannot run framework ${args.join(" ")}\n${err}`);
  return out;
}

/** Ours, built from `app/`. */
export async function frameworkHost(): Promise<Host> {
  await runFramework(["build", "--bundles", "none"], join(bench, "app"));
  const executable = join(bench, "app/src-framework/target/release/bench");
  return {
    name: "framework",
    executable,
    command: (task, folder) => [executable, `${task}&${folder}`],
  };
}

async function output(command: readonly string[]): Promise<string | null> {
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? text : null;
}

/** A line of a host: the wall clock in milliseconds, then the report of its page. */
export interface Report {
  readonly time: number;
  readonly text: string;
}

/** The folder for a task's files; the app's configuration allows that folder of the home folder. */
export const filesFolder = (session: Session): string => join(session.home, "bench");

/** Shows the page in a host during the life of the returned object. */
export class Showing implements AsyncDisposable {
  readonly app: RunningApp;
  /** The time of its start, on the clock of the hosts. */
  readonly started: number;

  constructor(
    host: Pick<Host, "command">,
    task: string,
    session: Session,
    options: { readonly cwd?: string } = {},
  ) {
    this.started = performance.timeOrigin + performance.now();
    this.app = session.start(host.command(task, filesFolder(session)), options);
  }

  /** Waits for a report of the page that begins with `word`. */
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
