import { closeSync, fstatSync, readSync } from "node:fs";
import type { ErrorCode } from "../../contract/errors.ts";
import { mediaAddressType, mediaPath } from "../../contract/page/media.ts";
import type { PageResponse } from "../../contract/ui/index.ts";
import { sendFile, type Sendable } from "./file-response.ts";
import { notingPaths, type CallRecorder, type Recorder } from "../calls/recorder.ts";
import { isMedia, longestSignature } from "./media-type.ts";
import { openFile } from "../scope/open/open-checked.ts";
import type { Opener } from "../scope/open/open-handle.ts";
import { problemOf } from "../paths/path-problem.ts";
import type { FsScope } from "../scope/fs.ts";

export interface AssetProtocolRequest {
  readonly window: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type MediaAddress = (window: string, url: string) => string;

/**
 * The answer to an engine's preflight, sent before a page's script may request the end of a file,
 * or several parts, from another origin. The request itself checks which files may be read.
 */
const mayAskForParts: PageResponse = {
  status: 204,
  headers: { "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "range" },
  body: { kind: "bytes", bytes: new Uint8Array() },
};

// A page plays a video or sound up to this size from memory.
const longestInPage = 16 * 1024 * 1024;

/**
 * Serves files of the user's disk to pages, within `allowlist.protocol.assetScope` and the user's
 * grants.
 */
export class AssetProtocol {
  readonly #scope: FsScope;
  readonly #isAllowed: boolean;
  readonly #isLocal: (origin: string) => boolean;
  readonly #mediaAddress: MediaAddress;
  readonly #opener: Opener;
  readonly #recorder: Recorder | null;

  /**
   * @param isAllowed whether `allowlist.protocol.asset` is set
   * @param isLocal whether an origin is one of the app's own
   * @param mediaAddress returns an address for media that the engine does not play from here
   * @param recorder records the uses of pages, in development
   */
  constructor(
    scope: FsScope,
    isAllowed: boolean,
    isLocal: (origin: string) => boolean,
    mediaAddress: MediaAddress,
    opener: Opener,
    recorder: Recorder | null,
  ) {
    this.#scope = scope;
    this.#isAllowed = isAllowed;
    this.#isLocal = isLocal;
    this.#mediaAddress = mediaAddress;
    this.#opener = opener;
    this.#recorder = recorder;
  }

  respond(request: AssetProtocolRequest): PageResponse {
    const origin = request.headers["origin"];
    const response = this.#answer(request, origin);
    if (origin === undefined || !this.#isLocal(origin)) return response;
    // For the engine this is another origin than the page's. A script that may not read an answer
    // does not even learn its status, and sees only the headers named here.
    const shared = {
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "accept-ranges, content-length, content-range",
    };
    return { ...response, headers: { ...response.headers, ...shared } };
  }

  #answer(request: AssetProtocolRequest, origin: string | undefined): PageResponse {
    const uses = this.#recorder?.call("asset protocol", request.window) ?? null;
    uses?.note({
      kind: "flag",
      outcome: this.#isAllowed ? "allowed" : "refused",
      rule: "protocol.asset",
      detail: "asset protocol",
    });
    const refused = this.#refusal(request, origin ?? referringOrigin(request.headers["referer"]));
    if (refused !== null) return refused;
    if (request.method === "OPTIONS") return mayAskForParts;
    const { path, isForMedia } = askedFile(request.url);
    // With a file of the same app, only a script sends its origin.
    if (isForMedia && origin === undefined)
      return status(403, "Cannot play from here: only a page's script may ask");
    if (path === null)
      return status(400, "Cannot read the address: it must be one percent-encoded path");
    try {
      return this.#send(path, request, isForMedia, uses);
    } catch (error) {
      const problem = problemOf(error);
      return status(statusOf[problem.code] ?? 500, `Cannot read "${path}": ${problem.message}`);
    }
  }

  #refusal({ method }: AssetProtocolRequest, origin: string | undefined): PageResponse | null {
    if (!this.#isAllowed)
      return status(403, "Cannot read files: set framework.allowlist.protocol.asset to true");
    // An `<img>` sends no origin; a script that wants to read a file does, and so does a web page
    // that shows one in a frame, unless it told the engine not to. Frames of foreign pages never
    // get here: `WindowSpec.privateSchemes`.
    if (origin !== undefined && !this.#isLocal(origin)) {
      return status(403, `Cannot read files from "${origin}": only the app's own pages may`);
    }
    const isQuestion = method === "OPTIONS" && origin !== undefined;
    if (method !== "GET" && method !== "HEAD" && !isQuestion)
      return status(405, `Cannot ${method} a file: only GET and HEAD`);
    return null;
  }

  #send(
    path: string,
    request: AssetProtocolRequest,
    isForMedia: boolean,
    uses: CallRecorder | null,
  ): PageResponse {
    const heard = notingPaths(uses, "asset");
    const file = openFile(
      () => this.#scope.check(path, request.window, heard),
      "read",
      this.#opener,
    );
    let isGivenAway = false;
    const { type } = Bun.file(path);
    try {
      const { size } = fstatSync(file.fd);
      const read: Sendable["read"] = ({ start, end }) => {
        const bytes = new Uint8Array(end - start);
        readSync(file.fd, bytes, 0, bytes.length, start);
        return bytes;
      };
      // A policy that admits files as media admits no other file to a script by this address.
      if (isForMedia && !isMedia(type, read({ start: 0, end: Math.min(size, longestSignature) })))
        return status(415, `Cannot play "${path}": wanted is a file of video or sound`);
      if (isForMedia && size > longestInPage) {
        const url = request.url.replace(`${mediaPath}?`, "/");
        const address = this.#mediaAddress(request.window, url);
        return text(200, mediaAddressType, address);
      }
      const sendable: Sendable = {
        size,
        part({ start, end }) {
          isGivenAway = true;
          return { kind: "descriptor", descriptor: file.fd, offset: start, length: end - start };
        },
        read,
      };
      return sendFile(sendable, request, {
        "content-type": type,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        ...(documentType.test(type) && { "content-security-policy": documentPolicy }),
      });
    } finally {
      if (!isGivenAway) closeSync(file.fd);
    }
  }
}

// All files share one origin, so a script in one of them could read all the others, and send them
// away. A page may show a document of the user's, whose scripts are disabled then.
const documentType = /^(?:text\/html|[^;]*[/+]xml)\s*(?:;|$)/;
const documentPolicy = "sandbox; script-src 'none'; object-src 'none'";

/** The origin in a `Referer`, if it is a web origin. Documents of the app's schemes send none. */
export function referringOrigin(referer: string | undefined): string | undefined {
  const url = URL.parse(referer ?? "");
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.origin : undefined;
}

/**
 * The file of an address, and whether a media element will play it; `null`: the address names none.
 */
function askedFile(url: string): { readonly path: string | null; readonly isForMedia: boolean } {
  try {
    const { pathname, search } = new URL(url);
    const isForMedia = pathname === mediaPath;
    const path = decodeURIComponent((isForMedia ? search : pathname).slice(1));
    return { path: path === "" ? null : path, isForMedia };
  } catch {
    return { path: null, isForMedia: false };
  }
}

const statusOf: Readonly<Partial<Record<ErrorCode, number>>> = {
  "not-found": 404,
  "out-of-scope": 403,
  "bad-path": 400,
  "bad-argument": 400,
  io: 403,
};

function status(code: number, reason: string): PageResponse {
  return text(code, "text/plain;charset=utf-8", reason);
}

function text(status: number, type: string, content: string): PageResponse {
  const headers = { "content-type": type, "cache-control": "no-store" };
  return { status, headers, body: { kind: "bytes", bytes: new TextEncoder().encode(content) } };
}
