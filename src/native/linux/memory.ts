import { ptr, read, toArrayBuffer, type Pointer } from "bun:ffi";
import { callback } from "../ffi/callback.ts";
import { textAt, type Address } from "../ffi/signature.ts";
import { Held } from "../ffi/held.ts";
import { gio } from "./lib/gio.ts";
import { glib } from "./lib/glib.ts";
import { gobject } from "./lib/gobject.ts";
import { withoutNul } from "../shown-text.ts";

/** Holds a reference to a GObject until it is disposed of. */
export class Reference {
  readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  [Symbol.dispose](): void {
    gobject.g_object_unref(this.address);
  }
}

/** A copy of the bytes at an address. */
export function bytesAt(address: Address, length: number): Uint8Array {
  return length === 0
    ? new Uint8Array()
    : new Uint8Array(toArrayBuffer(address as Pointer, 0, length)).slice();
}

/** A copy of the bytes up to the first NUL. */
export function nameAt(address: Address): Uint8Array {
  let length = 0;
  while (read.u8(address as Pointer, length) !== 0) length++;
  return bytesAt(address, length);
}

// A byte order mark in front of a text belongs to it.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text in this many bytes of UTF-8, including NULs. */
export function textOf(address: Address, length: number): string {
  return length === 0
    ? ""
    : utf8.decode(new Uint8Array(toArrayBuffer(address as Pointer, 0, length)));
}

/** Text for C, terminated by a NUL. The text itself must hold none. */
export function textForC(text: string): Uint8Array {
  return Buffer.from(`${text}\0`);
}

/** A `char**` that ends with NULL. Valid as long as the returned object is referenced. */
export class StringList {
  readonly pointers: BigUint64Array;
  readonly #texts: readonly Uint8Array[];

  constructor(texts: readonly string[]) {
    this.#texts = texts.map((text) => Buffer.from(`${withoutNul(text)}\0`));
    this.pointers = new BigUint64Array([...this.#texts.map((text) => BigInt(ptr(text))), 0n]);
  }

  get length(): number {
    return this.#texts.length;
  }
}

// Bytes that C reads in place. They are released on this thread: WebKit reads their streams here,
// and no other code ever gets one.
const pinned = new Held<Uint8Array>("pinned bytes");
/** At once, not at the next garbage collection of this thread. */
const giveBack = (bytes: Uint8Array | undefined): void =>
  void (bytes?.buffer as ArrayBuffer | undefined)?.transfer(0);
const unpin = callback("L>v", (number) => giveBack(pinned.take(number)));
const worthPinning = 1 << 18;

/**
 * Creates a GBytes, to be released with `g_bytes_unref`. Ownership of the bytes and their memory
 * passes on.
 */
export function makeBytes(bytes: Uint8Array): Address {
  if (bytes.length === 0) return glib.g_bytes_new(null, 0);
  if (bytes.length < worthPinning) return glib.g_bytes_new(bytes, bytes.length);
  return glib.g_bytes_new_with_free_func(bytes, bytes.length, unpin(), pinned.add(bytes));
}

/** Creates a stream over a GBytes, and releases the GBytes. */
export function streamOf(bytes: Address): Address {
  const stream = gio.g_memory_input_stream_new_from_bytes(bytes);
  glib.g_bytes_unref(bytes);
  return stream;
}

/** An error that a function of GLib reported. */
export class GlibError extends Error {
  override readonly name = "GlibError";
}

/** Calls a function that reports its failure through a `GError**`, and throws it. */
export function checked<T>(run: (error: BigUint64Array) => T): T {
  const slot = new BigUint64Array(1);
  const result = run(slot);
  const error = Number(slot[0]);
  if (error === 0) return result;
  // struct GError { guint32 domain; int code; char *message; }
  const message = textAt(read.ptr(error as Pointer, 8));
  glib.g_error_free(error);
  throw new GlibError(message);
}

/** The items of a GSList, which is freed; the items are not. */
export function takeList(list: Address | null): Address[] {
  const items: Address[] = [];
  // struct GSList { gpointer data; GSList *next; }. GLib would walk from the first item for each of
  // them.
  for (let node = list ?? 0; node !== 0; node = read.ptr(node as Pointer, 8)) {
    const item = read.ptr(node as Pointer, 0);
    if (item !== 0) items.push(item);
  }
  glib.g_slist_free(list);
  return items;
}
