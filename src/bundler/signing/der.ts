import forge from "node-forge";

// The encoding of signatures: DER, through the library's values. There, bytes are strings of
// characters below 256; everywhere else they are bytes.

const { asn1 } = forge;
const { Class, Type } = asn1;

export type Value = forge.asn1.Asn1;

export function sequence(...values: readonly Value[]): Value {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [...values]);
}

/** The members of a set are sorted by their bytes. */
export function set(...values: readonly Value[]): Value {
  const sorted = values.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other)));
  return asn1.create(Class.UNIVERSAL, Type.SET, true, sorted);
}

export function identifier(dotted: string): Value {
  return asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(dotted).getBytes());
}

export function integer(bytes: number | Uint8Array): Value {
  const content = typeof bytes === "number" ? asn1.integerToDer(bytes).getBytes() : latin(bytes);
  return asn1.create(Class.UNIVERSAL, Type.INTEGER, false, content);
}

export function octets(bytes: Uint8Array): Value {
  return asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, latin(bytes));
}

/** An empty bit string. */
export function noBits(): Value {
  return asn1.create(Class.UNIVERSAL, Type.BITSTRING, false, "\0");
}

export function nothing(): Value {
  return asn1.create(Class.UNIVERSAL, Type.NULL, false, "");
}

export function truth(): Value {
  return asn1.create(Class.UNIVERSAL, Type.BOOLEAN, false, "\xff");
}

export function untruth(): Value {
  return asn1.create(Class.UNIVERSAL, Type.BOOLEAN, false, "\0");
}

export function utf8(text: string): Value {
  return asn1.create(Class.UNIVERSAL, Type.UTF8, false, latin(Buffer.from(text)));
}

export function time(date: Date): Value {
  return asn1.create(Class.UNIVERSAL, Type.UTCTIME, false, asn1.dateToUtcTime(date));
}

/** `[number]` around values. */
export function tagged(number: number, ...values: readonly Value[]): Value {
  return asn1.create(Class.CONTEXT_SPECIFIC, number as forge.asn1.Type, true, [...values]);
}

/** `[APPLICATION number]` around values. */
export function application(number: number, ...values: readonly Value[]): Value {
  return asn1.create(Class.APPLICATION, number as forge.asn1.Type, true, [...values]);
}

/** `[number]` in place of the type of a text or number. */
export function implicit(number: number, bytes: Uint8Array): Value {
  return asn1.create(Class.CONTEXT_SPECIFIC, number as forge.asn1.Type, false, latin(bytes));
}

/** Parses one value. @throws Error when it is invalid */
export function readDer(bytes: Uint8Array): Value {
  return asn1.fromDer(forge.util.createBuffer(latin(bytes)), {
    strict: true,
    parseAllBytes: true,
  } as never);
}

export function derOf(value: Value): Buffer {
  return Buffer.from(asn1.toDer(value).getBytes(), "latin1");
}

/** The inner values of one. @throws Error when it has none */
export function inside({ value }: Value): readonly Value[] {
  if (typeof value === "string")
    throw new Error("Cannot look into a value: want one that is made of others");
  return value;
}

/** The content of a primitive value. @throws Error when it is constructed */
export function contentOf({ value }: Value): Buffer {
  if (typeof value !== "string")
    throw new Error("Cannot read a value: want one that is made of no others");
  return Buffer.from(value, "latin1");
}

/** `1.2.840.113549.1.7.2` of an identifier. */
export function dottedOf(value: Value): string {
  return asn1.derToOid(forge.util.createBuffer(latin(contentOf(value))));
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
