import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Body } from "../../contract/ui/index.ts";

/** Part of a file that answers a request, and is not the app's own. */
export type FilePart = Exclude<Body, { readonly kind: "bytes" | "pack" }>;

type Stretch = Pick<FilePart, "offset" | "length">;

// One read of this size takes less time than opening a stream.
const readAtOnce = 1 << 20;

/** Whether a body is sent in pieces, whose number per page is limited. */
export function needsStream(body: Body): boolean {
  return body.kind !== "bytes" && body.kind !== "pack" && body.length > readAtOnce;
}

/** Opens the file of a part; the caller closes it. Throws when it is shorter than the part. */
export function openPart(part: FilePart): number {
  const file = part.kind === "descriptor" ? part.descriptor : openSync(part.path, "r");
  const { size } = fstatSync(file);
  if (part.offset + part.length <= size) return file;
  closeSync(file);
  throw pastTheEnd(`descriptor ${file}`, part, size);
}

/** Reads a part whole, and closes its file. */
export function readPart(part: FilePart): Uint8Array {
  const file = openPart(part);
  try {
    return readBytes(file, part);
  } finally {
    closeSync(file);
  }
}

/** Reads a stretch of an open file. */
export function readBytes(file: number, part: Stretch): Uint8Array {
  const bytes = new Uint8Array(part.length);
  const got = readSync(file, bytes, 0, part.length, part.offset);
  if (got < part.length) throw pastTheEnd(`descriptor ${file}`, part, part.offset + got);
  return bytes;
}

/** Releases a body that is not sent. */
export function dropBody(body: Body): void {
  if (body.kind === "descriptor") closeSync(body.descriptor);
}

export function pastTheEnd(file: string, { offset, length }: Stretch, size: number): Error {
  return new Error(
    `Cannot read bytes ${offset} to ${offset + length} of "${file}": it holds ${size}`,
  );
}
