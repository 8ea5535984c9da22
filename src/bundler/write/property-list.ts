import { build, buildBinary, parse, type PlistValue } from "plist";

// Property lists: values of a few types, as XML or in a binary form.

export type { PlistValue };
export type Dictionary = Readonly<Record<string, PlistValue>>;

/** Writes a property list as XML. */
export function xmlPlist(value: PlistValue): Buffer {
  return Buffer.from(`${build(value, { indent: "\t" })}\n`);
}

/** Writes a property list in the binary form. */
export function binaryPlist(value: PlistValue): Buffer {
  return Buffer.from(buildBinary(value));
}

/** Parses a property list of either form with a dictionary. @throws Error when it is invalid */
export function parsePlist(bytes: Uint8Array): Dictionary {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isBinary = file.toString("latin1", 0, 6) === "bplist";
  // The XML parser would print to the console.
  if (!isBinary && !/<plist[\s>]/.test(file.toString()))
    throw new Error("it must be a property list");
  if (!isBinary && !file.includes("</plist"))
    throw new Error("it must be a property list, and breaks off");
  let value: PlistValue;
  try {
    value = parse(isBinary ? file : file.toString());
  } catch (cause) {
    throw new Error("it must be a property list", { cause });
  }
  if (!isDictionary(value)) throw new Error("it must be a property list of a dictionary");
  return value;
}

export function isDictionary(value: PlistValue): value is Record<string, PlistValue> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof ArrayBuffer)
  );
}
