import type { Socket } from "node:net";
import { frame, frameReader, type Command, type Event } from "../pages/protocol.ts";
import type { Browser } from "./browser.ts";
import type { Browsers } from "./browsers.ts";
import { Requests } from "./requests.ts";
import { ChromiumView, type ViewCommand } from "./view.ts";

/** A connection of a host, and the views that it has opened. */
export class Host {
  readonly #socket: Socket;
  readonly #browsers: Browsers;
  readonly #requests: Requests;
  // By the host's own numbers; each is there before its page is.
  readonly #views = new Map<number, Promise<ChromiumView | null>>();
  /** By folder: an app's browser lives as long as the app, not as its windows. */
  readonly #taken = new Map<string | null, Promise<{ key: string; browser: Browser }>>();
  #isGone = false;

  constructor(socket: Socket, browsers: Browsers) {
    this.#socket = socket;
    this.#browsers = browsers;
    this.#requests = new Requests((event, bytes) => this.#send(event, bytes));
    const read = frameReader<Command>((command, bytes) => this.#receive(command, bytes.slice()));
    socket.on("data", read);
    socket.on("error", () => {}); // "close" follows
    socket.on("close", () => void this.#close());
  }

  #send(event: Event, bytes?: Uint8Array): void {
    if (!this.#isGone) this.#socket.write(frame(event, bytes));
  }

  #receive(command: Command, bytes: Uint8Array): void {
    if (command.do === "respond" || command.do === "part" || command.do === "refuse")
      return this.#requests.answer(command, bytes);
    if (command.do === "open") {
      this.#views.set(command.view, this.#open(command));
      return;
    }
    const view = this.#views.get(command.view);
    if (view === undefined)
      return this.#send({ tells: "failed", what: `"${command.do}" of no view` });
    if (command.do === "close") this.#views.delete(command.view);
    void view.then((opened) =>
      command.do === "close" ? opened?.close() : opened?.run(command as ViewCommand),
    );
  }

  async #open({
    view: number,
    settings,
  }: Extract<Command, { do: "open" }>): Promise<ChromiumView | null> {
    try {
      const { folder, browserArguments } = settings;
      const taken = this.#taken.get(folder) ?? this.#browsers.take(folder, browserArguments);
      this.#taken.set(folder, taken);
      const { browser } = await taken;
      const view = await ChromiumView.open(browser, settings, {
        number,
        tell: (event, bytes) => this.#send(event, bytes),
        requests: this.#requests,
      });
      const noWindow = 0;
      this.#send({ tells: "opened", view: number, window: noWindow });
      return view;
    } catch (error) {
      this.#send({ tells: "failed", what: String(error) });
      return null;
    }
  }

  async #close(): Promise<void> {
    this.#isGone = true;
    for (const view of this.#views.values()) (await view)?.close();
    for (const taken of this.#taken.values()) this.#browsers.giveBack((await taken).key);
  }
}
