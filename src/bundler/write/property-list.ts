import { parseXml, XmlError } from "@rgrove/parse-xml";
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

/**
 * Parses a property list of either form with a dictionary.
 *
 * @throws Error when it is invalid; for XML it says at which line
 */
export function parsePlist(bytes: Uint8Array): Dictionary {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isBinary = file.toString("latin1", 0, 6) === "bplist";
  const text = isBinary ? null : file.toString().replace(/^\ufeff/, "");
  if (text !== null) checkXml(text);
  let value: PlistValue;
  try {
    value = parse(text ?? file);
  } catch (cause) {
    throw new Error("it must be a property list", { cause });
  }
  if (!isDictionary(value)) throw new Error("it must be a property list of a dictionary");
  return value;
}

/** The parser of `plist` goes on after an error, and prints each one to the console. */
function checkXml(text: string): void {
  try {
    if (parseXml(text).root?.name === "plist") return;
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause;
    // Below its first line, the message shows the text around the place.
    const [reason] = cause.message.split("\n");
    throw new Error(`it must be a property list: ${reason}`, { cause });
  }
  throw new Error("it must be a property list");
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
