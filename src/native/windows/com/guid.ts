/** The GUID of a class or an interface, as `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. */
export type Guid = string;

const made = new Map<Guid, Uint8Array>();

/**
 * The 16 bytes of a GUID: its first three parts are little-endian. They are created once and stay.
 */
export function guid(text: Guid): Uint8Array {
  const known = made.get(text);
  if (known !== undefined) return known;
  const digits = text.replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/i.test(digits))
    throw new Error(`Cannot read "${text}": want the 32 digits of a GUID`);
  const bytes = new Uint8Array(new ArrayBuffer(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, parseInt(digits.slice(0, 8), 16), true);
  view.setUint16(4, parseInt(digits.slice(8, 12), 16), true);
  view.setUint16(6, parseInt(digits.slice(12, 16), 16), true);
  bytes.set(Buffer.from(digits.slice(16), "hex"), 8);
  made.set(text, bytes);
  return bytes;
}

/** The GUID in 16 bytes. */
export function guidIn(bytes: Uint8Array): Guid {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const digits = (number: number, length: number): string =>
    number.toString(16).padStart(length, "0");
  const end = Buffer.from(bytes.subarray(8, 16)).toString("hex");
  return [
    digits(view.getUint32(0, true), 8),
    digits(view.getUint16(4, true), 4),
    digits(view.getUint16(6, true), 4),
    end.slice(0, 4),
    end.slice(4),
  ].join("-");
}
