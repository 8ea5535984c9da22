import type { EngineTraits, PageResponse } from "../../contract/ui/index.ts";
import { keyHeader } from "../../contract/page/message.ts";
import { bridgeCall } from "../page/bridge-call.ts";
import { beginsWithKeyOf, keyLength } from "../page/key.ts";
import { Messages } from "../page/messages.ts";
import { receiveRequest } from "../page/requests.ts";
import type { EngineOfViews } from "../shell/view/web-view.ts";
import type { MemoryEngine } from "./engine.ts";
import type { MemoryWindow } from "./window.ts";

/** The answer to a message of a page. */
interface Reply {
  readonly answer: (text: string) => void;
  readonly refuse: (error: Error) => void;
}

/** A request of a page; `body` marks one with the document's key. */
export interface PageRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The pages of windows, which tests control. */
export class MemoryPages {
  readonly traits: EngineTraits;
  readonly messages = new Messages<Reply>({
    answer: (reply, text) => reply.answer(text),
    refuse: (reply, reason) => reply.refuse(new Error(reason)),
    release: () => {},
  });
  readonly #engine: MemoryEngine;
  #requests = 0;

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
    this.traits = { ...engine, transport: engine.transport.script };
  }

  /** The shared part of this engine's views. Each script runs by itself, and at once. */
  get engine(): EngineOfViews {
    return {
      traits: this.traits,
      messages: {
        refuseAll: (documents, isKept) => this.messages.refuseAll(documents, isKept),
        // Tests observe messages to closed documents.
        forget: () => {},
      },
      later,
      soon: (task) => task(),
    };
  }

  /** Messages and requests that wait for an answer. */
  get held(): number {
    return this.messages.size + this.#requests;
  }

  /**
   * The scripts that a page gets before any code of its own: the bridge, called with its key, and
   * `window.memory`.
   */
  open({ spec, view }: MemoryWindow): { readonly bridge: string; readonly memory: unknown } {
    const key = JSON.stringify(view.documents.current?.key ?? "");
    return {
      bridge: bridgeCall(spec.bridge.source, key, this.traits),
      memory: this.#engine.transport.open((message) => this.#ask(view.documents, message)),
    };
  }

  /** Receives a message from a page, with the key that the page claims. */
  #ask(documents: MemoryWindow["view"]["documents"], message: string): Promise<string> {
    const { current } = documents;
    return new Promise((answer, refuse) => {
      if (current === null || !beginsWithKeyOf(current, message))
        this.messages.refuse({ answer, refuse });
      else this.messages.receive(documents, current, message.slice(keyLength), { answer, refuse });
    });
  }

  /** Sends a message as a page would. Never settles when the page closes first. */
  post({ document, view }: MemoryWindow, text: string, origin = document.origin): Promise<string> {
    return new Promise((answer, refuse) =>
      this.messages.receive(view.documents, { ...document, origin }, text, { answer, refuse }),
    );
  }

  /** Sends a request as a page would. */
  request(
    { document, view }: MemoryWindow,
    url: string,
    { method = "GET", headers = {}, body }: PageRequest,
  ): Promise<PageResponse> {
    const { readsBodies, answersBytes } = this.#engine;
    // An engine also assigns an address that `URL` rejects to its scheme.
    const { protocol, pathname: path } = URL.canParse(url)
      ? new URL(url)
      : { protocol: url.slice(0, url.indexOf(":") + 1), pathname: "/" };
    const sent: Readonly<Record<string, string | null>> =
      body === undefined ? headers : { ...headers, [keyHeader]: document.key };
    this.#requests++;
    return new Promise((resolve) => {
      const settle = (response: PageResponse): void => {
        this.#requests--;
        resolve(response);
      };
      receiveRequest(view, {
        method,
        url,
        scheme: protocol.slice(0, -1),
        path,
        header: (name) => sent[name] ?? null,
        readBody: async () => (readsBodies && body !== undefined ? body : new Uint8Array()),
        answer: (response) => settle(answersBytes ? response : asText(response)),
        refuse: (reason) =>
          settle({ ...gone, body: { kind: "bytes", bytes: Buffer.from(reason) } }),
      });
    });
  }
}

export function later(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}

const gone = { status: 503, headers: { "content-type": "text/plain" } } as const;

/** The part of an answer that remains in an engine that reads all answers as text. */
function asText(response: PageResponse): PageResponse {
  const { body } = response;
  if (body.kind !== "bytes") return response;
  return {
    ...response,
    body: { kind: "bytes", bytes: Buffer.from(new TextDecoder().decode(body.bytes)) },
  };
}
