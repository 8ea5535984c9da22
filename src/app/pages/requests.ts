import { limits } from "../../contract/limits.ts";
import { callPath, probePath, replyPath, ticketHeader } from "../../contract/page/message.ts";
import type { PageResponse, Sender, UiEvents } from "../../contract/ui/index.ts";
import { answered } from "./answered.ts";
import { referringOrigin, type AssetProtocol } from "./asset-protocol.ts";
import type { Assets } from "./assets.ts";
import type { Dispatcher } from "../calls/dispatch.ts";
import type { Documents, KeptReply } from "../calls/documents.ts";
import { readPlaceOfQuery } from "../calls/call-order.ts";
import type { Calls } from "../calls/calls.ts";
import type { Origins } from "../calls/origins.ts";
import { replyPacket } from "../calls/packets.ts";
import type { IsolationFrame } from "./isolation-frame.ts";

type Request = UiEvents["page.request"];

/**
 * An engine shows a PDF in a document of its own, with inline styles, and in some engines by a
 * plug-in. With a policy that blocks those, as most pages have, the viewer would shrink into a
 * corner. This policy admits them, and no source that could send data.
 */
const pdfPolicy =
  "default-src 'none'; object-src 'self' about:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

export interface RequestsOptions {
  readonly dispatcher: Dispatcher;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly assets: Assets;
  readonly assetProtocol: AssetProtocol;
  readonly origins: Origins;
  readonly isolation: IsolationFrame | null;
  /** In development: receives the requests of pages, and their answers. */
  readonly watch: ((request: Request, response: PageResponse) => void) | null;
}

/**
 * Answers every request to the app's schemes: calls by POST, kept replies, the page's files, the
 * user's files.
 */
export class Requests {
  readonly #options: RequestsOptions;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Never rejects, for any request. */
  async respond(request: Request): Promise<PageResponse> {
    const tooLong = statusOfTooLong(request);
    if (tooLong !== null) return this.#withPolicy(request, status(tooLong, null));
    const response = this.#withPolicy(
      request,
      await answered(request.url, () => this.#answer(request)),
    );
    // Calls have answers of their own.
    if (request.call === null) this.#options.watch?.(request, response);
    return response;
  }

  /**
   * Everything that a page may show in a frame is a document, also a picture or an error. Without a
   * policy it could do what the page's own policy forbids, and so could a worker.
   */
  #withPolicy({ url, call }: Request, response: PageResponse): PageResponse {
    const { assets, origins } = this.#options;
    // Checked at its beginning: up to the path, an address of the app is short.
    const origin = originOf(url.slice(0, limits.addressPath.most));
    if (call !== null || assets.policy === null || origin !== origins.own.app) return response;
    const isPdf = response.headers["content-type"] === "application/pdf";
    const policy = isPdf ? pdfPolicy : assets.policy.header;
    return { ...response, headers: { "content-security-policy": policy, ...response.headers } };
  }

  async #answer(request: Request): Promise<PageResponse> {
    const { dispatcher, calls, documents, assets, assetProtocol, origins, isolation } =
      this.#options;
    const { own } = origins;
    const origin = originOf(request.url);
    if (origin === own.asset) {
      // A page of another site may not read files, but could show them, and learn their existence
      // and size.
      const page = documents.originOf(request.window) ?? own.asset;
      const mayShow = page === own.asset || origins.isLocal(page);
      return mayShow ? assetProtocol.respond(request) : status(403, null);
    }
    if (origin === isolation?.origin) {
      if (!this.#mayShowIsolation(request)) return status(403, null);
      const response = isolation.assets.respond(request);
      // The frame's origin is opaque, so its own modules come from another origin.
      return {
        ...response,
        headers: { ...response.headers, "access-control-allow-origin": "null" },
      };
    }
    // Another host or port of the app's schemes would be another origin with the app's files.
    if (origin !== own.app) return status(404, null);
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/__ipc/")) return assets.respond(request);
    const { call } = request;
    if (call === null) return status(403, null);
    if (pathname === probePath) return status(204, call.sender.origin);
    if (pathname === callPath) {
      const place = readPlaceOfQuery(search);
      const read = () => calls.body(call.sender, call.body);
      const reply = await dispatcher.answer(call.sender, place, read, "packet");
      return this.#send(call.sender, { packet: replyPacket(reply), room: reply.room });
    }
    const { document, origin: page } = call.sender;
    const ticket = pathname.slice(replyPath.length);
    const kept = documents.take(document, ticket);
    if (kept !== undefined) return this.#send(call.sender, kept);
    return status(documents.arrived(document, ticket) ? 204 : 404, page);
  }

  #send({ document, origin }: Sender, { packet, room }: KeptReply): PageResponse {
    const ticket = this.#options.documents.send(document, room);
    const sent = packetResponse(packet, origin);
    if (ticket === null) return sent;
    const shown = origin === null ? {} : { "access-control-expose-headers": ticketHeader };
    return { ...sent, headers: { ...sent.headers, [ticketHeader]: ticket, ...shown } };
  }

  /**
   * WebKitGTK 2.50 ignores `frame-ancestors` for schemes of an app. So this checks the page of the
   * window, and the embedding frame, if it is known.
   */
  #mayShowIsolation({ window, headers }: Request): boolean {
    const { documents, origins } = this.#options;
    const page = documents.originOf(window);
    const frame = referringOrigin(headers["referer"]) ?? page;
    return [page, frame].every((origin) => origin !== null && origins.mayCall({ origin, window }));
  }
}

/**
 * The answer to a request that is longer than any for a file or page of the app: any frame may send
 * it, at any rate.
 */
function statusOfTooLong({ url, headers }: Request): 414 | 431 | null {
  if (url.length > limits.address.most) return 414;
  const end = url.search(/[?#]/);
  if ((end === -1 ? url.length : end) > limits.addressPath.most) return 414;
  return Object.values(headers).some((value) => value.length > limits.requestHeader.most)
    ? 431
    : null;
}

function originOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null ? null : `${url.protocol}//${url.host}`;
}

// In development the page may come from a server of its own, whose pages read our answers across
// origins. The key was checked: this document may read it.
function crossOrigin(origin: string | null): Record<string, string> {
  return origin === null ? {} : { "access-control-allow-origin": origin };
}

function packetResponse(bytes: Uint8Array, origin: string): PageResponse {
  return {
    status: 200,
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "no-store",
      ...crossOrigin(origin),
    },
    body: { kind: "bytes", bytes },
  };
}

function status(code: number, origin: string | null): PageResponse {
  return {
    status: code,
    headers: { "content-type": "text/plain", ...crossOrigin(origin) },
    body: { kind: "bytes", bytes: new Uint8Array() },
  };
}
