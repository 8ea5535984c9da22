import { FrameworkError } from "../../contract/errors.ts";
import { sentFile } from "../commands/fs-path.ts";
import { admitAddress } from "../network/admission.ts";
import { authorities } from "../network/authorities.ts";
import type { Route } from "../network/host-addresses.ts";
import { unpackedAnswer } from "../network/http-body.ts";
import { checkHeaders } from "../network/http-request.ts";
import { fetchFollowing, networkReason } from "../network/redirects.ts";
import { streamedBytes, type StreamedBody } from "../network/streamed-body.ts";
import { HttpScope } from "../scope/network/http.ts";
import type { Services } from "../services.ts";

/**
 * Requests that the app's own code sends on behalf of a page, within
 * `framework.allowlist.http.scope`.
 */
export interface AppHttp {
  /**
   * Sends a request as a page would: its address and each redirect must be in the scope, and so
   * must an uploaded file. The answer is a stream, and decompressed only if the server compresses
   * it unrequested. For requests of its own, own code uses `fetch`.
   *
   * @throws FrameworkError `out-of-scope`, `network`, `bad-argument`; the signal's reason
   */
  fetch(url: string, request: AppRequest): Promise<Response>;
  /**
   * Checks an address of `http:`, `https:`, `ws:` or `wss:` against the scope, for a connection
   * that own code makes itself, and returns its requirements.
   *
   * @throws FrameworkError `out-of-scope`
   */
  check(url: string, signal: AbortSignal): Promise<AppConnection>;
}

/** The requirements of a connection. */
export interface AppConnection {
  /**
   * The IP addresses at which a direct connection must reach the host, if its name alone proves
   * nothing; `null`: any. A connection by a proxy names the host.
   */
  readonly addresses: readonly string[] | null;
  /**
   * The certificates of trusted authorities: Bun's, the system's, and those that the user added.
   */
  readonly ca: readonly string[];
}

/** A request for a page. */
export interface AppRequest {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The filesystem scope judges a file as a read of the page in this window. */
  readonly body?: Uint8Array | { readonly file: string; readonly window: string };
  /** Receives the bytes of the body sent since the last call, and its total. */
  readonly onSent?: (bytes: number, total: number) => void;
  /** Ends the request, and its answer. */
  readonly signal: AbortSignal;
}

/** @internal */
export type OwnHttpPart = (services: Services) => AppHttp;

/** @internal */
export const ownHttp: OwnHttpPart = (services) => {
  const scope = new HttpScope(services.config.framework.allowlist.http.scope);
  return {
    check: async (url, signal) => ({
      addresses: addressesOf(await admitAddress(url.replace(/^ws(?=s?:)/i, "http"), scope, signal)),
      ca: authorities(),
    }),
    async fetch(url, { method = "GET", headers: given = {}, body: content, onSent, signal }) {
      const headers = checkHeaders({ "accept-encoding": "identity", ...given }, url);
      const body = content === undefined ? null : await bodyOf(content, signal, services);
      if (body !== null && !headers.has("content-type"))
        headers.set("content-type", "application/octet-stream");
      try {
        const { response } = await fetchFollowing(
          { url, method, headers, body: body === null ? null : reported(body, onSent) },
          { signal, maxRedirections: 10, admit: (next) => admitAddress(next, scope, signal) },
        );
        return await unpackedAnswer(response);
      } catch (error) {
        if (error instanceof FrameworkError || signal.aborted) throw error;
        throw new FrameworkError(
          "network",
          `Cannot request "${url}": ${networkReason(error, url)}`,
          {
            cause: error,
          },
        );
      }
    },
  };
};

function addressesOf(route: Route | null): readonly string[] | null {
  return route === null || route.addresses.length === 0 ? null : route.addresses;
}

async function bodyOf(
  content: NonNullable<AppRequest["body"]>,
  signal: AbortSignal,
  services: Services,
): Promise<StreamedBody> {
  if (content instanceof Uint8Array) return streamedBytes(content);
  const { file, window } = content;
  return await sentFile(file, {
    services,
    sender: { window, document: 0, origin: "" },
    signal,
    room: null,
    uses: null,
  });
}

function reported(body: StreamedBody, onSent: AppRequest["onSent"]): StreamedBody {
  const { length, open } = body;
  if (onSent === undefined) return body;
  return {
    length,
    async *open() {
      for await (const piece of open()) {
        yield piece;
        onSent(piece.length, length);
      }
    },
  };
}
