/** A range of bytes of a file; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The content of a `Range` header: everything, several spans in its order, or nothing that the file
 * has.
 */
export type RangeRequest = "everything" | "nothing" | readonly Span[];

/** More spans than any player or reader requests; a long list of small ones is only expensive. */
const maxSpans = 16;

/**
 * Parses a `Range` header for a file of `size` bytes. An invalid header counts as none. Source: RFC
 * 9110, section 14.
 */
export function parseRange(header: string | undefined, size: number): RangeRequest {
  const list = /^bytes=(.*)$/i.exec(header ?? "")?.[1];
  if (list === undefined) return "everything";
  const spans: Span[] = [];
  const parts = list.split(",");
  if (parts.length > maxSpans) return "everything";
  for (const part of parts) {
    const match = /^\s*(\d*)-(\d*)\s*$/.exec(part);
    if (match === null) return "everything";
    const [, first = "", last = ""] = match;
    if (first === "" && last === "") return "everything";
    if (first !== "" && last !== "" && Number(last) < Number(first)) return "everything";
    // "-500" is the last 500 bytes.
    const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
    const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
    if (start < end) spans.push({ start, end });
  }
  return spans.length === 0 ? "nothing" : spans;
}

/** `bytes 0-499/1234`: the `Content-Range` of a span. */
export function contentRange({ start, end }: Span, size: number): string {
  return `bytes ${start}-${end - 1}/${size}`;
}
