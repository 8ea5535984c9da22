import type { Header } from "./protocol.ts";

// WebKitGTK crashes when the body of a request that is a Blob is read, and any page can send one.
// Apps read only bodies of requests with the key of a document, which its scripts hold. So here,
// too, no other body is read.

const key = /\b[0-9a-f]{32}\b/g;
const keys = new Set<string>();

/**
 * Knows the keys in a script, for as long as the program lives: a document may be left, and go on
 * for a while.
 */
export function knowKeysOf(script: string): void {
  for (const [found] of script.matchAll(key)) keys.add(found);
}

/** True if a request has a key that a script has got. */
export function hasKnownKey(headers: readonly Header[]): boolean {
  return headers.some(([, value]) => keys.has(value));
}
