import { createHash } from "node:crypto";

/** Our own namespace, so that no other program derives the same ids from the same words. */
const namespace = Buffer.from("8d2f3a6c41f75be09c64d1a5c3f0e27b", "hex");

/**
 * A GUID derived from words: the same ones give the same GUID, on every machine. Source: RFC 9562,
 * version 5.
 */
export function guid(...words: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha1").update(namespace);
  for (const word of words) {
    const bytes = Buffer.from(word);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return asGuid(bytes.toString("hex"));
}

/** A written GUID, in Windows Installer's own form; `null` when it is invalid. */
export function parseGuid(text: string): string | null {
  const digits = text.replaceAll(/[{}-]/g, "");
  return /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(text) ? asGuid(digits) : null;
}

function asGuid(digits: string): string {
  const part = (from: number, to: number): string => digits.slice(from, to).toUpperCase();
  return `{${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}}`;
}

/** A short, plain name derived from a text, for keys of tables. */
export function plainId(prefix: string, ...words: readonly string[]): string {
  return `${prefix}${createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 20)}`;
}
