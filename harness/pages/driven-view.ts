import { waitFor } from "../wait.ts";
import { connectToPages, type PagesConnection } from "./client.ts";
import type { Command, Event, Header, Sender, ViewSettings, WithoutView } from "./protocol.ts";

type Tells = Event["tells"];
type Reported<T extends Tells> = Extract<Event, { tells: T }>;

/** The host's answer to a request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly body?: string | Uint8Array;
}

export interface AskedRequest extends Reported<"request"> {
  readonly body: Uint8Array;
}

/**
 * A host with one view, as tests use it. It allows each navigation, including frames, unless
 * `allows` decides otherwise.
 */
export class DrivenView implements Disposable {
  readonly events: { readonly event: Event; readonly bytes: Uint8Array }[] = [];
  allows: (url: string) => boolean = () => true;
  /** Answers a request; `null`: the test does it by commands. */
  answers: (request: AskedRequest) => Answer | null = () => ({ status: 404 });
  readonly #connection: PagesConnection;
  #lastCall = 0;
  #readTo = 0;

  private constructor(connection: PagesConnection) {
    this.#connection = connection;
  }

  static async open(port: number, settings: Partial<ViewSettings> = {}): Promise<DrivenView> {
    // No event can come before the view exists, because no question has been asked yet.
    const made: { view?: DrivenView } = {};
    const connection = await connectToPages(
      port,
      (event, bytes) => made.view?.receive(event, bytes.slice()),
      (reason) =>
        made.view?.events.push({
          event: { tells: "failed", what: reason },
          bytes: new Uint8Array(),
        }),
    );
    const view = (made.view = new DrivenView(connection));
    view.run({
      do: "open",
      settings: {
        userAgent: null,
        background: [1, 1, 1, 1],
        size: { x: 0, y: 0, width: 400, height: 300 },
        folder: null,
        hosts: ["*.localhost"],
        schemes: [],
        proxy: null,
        browserArguments: "",
        keepsPages: true,
        asksForResponses: false,
        asksForDialogs: false,
        channel: null,
        parent: null,
        ...settings,
      },
    });
    await view.reported("opened");
    return view;
  }

  run(
    command: WithoutView<Command> | Exclude<Command, { view: number }>,
    bytes?: Uint8Array,
  ): void {
    this.#connection.send({ view: 1, ...command } as Command, bytes);
  }

  private receive(event: Event, bytes: Uint8Array): void {
    this.events.push({ event, bytes });
    if (event.tells === "navigation" || event.tells === "frameNavigation")
      this.run({ do: "decide", decision: event.decision, isAllowed: this.allows(event.url) });
    if (event.tells !== "request") return;
    const answer = this.answers({ ...event, body: bytes });
    if (answer === null) return;
    const {
      status = 200,
      headers = [["content-type", "text/html;charset=utf-8"]],
      body = "",
    } = answer;
    const { request } = event;
    this.run({ do: "respond", request, status, reason: "Told", headers });
    this.run({ do: "part", request, isLast: true }, Buffer.from(body));
  }

  /** Waits for the next event of a kind that fits; those before it are used up. */
  async reported<T extends Tells>(
    tells: T,
    fits: (event: Reported<T>) => boolean = () => true,
  ): Promise<Reported<T> & { readonly bytes: Uint8Array }> {
    const found = await waitFor(
      `"${tells}" of the view`,
      () => {
        const place = this.events.findIndex(
          ({ event }, index) =>
            index >= this.#readTo && event.tells === tells && fits(event as Reported<T>),
        );
        if (place < 0) return null;
        this.#readTo = place + 1;
        return this.events[place];
      },
      { state: () => this.events.map(({ event }) => `  ${JSON.stringify(event)}`).join("\n") },
    );
    return { ...(found.event as Reported<T>), bytes: found.bytes };
  }

  /** The top document that is there. */
  get document(): Sender {
    const last = this.events.findLast(({ event }) => event.tells === "document")?.event as
      Reported<"document"> | undefined;
    if (last === undefined) throw new Error("Cannot name the document: no page was shown yet");
    return last.sender;
  }

  /** Shows a page and waits until it is loaded. */
  async show(url: string): Promise<void> {
    this.run({ do: "load", url });
    await this.reported("finished");
  }

  /** The result of a script, which must not be a promise. */
  async evaluate(source: string): Promise<unknown> {
    const call = ++this.#lastCall;
    this.run({ do: "evaluate", call, source });
    const found = await waitFor(
      "the script's result",
      () => this.events.find(({ event }) => event.tells === "evaluated" && event.call === call),
      { state: () => this.events.map(({ event }) => `  ${JSON.stringify(event)}`).join("\n") },
    );
    const { json } = found.event as Reported<"evaluated">;
    return json === null ? undefined : JSON.parse(json);
  }

  /** The final result of a script. */
  async eventually(source: string): Promise<unknown> {
    return waitFor(source, async () => await this.evaluate(source));
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}
