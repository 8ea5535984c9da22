import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Body } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { glib } from "../lib/glib.ts";
import { pumpFile } from "./file-pump.ts";
import { checked, makeBytes, streamOf } from "../memory.ts";
import type { PageView } from "./page-view.ts";

interface BodyStream {
  /** A GInputStream, the caller's to give back. */
  readonly stream: Address;
  readonly length: number;
}

/** Makes the stream the engine reads a response from, for the page in a view. Throws when the file cannot be read. */
export function streamBody(body: Body, view: PageView): BodyStream {
  if (body.kind === "bytes") return { stream: streamOf(makeBytes(body.bytes)), length: body.bytes.length };
  const { offset, length } = body;
  if (isMapped(body)) return { stream: streamOf(sliceOfExecutable(offset, length)), length };
  // Any other file may become shorter at any time, and touching the rest of a map would kill the process.
  const file = body.kind === "descriptor" ? body.descriptor : openSync(body.path, "r");
  return { stream: streamPart(file, offset, length, view), length };
}

// Reading so much at once takes less time than opening a stream.
const readAtOnce = 1 << 20;

/** Whether the body goes through a pipe, of which a page may have so many. */
export function needsPump(body: Body): boolean {
  return body.kind !== "bytes" && !isMapped(body) && body.length > readAtOnce;
}

function isMapped(body: Body): boolean {
  return body.kind === "file" && body.path === process.execPath;
}

/** Takes the file over. */
function streamPart(file: number, offset: number, length: number, view: PageView): Address {
  let isGivenAway = false;
  try {
    const { size } = fstatSync(file);
    if (offset + length > size) throw pastTheEnd(`descriptor ${file}`, offset, length, size);
    if (length <= readAtOnce) return readPart(file, offset, length);
    isGivenAway = true;
    return pumpFile(view, file, offset, length);
  } finally {
    if (!isGivenAway) closeSync(file);
  }
}

function readPart(file: number, offset: number, length: number): Address {
  const bytes = new Uint8Array(length);
  const got = readSync(file, bytes, 0, length, offset);
  if (got < length) throw pastTheEnd(`descriptor ${file}`, offset, length, offset + got);
  return streamOf(makeBytes(bytes));
}

// The assets of a built app lie behind its executable. It is mapped once, for good: a running executable
// cannot be written to, and an update replaces the file without touching what is mapped.
let executable: { readonly bytes: Address; readonly size: number } | undefined;

function sliceOfExecutable(offset: number, length: number): Address {
  executable ??= mapFile(process.execPath);
  const { bytes, size } = executable;
  if (offset + length > size) throw pastTheEnd(process.execPath, offset, length, size);
  return glib.g_bytes_new_from_bytes(bytes, offset, length);
}

function mapFile(path: string): { bytes: Address; size: number } {
  const file = checked((error) => glib.g_mapped_file_new(path, false, error));
  if (file === null) throw new Error(`Cannot map "${path}": want a readable file`);
  const bytes = glib.g_mapped_file_get_bytes(file);
  const size = glib.g_mapped_file_get_length(file);
  glib.g_mapped_file_unref(file);
  return { bytes, size };
}

function pastTheEnd(path: string, offset: number, length: number, size: number): Error {
  return new Error(`Cannot read bytes ${offset} to ${offset + length} of "${path}": it holds ${size}`);
}
