import type { Session } from "../../../harness/display.ts";
import type { RunningApp } from "../../../harness/running-app.ts";
import { waitFor } from "../../../harness/wait.ts";
import { click, windows, type XWindow } from "../../../harness/x.ts";
import type { AppLine } from "./app-line.ts";

/** A page that does what a test asks for. */
export interface TestPage {
  /** Calls a function of the page's API: `call("dialog.ask", "Sure?")`. */
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /**
   * Runs the body of an asynchronous function in the page; `args` is in it, and what it returns
   * comes back.
   */
  run(code: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Loads the page anew, and waits until it is there. */
  reload(): Promise<void>;
}

/** A real app in a session, of whatever system: leaving the scope ends it. */
export class PagesApp implements AsyncDisposable {
  readonly session: Session;
  /** The started program: the tool, or the built executable. */
  readonly running: RunningApp;
  protected readonly line: AppLine;
  readonly #held: AsyncDisposableStack;

  constructor(session: Session, running: RunningApp, line: AppLine, held: AsyncDisposableStack) {
    this.session = session;
    this.running = running;
    this.line = line;
    this.#held = held;
  }

  page(window = "main"): TestPage {
    const run = (code: string, ...args: readonly unknown[]) =>
      this.line.ask({ window, code, args });
    return {
      run,
      call: (name, ...args) =>
        run(
          `return await args.shift().split(".").reduce((o, key) => o[key], window.__FRAMEWORK__)(...args)`,
          name,
          ...args,
        ),
      reload: async () => {
        const before = this.pageCount(window);
        await run("setTimeout(() => location.reload())");
        await this.pageOpened(window, before + 1);
      },
    };
  }

  /** The number of pages that a window has had so far. */
  pageCount(window: string): number {
    return this.line.pages.get(window) ?? 0;
  }

  /** Waits until a window has had so many pages. */
  async pageOpened(window: string, count = 1): Promise<void> {
    await waitFor(`page ${count} of window "${window}"`, () => this.pageCount(window) >= count, {
      state: () => this.running.report(),
    });
  }

  /** The app's windows as the window manager knows them: its own ones, and those of its dialogs. */
  async windows(): Promise<XWindow[]> {
    const ids = this.windowProcesses();
    return (await windows(this.session)).filter(({ pid }) => pid !== null && ids.includes(pid));
  }

  /** The processes on Linux that its windows are of. */
  protected windowProcesses(): readonly number[] {
    return this.line.pid === null ? [] : [this.line.pid];
  }

  /** Waits for the app's window of this label. */
  async window(label = "main"): Promise<XWindow> {
    return waitFor(
      `the window "${label}"`,
      async () =>
        (await this.windows()).find(
          ({ title, type, isMapped }) => title === label && type === "NORMAL" && isMapped,
        ),
      { state: () => this.running.report() },
    );
  }

  /** Waits until no dialog is on the screen. */
  async noDialog(): Promise<void> {
    await waitFor(
      "the end of all dialogs",
      async () => (await this.windows()).every(({ type }) => type === "NORMAL"),
      {
        state: async () => JSON.stringify(await this.windows(), null, 2),
      },
    );
  }

  /** Clicks at pixels of the screen. */
  async click(x: number, y: number, withCtrl = false): Promise<void> {
    await click(this.session, x, y, { withCtrl });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held.disposeAsync();
  }
}
