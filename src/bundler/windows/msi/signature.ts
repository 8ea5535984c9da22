import { createHash } from "node:crypto";
import type { CompoundStream } from "../../write/cfb.ts";
import { piecesOf } from "../../write/source.ts";
import { authenticode, type AuthenticodeOptions } from "../authenticode.ts";

/** Marks a compound file as an installer's database. */
export const databaseClass = Buffer.from("84100c0000000000c000000000000046", "hex");

/**
 * The stream with a database's signature. It covers the bytes of all streams, in the order of their
 * names' bytes, and the class of the file. Source: the behaviour of osslsigncode.
 */
export async function signatureStream(
  streams: readonly CompoundStream[],
  options: AuthenticodeOptions,
): Promise<CompoundStream> {
  const hash = createHash(options.digest);
  const named = streams.map(({ name, bytes }) => ({ key: Buffer.from(name, "utf16le"), bytes }));
  for (const { bytes } of named.toSorted((one, other) => Buffer.compare(one.key, other.key)))
    for (const piece of piecesOf(bytes)) hash.update(piece);
  const digest = hash.update(databaseClass).digest();
  return {
    name: "\u0005DigitalSignature",
    bytes: await authenticode("installer", digest, options),
  };
}
