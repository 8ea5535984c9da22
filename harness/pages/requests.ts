import type { IncomingMessage, ServerResponse } from "node:http";
import type { Command, Event, Header } from "./protocol.ts";
import { HttpResponder, type Responder } from "./responder.ts";

type Answer = Extract<Command, { do: "respond" | "part" | "refuse" }>;

/** A request of a page. */
export interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

let lastRequest = 0;

/** The requests of a host's pages, each until it has its answer. */
export class Requests {
  readonly #send: (event: Event, bytes?: Uint8Array) => void;
  readonly #open = new Map<number, { readonly view: number; readonly responder: Responder }>();

  constructor(send: (event: Event, bytes?: Uint8Array) => void) {
    this.#send = send;
  }

  /** Reports a request that came over a connection, with its whole body, to the host. */
  async receive(view: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const { rawHeaders, method = "GET", url = "/" } = request;
    const headers: Header[] = [];
    for (let place = 0; place < rawHeaders.length; place += 2)
      headers.push([(rawHeaders[place] ?? "").toLowerCase(), rawHeaders[place + 1] ?? ""]);
    this.add(view, { method, url, headers }, Buffer.concat(parts), new HttpResponder(response));
  }

  /** Reports a request to the host. */
  add(view: number, asked: PageRequest, body: Uint8Array, responder: Responder): void {
    const request = ++lastRequest;
    this.#open.set(request, { view, responder });
    responder.whenGone(() => {
      if (this.#open.delete(request)) this.#send({ tells: "gone", request });
    });
    this.#send({ tells: "request", view, request, ...asked }, body);
  }

  answer(command: Answer, bytes: Uint8Array): void {
    const { request } = command;
    const responder = this.#open.get(request)?.responder;
    if (responder === undefined) return; // the page has gone elsewhere
    if (command.do === "respond")
      return responder.begin(command.status, command.reason, command.headers);
    if (command.do === "part" && !command.isLast)
      return responder.send(bytes, () => this.#send({ tells: "taken", request }));
    this.#open.delete(request);
    if (command.do === "refuse") responder.refuse();
    else responder.end(bytes);
  }

  /** Ends those of a view, or of all. */
  close(closed: number | null = null): void {
    for (const [request, { view, responder }] of this.#open) {
      if (closed !== null && view !== closed) continue;
      this.#open.delete(request);
      responder.refuse();
    }
  }
}
