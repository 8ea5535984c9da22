import { createReadStream } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import type { Socket, TCPSocketListener } from "bun";
import type { Body, PageResponse } from "../../contract/ui/index.ts";
import { answered } from "./answered.ts";
import type { AssetProtocolRequest } from "./asset-protocol.ts";
import type { Documents } from "../calls/documents.ts";

// WebKitGTK plays video and audio from http: but not from an app's scheme. So that a page can play
// a file that is too large for memory, the app serves it on the loopback interface, where every
// program of the machine could request it: an address is a secret of 128 bits, serves one file, and
// ends with its document.

/** A file that was given to a document, and its current readers. */
interface Given {
  readonly window: string;
  readonly url: string;
  readonly readers: Set<ServerResponse>;
}

/** Serves files of the asset protocol over http while a document plays them. */
export class MediaServer {
  readonly #respond: (request: AssetProtocolRequest) => PageResponse;
  readonly #documents: Documents;
  readonly #files = new Map<string, Given>();
  #server: Server | null = null;
  /** The port in a page's policy, once there is one. */
  #port: number | null = null;
  /**
   * Reserves that port until there is a file to serve: loading an HTTP server takes 50 ms, which
   * would delay the first page.
   */
  #reservation: TCPSocketListener | null = null;

  /**
   * @param respond answers for the asset protocol: every request is checked against the scope again
   */
  constructor(respond: (request: AssetProtocolRequest) => PageResponse, documents: Documents) {
    this.#respond = respond;
    this.#documents = documents;
  }

  /** An address for an asset, valid until the window's current document closes. */
  address(window: string, url: string): string {
    const secret = crypto.getRandomValues(new Uint8Array(16)).toHex();
    const signal = this.#documents.signalOfWindow(window);
    this.#server ??= this.#listen();
    this.#files.set(secret, { window, url, readers: new Set() });
    const address = `http://${this.#host}/${secret}`;
    if (signal.aborted) this.#end(secret);
    else signal.addEventListener("abort", () => this.#end(secret), { once: true });
    return address;
  }

  /** The origin of every address from now on. */
  origin(): string {
    if (this.#port === null) {
      const port = (this.#server?.address() as AddressInfo | null)?.port;
      if (port === undefined) {
        const socket = { open: (client: Socket) => void client.end(), data: () => {} };
        this.#reservation = Bun.listen({ hostname: "127.0.0.1", port: 0, socket });
      }
      this.#port = port ?? (this.#reservation as TCPSocketListener).port;
    }
    return `http://127.0.0.1:${this.#port}`;
  }

  #listen(): Server {
    // Not imported: see `test/project/start-modules.test.ts`.
    const { createServer } = process.getBuiltinModule("node:http");
    const server = createServer((request, response) => void this.#answer(request, response));
    // A failure shows in its port, too.
    server.on("error", () => {});
    this.#reservation?.stop(true);
    this.#reservation = null;
    // Bun listens, and knows its port, when this returns.
    server.listen(this.#port ?? 0, "127.0.0.1");
    if (server.address() === null)
      throw new Error(`Cannot serve video and sound: another program has taken port ${this.#port}`);
    return server;
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server?.address() as AddressInfo | null)?.port}`;
  }

  #end(secret: string): void {
    // Slow readers have had their time, too.
    for (const reader of this.#files.get(secret)?.readers ?? []) reader.destroy();
    this.#files.delete(secret);
    // A port in a policy must go to no other program.
    if (this.#files.size > 0 || this.#port !== null) return;
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = this.#files.get((request.url ?? "").slice(1));
    // A name that a foreign page has pointed to this machine reaches nothing (DNS rebinding).
    const isMeant = request.headers.host === this.#host;
    if (!isMeant || file === undefined) return void response.writeHead(404).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      ),
    );
    const { window, url, readers } = file;
    readers.add(response);
    response.once("close", () => void readers.delete(response));
    const asked = { window, url, method: request.method ?? "", headers };
    const answer = await answered(url, () => this.#respond(asked));
    const { status, body } = answer;
    const length = body.kind === "bytes" ? body.bytes.length : body.length;
    // Without a length the engine cannot seek. `HEAD` returns the length of the omitted body.
    response.writeHead(status, { "content-length": length, ...answer.headers });
    if (body.kind === "bytes") return void response.end(body.bytes);
    // A player that has enough, or wants another part, aborts.
    process.getBuiltinModule("node:stream").pipeline(streamOf(body), response, () => {});
  }
}

function streamOf(body: Exclude<Body, { kind: "bytes" }>): Readable {
  const { offset: start, length } = body;
  // The end is inclusive. For an empty file it is the missing first byte.
  const stretch = { start, end: start + Math.max(length, 1) - 1 };
  if (body.kind === "file") return createReadStream(body.path, stretch);
  // The pack stays open.
  return createReadStream("", { ...stretch, fd: body.descriptor, autoClose: body.kind !== "pack" });
}
