import type { Command, Event, Header, RequestSource } from "../pages/protocol.ts";
import type { PausedRequest } from "./events.ts";

type Answer = Extract<Command, { do: "respond" | "part" | "refuse" }>;

/** The session that a request waits in. */
interface Session {
  run(method: string, params: object): void;
}

interface Waiting {
  readonly view: number;
  readonly session: Session;
  readonly paused: PausedRequest;
  status: number;
  reason: string;
  headers: readonly Header[];
  readonly parts: Uint8Array[];
}

// The purpose of a request in a document's own words. The network gets it later (Sec-Fetch-Dest).
const destinations: Readonly<Record<string, string>> = {
  Stylesheet: "style",
  Image: "image",
  Media: "video",
  Font: "font",
  Script: "script",
  TextTrack: "track",
  XHR: "empty",
  Fetch: "empty",
  EventSource: "empty",
  Ping: "empty",
  Preflight: "empty",
  Manifest: "manifest",
  CSPViolationReport: "report",
  Other: "other",
};

let lastRequest = 0;

/**
 * The requests of a host's pages, each until it has its answer. The protocol needs an answer as a
 * whole, so parts are kept until the last one.
 */
export class Requests {
  readonly #send: (event: Event, bytes?: Uint8Array) => void;
  readonly #waiting = new Map<number, Waiting>();

  constructor(send: (event: Event, bytes?: Uint8Array) => void) {
    this.#send = send;
  }

  /** Reports a request to the host. @param top the view's own document */
  ask(
    view: number,
    session: Session,
    paused: PausedRequest,
    { top, source }: { readonly top: string; readonly source: RequestSource },
  ): void {
    const request = ++lastRequest;
    this.#waiting.set(request, {
      view,
      session,
      paused,
      status: 200,
      reason: "",
      headers: [],
      parts: [],
    });
    const { url, method, headers, postDataEntries = [] } = paused.request;
    const document = paused.frameId === top ? "document" : "iframe";
    const destination =
      paused.resourceType === "Document"
        ? document
        : (destinations[paused.resourceType] ?? "other");
    const list = Object.entries(headers).map(([name, value]): Header => [
      name.toLowerCase(),
      value,
    ]);
    list.push(["sec-fetch-dest", destination]);
    const body = Buffer.concat(
      postDataEntries.map(({ bytes = "" }) => Buffer.from(bytes, "base64")),
    );
    this.#send({ tells: "request", view, request, method, url, headers: list, source }, body);
  }

  answer(command: Answer, bytes: Uint8Array): void {
    const { request } = command;
    const waiting = this.#waiting.get(request);
    if (waiting === undefined) return; // the page has gone elsewhere
    if (command.do === "respond") {
      const { status, reason, headers } = command;
      Object.assign(waiting, { status, reason, headers });
      return;
    }
    if (command.do === "part") {
      waiting.parts.push(bytes);
      if (!command.isLast) return this.#send({ tells: "taken", request });
    }
    this.#waiting.delete(request);
    const { requestId } = waiting.paused;
    if (command.do === "refuse") refuse(waiting);
    else
      waiting.session.run("Fetch.fulfillRequest", {
        requestId,
        responseCode: waiting.status,
        ...(waiting.reason === "" ? {} : { responsePhrase: waiting.reason }),
        responseHeaders: waiting.headers.map(([name, value]) => ({ name, value })),
        body: Buffer.concat(waiting.parts).toString("base64"),
      });
  }

  /** The page wants no answer any more. */
  gone(view: number, networkId: string): void {
    for (const [request, { view: own, paused }] of this.#waiting) {
      if (own !== view || paused.networkId !== networkId) continue;
      this.#waiting.delete(request);
      this.#send({ tells: "gone", request });
    }
  }

  /** Ends those of a view. */
  close(view: number): void {
    for (const [request, waiting] of this.#waiting) {
      if (waiting.view !== view) continue;
      this.#waiting.delete(request);
      refuse(waiting);
    }
  }
}

function refuse({ session, paused: { requestId } }: Waiting): void {
  session.run("Fetch.failRequest", { requestId, errorReason: "ConnectionRefused" });
}
