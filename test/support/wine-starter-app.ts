import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedLauncher } from "../../src/bundler/windows/launcher.ts";
import type { StartOptions } from "../../harness/running-app.ts";
import type { WineProgram, WineResult } from "../../harness/wine-program.ts";
import type { WineSession } from "../../harness/wine.ts";
import { confOf, runtimeOf, type ConfLines, type FakeRuntime } from "./fake-runtime.ts";

export function windowsRuntime(bytes: Buffer, version?: string): FakeRuntime {
  return runtimeOf(bytes, "package/bin/bun.exe", version);
}

const productName = "Größe & Co";
const starter = sharedLauncher("x64", {
  productName,
  version: "1.0.0",
  publisher: "Somebody",
  description: "An app",
  copyright: null,
  fileName: "App.exe",
  icon: null,
});

/** A shared app, installed in a Windows of a test. */
export class WineStarterApp {
  readonly folder: string;
  readonly program: string;
  readonly #wine: WineSession;

  constructor(wine: WineSession, name: string, lines: ConfLines | string | Buffer, script = "") {
    this.#wine = wine;
    this.folder = join(wine.prefix, "drive_c", name);
    this.program = join(this.folder, "App.exe");
    mkdirSync(join(this.folder, "app"), { recursive: true });
    writeFileSync(this.program, starter);
    writeFileSync(join(this.folder, "app/main.js"), script);
    this.configure(lines);
  }

  /** The folder of all runtimes of the user. */
  get store(): string {
    return storeOf(this.#wine);
  }

  configure(lines: ConfLines | string | Buffer): void {
    writeFileSync(join(this.folder, "app/runtime.conf"), confOf(productName, lines));
  }

  start(args: readonly string[] = [], env: StartOptions["env"] = {}): WineProgram {
    return this.#wine.start([this.program, ...args], { env });
  }

  run(args: readonly string[] = [], env: StartOptions["env"] = {}): Promise<WineResult> {
    return this.#wine.run([this.program, ...args], { env });
  }

  /** Loads its runtime without a window. */
  load(env: StartOptions["env"] = {}): Promise<WineResult> {
    return this.run([], { ...env, FRAMEWORK_RUNTIME: "load" });
  }

  /** What it says before it is uninstalled. */
  release(): Promise<WineResult> {
    return this.run([], { FRAMEWORK_RUNTIME: "release" });
  }
}

export function storeOf({ userFolder }: WineSession): string {
  return join(userFolder, "AppData/Local/framework/runtimes");
}

/** All that is in a folder; nothing where there is none. */
export function filesIn(store: string): string[] {
  if (!existsSync(store)) return [];
  return readdirSync(store, { recursive: true, encoding: "utf8" }).toSorted();
}

/** What would be run by the name of a runtime; `null`: there is nothing. */
export function installedIn(store: string, key: string): Buffer | null {
  const path = join(store, key, "bun.exe");
  return existsSync(path) ? readFileSync(path) : null;
}
