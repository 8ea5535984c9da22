import { isMainThread } from "node:worker_threads";
import { plainError } from "../../contract/errors.ts";
import { AppErrors } from "../errors/app-errors.ts";
import type { ExitHook } from "../public-api/app.ts";
import type { Ui } from "../ui.ts";
import { ExitRequests } from "./exit-requests.ts";

/** The total time for hooks, in milliseconds: an app that is to end must end. */
const patience = 3000;

/** The end of the app. The hooks run first, for any reason. */
export class Exit {
  readonly #ui: Ui;
  readonly #hooks: ExitHook[] = [];
  readonly #work = new Set<Promise<unknown>>();
  #ending: Promise<void> | null = null;
  #endsWithLastWindow = true;
  /** Whether the app ends when its user has closed the dialog of an error. */
  isFailing = false;
  /** The handlers of own code that run first when the user ends the app. */
  readonly requests: ExitRequests;
  /** The uncaught errors, which end the app by default. */
  readonly errors = new AppErrors(() => void this.quit(1));

  constructor(ui: Ui) {
    this.#ui = ui;
    this.requests = new ExitRequests(ui, (error) => this.errors.codeFailed(error));
  }

  /** Whether the app ends when its last window closes. */
  get endsWithLastWindow(): boolean {
    return this.#endsWithLastWindow;
  }

  set endsWithLastWindow(ends: boolean) {
    this.#endsWithLastWindow = ends;
    this.#ui.tellLife(ends ? "ends with the last window" : "stays without windows");
  }

  /** Whether the app has begun to end. */
  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /** Adds a hook. The last added runs first, because later resources depend on earlier ones. */
  onExit(hook: ExitHook): void {
    this.#hooks.push(hook);
  }

  /** Delays the end for work that must not be interrupted, within the time limit of hooks. */
  waitFor(work: Promise<unknown>): void {
    this.#work.add(work);
    const done = () => void this.#work.delete(work);
    work.then(done, done);
  }

  /**
   * Ends the app; when it is ending already, the first call applies. Never rejects.
   *
   * @param last runs after the last hook; the exit code is 1 when it fails
   */
  quit(code: number, last?: () => void | Promise<void>): Promise<void> {
    if (this.#ending === null) {
      // The ui thread ends the process if a hook never returns.
      this.#ui.tellLife("ending");
      this.#ending = this.#end(code, async () => {
        this.#ui.tell("app.quit", { code: (await succeeds(last)) ? code : 1 });
      });
    }
    return this.#ending;
  }

  /** Ends the resources of this thread, and then passes the windows to another one. */
  leave(handOver: () => void): Promise<void> {
    this.#ending ??= this.#end(0, handOver);
    return this.#ending;
  }

  async #end(code: number, last: () => void | Promise<void>): Promise<void> {
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patience);
    await Promise.race([this.#runHooks(code), timeout]);
    // A reader that does not consume the app's output must not keep it from ending, either.
    await Promise.race([Promise.all([written(process.stdout), written(process.stderr)]), timeout]);
    clearTimeout(timer);
    await last();
  }

  async #runHooks(code: number): Promise<void> {
    for (const hook of this.#hooks.toReversed()) {
      try {
        await hook(code);
      } catch (error) {
        process.stderr.write(`framework: an exit hook failed: ${plainError(error).message}\n`);
      }
    }
    await Promise.allSettled(this.#work);
  }
}

async function succeeds(task?: () => void | Promise<void>): Promise<boolean> {
  try {
    await task?.();
    return true;
  } catch (error) {
    process.stderr.write(`framework: ${plainError(error).message}\n`);
    return false;
  }
}

/** The output of a Worker is in transit for a moment, and would be lost with the process. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  if (isMainThread) return Promise.resolve();
  return new Promise((resolve) => stream.write("", () => resolve()));
}
