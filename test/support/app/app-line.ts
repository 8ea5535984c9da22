import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { Job, Outcome, Report } from "../../fixtures/display-app/main.ts";
import type { RunningApp } from "../../../harness/running-app.ts";
import { receiveLines } from "../../../src/process/socket-lines.ts";
import { waitFor, within } from "../../../harness/wait.ts";

/** The reason of a page's rejected promise. */
export class PageError extends Error {
  override readonly name: string;
  readonly code: string | undefined;

  constructor({ name, message, code }: Extract<Outcome, { ok: false }>) {
    super(message);
    this.name = name;
    this.code = code;
  }
}

/** The test's end of the line to the app's `main.ts`. */
export class AppLine implements Disposable {
  /** The address for the app: the path of a socket, or a port of this machine. */
  readonly address: string;
  /** The number of pages in each window so far. */
  readonly pages = new Map<string, number>();
  pid: number | null = null;
  readonly #server: Server;
  readonly #patience: number | undefined;
  readonly #waiting = new Map<
    number,
    { readonly settle: (outcome: Outcome) => void; readonly fail: (error: Error) => void }
  >();
  #socket: Socket | null = null;
  #lastJob = 0;

  private constructor(server: Server, address: string, patience: number | undefined) {
    this.#server = server;
    this.#patience = patience;
    this.address = address;
    server.on("connection", (socket) => {
      this.#socket = socket;
      receiveLines(socket, (line) => this.#receive(JSON.parse(line)));
      // An app that is ended while it talks is no error of the line, but its jobs have no answer
      // any more.
      socket.on("error", () => {});
      socket.on("close", () => this.#end());
    });
  }

  /**
   * @param path of the socket; `null`: a port, for apps that know no sockets of Linux
   * @param patience milliseconds: the longest time that an answer of a page takes
   */
  static async open(path: string | null, patience?: number): Promise<AppLine> {
    const server = createServer();
    if (path === null) server.listen(0, "127.0.0.1");
    else server.listen(path);
    await once(server, "listening");
    const place = server.address() as AddressInfo | string;
    return new AppLine(server, typeof place === "string" ? place : String(place.port), patience);
  }

  /** Waits until each of these windows has had a page; gives the number of the app's process. */
  async pagesOf(
    labels: readonly string[],
    app: Pick<RunningApp, "isRunning" | "report">,
  ): Promise<number> {
    return await waitFor(
      "the pages of the app",
      () => {
        if (!app.isRunning)
          throw new Error(`The app ended before its pages were there\n${app.report()}`);
        return labels.every((label) => this.pages.has(label)) ? this.pid : null;
      },
      { state: () => app.report() },
    );
  }

  /** Rejects when the app ends, or does not answer within the patience of a test. */
  ask(job: Omit<Job, "id">): Promise<unknown> {
    const id = ++this.#lastJob;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, {
      settle: (outcome) => (outcome.ok ? resolve(outcome.value) : reject(new PageError(outcome))),
      fail: reject,
    });
    if (this.#socket?.writable === true) this.#socket.write(`${JSON.stringify({ id, ...job })}\n`);
    else this.#end();
    const what = `the answer of window "${job.window}" to ${job.code.trim()}`;
    const answer = within(what, promise, this.#patience);
    // A test may fail before it looks at the answer.
    answer.catch(() => {});
    return answer;
  }

  #end(): void {
    for (const { fail } of this.#waiting.values())
      fail(new Error("The app ended before its page answered"));
    this.#waiting.clear();
  }

  #receive(report: Report): void {
    if (report.kind === "started") this.pid = report.pid;
    else if (report.kind === "page")
      this.pages.set(report.window, (this.pages.get(report.window) ?? 0) + 1);
    else {
      this.#waiting.get(report.id)?.settle(report.outcome);
      this.#waiting.delete(report.id);
    }
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
    this.#server.close();
  }
}
