import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { starterSources } from "../../stub/starter-macos.ts";
import { compileOptions, compilers, sourcesIn } from "../../stub/toolchain.ts";
import type { ConfLines, FakeRuntime } from "./fake-runtime.ts";
import { thisMachine } from "./this-machine.ts";
import { StarterApp, type StarterLayout } from "./starter-app.ts";

const project = resolve(import.meta.dirname, "../..");
const { name: compiler } = compilers[thisMachine.architecture];
const standIn = join(project, "harness/starter-macos");

/** Why the starter for macOS cannot be made for Linux, or `null`. */
export const skipStandIn =
  process.platform !== "linux" ? "is for Linux" : Bun.which(compiler) === null ? `needs ${compiler}` : null;

/** The starter for macOS, of its own source over a stand-in for Apple's runtime. It tells of what C does not define. */
export class StandInStarter implements Disposable {
  readonly #layout: StarterLayout;
  readonly #place = tempDir();

  constructor() {
    const starter = join(this.#place.path, "starter");
    const made = spawnSync(compiler, [
      ...compileOptions,
      "-O1",
      "-g",
      "-rdynamic",
      "-fsanitize=address,undefined",
      "-fno-sanitize-recover=all",
      "-include",
      join(standIn, "system.h"),
      "-idirafter",
      join(project, "stub/starter-macos/sysroot"),
      "-o",
      starter,
      ...starterSources.flatMap(sourcesIn),
      ...globSync(join(standIn, "*.c")),
      "-lpthread",
    ]);
    if (made.status !== 0) throw new Error(`Cannot compile the starter: ${String(made.stderr)}`);
    this.#layout = {
      starter,
      program: "Hello.app/Contents/MacOS/hello",
      app: "Hello.app/Contents/Resources/app",
      data: "Library/Application Support",
    };
  }

  app(lines: ConfLines | string | Buffer, home?: string): StarterApp {
    const app = new StarterApp(lines, home, this.#layout);
    writeFileSync(infoOf(app), "<plist/>\n");
    return app;
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}

/** What the user knows the app by. */
export function placeOf({ program }: StarterApp): string {
  return dirname(dirname(dirname(program)));
}

/** The app's Info.plist. */
export function infoOf({ program }: StarterApp): string {
  return join(dirname(dirname(program)), "Info.plist");
}

/** What an app was run from the last time: the program in its small bundle. */
export function bundleOf({ store, home }: StarterApp, { key }: FakeRuntime): string {
  const [path] = globSync("*/Hello.app/Contents/MacOS/hello", { cwd: join(store, key, "bundles") });
  if (path === undefined) throw new Error(`No bundle is kept in "${home}"`);
  return join(store, key, "bundles", path);
}

/** A screen of the stand-in. */
export class StandInScreen implements Disposable {
  readonly #place = tempDir();

  get env(): Readonly<Record<string, string>> {
    return { STAND_IN_SCREEN: this.#place.path };
  }

  /** What is shown, a line for each thing. */
  get lines(): string[] {
    return this.#drawn.slice(1);
  }

  /** Whose window it is. */
  get pid(): number {
    return Number(this.#drawn[0]);
  }

  get #drawn(): string[] {
    const path = join(this.#place.path, "window");
    return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  }

  press(what: string): void {
    writeFileSync(join(this.#place.path, "pressed"), what);
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
