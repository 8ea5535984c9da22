import { randomUUID } from "node:crypto";
import type { WindowInfo } from "../../contract/automation.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { App } from "../app.ts";
import type { Dialog } from "../dialogs.ts";
import type { Line } from "../line.ts";
import type { PageInput, PagePlace } from "../page-input.ts";
import { InputState } from "./actions/input-state.ts";
import type { Wanted } from "./capabilities.ts";
import { DriverError } from "./errors.ts";
import { Loads } from "./loads.ts";
import { Page } from "./page.ts";
import { Prompts } from "./prompts.ts";
import { referencesIn } from "./references.ts";
import type { Timeouts } from "./timeouts.ts";

/** The questions and the documents of an app's pages, from its start on. */
export class Followed {
  readonly prompts: Prompts;
  readonly loads: Loads;

  constructor(line: Line) {
    this.prompts = new Prompts(line);
    this.loads = new Loads(line);
  }
}

/** An app that a client drives, and the window and frame that receive the commands. */
export class Session implements AsyncDisposable {
  readonly id = randomUUID();
  readonly app: App;
  readonly wanted: Wanted;
  readonly line: Line;
  readonly input: PageInput;
  readonly prompts: Prompts;
  readonly loads: Loads;
  readonly inputState = new InputState();
  timeouts: Timeouts;
  /** The label of the window that receives commands. */
  window: string;
  /** The reference of a frame in it; `null`: the page itself. */
  frame: string | null = null;
  /** The native dialog that extension commands act on. */
  dialog: Dialog | null = null;
  /** The number of windows that were opened for the client. */
  opened = 0;
  /** The references that the client has received, and the window of each. */
  readonly #known = new Map<string, string>();

  constructor(app: App, { prompts, loads }: Followed, wanted: Wanted, window: string) {
    const { line, input } = app.hands;
    if (input === null) throw new DriverError("session not created", "The app has no windows");
    this.app = app;
    this.wanted = wanted;
    this.line = line;
    this.input = input;
    this.prompts = prompts;
    this.loads = loads;
    this.timeouts = wanted.timeouts;
    this.window = window;
    // A new document has none of the frames of the previous one.
    line.on("page.loaded", ({ window: changed, stage }) => {
      if (stage === "started" && changed === this.window) this.frame = null;
    });
  }

  /** The windows of the app, the oldest first. */
  async windows(): Promise<readonly WindowInfo[]> {
    try {
      return await this.line.call("windows.list", {});
    } catch (cause) {
      throw new DriverError("no such window", "Cannot use a window: the app has ended", { cause });
    }
  }

  /** @throws DriverError `no such window` */
  async windowInfo(): Promise<WindowInfo> {
    const found = (await this.windows()).find(({ label }) => label === this.window);
    if (found !== undefined) return found;
    throw new DriverError("no such window", `Cannot use window "${this.window}": it has closed`);
  }

  /** Runs a command for an element in the page. `null`: a prompt opened before its end. */
  async onElement<T>(name: string, id: string, ...args: readonly unknown[]): Promise<T> {
    const given = [this.frame, name, id, args].map((arg) => JSON.stringify(arg)).join(", ");
    try {
      return (await this.#ask(`onElement(${given})`)) as T;
    } catch (error) {
      throw this.#asStale(error, id);
    }
  }

  /** Runs a command in the frame that the client has chosen. */
  async onContext<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    const given = [this.frame, name, args].map((arg) => JSON.stringify(arg)).join(", ");
    return (await this.#ask(`onContext(${given})`)) as T;
  }

  /** The same for children of an element or a shadow root. */
  async onRoot<T>(
    name: string,
    root: { readonly id: string; readonly kind: "element" | "shadow" },
    ...args: readonly unknown[]
  ): Promise<T> {
    try {
      return await this.onContext<T>(name, root, ...args);
    } catch (error) {
      throw this.#asStale(error, root.id);
    }
  }

  /** Runs a command in the page itself. */
  async onPage<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    const given = ["null", JSON.stringify(name), JSON.stringify(args)].join(", ");
    return (await this.#ask(`onContext(${given})`)) as T;
  }

  /** Calls again in the next document if the page navigates before it has answered. */
  async #ask(call: string): Promise<unknown> {
    try {
      return await this.evaluate(call);
    } catch (error) {
      if (!(error instanceof FrameworkError) || error.code !== "closed") throw error;
      await this.loads.finished(this.window, this.timeouts.pageLoad);
      return await this.evaluate(call);
    }
  }

  /** Calls a function of the driver's script in the page. */
  async evaluate(call: string): Promise<unknown> {
    const { window } = this;
    const page = new Page(this.line, window);
    const value = await this.prompts.before(window, page.run(call));
    for (const id of referencesIn(value)) this.#known.set(id, window);
    return value;
  }

  /** An element of an earlier document is stale. One that the client never received is unknown. */
  #asStale(error: unknown, id: string): unknown {
    if (!(error instanceof DriverError) || this.#known.get(id) !== this.window) return error;
    if (!error.message.includes("is known here")) return error;
    const code =
      error.code === "no such shadow root" ? "detached shadow root" : "stale element reference";
    return new DriverError(code, `Cannot use "${id}": its document has gone`);
  }

  /** The page's place on the screen, for the pointer and the keyboard. */
  async place(): Promise<PagePlace> {
    if (!(await this.windowInfo()).isFocused) await this.focus();
    const ask = (expression: string): Promise<unknown> =>
      this.line.call("page.evaluate", { window: this.window, expression });
    const [window, page] = await Promise.all([
      this.windowInfo(),
      ask("({ width: innerWidth, height: innerHeight, scale: devicePixelRatio })"),
    ]);
    return { window, page: page as PagePlace["page"], ask };
  }

  /** Gives the window the keyboard focus, if the system allows that. */
  async focus(): Promise<void> {
    await this.line.call("window.focus", { window: this.window });
    const end = performance.now() + 1000;
    while (performance.now() < end && !(await this.windowInfo()).isFocused)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
  }
}
