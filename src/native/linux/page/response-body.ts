import type { Body } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { glib } from "../lib/glib.ts";
import { isMapped, needsStream, openPart, pastTheEnd, readPart } from "../../page/file-part.ts";
import type { PageView } from "../../page/page-view.ts";
import { pumpFile } from "./file-pump.ts";
import { checked, makeBytes, streamOf } from "../memory.ts";

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
  const stream = needsStream(body)
    ? pumpFile(view, openPart(body), offset, length)
    : streamOf(makeBytes(readPart(body)));
  return { stream, length };
}

// The assets of a built app lie behind its executable. It is mapped once, for good: a running executable
// cannot be written to, and an update replaces the file without touching what is mapped.
let executable: { readonly bytes: Address; readonly size: number } | undefined;

function sliceOfExecutable(offset: number, length: number): Address {
  executable ??= mapFile(process.execPath);
  const { bytes, size } = executable;
  if (offset + length > size) throw pastTheEnd(process.execPath, { offset, length }, size);
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
