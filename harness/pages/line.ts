// The thread of the connections: hosts, and the requests of their pages.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { inheritedStreams, writeDirectly } from "../../src/native/standard-streams.ts";
import { wakeBy } from "../../src/native/wake.ts";
import type { FromLine, LineData, ToLine } from "./line-message.ts";
import { frame, frameReader, type Command, type Event } from "./protocol.ts";
import { openProxy, type Proxy } from "./proxy.ts";
import { SchemeResponder } from "./responder.ts";
import type { SchemeRequest } from "./schemes.ts";
import { Requests } from "./requests.ts";

interface OpenView {
  readonly send: (event: Event, bytes?: Uint8Array) => void;
  readonly proxy: Proxy;
  readonly asked: (request: SchemeRequest) => void;
}

writeDirectly(inheritedStreams(null));
const { port, waker } = workerData as LineData;
const wake = wakeBy(waker);
const views = new Map<number, OpenView>();
let lastId = 0;

function post(message: FromLine): void {
  port.postMessage(message);
  wake();
}

parentPort?.on("message", (message: ToLine) => {
  const view = views.get(message.id);
  if (message.kind === "event") view?.send(message.event, message.bytes);
  else if (message.kind === "allow") view?.proxy.gate.allow(message.url);
  else if (message.kind === "release") view?.proxy.gate.release();
  else if (message.kind === "drop") view?.proxy.gate.drop();
  else view?.asked(message.request);
});

class Host {
  readonly #socket: Socket;
  // By the host's own numbers.
  readonly #ids = new Map<number, number>();
  readonly #requests: Requests;
  // One after the other: a view takes a moment to open.
  #turn: Promise<void> = Promise.resolve();
  #isGone = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#requests = new Requests((event, bytes) => this.#send(event, bytes));
    const read = frameReader<Command>((command, bytes) => this.#receive(command, bytes.slice()));
    socket.on("data", read);
    socket.on("error", () => {}); // "close" follows
    socket.on("close", () => this.#close());
  }

  #send(event: Event, bytes?: Uint8Array): void {
    if (!this.#isGone) this.#socket.write(frame(event, bytes));
  }

  #receive(command: Command, bytes: Uint8Array): void {
    if (command.do === "respond" || command.do === "part" || command.do === "refuse")
      return this.#requests.answer(command, bytes);
    this.#turn = this.#turn.then(async () => {
      try {
        await this.#run(command);
      } catch (error) {
        this.#send({ tells: "failed", what: String(error) });
      }
    });
  }

  async #run(command: Exclude<Command, { do: "respond" | "part" | "refuse" }>): Promise<void> {
    const { view: number } = command;
    if (command.do === "open") return this.#open(number, command);
    const id = this.#ids.get(number);
    if (id === undefined)
      return this.#send({ tells: "failed", what: `"${command.do}" of no view` });
    if (command.do !== "close") return post({ kind: "command", id, command });
    this.#ids.delete(number);
    this.#requests.close(number);
    end(id);
  }

  async #open(number: number, { settings }: Extract<Command, { do: "open" }>): Promise<void> {
    const held = new SharedArrayBuffer(4);
    const proxy = await openProxy({
      hosts: settings.hosts,
      upstream: settings.proxy,
      held: new Int32Array(held),
      receive: (request, reply) => this.#requests.receive(number, request, reply),
    });
    const id = ++lastId;
    views.set(id, {
      send: (event, bytes) => this.#send(event, bytes),
      proxy,
      asked: (request) => this.#asked(number, request),
    });
    this.#ids.set(number, id);
    if (this.#isGone) return this.#close();
    post({ kind: "open", id, number, settings, proxy: proxy.address, held });
  }

  #asked(view: number, { scheme, file, body, method, url, headers }: SchemeRequest): void {
    const responder = new SchemeResponder(file, {
      begin: (status, reason, answered) =>
        post({ kind: "answerScheme", scheme, status, reason, headers: answered }),
      refuse: () => post({ kind: "refuseScheme", scheme }),
    });
    this.#requests.add(view, { method, url, headers }, body, responder);
  }

  #close(): void {
    this.#isGone = true;
    for (const id of this.#ids.values()) end(id);
    this.#ids.clear();
    this.#requests.close();
  }
}

function end(id: number): void {
  views.get(id)?.proxy.close();
  views.delete(id);
  post({ kind: "close", id });
}

const server = createServer({ noDelay: true }, (socket) => void new Host(socket));
server.listen(0, "127.0.0.1", () =>
  console.log(`pages on port ${(server.address() as AddressInfo).port}`),
);
