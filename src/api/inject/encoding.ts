// The encoding of calls: by the bridge, and in the isolation frame.

import { bareList, extractBytes, type ExtractedBytes } from "../../contract/page/attachments.ts";
import type { Attachment } from "../../contract/page/message.ts";
import { bare, getter, method } from "./primordials.ts";

// The prototype of all typed arrays has these getters.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
/** The kind of a typed array; `undefined` for any other value, in place of an error. */
const kindOf = getter(typedArray, Symbol.toStringTag) as (value: object) => string | undefined;
export const setBytes = method(typedArray, "set");
const fillBytes = method(typedArray, "fill");
export const bufferOf = getter(typedArray, "buffer");
const offsetOf = getter(typedArray, "byteOffset");
export const lengthOf = getter(typedArray, "byteLength");
const viewBuffer = getter(DataView.prototype, "buffer");
const viewOffset = getter(DataView.prototype, "byteOffset");
const viewLength = getter(DataView.prototype, "byteLength");
const setUint32 = method(DataView.prototype, "setUint32");
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
const isInstance = method(Function.prototype, Symbol.hasInstance);
const OwnArrayBuffer = ArrayBuffer;
const OwnDataView = DataView;
const Bytes = Uint8Array;
const encode = method(TextEncoder.prototype, "encode");
const encodeInto = method(TextEncoder.prototype, "encodeInto");
const encoder = new TextEncoder();
// Absent before WebKitGTK 2.40.
const isWellFormed: (text: string) => boolean =
  "isWellFormed" in String.prototype ? method(String.prototype, "isWellFormed") : () => false;

/** A part of some bytes, in the same memory. Unlike `subarray` it does not use `Symbol.species`. */
export function partOf(
  bytes: Uint8Array,
  start: number,
  end = lengthOf(bytes),
): Uint8Array<ArrayBuffer> {
  return new Bytes(bufferOf(bytes) as ArrayBuffer, offsetOf(bytes) + start, end - start);
}

export function bytesOf(value: object): Uint8Array | null {
  if (isView(value)) {
    if (kindOf(value) === undefined) {
      const view = value as DataView;
      return new Bytes(viewBuffer(view), viewOffset(view), viewLength(view));
    }
    const array = value as Uint8Array;
    return new Bytes(bufferOf(array), offsetOf(array), lengthOf(array));
  }
  return isInstance(OwnArrayBuffer, value) ? new Bytes(value as ArrayBuffer) : null;
}

/**
 * Before the bytes of a text there is space for the JSON of its call, so that they need not be
 * moved.
 */
const room = 1024;

/** The UTF-8 of a long text. WebKit's `encode` copies a text three times. */
function utf8Of(text: string): Uint8Array {
  const { length } = text;
  const ascii = partOf(new Bytes(room + length), room);
  if (encodeInto(encoder, text, ascii).read === length) return ascii;
  const whole = partOf(new Bytes(room + 3 * length), room);
  return partOf(whole, 0, encodeInto(encoder, text, whole).written);
}

/** Arguments without their bytes, and the bytes. */
export interface Encoded {
  readonly args: unknown;
  readonly taken: readonly ExtractedBytes[];
}

/**
 * @param longText longer texts are taken out, too: JSON would write and read each of their
 * characters
 */
export function encodeArguments(args: unknown, longText = Infinity): Encoded {
  const taken = bareList<ExtractedBytes>();
  // A text that is not well-formed has no UTF-8.
  const textBytesOf = (text: string): Uint8Array | null =>
    text.length > longText && isWellFormed(text) ? utf8Of(text) : null;
  return { args: extractBytes(args, bare({ bytesOf, textBytesOf }), taken), taken };
}

/** The attachments of a call for the following bytes. */
export function attachmentsOf(taken: readonly ExtractedBytes[]): Attachment[] {
  const attachments = bareList<Attachment>();
  for (let index = 0; index < taken.length; index++) {
    const { path, bytes, text } = bare(taken[index] as ExtractedBytes);
    const length = lengthOf(bytes);
    attachments[index] = bare(
      text === undefined ? { path, length } : { path, length, isText: true },
    );
  }
  return attachments;
}

/** The total length of the extracted bytes. */
export function lengthOfAll(taken: readonly ExtractedBytes[]): number {
  let length = 0;
  for (let index = 0; index < taken.length; index++)
    length += lengthOf((taken[index] as ExtractedBytes).bytes);
  return length;
}

/** A call and its bytes as one body (see `packetHeaderLength`). */
export function bodyOf(
  json: string,
  taken: readonly ExtractedBytes[],
  headerLength: number,
): Uint8Array<ArrayBuffer> {
  const head = encode(encoder, json);
  const end = headerLength + lengthOf(head);
  if (taken.length === 1 && end <= room) {
    const { bytes, text } = bare(taken[0] as ExtractedBytes);
    if (text !== undefined) return bodyAround(bytes, head, headerLength);
  }
  const body = new Bytes(end + lengthOfAll(taken));
  setUint32(new OwnDataView(bufferOf(body) as ArrayBuffer), 0, lengthOf(head), true);
  setBytes(body, head, headerLength);
  let offset = end;
  for (let index = 0; index < taken.length; index++) {
    const { bytes } = taken[index] as ExtractedBytes;
    setBytes(body, bytes, offset);
    offset += lengthOf(bytes);
  }
  return body;
}

/** The same in the memory of a text of ours, where blanks fill the unused space before the JSON. */
function bodyAround(
  text: Uint8Array,
  head: Uint8Array,
  headerLength: number,
): Uint8Array<ArrayBuffer> {
  const body = new Bytes(bufferOf(text) as ArrayBuffer, 0, room + lengthOf(text));
  fillBytes(body, 0x20, 0, room);
  setUint32(new OwnDataView(bufferOf(body) as ArrayBuffer), 0, room - headerLength, true);
  setBytes(body, head, headerLength);
  return body;
}
