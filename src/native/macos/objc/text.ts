import type { Address } from "../../ffi/signature.ts";
import { NSString } from "../lib/foundation.ts";

// NSUTF8StringEncoding
const UTF8 = 4;

/** A string of the system's, owned by the surrounding pool. */
export function nsString(text: string): Address {
  // Not by a C string: text may hold NUL.
  const bytes = Buffer.from(text);
  using made = NSString.make(
    "initWithBytes:length:encoding:",
    bytes.length === 0 ? new Uint8Array(1) : bytes,
    bytes.length,
    UTF8,
  );
  return made.retain().send("autorelease");
}

/** The text of a system string, including NUL. */
export function textOf(string: Address): string {
  return partOf(string, 0, NSString.at(string).send("length"));
}

/** The same for an optional string. */
export function optionalText(string: Address | null): string | null {
  return string === null ? null : textOf(string);
}

/** A range of UTF-16 units of a system string, unchanged: including unpaired surrogates and NUL. */
export function partOf(string: Address, location: number, length: number): string {
  if (length === 0) return "";
  const units = Buffer.alloc(length * 2);
  NSString.at(string).send("getCharacters:range:", units, { location, length });
  return units.toString("utf16le");
}
