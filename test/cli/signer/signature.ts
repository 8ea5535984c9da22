import { createHash, createPublicKey, verify } from "node:crypto";

/** The lines of a key or a signature that is one line. */
export const unwrap = (text: string): string[] =>
  Buffer.from(text, "base64").toString().trimEnd().split("\n");

/**
 * A key with low limits, so that its password can be tried at once. A standard key takes two
 * seconds each time.
 */
export const lightKey = {
  password: "correct horse",
  secretKey:
    "dW50cnVzdGVkIGNvbW1lbnQ6IGZyYW1ld29yayBzZWNyZXQga2V5IDg4ODM3NzA4OTEwNEY5MzAKUldSVFkwSXk2OFdnbUhPQ2QwcXVHbFlSME10a3hBSThPT0xudUcwa1hlZmYwcUV1OE9NQWdBQUFBQUFBQUFBQUFBRUFBQUFBKzVTT1JrL3NlZklDdmhXdkN0VnNIZkppelNLWkxqWlBDOHpwRkFLYXRQTm92TWluckMrWXk4aXR3NG5CUzdTQmExcFRCdzZEYnhWUDAxSzJZUGZIM3lEL204d0VWdE9JUkQ4SFBSWnJWWlZtbWtvQ0NJZ09hdlFrRmxYM2FXaHN5NzNxcnY1N3JRdz0K",
  publicKey:
    "dW50cnVzdGVkIGNvbW1lbnQ6IGZyYW1ld29yayBwdWJsaWMga2V5OiA4ODgzNzcwODkxMDRGOTMwClJXUXcrUVNSQ0hlRGlDTkdrbjZleWQ5cTlGVGxvYlpqaGgvbFV2K1VZMkk0NVZ6Tk5VYzJBMFRJCg==",
} as const;

/** The checks of minisign for a signature, written from its manual alone. */
export function isSigned(content: Uint8Array, signature: string, publicKey: string): boolean {
  const [, first = "", comment = "", second = ""] = unwrap(signature);
  const [box, key] = [first, unwrap(publicKey)[1] ?? ""].map((text) =>
    Buffer.from(text, "base64"),
  ) as [Buffer, Buffer];
  if (box.toString("latin1", 0, 2) !== "ED" || !box.subarray(2, 10).equals(key.subarray(2, 10)))
    return false;
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.subarray(10)]);
  const ed25519 = createPublicKey({ key: spki, format: "der", type: "spki" });
  const trusted = Buffer.from(comment.slice("trusted comment: ".length));
  return (
    verify(null, createHash("blake2b512").update(content).digest(), ed25519, box.subarray(10)) &&
    verify(null, Buffer.concat([box.subarray(10), trusted]), ed25519, Buffer.from(second, "base64"))
  );
}

/** When a signature was made, and when it ends. */
export function timesOf(signature: string): number[] {
  const [, timestamp, expires] =
    /timestamp:(\d+)\t.*\texpires:(\d+)\t/.exec(unwrap(signature)[2] ?? "") ?? [];
  return [Number(timestamp), Number(expires)];
}
