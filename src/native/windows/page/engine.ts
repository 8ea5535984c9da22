import { FrameworkError } from "../../../contract/errors.ts";
import type { AppIdentity, EngineTraits } from "../../../contract/ui/index.ts";
import { endApp } from "../../guard.ts";
import { HResultError } from "../com/hresult.ts";
import { soon } from "../loop.ts";
import { endOther, INVALID_STATE } from "./busy-folder.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { admitSandbox, theseTools } from "./fixed-runtime.ts";
import { sayMissing } from "./missing-runtime.ts";
import { noOverrides, readOverrides, type Overrides } from "./overrides.ts";
import type { MakeView } from "./page-view.ts";
import { findRuntime, thisComputer, type Runtime } from "./runtime.ts";
import { EdgeWebView, type ViewEngine } from "./view.ts";
import { webview2Traits } from "./webview2-traits.ts";

export interface EngineOptions {
  /** The folder of a runtime that the app ships; `null`: the installed one. */
  readonly fixedRuntime: string | null;
  /**
   * Whether WebView2's variables and policies override the app's settings, as browser automation
   * requires.
   */
  readonly takesOverrides: boolean;
}

/** Creates the engine's parts; tests replace them. */
export interface EngineParts {
  /** The overrides for an app. */
  readonly readOverrides: (executable: string) => Overrides;
  readonly find: (fixedRuntime: string | null, executable: string, overrides: Overrides) => Runtime;
  /** Grants the engine's own sandbox access to the runtime that the app ships. */
  readonly admitSandbox: (folder: string) => void;
  readonly create: (
    runtime: Runtime,
    identity: AppIdentity,
    overrides: Overrides,
  ) => Promise<Environment>;
  readonly sayMissing: (identity: AppIdentity, reason: string) => void;
}

const theParts: EngineParts = {
  readOverrides: (executable) => readOverrides({ ...thisComputer, executable }),
  find: (folder, executable, overrides) =>
    findRuntime(folder, { ...thisComputer, executable }, overrides),
  admitSandbox: (folder) => admitSandbox(folder, theseTools),
  create: createEnvironment,
  sayMissing,
};

const minSecondsBetweenRestarts = 10;

/** The web engine of an app: the environment, which starts at once, and its views. */
export class Engine implements ViewEngine {
  /**
   * Settles when the engine can create views. Fails with `unavailable` when there is no runtime.
   */
  readonly begun: Promise<EngineTraits>;
  readonly identity: AppIdentity;
  readonly #options: EngineOptions;
  readonly #parts: EngineParts;
  #environment: Promise<Environment>;
  #lastRestart = -Infinity;

  constructor(identity: AppIdentity, options: EngineOptions, parts: EngineParts) {
    this.identity = identity;
    this.#options = options;
    this.#parts = parts;
    this.#environment = this.#start();
    this.begun = this.#begin();
    // Waiting callers receive the error; there may be none yet.
    this.begun.catch(() => {});
  }

  get environment(): Promise<Environment> {
    return this.#environment;
  }

  /** Gives a window its view. Requests of the window are kept until the view exists. */
  readonly makeView: MakeView = (spec, window) => new EdgeWebView(spec, window, this);

  /**
   * The browser process has ended, and with it all views. The first view that reports it starts
   * another one for all.
   */
  restart(ended: Environment): Promise<Environment> {
    return this.#replace(ended, () => this.#startAgain());
  }

  /** Another environment for all, in place of one that has never got a browser process. */
  renew(refused: Environment): Promise<Environment> {
    return this.#replace(refused, () => this.#start());
  }

  async #replace(former: Environment, start: () => Promise<Environment>): Promise<Environment> {
    const asked = this.#environment;
    const environment = await asked;
    if (environment === former && this.#environment === asked) this.#environment = start();
    return this.#environment;
  }

  // The former environment is kept: it answers the pending requests of its views.
  async #startAgain(): Promise<Environment> {
    const now = performance.now() / 1000;
    const isTooSoon = now - this.#lastRestart < minSecondsBetweenRestarts;
    this.#lastRestart = now;
    if (isTooSoon) {
      const error = new Error(
        "Cannot go on: the browser process of WebView2 has ended twice in 10 seconds",
      );
      endApp(error);
      throw error;
    }
    process.stderr.write(
      "framework: the browser process of WebView2 ended: starting another one\n",
    );
    return this.#start();
  }

  #start(): Promise<Environment> {
    const { identity } = this;
    const { fixedRuntime, takesOverrides } = this.#options;
    const { readOverrides: read, find, admitSandbox: admit, create } = this.#parts;
    try {
      const overrides = takesOverrides ? read(identity.executable) : noOverrides;
      const runtime = find(fixedRuntime, identity.executable, overrides);
      if (fixedRuntime !== null && runtime.folder === fixedRuntime) admit(fixedRuntime);
      return create(runtime, identity, overrides);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async #begin(): Promise<EngineTraits> {
    try {
      await this.#environment;
    } catch (thrown) {
      const error = startError(thrown, this.identity);
      // The box has a nested loop, in which calls of the app thread are answered: not before this
      // engine is known.
      await new Promise<void>((resolve) => soon(resolve));
      this.#parts.sayMissing(this.identity, error.message);
      throw error;
    }
    return webview2Traits;
  }
}

const E_ACCESSDENIED = 0x80070005 | 0;

/** The reason why the engine could not start, with advice. */
function startError(thrown: unknown, { dataDirectory }: AppIdentity): FrameworkError {
  if (thrown instanceof FrameworkError) return thrown;
  const code = thrown instanceof HResultError ? thrown.code : 0;
  const remedy =
    code === INVALID_STATE
      ? endOther
      : code === E_ACCESSDENIED
        ? `make the folder "${dataDirectory}" writable`
        : 'repair "Microsoft Edge WebView2 Runtime" in the list of installed apps';
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new FrameworkError("unavailable", `Cannot start WebView2: ${reason}; ${remedy}`, {
    cause: thrown,
  });
}

/** Starts the web engine. Never throws: `begun` reports missing parts. */
export function openEngine(
  identity: AppIdentity,
  options: EngineOptions,
  parts: EngineParts = theParts,
): Engine {
  return new Engine(identity, options, parts);
}
