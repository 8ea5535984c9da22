import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { PagePolicy } from "../../contract/page/csp.ts";
import {
  fallbackPage,
  fileCandidates,
  pathInApp,
  staysOut,
} from "../../contract/page/page-path.ts";
import type { AssetSource, PackedFile } from "../../contract/shipped/pack.ts";
import type { PageResponse } from "../../contract/ui/index.ts";
import { readPack, type Pack } from "../pack.ts";
import { noBytes, sendFile, type Sendable } from "./file-response.ts";

/** A file of the page, found. */
interface Asset extends Sendable {
  readonly path: string;
  readonly tag: string | null;
}

export interface AssetRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers requests for the page's own files. */
export class Assets {
  readonly #source: AssetSource;
  readonly #pack: Pack;
  readonly #policy: () => PagePolicy | null;

  /** @param policy called when a page is sent: until then the engine may be unknown */
  constructor(source: AssetSource, pack: Pack, policy: () => PagePolicy | null) {
    this.#source = source;
    this.#pack = pack;
    this.#policy = policy;
  }

  /** The policy of pages, and their nonces; `null`: there is none. */
  get policy(): PagePolicy | null {
    return this.#policy();
  }

  respond(request: AssetRequest): PageResponse {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, `Cannot ${request.method} a file of the app: only GET and HEAD`);
    }
    const url = URL.parse(request.url);
    const path = url === null ? null : pathInApp(url.pathname);
    if (path === null)
      return plain(400, "Cannot read the address: it is not a path inside the app");
    const asset = this.#find(path, isNavigation(request));
    if (asset === null) {
      const why = this.#leadsOut(path)
        ? ": a link leads out of its folder, so a built app has no such file"
        : "";
      return plain(
        404,
        `Cannot find "${path === "" ? fallbackPage : path}" among the files of the app${why}`,
      );
    }

    const type = Bun.file(asset.path).type;
    const headers: Record<string, string> = {
      "content-type": type,
      // A page that is updated with its app must never mix with cached files of an older app.
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    };
    const { policy } = this;
    if (policy !== null && type.startsWith("text/html")) {
      const page = Buffer.from(asset.read({ start: 0, end: asset.size })).toString("latin1");
      const { header, html } = policy.protect(page, randomNonce);
      headers["content-security-policy"] = header;
      // Not a slice of Buffer's shared memory: the bytes pass on with their buffer.
      if (html !== page)
        return sendPage(new Uint8Array(Buffer.from(html, "latin1")), request, headers);
    }
    if (asset.tag !== null) headers["etag"] = `"${asset.tag}"`;
    if (asset.tag !== null && request.headers["if-none-match"] === `"${asset.tag}"`) {
      return { status: 304, headers, body: noBytes() };
    }
    return sendFile(asset, request, headers);
  }

  /**
   * The file itself, the page of that name, the folder's index, and for navigations the app's
   * index. A missing script or picture stays missing.
   */
  #find(path: string, navigation: boolean): Asset | null {
    for (const candidate of [...fileCandidates(path), ...(navigation ? [fallbackPage] : [])]) {
      const asset = this.#read(candidate);
      if (asset !== null) return asset;
    }
    return null;
  }

  #read(path: string): Asset | null {
    if (this.#source.kind === "pack") {
      if (!Object.hasOwn(this.#source.files, path)) return null;
      const { offset, length, tag } = this.#source.files[path] as PackedFile;
      return { path, tag, ...partsOfPack(this.#pack, offset, length) };
    }
    const file = this.#fileOnDisk(path);
    const size = file === null ? null : sizeOf(file);
    return file === null || size === null ? null : { path, tag: null, ...partsOfFile(file, size) };
  }

  /** In development: the path of a file of the page, if a built app would contain it. */
  #fileOnDisk(path: string): string | null {
    if (this.#source.kind === "folder") {
      const below = pathBelow(this.#source.folder, path);
      // A link with a harmless name may point to a hidden file.
      return below === null || [path, below.path].some(staysOut)
        ? null
        : join(below.folder, below.path);
    }
    if (this.#source.kind === "files" && Object.hasOwn(this.#source.files, path))
      return this.#source.files[path] as string;
    return null;
  }

  #leadsOut(path: string): boolean {
    if (this.#source.kind !== "folder" || staysOut(path)) return false;
    return (
      sizeOf(join(this.#source.folder, path)) !== null &&
      pathBelow(this.#source.folder, path) === null
    );
  }
}

/** The target of a path within a folder, with all links followed; `null`: outside, or missing. */
function pathBelow(
  folder: string,
  path: string,
): { readonly folder: string; readonly path: string } | null {
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, path));
    const start = root.endsWith(sep) ? root : root + sep;
    return real.startsWith(start) ? { folder: root, path: real.slice(start.length) } : null;
  } catch {
    return null; // No such file, or an impossible name.
  }
}

/** `null` for an entry that is no file, or an impossible name: it may be too long. */
function sizeOf(path: string): number | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
}

function randomNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64();
}

/**
 * A page whose nonces are valid for this answer only: it must not be cached, or assembled from
 * parts.
 */
function sendPage(
  html: Uint8Array,
  { method }: AssetRequest,
  headers: Record<string, string>,
): PageResponse {
  const body = method === "HEAD" ? noBytes() : ({ kind: "bytes", bytes: html } as const);
  return {
    status: 200,
    headers: { ...headers, "cache-control": "no-store", "content-length": String(html.length) },
    body,
  };
}

function partsOfPack(pack: Pack, offset: number, size: number): Sendable {
  const { descriptor } = pack;
  return {
    size,
    part: ({ start, end }) => ({
      kind: "pack",
      descriptor,
      offset: offset + start,
      length: end - start,
    }),
    read: ({ start, end }) => readPack(pack, offset + start, end - start),
  };
}

function partsOfFile(path: string, size: number): Sendable {
  return {
    size,
    part: ({ start, end }) => ({ kind: "file", path, offset: start, length: end - start }),
    read({ start, end }) {
      const file = openSync(path, "r");
      try {
        const bytes = new Uint8Array(end - start);
        readSync(file, bytes, 0, bytes.length, start);
        return bytes;
      } finally {
        closeSync(file);
      }
    },
  };
}

function plain(status: number, text: string): PageResponse {
  return {
    status,
    headers: { "content-type": "text/plain;charset=utf-8" },
    body: { kind: "bytes", bytes: new TextEncoder().encode(text) },
  };
}

/** Whether the request is for a page, not a part of one. */
function isNavigation(request: AssetRequest): boolean {
  const mode = request.headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  return request.headers["accept"]?.includes("text/html") === true;
}
