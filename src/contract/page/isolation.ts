import { isPath, type ExtractedBytes } from "./attachments.ts";

/**
 * The isolation pattern: a page's calls pass through a sandboxed frame of the app's own, which may
 * change or reject them, and seals them with a key that no page has. A sealed call:
 *
 *   6 bytes    which frame sealed it, at random
 *   6 bytes    counts the frame's calls, little endian
 *   the rest   the call as one body (see `packetHeaderLength`), encrypted by AES-GCM with a key of 256 bits,
 *              and its tag of 16 bytes
 *
 * The first 12 bytes are the initialization vector. As a message it travels as base64.
 */
export const sealFrameLength = 6;
export const sealHeaderLength = 12;
export const sealTagLength = 16;

/**
 * The page's first message to a new frame, with a port for all further messages; the frame answers
 * with the same text.
 */
export const isolationGreeting = "framework-isolation";

/** Page → frame: a call, its bytes beside its JSON. */
export interface OpenCall {
  readonly id: number;
  readonly command: string;
  /** The JSON of the arguments; absent: there are none. */
  readonly json: string | undefined;
  readonly taken: readonly ExtractedBytes[];
}

const { isArray } = Array;
const { hasOwn, keys } = Object;

/** Whether a value from a page is a call without extra fields. */
export function isOpenCall(value: unknown): value is OpenCall {
  if (!hasFields(value, ["id", "command", "json", "taken"])) return false;
  const { id, command, json, taken } = value;
  if (!Number.isSafeInteger(id) || typeof command !== "string" || !isArray(taken)) return false;
  if (json !== undefined && typeof json !== "string") return false;
  return taken.every(
    (one) =>
      hasFields(one, ["path", "bytes"]) && isPath(one.path) && one.bytes instanceof Uint8Array,
  );
}

function hasFields<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is { readonly [N in Name]: unknown } {
  if (typeof value !== "object" || value === null || keys(value).length !== names.length)
    return false;
  return names.every((name) => hasOwn(value, name));
}

/** Frame → page. */
export type SealedCall =
  | { readonly id: number; readonly sealed: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly refused: string };
