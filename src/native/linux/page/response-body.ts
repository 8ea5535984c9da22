import type { Body } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { glib } from "../lib/glib.ts";
import { needsStream, openPart, pastTheEnd, readPart } from "../../page/file-part.ts";
import type { PageView } from "../../page/page-view.ts";
import { pumpBytes, pumpFile } from "./pump.ts";
import { checked, makeBytes, streamOf } from "../memory.ts";

/** Up to this size the engine's copy is affordable, and faster: 8 MB take 10 % less time. */
const pumpedFrom = 16 * 1024 * 1024;

interface BodyStream {
  /** A GInputStream that the caller releases. */
  readonly stream: Address;
  readonly length: number;
}

/**
 * Creates the stream from which the engine reads a response, for the page in a view. Throws when
 * the file cannot be read.
 */
export function streamBody(body: Body, view: PageView): BodyStream {
  if (body.kind === "bytes") {
    const { bytes } = body;
    const stream = bytes.length > pumpedFrom ? pumpBytes(view, bytes) : streamOf(makeBytes(bytes));
    return { stream, length: bytes.length };
  }
  const { offset, length } = body;
  if (body.kind === "pack")
    return { stream: streamOf(sliceOfPack(body.descriptor, offset, length)), length };
  // Any other file may be truncated at any time, and accessing the rest of a map would kill the
  // process.
  const stream = needsStream(body)
    ? pumpFile(view, openPart(body), offset, length)
    : streamOf(makeBytes(readPart(body)));
  return { stream, length };
}

// The assets of a built app lie behind its executable, or in a file of their own beside it. It is
// mapped once, permanently: a running executable cannot be written to, and an update replaces the
// file without touching the open one.
let pack: { readonly bytes: Address; readonly size: number } | undefined;

function sliceOfPack(descriptor: number, offset: number, length: number): Address {
  pack ??= mapFile(descriptor);
  const { bytes, size } = pack;
  if (offset + length > size) throw pastTheEnd("the pack", { offset, length }, size);
  return glib.g_bytes_new_from_bytes(bytes, offset, length);
}

function mapFile(descriptor: number): { bytes: Address; size: number } {
  const file = checked((error) => glib.g_mapped_file_new_from_fd(descriptor, false, error));
  if (file === null) throw new Error("Cannot map the pack: want a readable file");
  const bytes = glib.g_mapped_file_get_bytes(file);
  const size = glib.g_mapped_file_get_length(file);
  glib.g_mapped_file_unref(file);
  return { bytes, size };
}
