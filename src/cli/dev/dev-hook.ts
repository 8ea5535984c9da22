import type { Target } from "../../contract/target.ts";
import {
  ended,
  hookFailure,
  hookScript,
  runHook,
  startHook,
  type HookOptions,
} from "../programs/hooks.ts";
import { Programs } from "../programs/programs.ts";
import type { Project } from "../project/project.ts";

/** A running `beforeDevCommand`, with all its children. */
export class DevHook implements AsyncDisposable {
  readonly #project: Project;
  readonly #host: Target;
  /** Separate, so that it can be ended while the app continues. */
  readonly #programs = new Programs();
  #isEnding = false;

  constructor(project: Project, host: Target) {
    this.#project = project;
    this.#host = host;
  }

  get script(): string | null {
    return hookScript("beforeDevCommand", this.#project.config.build);
  }

  /** Whether it runs beside the app, like a server: its end is not awaited. */
  get runsBeside(): boolean {
    return this.script !== null && !this.#isWaitedFor;
  }

  get #isWaitedFor(): boolean {
    const hook = this.#project.config.build.beforeDevCommand;
    return hook !== null && typeof hook !== "string" && hook.wait;
  }

  /**
   * Starts it, and waits for its end if the configuration requires that.
   *
   * @param failed called when it fails later: a failed server takes its pages with it, and the app
   * is useless then. A successful end means another kind of task.
   * @throws UserError when it fails while it is awaited
   */
  async start(failed: (error: unknown) => void): Promise<void> {
    const { build } = this.#project.config;
    const options: HookOptions = {
      ...this.#project,
      target: this.#host,
      debug: true,
      programs: this.#programs,
    };
    if (this.#isWaitedFor) return await runHook("beforeDevCommand", build, options);
    const server = startHook("beforeDevCommand", build, options);
    if (server === null) return;
    void ended(server, "build.beforeDevCommand").then(
      ({ code, signal }) => {
        if (code !== 0 && !this.#isEnding) failed(hookFailure("beforeDevCommand", code, signal));
      },
      (error: unknown) => failed(error),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#programs[Symbol.asyncDispose]();
  }
}
