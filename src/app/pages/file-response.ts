import { limits } from "../../contract/limits.ts";
import type { Body, PageResponse } from "../../contract/ui/index.ts";
import { contentRange, parseRange, type Span } from "./range.ts";

/** A file that can be sent: its size, and access to its parts. */
export interface Sendable {
  readonly size: number;
  /** The body of one part. Called once for each part that is sent. */
  part(span: Span): Body;
  /** The bytes of one part, for an answer with several parts. */
  read(span: Span): Uint8Array;
}

/** Answers a request for a file: whole, in part, or with an error for the requested range. */
export function sendFile(
  file: Sendable,
  request: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
  headers: Readonly<Record<string, string>>,
): PageResponse {
  const { size } = file;
  const whole = { ...headers, "accept-ranges": "bytes" };
  if (request.method === "HEAD") {
    return { status: 200, headers: { ...whole, "content-length": String(size) }, body: noBytes() };
  }
  const wanted = parseRange(request.headers["range"], size);
  if (wanted === "nothing") {
    return {
      status: 416,
      headers: { ...whole, "content-range": `bytes */${size}` },
      body: noBytes(),
    };
  }
  const length =
    wanted === "everything" ? size : wanted.reduce((sum, { start, end }) => sum + end - start, 0);
  if (wanted === "everything" || (wanted.length > 1 && length > limits.severalRanges.most)) {
    return { status: 200, headers: whole, body: file.part({ start: 0, end: size }) };
  }
  const [first] = wanted as readonly [Span, ...Span[]];
  if (wanted.length === 1) {
    return {
      status: 206,
      headers: { ...whole, "content-range": contentRange(first, size) },
      body: file.part(first),
    };
  }
  const { type, bytes } = multipart(
    file,
    wanted,
    headers["content-type"] ?? "application/octet-stream",
  );
  return {
    status: 206,
    headers: { ...whole, "content-type": type },
    body: { kind: "bytes", bytes },
  };
}

/** Several parts as one body. Source: RFC 9110, section 14.6. */
function multipart(
  file: Sendable,
  spans: readonly Span[],
  contentType: string,
): { type: string; bytes: Uint8Array } {
  const boundary = crypto.randomUUID();
  const pieces = spans.flatMap((span) => [
    Buffer.from(
      `\r\n--${boundary}\r\ncontent-type: ${contentType}\r\ncontent-range: ${contentRange(span, file.size)}\r\n\r\n`,
    ),
    file.read(span),
  ]);
  const joined = Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  // In its own buffer: the bytes pass on with it.
  return { type: `multipart/byteranges; boundary=${boundary}`, bytes: new Uint8Array(joined) };
}

/** A new one each time: bytes pass on to the ui thread. */
export function noBytes(): Body {
  return { kind: "bytes", bytes: new Uint8Array() };
}
