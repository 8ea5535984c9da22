import { join } from "node:path";
import type {
  UiCallArgs,
  UiCallResult,
  UiEventName,
  UiEvents,
} from "../../../src/contract/ui/index.ts";
import { commandLine } from "../../../harness/process-tree.ts";
import { waitFor } from "../../../harness/wait.ts";
import type { WineSession } from "../../../harness/wine.ts";
import type { WineProgram } from "../../../harness/wine-program.ts";
import type { CallLine, ServiceName, ToldLine } from "../programs/services-line.ts";

/** A program under Wine that does what a test tells it, by the Windows platform's services. */
export class ServiceApp implements AsyncDisposable {
  readonly program: WineProgram;
  #lastCall = 0;

  private constructor(program: WineProgram) {
    this.program = program;
  }

  static async start(
    wine: WineSession,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServiceApp> {
    const app = new ServiceApp(
      wine.bun(join(import.meta.dir, "../programs/services-program.ts"), [], { env }),
    );
    await app.program.line("ready");
    return app;
  }

  /** The result of a call; one that fails rejects with its message. */
  async call<N extends ServiceName>(
    call: N,
    args: UiCallArgs<N>,
  ): Promise<Awaited<UiCallResult<N>>> {
    const id = this.send(call, args);
    const line = await waitFor(`the answer to ${call}`, () => this.#answer(id), {
      state: () => this.program.report(),
    });
    if ("error" in line) throw new Error(line.error);
    return line.result as Awaited<UiCallResult<N>>;
  }

  /** Calls without waiting; returns the call's number. */
  send<N extends ServiceName>(call: N, args: UiCallArgs<N>): number {
    const line: CallLine = { id: ++this.#lastCall, call, args };
    this.program.write(`${JSON.stringify(line)}\n`);
    return line.id;
  }

  isAnswered(id: number): boolean {
    return this.#answer(id) !== undefined;
  }

  /** The reports so far, in order. */
  events<E extends UiEventName>(name: E): UiEvents[E][] {
    return this.#lines.flatMap((line) =>
      "event" in line && line.event === name ? [line.payload as UiEvents[E]] : [],
    );
  }

  /** Waits until this many events of a kind were reported. */
  async eventsUntil<E extends UiEventName>(name: E, count: number): Promise<UiEvents[E][]> {
    return waitFor(
      `${count} times "${name}"`,
      () => (this.events(name).length >= count ? this.events(name) : null),
      {
        state: () => this.program.report(),
      },
    );
  }

  /** Uncaught errors. */
  get thrown(): string[] {
    return this.#lines.flatMap((line) => ("thrown" in line ? [line.thrown] : []));
  }

  /** Presses Ctrl-C in its console, as far as Wine has one: it takes the signal for that. */
  pressCtrlC(): void {
    for (const pid of this.program.processes)
      if (commandLine(pid).includes("services-program")) process.kill(pid, "SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program[Symbol.asyncDispose]();
  }

  #answer(id: number) {
    return this.#lines.find(
      (line): line is Extract<ToldLine, { id: number }> => "id" in line && line.id === id,
    );
  }

  get #lines(): ToldLine[] {
    return this.program.output
      .filter(({ stream, text }) => stream === "out" && text !== "")
      .map(({ text }) => JSON.parse(text) as ToldLine);
  }
}
