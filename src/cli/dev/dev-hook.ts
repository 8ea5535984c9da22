import { setTimeout } from "node:timers/promises";
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
import { PrintedAddresses } from "./printed-addresses.ts";
import type { Project } from "../project/project.ts";

/** The time for the last output of an ended hook to arrive, in milliseconds. */
const ending = 500;

/** A running `beforeDevCommand`, with all its children. */
export class DevHook implements AsyncDisposable {
  readonly #project: Project;
  readonly #host: Target;
  /** Separate, so that it can be ended while the app continues. */
  readonly #programs = new Programs();
  readonly #printed = new PrintedAddresses();
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

  /** The addresses of this machine that it has printed; none if it is awaited. */
  get printedAddresses(): readonly string[] {
    return this.#printed.all;
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
    const server = startHook("beforeDevCommand", build, {
      ...options,
      listen: (stream) => this.#printed.follow(stream),
    });
    if (server === null) return;
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    server.first.once("close", () => close());
    void ended(server, "build.beforeDevCommand").then(
      async ({ code, signal }) => {
        // The reason of a failure may still be in a pipe, which a child of it can keep open.
        await Promise.race([closed, setTimeout(ending, undefined, { ref: false })]);
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
