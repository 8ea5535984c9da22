import { mkdir, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { basename, join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { AppManifest, AssetSource } from "../contract/pack.ts";
import { relaunchCode } from "../contract/process.ts";
import { hostTarget } from "./build-target.ts";
import { startApp, type DevApp } from "./dev-app.ts";
import { ToolLine } from "./dev-line.ts";
import { waitForServer } from "./dev-server.ts";
import { ownModule, writeEntries, type Entries } from "./entry.ts";
import { frontEnd, type FrontEnd } from "./front-end.ts";
import { ended, hookFailure, hookScript, runHook, startHook, type HookOptions } from "./hooks.ts";
import { appManifest, isolationFolder } from "./manifest.ts";
import { filesInPlace, ownFiles } from "./own-files.ts";
import { PageServer, wantsPageServer } from "./page-server.ts";
import { Programs } from "./programs.ts";
import { seconds } from "./progress.ts";
import type { Project } from "./project.ts";
import { UserError, type Terminal } from "./terminal.ts";
import { FolderWatch } from "./watch.ts";

export interface DevSessionOptions {
  readonly terminal: Terminal;
  readonly project: Project;
  /** Reads the configuration once more; throws a UserError when it has told what is wrong with it. */
  readonly open: () => Project;
  readonly watches: boolean;
  readonly port: number | null;
  readonly appArguments: readonly string[];
  readonly overridesFile: string | null;
}

type Change = "configuration" | "code" | "page";

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** One run of `framework dev`: the hook, the app, the watchers, and what each change leads to. */
export class DevSession implements AsyncDisposable {
  readonly #options: DevSessionOptions;
  readonly #terminal: Terminal;
  readonly #held = new AsyncDisposableStack();
  readonly #programs: Programs;
  readonly #line: ToolLine;
  readonly #over = new AbortController();
  readonly #exitCode = Promise.withResolvers<number>();
  #project: Project;
  // Of a folder whose page's scripts are TypeScript.
  #pages: PageServer | null = null;
  #app: DevApp | null = null;
  #watchers = new DisposableStack();
  // What has changed since the last look, and whether somebody is looking.
  readonly #changes = new Map<Change, string>();
  #isFollowing = false;

  constructor(options: DevSessionOptions) {
    this.#options = options;
    this.#terminal = options.terminal;
    this.#project = options.project;
    this.#programs = this.#held.use(new Programs());
    this.#line = this.#held.use(new ToolLine(this.#programs.folder));
    this.#held.defer(() => this.#watchers.dispose());
    this.#held.defer(async () => this.#pages?.[Symbol.asyncDispose]());
  }

  async run(): Promise<number> {
    for (const signal of endingSignals) {
      const heard = (): void => this.#signalled(signal);
      process.on(signal, heard);
      this.#held.defer(() => void process.off(signal, heard));
    }
    // Nobody may be waiting for it yet when it comes.
    this.#exitCode.promise.catch(() => {});
    this.#line.onReport = (kind) => {
      if (kind === "failed") this.#say("The app's code failed; it is started again when it changes");
    };
    void this.#begin().catch((error: unknown) => this.#exitCode.reject(error));
    return await this.#exitCode.promise;
  }

  async #begin(): Promise<void> {
    await this.#startServer();
    await this.#openPages();
    if (this.#over.signal.aborted) return;
    await this.#startApp();
    if (this.#options.watches) this.#watch();
  }

  /** Runs `beforeDevCommand`. */
  async #startServer(): Promise<void> {
    const { build } = this.#project.config;
    const options: HookOptions = {
      ...this.#project,
      target: hostTarget(),
      debug: true,
      programs: this.#programs,
    };
    const hook = build.beforeDevCommand;
    const script = hookScript("beforeDevCommand", build);
    if (script !== null) this.#say(`Running beforeDevCommand (${script})`);
    if (hook !== null && typeof hook !== "string" && hook.wait) {
      await runHook("beforeDevCommand", build, options);
    } else {
      const server = startHook("beforeDevCommand", build, options);
      // A server that fails takes its pages with it: the app is no use any more. One that ends well had another task.
      if (server !== null) {
        void ended(server, "build.beforeDevCommand").then(
          ({ code, signal }) => {
            if (code !== 0) this.#finish(hookFailure("beforeDevCommand", code, signal));
          },
          (error: unknown) => this.#finish(error),
        );
      }
    }
  }

  /** Makes what `devPath` names ready: a server of ours where the page needs one, or waits for the one that is named. */
  async #openPages(): Promise<void> {
    await this.#pages?.[Symbol.asyncDispose]();
    this.#pages = null;
    const front = this.#frontEnd();
    if (front.kind === "folder" && wantsPageServer(front.folder)) {
      this.#pages = await PageServer.start(front.folder, this.#programs.folder, this.#options.port);
      this.#say(`Serving ${relative(this.#terminal.cwd, front.folder) || "."} with hot reloading`);
    } else if (this.#options.port !== null) {
      throw new UserError(
        "Cannot use --port: build.devPath needs no server, for it is no folder with an index.html whose scripts are TypeScript",
      );
    }
    if (front.kind !== "address") return;
    const { address } = front;
    await waitForServer({ address, terminal: this.#terminal, signal: this.#over.signal });
  }

  async #startApp(): Promise<void> {
    const entries = await this.#writeEntries();
    const { appArguments } = this.#options;
    const app = await startApp({
      project: this.#project,
      entries,
      appArguments,
      programs: this.#programs,
      line: this.#line,
    });
    this.#app = app;
    app.exited.then(
      (code) => {
        // The app cannot start itself once more: the tool that watches over it would end with it.
        if (code === relaunchCode) this.#startApp().catch((error: unknown) => this.#finish(error));
        else this.#finish(code);
      },
      (error: unknown) => this.#finish(error),
    );
  }

  async #writeEntries(): Promise<Entries> {
    const { system } = hostTarget();
    const { outputFolder, configFolder } = this.#project;
    const folder = join(outputFolder, "dev");
    const manifestFile = join(folder, "manifest.json");
    const isolation = isolationFolder(this.#project);
    const manifest: AppManifest = {
      ...(await appManifest(this.#project, "dev", system)),
      assets:
        this.#pages === null
          ? devAssets(this.#frontEnd())
          : { kind: "address", address: this.#pages.address },
      isolation: isolation === null ? null : { kind: "folder", folder: isolation },
      icons: filesInPlace(ownFiles(this.#project, system)),
    };
    await mkdir(folder, { recursive: true });
    await writeFile(manifestFile, JSON.stringify(manifest));
    return await writeEntries({
      folder,
      system,
      sourceFolder: configFolder,
      config: this.#project.config,
      manifest: `readManifestFile(${JSON.stringify(manifestFile)})`,
      executable: JSON.stringify(join(folder, "app")),
      tool: { address: this.#line.address, watches: this.#options.watches },
    });
  }

  #frontEnd(): FrontEnd {
    return frontEnd(this.#project.config.build.devPath, this.#project.configFolder);
  }

  #watch(): void {
    this.#watchers.dispose();
    const watchers = new DisposableStack();
    this.#watchers = watchers;
    const { overridesFile } = this.#options;
    const { configFolder } = this.#project;
    const front = this.#frontEnd();
    watchers.use(
      new FolderWatch({
        folder: configFolder,
        isIgnored: (path) => path === "target" || path === "icons",
        ...(overridesFile !== null && { files: [overridesFile] }),
        changed: (paths) => {
          const isConfiguration = (path: string): boolean =>
            path === overridesFile || /^framework\b.*\.(json|json5|toml)$/i.test(basename(path));
          for (const path of paths) this.#note(isConfiguration(path) ? "configuration" : "code", path);
        },
      }),
    );
    if (front.kind === "folder" && this.#pages === null) {
      watchers.use(
        new FolderWatch({
          folder: front.folder,
          isIgnored: (path) => join(front.folder, path) === configFolder,
          changed: ([first = ""]) => this.#note("page", first),
        }),
      );
    }
  }

  #note(change: Change, path: string): void {
    this.#changes.set(change, relative(this.#project.frontEndFolder, path));
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    void this.#follow()
      .catch((error: unknown) => this.#finish(error))
      .finally(() => (this.#isFollowing = false));
  }

  /** Does what the changes ask for, one after the other; what comes meanwhile waits its turn. */
  async #follow(): Promise<void> {
    while (this.#changes.size > 0 && !this.#over.signal.aborted) {
      const changes = new Map(this.#changes);
      this.#changes.clear();
      const configuration = changes.get("configuration");
      const code = changes.get("code");
      if (configuration !== undefined && (await this.#followConfiguration(configuration))) continue;
      if (code !== undefined) await this.#followCode(code);
      else if (changes.has("page")) this.#app?.reloadPages();
    }
  }

  /** Settles with `true` when the app was started with a new configuration. */
  async #followConfiguration(path: string): Promise<boolean> {
    let project: Project;
    try {
      project = this.#options.open();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (error.message !== "") this.#say(error.message);
      this.#say("The app goes on with the configuration it was started with");
      return false;
    }
    const before = this.#project;
    if (isDeepStrictEqual(project.config, before.config)) return false;
    this.#say(`${path} has changed: starting the app with it`);
    this.#project = project;
    await this.#app?.end();
    const [was, is] = [before.config.build, project.config.build];
    if (!isDeepStrictEqual(was.beforeDevCommand, is.beforeDevCommand)) {
      this.#say("build.beforeDevCommand goes on as it was started; run framework dev anew for another");
    }
    if (!isDeepStrictEqual(was.devPath, is.devPath)) await this.#openPages();
    await this.#startApp();
    this.#watch();
    return true;
  }

  async #followCode(path: string): Promise<void> {
    const start = performance.now();
    if (basename(path) === ownModule) await this.#writeEntries();
    const result = await this.#app?.restart();
    if (result === "begun")
      this.#say(`${path} has changed: restarted in ${seconds(performance.now() - start)}`);
    // A failure has been told already.
    if (result !== "stuck") return;
    this.#say(`${path} has changed, and the app does not answer: starting it anew`);
    await this.#app?.end();
    await this.#startApp();
  }

  #signalled(signal: (typeof endingSignals)[number]): void {
    // The app has heard a Ctrl-C by itself, and may have something to do before it ends. It is asked once.
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const code = 128 + constants.signals[signal];
    const app = this.#app;
    if (app === null) return this.#exitCode.resolve(code);
    app.terminate(signal);
    setTimeout(() => this.#exitCode.resolve(code), 5000).unref();
  }

  #finish(end: unknown): void {
    this.#over.abort();
    if (typeof end === "number") this.#exitCode.resolve(end);
    else this.#exitCode.reject(end);
  }

  #say(text: string): void {
    this.#terminal.err(`${text}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#held.disposeAsync();
  }
}

function devAssets(front: FrontEnd): AssetSource {
  if (front.kind !== "files") return front;
  throw new UserError(
    "Cannot use a list of files as build.devPath: give a folder, or the address of a server",
  );
}
