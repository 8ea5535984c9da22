// Searches shipped files for secrets of the developer.

import { readSync } from "node:fs";
import { withOpenFile } from "../../../disk/read.ts";
import {
  passwordVariables,
  secretVariables,
  type Environment,
} from "../../../process/environment.ts";

/**
 * The beginning of a minisign secret key in base64: `Ed`, then `Sc` or nothing (with or without
 * password), then `B2`.
 */
const minisignStarts = ["RWRTY0Iy", "RWQAAEIy"];
/** The beginning of the same key after the two lines of its file were encoded in base64 again. */
const wrappedStart = Buffer.from("untrusted comment:").toString("base64").slice(0, 20);

/**
 * Names the secret that a file holds, or `null`. A private key in PEM must have a body, because
 * every cryptographic library contains the words alone.
 */
export function findSecret(content: Buffer, environment: Environment = process.env): string | null {
  return findIn(content, isBinary(content), environment);
}

/** The part of a file that is in memory at a time. A page may contain videos of gigabytes. */
const windowLength = 8 << 20;

/**
 * The part of the previous window that one window repeats. It is longer than the matches of all
 * patterns below.
 */
const overlapLength = 4096;

/** Does the same for a file of any size. */
export function findSecretOfFile(
  path: string,
  environment: Environment = process.env,
): string | null {
  const longest = Math.max(...secretVariables.map((name) => environment[name]?.length ?? 0));
  // A character of a variable has up to four bytes.
  const overlap = Math.max(overlapLength, longest * 4);
  return withOpenFile(path, (file) => {
    const window = Buffer.allocUnsafe(windowLength + overlap);
    let isOfBinary: boolean | null = null;
    for (let kept = 0; ;) {
      const read = readFully(file, window.subarray(kept));
      const content = window.subarray(0, kept + read);
      isOfBinary ??= isBinary(content);
      const secret = findIn(content, isOfBinary, environment);
      if (secret !== null || content.length < window.length) return secret;
      window.copyWithin(0, window.length - overlap);
      kept = overlap;
    }
  });
}

/** Reads until the buffer is full or the file ends. */
function readFully(file: number, into: Buffer): number {
  let length = 0;
  for (let read = -1; read !== 0 && length < into.length; length += read)
    read = readSync(file, into, length, into.length - length, null);
  return length;
}

function findIn(content: Buffer, isOfBinary: boolean, environment: Environment): string | null {
  for (const name of secretVariables) {
    const value = environment[name];
    // Any file could contain a short password, and any program contains a word such as "password".
    if (value === undefined || value.length < 8 || (passwordVariables.includes(name) && isOfBinary))
      continue;
    if (content.includes(value)) return `the value of ${name}`;
  }
  for (let at = content.indexOf(pemWords); at >= 0; at = content.indexOf(pemWords, at + 1)) {
    if (pemKey.test(content.toString("latin1", Math.max(at - 40, 0), at + 2000)))
      return "a private key";
  }
  return holdsSigningKey(content) ? "a secret key for signing" : null;
}

/**
 * The reason why this must not be shipped, or `null`.
 *
 * @param source the path of a file, or its content
 */
export function secretProblem(name: string, source: string | Uint8Array): string | null {
  const secret =
    typeof source === "string" ? findSecretOfFile(source) : findSecret(Buffer.from(source));
  return secret === null ? null : `Cannot ship "${name}": it holds ${secret}`;
}

/** True if the content contains a key that signs updates. No program contains one by chance. */
export function holdsSigningKey(content: Buffer): boolean {
  if (minisignStarts.some((start) => holdsKey(content, start))) return true;
  for (
    let at = content.indexOf(wrappedStart);
    at >= 0;
    at = content.indexOf(wrappedStart, at + 1)
  ) {
    const text = content.toString("latin1", at, at + 1000).match(/^[A-Za-z0-9+/=]+/)?.[0] ?? "";
    const inner = Buffer.from(text, "base64");
    if (minisignStarts.some((start) => holdsKey(inner, start))) return true;
  }
  return false;
}

function isBinary(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0);
}

const pemWords = "PRIVATE KEY";

// In source code the line breaks may be written as \n.
const pemKey =
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n|[\w-]+: [^\n]*\n)+[A-Za-z0-9+/]{40}/;

/** A secret key is 158 bytes: 212 characters of base64. */
function holdsKey(content: Buffer, start: string): boolean {
  for (let at = content.indexOf(start); at >= 0; at = content.indexOf(start, at + 1)) {
    if (/^[A-Za-z0-9+/]{211}/.test(content.toString("latin1", at, at + 212))) return true;
  }
  return false;
}
