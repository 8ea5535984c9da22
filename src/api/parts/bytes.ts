/**
 * The bytes that a page passes: a byte array, or a list of numbers from 0 to 255. Any other value
 * goes to the app unchanged, which rejects it: a conversion by JavaScript would produce nothing, or
 * other numbers.
 */
export function bytesOf(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given;
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  if (given instanceof DataView)
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const numbers = listOf(given);
  return (
    numbers?.every(isByte) === true ? Uint8Array.from(numbers as number[]) : (numbers ?? given)
  ) as Uint8Array;
}

function listOf(given: unknown): unknown[] | null {
  if (typeof given !== "object" || given === null) return null;
  return Symbol.iterator in given || "length" in given
    ? Array.from(given as ArrayLike<unknown>)
    : null;
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}
