// Bytes as base64 and back, by the engine's own functions if it has them: WebKitGTK since 2.48,
// Chromium since 140.

import { bareList } from "../../contract/page/attachments.ts";
import { lengthOf } from "./encoding.ts";
import { method } from "./primordials.ts";

const Bytes = Uint8Array;
const { fromCharCode } = String;
const { apply } = Reflect;
const encodeBinary = btoa;
const decodeBinary = atob;
const charCodeAt = method(String.prototype, "charCodeAt");

// The compiler's libraries do not declare them yet.
const Own = Uint8Array as unknown as {
  readonly prototype: { toBase64(): string };
  fromBase64(this: void, base64: string): Uint8Array;
};

export const toBase64: (bytes: Uint8Array) => string =
  "toBase64" in Own.prototype ? (method(Own.prototype, "toBase64") as never) : throughBinary;

export const fromBase64: (base64: string) => Uint8Array =
  "fromBase64" in Own ? Own.fromBase64 : bytesOfBinary;

function throughBinary(bytes: Uint8Array): string {
  let binary = "";
  const length = lengthOf(bytes);
  for (let start = 0; start < length; start += 32_768) {
    const codes = bareList<number>();
    for (let index = start; index < length && index < start + 32_768; index++)
      codes[index - start] = bytes[index] as number;
    binary += apply(fromCharCode, undefined, codes) as string;
  }
  return encodeBinary(binary);
}

function bytesOfBinary(base64: string): Uint8Array {
  const binary = decodeBinary(base64);
  const bytes = new Bytes(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = charCodeAt(binary, index);
  return bytes;
}
