import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { limits } from "../../../contract/limits.ts";
import type { Body, PageResponse } from "../../../contract/ui/index.ts";
import { comObject, outObject, type ObjectOf, type Reference } from "../com/client.ts";
import { ICoreWebView2WebResourceResponse, IStream } from "../lib/webview2-events.ts";
import { shlwapi } from "../lib/shlwapi.ts";
import { wide } from "../wide-text.ts";
import { soon } from "../loop.ts";
import type { Environment } from "./environment.ts";

// The engine reads an answer's stream on threads of its own, where no code of ours can run. So the
// stream is one of Windows' own, with a copy of the bytes, and the answer for a file consists of
// bytes as well.

// Players request a whole film and take the part they get: a partial answer names its range, and
// they request the next.
const longestPart = 8 * 1024 * 1024;

/** For all statuses that the app sends. Source: RFC 9110, section 15, and RFC 6585. */
const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  206: "Partial Content",
  304: "Not Modified",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  414: "URI Too Long",
  416: "Range Not Satisfiable",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** An answer whose bytes are in memory. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Creates the engine's response. */
export function makeResponse(
  environment: Environment,
  { status, headers, bytes }: ReadyAnswer,
  method: string,
): ObjectOf<typeof ICoreWebView2WebResourceResponse> {
  using stream = memoryStream(bytes);
  const lines = headerLines(headers, bytes.length, method);
  return outObject(ICoreWebView2WebResourceResponse, (out) =>
    environment.CreateWebResourceResponse(
      stream?.address ?? null,
      status,
      wide(reasons[status] ?? "Unknown"),
      wide(lines),
      out,
    ),
  );
}

/** Headers in the engine's form. The length header must match the bytes. */
export function headerLines(
  headers: Readonly<Record<string, string>>,
  length: number,
  method: string,
): string {
  const lines = Object.entries(headers)
    .filter(([name]) => name !== "content-length" || method === "HEAD")
    // A line break would begin another header.
    .map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]+/g, " ")}`);
  if (method !== "HEAD") lines.push(`content-length: ${length}`);
  return lines.join("\r\n");
}

function memoryStream(bytes: Uint8Array): Reference | null {
  if (bytes.length === 0) return null;
  const stream = shlwapi.SHCreateMemStream(bytes, bytes.length);
  if (stream === null)
    throw new Error(`Cannot hold ${bytes.length} bytes for a page: out of memory`);
  return comObject(stream, IStream);
}

/**
 * Reads the body of an answer, a piece in each turn of the loop, and closes its file. Fails if the
 * file cannot be read.
 */
export async function readAnswer(answer: PageResponse): Promise<ReadyAnswer> {
  const { status, headers, body } = answer;
  if (body.kind === "bytes") return { status, headers, bytes: body.bytes };
  const shorter = body.length > longestPart ? shortened(answer, body) : { ...answer, body };
  if (shorter === null) {
    if (body.kind === "descriptor") closeSync(body.descriptor);
    const message = `Cannot send ${body.length} bytes at once: want at most ${limits.wholeFile.most}, or a request for a range`;
    const { "content-range": _, ...others } = headers;
    const text = { ...others, "content-type": "text/plain;charset=utf-8" };
    return { status: 413, headers: text, bytes: Buffer.from(message) };
  }
  return { status: shorter.status, headers: shorter.headers, bytes: await readPart(shorter.body) };
}

type FilePart = Exclude<Body, { readonly kind: "bytes" }>;

/**
 * The first part of a partial answer; a whole answer unchanged; `null`: it is too long for that.
 */
function shortened(
  answer: PageResponse,
  body: FilePart,
): (PageResponse & { readonly body: FilePart }) | null {
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(answer.headers["content-range"] ?? "");
  if (answer.status !== 206 || range === null)
    return body.length > limits.wholeFile.most ? null : { ...answer, body };
  const [, start, , size] = range;
  const contentRange = `bytes ${start}-${Number(start) + longestPart - 1}/${size}`;
  return {
    status: 206,
    headers: { ...answer.headers, "content-range": contentRange },
    body: { ...body, length: longestPart },
  };
}

// A remote disk is slow, and the windows wait for each piece.
const piece = 1024 * 1024;

async function readPart(part: FilePart): Promise<Uint8Array> {
  const file = part.kind === "file" ? openSync(part.path, "r") : part.descriptor;
  try {
    const { offset, length } = part;
    const { size } = fstatSync(file);
    if (offset + length > size) throw pastTheEnd(part, size);
    const bytes = new Uint8Array(length);
    for (let got = 0; got < length;) {
      const more = readSync(file, bytes, got, Math.min(piece, length - got), offset + got);
      if (more === 0) throw pastTheEnd(part, offset + got);
      got += more;
      if (got < length) await new Promise<void>((resolve) => soon(resolve));
    }
    return bytes;
  } finally {
    // The pack stays open.
    if (part.kind !== "pack") closeSync(file);
  }
}

function pastTheEnd({ offset, length }: FilePart, size: number): Error {
  return new Error(`Cannot read bytes ${offset} to ${offset + length} of a file: it holds ${size}`);
}
