import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { sharedLauncher } from "../../src/bundler/windows/launcher.ts";
import type { StartOptions } from "../../harness/running-app.ts";
import type { WineProgram, WineResult } from "../../harness/wine-program.ts";
import type { WineSession } from "../../harness/wine.ts";
import { archiveLines, archiveOf, confText, type ConfLines, type FakeRuntime } from "./starter-app.ts";

const member = "package/bin/bun.exe";

/** A runtime of these bytes, as the registry has it and as the store has it. */
export function windowsRuntime(bytes: Buffer, version = "1.0.0"): FakeRuntime {
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

const starter = sharedLauncher("x64", {
  productName: "Größe & Co",
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
    const text =
      typeof lines === "string" || Buffer.isBuffer(lines)
        ? lines
        : confText({ name: "Größe & Co", ...lines });
    writeFileSync(join(this.folder, "app/runtime.conf"), text);
  }

  start(args: readonly string[] = [], env: StartOptions["env"] = {}): WineProgram {
    return this.#wine.start([this.program, ...args], { env });
  }

  async run(args: readonly string[] = [], env: StartOptions["env"] = {}): Promise<WineResult> {
    await using started = this.start(args, env);
    return await started.result();
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

export function storeOf(wine: WineSession): string {
  const users = join(wine.prefix, "drive_c/users");
  const user = readdirSync(users).find((name) => name !== "Public") ?? "";
  return join(users, user, "AppData/Local/framework/runtimes");
}

/** The files of a store, and what a runtime is in it; `null`: it is not there. */
export function filesIn(store: string): string[] {
  if (!existsSync(store)) return [];
  return readdirSync(store, { recursive: true, encoding: "utf8" }).toSorted();
}

export function installedIn(store: string, { lines }: FakeRuntime): Buffer | null {
  const path = join(store, String(lines["key"]), "bun.exe");
  return existsSync(path) ? readFileSync(path) : null;
}
