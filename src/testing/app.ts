import { insertBytes } from "../contract/page/attachments.ts";
import type { WindowInfo } from "../contract/automation.ts";
import type { AppLike, ArgsOf, CommandsOf, NameOf, ResultOf } from "../api/parts/own-commands.ts";
import type { Desktop } from "./desktop.ts";
import { Dialogs } from "./dialogs.ts";
import { Clipboard, Menus, Notifications, Shortcuts, Tray } from "./desktop-parts.ts";
import { Events } from "./events.ts";
import { firstSign } from "./executable.ts";
import type { Line } from "./line.ts";
import type { PageInput } from "./page-input.ts";
import { connectPages, type Pages } from "./playwright/pages.ts";
import type { Page } from "./playwright/types.ts";
import { startProgram, type Exit, type RunningApp } from "./process/running-app.ts";
import { within } from "./process/wait.ts";
import { reportFailure, Steps } from "./report.ts";

/** The options of an app's start. */
export interface Start {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface AppOptions {
  readonly mode: "desktop" | "memory";
  readonly start: Start;
  readonly line: Line;
  readonly home: string;
  readonly desktop: Desktop | null;
  /** Whether dialogs are shown. */
  readonly showsDialogs: boolean;
  /** The folder for reports of failures. */
  readonly reports: string;
  /** A build of the app. `null`: it is run from source. */
  readonly executable: string | null;
}

/** An app with an unknown type. */
export interface AnyApp {
  // oxlint-disable-next-line typescript/no-explicit-any -- any command may take and give anything
  readonly commands: Readonly<Record<string, (args: any) => any>>;
}

/** An app under test. Leaving the scope ends it and removes its home folder. */
export class App<Own extends AppLike = AnyApp> implements AsyncDisposable {
  readonly mode: "desktop" | "memory";
  /** Its home folder. */
  readonly home: string;
  readonly dialogs: Dialogs;
  readonly events: Events;
  readonly menus: Menus;
  readonly tray: Tray;
  readonly notifications: Notifications;
  readonly clipboard: Clipboard;
  readonly shortcuts: Shortcuts;
  readonly windows: Windows;
  /** The steps of the test so far; for the report. */
  readonly steps = new Steps();
  readonly #options: AppOptions;
  readonly #held: AsyncDisposableStack;
  #running: RunningApp;
  #pages: Promise<Pages> | null = null;

  private constructor(options: AppOptions, running: RunningApp, held: AsyncDisposableStack) {
    const { mode, home, line, desktop, showsDialogs } = options;
    this.mode = mode;
    this.home = home;
    this.#options = options;
    this.#running = running;
    this.#held = held;
    const session = desktop?.session ?? null;
    const { steps } = this;
    this.dialogs = new Dialogs({ line, steps, session, showsDialogs, pid: () => this.pid });
    this.events = new Events(line);
    this.menus = new Menus(line, this.steps);
    this.tray = new Tray(line, this.steps);
    this.notifications = new Notifications(line);
    this.clipboard = new Clipboard(line);
    this.shortcuts = new Shortcuts(line, this.steps);
    this.windows = new Windows(line, this.steps);
    held.defer(async () => await this.#end());
    this.steps.follow(line);
  }

  /** @internal */
  static async start<Own extends AppLike>(
    options: AppOptions,
    given: AsyncDisposableStack,
  ): Promise<App<Own>> {
    await using held = given;
    // Before it begins: a dialog may open at once.
    const begun = options.line.next("begun");
    const hello = options.line.next("hello");
    const loads = new PageLoads(options.line);
    const running = startProgram(options.start.command, options.start);
    const app = new App<Own>(options, running, held.move());
    try {
      app.#pid = await app.#greeted(hello);
      await app.#before(begun);
      await app.#before(loads.all());
    } catch (error) {
      await app[Symbol.asyncDispose]();
      throw error;
    }
    return app;
  }

  #pid = 0;

  /** The process that shows its windows. */
  get pid(): number {
    return this.#pid;
  }

  /**
   * The requirements of a driver of its pages. `input` is `null` in memory.
   * @internal
   */
  get hands(): { readonly line: Line; readonly input: PageInput | null } {
    return { line: this.#options.line, input: this.#options.desktop?.input ?? null };
  }

  /** All it has written to standard output and error, line by line. */
  get output(): readonly string[] {
    return this.#running.output.map(({ text }) => text);
  }

  /**
   * Whether this process stays alive for it.
   * @internal
   */
  keep(isKept: boolean): void {
    this.#running.keep(isKept);
    this.#options.line.keep(isKept);
  }

  /** Settles when it has ended. */
  get exited(): Promise<Exit> {
    return within("the end of the app", this.#running.exited);
  }

  /**
   * The page of a window, as a page of Playwright: its locators, its waiting and its pictures.
   * Needs the package `playwright-core`, and mode `desktop`.
   */
  async window(label = "main"): Promise<Page> {
    const { mode, line, desktop } = this.#options;
    if (mode === "memory" || desktop === null)
      throw new Error(`Cannot show window "${label}" in memory: want mode "desktop"`);
    const pages = (this.#pages ??= connectPages(line, desktop.input));
    return await (await pages).page(label);
  }

  /**
   * Calls a command as a page of the app would: one of its own, or a built-in one, whose flags and
   * scopes apply.
   */
  async invoke<N extends NameOf<Own>>(
    command: N,
    ...args: ArgsOf<CommandsOf<Own>[N]>
  ): Promise<ResultOf<CommandsOf<Own>[N]>> {
    return (await this.invokeFrom("main", command, args[0])) as ResultOf<CommandsOf<Own>[N]>;
  }

  /** The same from another window. */
  async invokeFrom(window: string, command: string, args: unknown = {}): Promise<unknown> {
    this.steps.add(`invoke ${command} ${JSON.stringify(args)}`);
    const { result, attachments = [] } = await this.#options.line.call("invoke", {
      window,
      command,
      args,
    });
    const root = { value: result ?? null };
    for (const { path, base64, isText } of attachments) {
      const bytes = Buffer.from(base64 ?? "", "base64");
      insertBytes(root, path, isText === true ? bytes.toString() : new Uint8Array(bytes));
    }
    return attachments.length > 0 ? root.value : result;
  }

  /** Evaluates a function in the page of window `main`; arguments and results are JSON. */
  async evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return await this.evaluateIn({}, run, ...args);
  }

  /** The same in another window, or in a frame of the same origin: the indexes that lead to it. */
  async evaluateIn<Args extends readonly unknown[], Result>(
    {
      window = "main",
      frame = [],
    }: { readonly window?: string; readonly frame?: readonly number[] },
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const given = args.map((arg) => JSON.stringify(arg) ?? "undefined").join(", ");
    const expression = `(${run.toString()})(${given})`;
    const asked = { window, expression, frame };
    return (await this.#options.line.call("page.evaluate", asked)) as Awaited<Result>;
  }

  /** Opens files and addresses with it, as a file manager or a second start does. */
  async open(...args: readonly string[]): Promise<void> {
    this.steps.add(`open ${args.join(" ")}`);
    await this.#options.line.call("open", { args, cwd: this.home });
  }

  /**
   * Starts it a second time in parallel: a single-instance app passes its arguments on, and ends.
   */
  startSecond(...args: readonly string[]): RunningApp {
    this.steps.add(`start a second instance ${args.join(" ")}`);
    const { command, cwd, env } = this.#options.start;
    const { FRAMEWORK_AUTOMATION: _, ...others } = env;
    return this.#held.use(startProgram([...command, ...args], { cwd, env: others }));
  }

  /** Ends it and starts it again with the same home folder; waits until its windows are open. */
  async restart(): Promise<void> {
    this.steps.add("restart");
    await this.#end();
    const { line, start } = this.#options;
    const begun = line.next("begun");
    const hello = line.next("hello");
    const loads = new PageLoads(line);
    this.#running = startProgram(start.command, start);
    this.#pid = await this.#greeted(hello);
    await this.#before(begun);
    await this.#before(loads.all());
  }

  /** Requests it to end, and waits until it has. */
  async quit(): Promise<Exit> {
    await this.#options.line.call("quit", { code: 0 }).catch(() => {});
    return await this.exited;
  }

  /**
   * Runs the steps of a test. When they fail, the error names an HTML file with the pictures, the
   * tree of the page, the console, the app's output and the steps.
   */
  async test<T>(name: string, run: (app: this) => T | Promise<T>): Promise<T> {
    try {
      return await run(this);
    } catch (error) {
      throw await reportFailure(error, {
        name,
        folder: this.#options.reports,
        steps: this.steps,
        output: this.output,
        line: this.#options.line,
        input: this.#options.desktop?.input ?? null,
        tree: this.mode === "memory" ? null : (window) => this.#tree(window),
      });
    }
  }

  async #tree(window: string): Promise<string> {
    return await (await this.window(window)).locator("body").ariaSnapshot({ timeout: 2000 });
  }

  /** The PID in the greeting of the app. */
  async #greeted(hello: Promise<{ readonly pid: number }>): Promise<number> {
    const { executable } = this.#options;
    const greeting = this.#before(hello);
    return (await (executable === null ? greeting : firstSign(executable, greeting))).pid;
  }

  /** Settles with an answer, and rejects when the app ends before. */
  async #before<T>(answer: Promise<T>): Promise<T> {
    const running = this.#running;
    const ended = running.exited.then(() => {
      throw new Error(`The app ended before its windows were open\n${running.report()}`);
    });
    ended.catch(() => {});
    return await within("the start of the app", Promise.race([answer, ended]));
  }

  async #end(): Promise<void> {
    await (await this.#pages?.catch(() => null))?.close();
    this.#pages = null;
    await this.#running[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held.disposeAsync();
  }
}

/** The pages that have been loaded since the app began. */
class PageLoads {
  readonly #line: Line;
  readonly #loaded = new Set<string>();
  #changed = (): void => {};

  constructor(line: Line) {
    this.#line = line;
    line.on("page.loaded", ({ window, stage }) => {
      if (stage === "finished") this.#loaded.add(window);
      this.#changed();
    });
    const giveUp = ({ window }: { readonly window: string }): void => {
      this.#loaded.add(window);
      this.#changed();
    };
    line.on("window.closed", giveUp);
    // The page waits for the answer, also while it is loaded.
    line.on("prompt.opened", giveUp);
  }

  /** Settles when each window has had its first page. */
  async all(): Promise<void> {
    const windows = await this.#line.call("windows.list", {});
    while (windows.some(({ label }) => !this.#loaded.has(label)))
      await new Promise<void>((resolve) => (this.#changed = resolve));
  }
}

/** The windows of an app, as its user and the window manager use them. */
export class Windows {
  readonly #line: Line;
  readonly #steps: Steps;

  constructor(line: Line, steps: Steps) {
    this.#line = line;
    this.#steps = steps;
  }

  async list(): Promise<readonly WindowInfo[]> {
    return await this.#line.call("windows.list", {});
  }

  /** Presses the close button of a window. Own code and the page may keep it open. */
  async close(window = "main"): Promise<void> {
    this.#steps.add(`close window ${window}`);
    await this.#line.call("desktop.cause", { event: "window.closeRequested", payload: { window } });
  }

  /** Drops files on a window. */
  async dropFiles(paths: readonly string[], window = "main"): Promise<void> {
    this.#steps.add(`drop ${paths.join(", ")} on window ${window}`);
    for (const stage of ["hover", "drop"] as const)
      await this.#line.call("desktop.cause", {
        event: "window.filesDragged",
        payload: { window, stage, paths },
      });
  }
}
