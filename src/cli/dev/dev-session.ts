import { documentPath } from "../project/documents.ts";
import { constants } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { removeFolder } from "../../disk/write.ts";
import { refuseForeignAbove } from "../../config/read/ancestors.ts";
import { relaunchCode } from "../../contract/commands/process.ts";
import { writeDevEntries } from "./dev-entries.ts";
import { startDevApp, type DevApp } from "./dev-app.ts";
import type { Inspector } from "./inspector.ts";
import { DevHook } from "./dev-hook.ts";
import { ToolLine } from "./dev-line.ts";
import { messageOf, type DevReport } from "./dev-report.ts";
import { DevWatches, type Change } from "./dev-watches.ts";
import { devFrontEnd, DevPages } from "./dev-pages.ts";
import { refuseTaken } from "./dev-server.ts";
import { DevTypes } from "./dev-types.ts";
import { ownModule, type Entries } from "../build/compile/entry.ts";
import { isolationFolder } from "../build/app-spec.ts";
import { oldHooks } from "../build/pages/isolation-hook.ts";
import { placeSideFiles } from "../build/files/side-files.ts";
import { removeLeftFolders } from "../programs/left-folders.ts";
import { Programs } from "../programs/programs.ts";
import { seconds } from "../progress.ts";
import type { Project } from "../project/project.ts";
import { RecordKeeper, recordPath } from "../project/use-record.ts";
import { UserError, type Terminal } from "../terminal.ts";
import { unreadSettings } from "./unread-settings.ts";

export interface DevSessionOptions {
  readonly terminal: Terminal;
  readonly project: Project;
  /** Reads the configuration again; throws a UserError after it has reported its problems. */
  readonly open: () => Project;
  readonly watches: boolean;
  readonly port: number | null;
  readonly showsConsole: boolean;
  /** Whether pages are reloaded when own code is restarted. */
  readonly reloadsPages: boolean;
  /** The address for debuggers of own code; `null`: none. */
  readonly inspector: Inspector | null;
  /** Receives the reports for programs. `null`: there are none. */
  readonly report: ((report: DevReport) => void) | null;
  readonly appArguments: readonly string[];
  readonly overrideFiles: readonly string[];
}

const waitsForConfiguration = "The app is started when the configuration changes";

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** One run of `framework dev`: the hook, the pages, the app, and the reaction to each change. */
export class DevSession implements AsyncDisposable {
  readonly #options: DevSessionOptions;
  readonly #terminal: Terminal;
  readonly #held = new AsyncDisposableStack();
  readonly #programs: Programs;
  readonly #line: ToolLine;
  readonly #over = new AbortController();
  readonly #exitCode = Promise.withResolvers<number>();
  #project: Project;
  #begun: Promise<void> = Promise.resolve();
  #hook: DevHook | null = null;
  readonly #pages: DevPages;
  #app: DevApp | null = null;
  #isStarted = false;
  /** Whether the running process has not opened its windows yet. */
  #isOpening = false;
  readonly #watches: DevWatches;
  /** The earlier message about the compiler's settings. */
  #unreadSettings: string | null = null;
  readonly #types: DevTypes;
  // The pending changes, and whether they are being handled.
  readonly #changes = new Map<Change, string>();
  #isFollowing = false;
  // Aborted when the configuration changes again while it is being followed.
  #outdated = new AbortController();
  // The exit code of the session after a signal.
  #signalCode: number | null = null;

  constructor(options: DevSessionOptions) {
    this.#options = options;
    this.#terminal = options.terminal;
    this.#project = options.project;
    this.#programs = this.#held.use(new Programs());
    this.#line = this.#held.use(new ToolLine(this.#programs.folder, this.#terminal.host.system));
    const { system } = this.#terminal.host;
    this.#pages = new DevPages({
      terminal: this.#terminal,
      socketFolder: system === "windows" ? null : this.#programs.folder,
      port: options.port,
      say: (text) => this.#say(text),
      lost: (error) => this.#finish(error),
    });
    this.#types = new DevTypes({
      programs: this.#programs,
      cwd: this.#terminal.cwd,
      over: this.#over.signal,
      changed: (problems) => this.#showTypes(problems),
    });
    this.#watches = this.#held.use(
      new DevWatches({
        host: this.#terminal.host,
        overrideFiles: options.overrideFiles,
        changed: (change, path) => this.#note(change, path),
        say: (text) => this.#say(text),
        shown: (path) => relative(this.#terminal.cwd, path),
      }),
    );
    this.#held.use(this.#pages);
    // Steps that still begin see the end, and then open nothing, which would stay open. The hook
    // ends first: an awaited one might never end by itself.
    this.#held.defer(async () => this.#begun);
    this.#held.defer(async () => this.#hook?.[Symbol.asyncDispose]());
  }

  async run(): Promise<number> {
    const { inspector } = this.#options;
    if (inspector !== null)
      this.#say(
        `A debugger reaches main.ts at ${inspector.address} (${documentPath("debugging.md")})`,
      );
    const removed = removeLeftFolders();
    this.#held.defer(() => removed);
    for (const signal of endingSignals) {
      const heard = (): void => this.#signalled(signal);
      process.on(signal, heard);
      this.#held.defer(() => void process.off(signal, heard));
    }
    // It may arrive before there is a handler.
    this.#exitCode.promise.catch(() => {});
    this.#line.onReport = ({ kind, modules }) => {
      if (kind === "failed")
        this.#complain("The app's code failed; it is started again when it changes");
      if (kind === "begun" && this.#isOpening) {
        this.#isOpening = false;
        this.#report({ event: "started", address: this.#pages.address(this.#project) });
      }
      if (modules !== undefined) this.#watchCode(modules);
      if (kind !== "restarting") void this.#types.check(this.#project);
    };
    const keeper = new RecordKeeper(this.#project.outputFolder, (text) => this.#say(text));
    this.#line.onUses = (uses) => keeper.add(uses);
    this.#begun = this.#begin().catch((error: unknown) => this.#exitCode.reject(error));
    try {
      return await this.#exitCode.promise;
    } finally {
      await this.#line.lastWords();
    }
  }

  async #begin(): Promise<void> {
    await this.#startHook();
    if (this.#over.signal.aborted) return;
    await this.#openPages(this.#over.signal, (message) => {
      throw new UserError(`Cannot use --port: ${message}`);
    });
    if (this.#over.signal.aborted) return;
    // Before the app reads them; later changes wait until it has been started.
    this.#isFollowing = true;
    if (this.#mayWatch) this.#watches.followConfiguration(this.#project);
    this.#watchAll();
    this.#watches.restarting();
    await this.#startDevApp();
    this.#watches.restarted();
    this.#followChanges();
  }

  #showTypes(problems: readonly string[]): void {
    this.#report({ event: "types", problems });
    this.#say(
      problems.length > 0 ? problems.join("\n") : `The types of ${ownModule} are right now`,
    );
  }

  /** Runs `beforeDevCommand`, in place of the running one. */
  async #startHook(): Promise<void> {
    await this.#hook?.[Symbol.asyncDispose]();
    if (this.#over.signal.aborted) return;
    const hook = new DevHook(this.#project, this.#terminal.host);
    this.#hook = hook;
    const front = devFrontEnd(this.#project);
    // An awaited one may have started a server that outlives it.
    if (hook.runsBeside && front.kind === "address") await refuseTaken(front.address);
    if (this.#over.signal.aborted) return;
    if (hook.script !== null) this.#say(`Running beforeDevCommand (${hook.script})`);
    await hook.start((error) => this.#finish(error));
  }

  async #openPages(signal: AbortSignal, portIsUnused: (why: string) => void): Promise<void> {
    await this.#pages.open({ project: this.#project, hook: this.#hook, signal, portIsUnused });
  }

  async #startDevApp(): Promise<void> {
    removeFolder(this.#executableFolder);
    for (const problem of await this.#placeFiles()) this.#say(problem);
    const isolation = isolationFolder(this.#project);
    if (isolation !== null)
      for (const problem of oldHooks(isolation, this.#terminal.cwd)) this.#say(problem);
    const entries = await this.#writeEntries();
    if (this.#over.signal.aborted) return;
    this.#isOpening = true;
    const app = await startDevApp({
      project: this.#project,
      entries,
      appArguments: this.#options.appArguments,
      programs: this.#programs,
      line: this.#line,
      system: this.#terminal.host.system,
      inspector: this.#options.inspector,
      isOutputTaken: this.#options.report !== null,
    });
    this.#app = app;
    this.#isStarted = true;
    app.exited.then(
      (code) => {
        // The app cannot restart itself: the tool that supervises it would end with it.
        if (code === relaunchCode)
          this.#startDevApp().catch((error: unknown) => this.#finish(error));
        else this.#finish(code);
      },
      (error: unknown) => this.#finish(error),
    );
  }

  #placeFiles(): Promise<readonly string[]> {
    return placeSideFiles(this.#project, this.#terminal.host, this.#executableFolder);
  }

  async #writeEntries(): Promise<Entries> {
    return await writeDevEntries({
      project: this.#project,
      host: this.#terminal.host,
      showsConsole: this.#options.showsConsole,
      reloadsPages: this.#options.reloadsPages,
      isInspected: this.#options.inspector !== null,
      assets: this.#pages.assets(this.#project),
      isStartedBefore: this.#isStarted,
      executable: join(this.#executableFolder, "app"),
      proxy: this.#pages.proxy,
      tool: {
        address: this.#line.address,
        watches: this.#options.watches,
        record: recordPath(this.#project.outputFolder),
      },
      workingFolder: this.#terminal.cwd,
    });
  }

  /** Only the files that an app finds beside its executable. */
  get #executableFolder(): string {
    return join(this.#project.outputFolder, "dev", "app");
  }

  /** A watcher opened after the end would stay open. */
  get #mayWatch(): boolean {
    return this.#options.watches && !this.#over.signal.aborted;
  }

  #watchAll(): void {
    if (!this.#mayWatch) return;
    this.#watchCode();
    this.#watches.followSideFiles(this.#project);
    const front = this.#pages.areServed ? null : devFrontEnd(this.#project);
    this.#watches.followPages(this.#project, front);
  }

  /** @param loaded modules that the running app has loaded */
  #watchCode(loaded?: readonly string[]): void {
    if (!this.#mayWatch) return;
    const code = this.#watches.followCode(this.#project, loaded);
    const unread = unreadSettings(this.#project.configFolder, code);
    if (unread !== null && unread !== this.#unreadSettings) this.#say(unread);
    this.#unreadSettings = unread;
  }

  #note(change: Change, path: string): void {
    this.#changes.set(change, relative(this.#terminal.cwd, path));
    if (change === "configuration") this.#outdated.abort();
    if (!this.#isFollowing) this.#followChanges();
  }

  #followChanges(): void {
    this.#isFollowing = true;
    void this.#follow()
      .catch((error: unknown) => this.#finish(error))
      .finally(() => (this.#isFollowing = false));
  }

  /** Handles the changes one after the other; later ones wait. */
  async #follow(): Promise<void> {
    while (this.#changes.size > 0 && !this.#over.signal.aborted) {
      const changes = new Map(this.#changes);
      this.#changes.clear();
      const configuration = changes.get("configuration");
      const code = changes.get("code");
      if (configuration !== undefined && (await this.#followConfiguration(configuration))) continue;
      const settings = changes.get("settings");
      const page = changes.get("page");
      this.#watches.restarting();
      if (settings !== undefined) await this.#followSettings(settings);
      else if (code !== undefined) await this.#followCode(code);
      else if (page !== undefined) this.#followPage(page);
      this.#watches.restarted();
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
      this.#report({ event: "error", message: messageOf(error) });
      this.#say(
        this.#app === null
          ? waitsForConfiguration
          : "The app goes on with the configuration it was started with",
      );
      return false;
    }
    const before = this.#project;
    if (isDeepStrictEqual(project.config, before.config) && this.#app !== null) return false;
    this.#say(`${path} has changed: starting the app with it`);
    this.#project = project;
    const outdated = new AbortController();
    this.#outdated = outdated;
    await this.#app?.end();
    this.#app = null;
    const [was, is] = [before.config.build, project.config.build];
    const hasOtherHook = !isDeepStrictEqual(was.beforeDevCommand, is.beforeDevCommand);
    if (hasOtherHook) await this.#startHook();
    try {
      const signal = AbortSignal.any([this.#over.signal, outdated.signal]);
      // A server or proxy of ours sends the configuration's policy, and there may be a new one.
      const areOther =
        this.#pages.areServed ||
        !isDeepStrictEqual(was.devPath, is.devPath) ||
        !isDeepStrictEqual(before.config.framework.security, project.config.framework.security);
      if (hasOtherHook || areOther || !this.#pages.areReady)
        await this.#openPages(signal, (why) => this.#say(`--port has no effect: ${why}`));
      if (signal.aborted) return true;
      // The code may have changed with it. As at the start, this comes before the app reads it.
      this.#watchAll();
      await this.#startDevApp();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#complain(error.message);
      this.#say(waitsForConfiguration);
    }
    return true;
  }

  /** Bun reads the compiler's settings once, when it starts. */
  async #followSettings(path: string): Promise<void> {
    if (this.#app === null) return this.#say(waitsForConfiguration);
    this.#say(`${path} has changed: starting the app with it`);
    this.#watchCode();
    await this.#app?.end();
    await this.#startDevApp();
  }

  async #followCode(path: string): Promise<void> {
    const start = performance.now();
    // Bun resolves modules again.
    refuseForeignAbove(this.#project.configFolder);
    if (basename(path) === ownModule) await this.#writeEntries();
    this.#watchCode();
    await this.#placeFiles();
    if (this.#options.inspector !== null)
      return await this.#startAnew(`${path} has changed: starting the app anew`);
    const result = await this.#app?.restart();
    if (result === "begun") {
      const ms = performance.now() - start;
      this.#say(`${path} has changed: restarted in ${seconds(ms)}`);
      this.#report({ event: "restarted", file: this.#whole(path), ms: Math.round(ms) });
    }
    // A failure has been reported already.
    if (result !== "stuck") return;
    await this.#startAnew(`${path} has changed, and the app does not answer: starting it anew`);
  }

  async #startAnew(why: string): Promise<void> {
    this.#say(why);
    await this.#app?.end();
    await this.#startDevApp();
  }

  #followPage(path: string): void {
    if (this.#app === null) return;
    this.#app.reloadPages();
    this.#say(`${path} has changed: the pages are loaded anew`);
    this.#report({ event: "reloaded", file: this.#whole(path) });
  }

  #signalled(signal: (typeof endingSignals)[number]): void {
    // The app itself has received a Ctrl-C, and may have work to do before it ends. It is asked
    // once.
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const code = 128 + constants.signals[signal];
    this.#signalCode = code;
    const app = this.#app;
    if (app === null) return this.#exitCode.resolve(code);
    app.terminate(signal);
    setTimeout(() => this.#exitCode.resolve(code), 5000).unref();
  }

  #finish(end: unknown): void {
    this.#over.abort();
    if (this.#signalCode !== null) this.#exitCode.resolve(this.#signalCode);
    else if (typeof end === "number") this.#exitCode.resolve(end);
    else this.#exitCode.reject(end);
  }

  #say(text: string): void {
    this.#terminal.err(`${text}\n`);
  }

  /** Says that something failed, and reports it. */
  #complain(text: string): void {
    this.#say(text);
    this.#report({ event: "error", message: text });
  }

  #report(report: DevReport): void {
    this.#options.report?.(report);
  }

  #whole(path: string): string {
    return resolve(this.#terminal.cwd, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#held.disposeAsync();
  }
}
