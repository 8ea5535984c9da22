import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import { startWine, type WineSession } from "../../harness/wine.ts";
import { windowTitled } from "../../harness/x.ts";
import type { SharedApp } from "../../src/bundler/index.ts";
import { Project, type AppCase } from "../bundler/project.ts";
import { sharedAppOf, type FakeRuntime } from "../support/fake-runtime.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { filesIn, storeOf, windowsRuntime } from "../support/wine-starter-app.ts";
import { notepadInstaller } from "./notepad-installer.ts";

/** What an installer of the app puts into the app's folder, besides what is its own. */
export const installedFiles: readonly string[] = [
  "App.exe",
  "app",
  "app/NOTICE.txt",
  "app/app.pack",
  "app/bunfig.toml",
  "app/main.js",
  "app/runtime.conf",
];

/** Shows a box, and writes a line when somebody has closed it. */
const script = (closed: string): string => `
import { dlopen } from "bun:ffi";
import { writeFileSync } from "node:fs";
const { symbols } = dlopen("user32.dll", {
  MessageBoxW: { args: ["ptr", "ptr", "ptr", "u32"], returns: "i32" },
});
const wide = (text) => Buffer.from(text + "\\0", "utf16le");
symbols.MessageBoxW(null, wide("text"), wide("Shared app"), 0);
writeFileSync(${JSON.stringify(closed)}, "closed");
`;

/** A Windows, the project of an app that shares its runtime, and who gives that runtime. */
export class SharedAppStage implements AsyncDisposable {
  readonly wine: WineSession;
  readonly server: RuntimeServer;
  readonly #project = new Project();
  /** What installers that are made from now on name. */
  runtime: FakeRuntime;

  private constructor(wine: WineSession, server: RuntimeServer, runtime: FakeRuntime) {
    this.wine = wine;
    this.server = server;
    this.runtime = runtime;
  }

  static async start(): Promise<SharedAppStage> {
    await using started = new AsyncDisposableStack();
    const wine = started.use(await startWine());
    const runtime = windowsRuntime(readFileSync(wine.bunFile));
    const server = started.use(await RuntimeServer.of(runtime.archive));
    started.move();
    return new SharedAppStage(wine, server, runtime);
  }

  /** An installer of the app, by its path. */
  installer(format: "nsis" | "msi", app: AppCase = {}): Promise<string> {
    return notepadInstaller(format, this.#project, app, () => ({ shared: this.#sharedApp() }));
  }

  #sharedApp(): SharedApp {
    const folder = join(this.#project.folder, "app");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.js"), script(this.wine.windowsPath(this.#closedFile)));
    writeFileSync(join(folder, "app.pack"), "pack");
    writeFileSync(join(folder, "bunfig.toml"), "");
    return sharedAppOf(folder, this.runtime, [this.server.address]);
  }

  /** Starts what is installed, and waits for its window. */
  async startApp(program: string, ...args: readonly string[]): Promise<WineProgram> {
    const app = this.wine.start([program, ...args]);
    await windowTitled(this.wine.session, "Shared app");
    return app;
  }

  /** What the app has written since its window was closed. */
  get saidAtTheEnd(): string {
    return readFileSync(this.#closedFile, "utf8");
  }

  get #closedFile(): string {
    return join(this.wine.prefix, "drive_c/closed");
  }

  /** Another version of the runtime, which runs apps like the first. */
  get otherRuntime(): FakeRuntime {
    return windowsRuntime(Buffer.concat([readFileSync(this.wine.bunFile), Buffer.from("other")]), "2.0.0");
  }

  /** The runtimes of the user. */
  get runtimes(): string[] {
    return filesIn(storeOf(this.wine)).filter((path) => path.endsWith("bun.exe"));
  }

  async emptyStore(): Promise<void> {
    await waitFor("the end of the runtime", () => filesIn(storeOf(this.wine)).length === 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#project[Symbol.dispose]();
    await this.server[Symbol.asyncDispose]();
    await this.wine[Symbol.asyncDispose]();
  }
}
