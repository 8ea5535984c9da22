import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Body } from "../../contract/ui.ts";
import type { Address } from "../library.ts";
import { gio } from "./lib/gio.ts";
import { glib } from "./lib/glib.ts";
import { libc } from "./lib/libc.ts";
import { checked, makeBytes, Reference, streamOf } from "./memory.ts";

interface BodyStream {
  /** A GInputStream, the caller's to give back. */
  readonly stream: Address;
  readonly length: number;
}

/** Makes the stream the engine reads a response from. Throws when the file cannot be read. */
export function streamBody(body: Body): BodyStream {
  if (body.kind === "bytes") return { stream: streamOf(makeBytes(body.bytes)), length: body.bytes.length };
  if (body.kind === "descriptor") {
    return { stream: streamDescriptor(body.descriptor, body.offset, body.length), length: body.length };
  }
  return { stream: streamFile(body.path, body.offset, body.length), length: body.length };
}

// Reading so much at once takes less time than opening a stream.
const readAtOnce = 1 << 20;

function streamFile(path: string, offset: number, length: number): Address {
  if (path === process.execPath) return streamOf(sliceOfExecutable(offset, length));
  // Any other file may become shorter at any time, and touching the rest of a map would kill the process.
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (offset + length > size) throw pastTheEnd(path, offset, length, size);
    const isRest = offset + length === size;
    // A GIO stream cannot stop before the end of its file.
    if (length > readAtOnce && isRest) return streamRest(path, offset);
    return readStretch(path, file, offset, length);
  } finally {
    closeSync(file);
  }
}

function readStretch(name: string, file: number, offset: number, length: number): Address {
  const bytes = new Uint8Array(length);
  const got = readSync(file, bytes, 0, length, offset);
  if (got < length) throw pastTheEnd(name, offset, length, offset + got);
  return streamOf(makeBytes(bytes));
}

/** Takes the descriptor over. */
function streamDescriptor(file: number, offset: number, length: number): Address {
  let isGivenAway = false;
  try {
    const { size } = fstatSync(file);
    if (offset + length > size) throw pastTheEnd(`descriptor ${file}`, offset, length, size);
    if (length > readAtOnce && offset + length === size) {
      libc.lseek(file, offset, SEEK_SET);
      isGivenAway = true;
      return gio.g_unix_input_stream_new(file, true);
    }
    return readStretch(`descriptor ${file}`, file, offset, length);
  } finally {
    if (!isGivenAway) closeSync(file);
  }
}

const SEEK_SET = 0;
const G_SEEK_SET = 1;

function streamRest(path: string, offset: number): Address {
  using file = new Reference(gio.g_file_new_for_path(path));
  const stream = checked((error) => gio.g_file_read(file.address, null, error));
  if (stream === null) throw new Error(`Cannot read "${path}": want a readable file`);
  checked((error) => gio.g_seekable_seek(stream, offset, G_SEEK_SET, null, error));
  return stream;
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
