import type { Address } from "../../src/native/ffi/signature.ts";
import { isOurs } from "./addresses.ts";
import { blockAt, type Block } from "./blocks.ts";
import { classAt, entryOf, type AnyClass } from "./classes.ts";
import { NSObject, objectAt } from "./ns-object.ts";
import { lend } from "./pools.ts";
import { refuse } from "./violations.ts";

// The allowed values of the letters of a signature (src/native/macos/objc/signature.ts), and the
// values here for arriving arguments.

const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  i: [-(2 ** 31), 2 ** 31 - 1],
  I: [0, 2 ** 32 - 1],
  q: [-(2 ** 63), 2 ** 63],
  Q: [0, 2 ** 64],
  L: [0, 2 ** 64],
  H: [0, 2 ** 16 - 1],
  h: [-(2 ** 15), 2 ** 15 - 1],
};

const fields: Readonly<Record<string, readonly string[]>> = {
  R: ["x", "y", "width", "height"],
  P: ["x", "y"],
  S: ["width", "height"],
  G: ["location", "length"],
};

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && !Number.isNaN(value);

function isStruct(letter: string, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (fields[letter] ?? []).every((name) =>
    isNumber((value as Readonly<Record<string, unknown>>)[name]),
  );
}

const isNil = (value: unknown): boolean => value === null || value === 0;

/** True if a plain value fits its letter. Objects, classes and blocks are looked up instead. */
function fits(letter: string, value: unknown): boolean {
  const range = ranges[letter];
  if (range !== undefined)
    return isNumber(value) && Number.isInteger(value) && value >= range[0] && value <= range[1];
  if (letter in fields) return isStruct(letter, value);
  switch (letter) {
    case "B":
      return typeof value === "boolean";
    case "d":
    case "f":
      return isNumber(value);
    case "s":
      return typeof value === "string" && !value.includes("\0");
    case ":":
      return typeof value === "string" && /^[a-zA-Z_]\w*(:|(:\w*)*:)?$/.test(value);
    case "p":
      return ArrayBuffer.isView(value) || (isNumber(value) && !isOurs(value));
    default:
      return false;
  }
}

/** A value from the app, as the classes of the stand-in take it. */
export function received(letter: string, value: unknown, what: string): unknown {
  if (letter === "v") return undefined;
  if (letter === "n" || letter === "b") {
    if (isNil(value)) return null;
  }
  if ((letter === "@" || letter === "#") && isNil(value))
    return refuse(`${what} is nil, which it may not be`);
  if (letter === "@" || letter === "n" || letter === "#" || letter === "b") {
    if (!isNumber(value)) return refuse(`${what} is no address: ${String(value)}`);
    if (letter === "b") return blockAt(value, what);
    const kind = classAt(value);
    if (kind !== undefined)
      return kind.behaviour ?? refuse(`${what} is a class that the stand-in does not know`);
    return letter === "#" ? refuse(`${what} is no class`) : ready(objectAt(value, what), what);
  }
  if (!fits(letter, value)) return refuse(`${what} is no "${letter}": ${shown(value)}`);
  return value;
}

function ready(object: NSObject, what: string): NSObject {
  return object.isReady ? object : refuse(`${what} was not initialized yet: a ${object.name}`);
}

/** A result of the stand-in, as the app gets it. Objects without an owner are autoreleased. */
export function handedOut(letter: string, value: unknown, what: string): unknown {
  switch (letter) {
    case "v":
      return undefined;
    case "@":
    case "n":
      if (value === null && letter === "n") return null;
      if (typeof value === "function") return entryOf(value as AnyClass).address;
      if (!(value instanceof NSObject))
        throw new TypeError(`${what} of the stand-in is no object: ${shown(value)}`);
      return addressLent(value);
    case "#":
      return entryOf(value as AnyClass).address;
    case "b":
      return value === null ? null : (value as Block).address;
    default:
      if (!fits(letter, value))
        throw new Error(`${what} of the stand-in is no "${letter}": ${shown(value)}`);
      return value;
  }
}

function addressLent(object: NSObject): Address {
  if (object.owned + object.kept + object.loans === 0) lend(object);
  return object.address;
}

function shown(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
}
