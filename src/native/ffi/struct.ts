import { ptr, toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "./signature.ts";

// A C struct is declared by its fields in their order, each with the name of its type or its inner
// struct:
//
//   u8  u16  i32  u32  f64      numbers of that width
//   i64                          64 bits: a handle, a size, a message's parameter
//   ptr                          an address, or memory of ours that stays alive with the struct
//   ["u16", 128]                 an array inside of the struct
//
// Offsets and size follow from the rules of C: each field at a multiple of its own alignment, or of
// a smaller packing; `test/native` compares them with a compiler's reading of the headers.

const widths = { u8: 1, u16: 2, i32: 4, u32: 4, f64: 8, i64: 8, ptr: 8 } as const;

type Scalar = keyof typeof widths;

// A call receives only the bytes, and its callbacks may collect garbage: the objects that the bytes
// point to live as long as they do.
const owners = new WeakMap<Uint8Array, unknown>();

/** The kind of a field: a number, an inner struct, or an array. */
export type Field = Scalar | Struct<Fields> | readonly [Scalar, number];
export type Fields = Readonly<Record<string, Field>>;

type Given<F extends Field> = F extends "ptr"
  ? Address | NodeJS.TypedArray | StructValue<Fields> | null
  : F extends Scalar
    ? number
    : F extends Struct<infer Inner>
      ? Init<Inner>
      : Uint8Array;

export type Init<T extends Fields> = { readonly [N in keyof T]?: Given<T[N]> };

type ScalarNames<T extends Fields> = { [N in keyof T]: T[N] extends Scalar ? N : never }[keyof T];
type StructNames<T extends Fields> = {
  [N in keyof T]: T[N] extends Struct<Fields> ? N : never;
}[keyof T];
type Inner<T extends Fields, N extends keyof T> = T[N] extends Struct<infer I> ? I : never;

interface Place {
  readonly offset: number;
  readonly size: number;
  readonly field: Field;
}

/** A layout for creating values and for reading foreign memory. */
export class Struct<T extends Fields> {
  readonly size: number;
  readonly alignment: number;
  readonly places: ReadonlyMap<string, Place>;

  /** @param packing the maximum alignment of a field, as in `#pragma pack` */
  constructor(fields: T, packing = 8) {
    const places = new Map<string, Place>();
    let end = 0;
    let alignment = 1;
    for (const [name, field] of Object.entries(fields)) {
      const own = Math.min(alignmentOf(field), packing);
      const offset = roundUp(end, own);
      const size = sizeOf(field);
      places.set(name, { offset, size, field });
      end = offset + size;
      alignment = Math.max(alignment, own);
    }
    this.places = places;
    this.alignment = alignment;
    this.size = roundUp(end, alignment);
  }

  /** A zeroed value with these fields. */
  make(init: Init<T> = {}): StructValue<T> {
    const value = new StructValue(this, new Uint8Array(new ArrayBuffer(this.size)));
    value.fill(init);
    return value;
  }

  /** The value at an address of foreign memory; changes are written there. */
  at(address: Address): StructValue<T> {
    return new StructValue(this, new Uint8Array(toArrayBuffer(address as Pointer, 0, this.size)));
  }

  /** Several of them in an array. */
  array(inits: readonly Init<T>[]): StructArray<T> {
    return new StructArray(this, inits);
  }

  place(name: string): Place {
    const place = this.places.get(name);
    if (place === undefined)
      throw new Error(`Cannot find field "${name}": want one of the struct's`);
    return place;
  }
}

/** Declares a struct. */
export function struct<const T extends Fields>(fields: T, packing?: number): Struct<T> {
  return new Struct(fields, packing);
}

/** A struct in memory. It must be reachable for as long as C uses its address. */
export class StructValue<T extends Fields> {
  /** The bytes for a call. */
  readonly bytes: Uint8Array;
  readonly #struct: Struct<T>;
  readonly #view: DataView;
  // The targets of its pointers.
  readonly #held: unknown[] = [];

  constructor(layout: Struct<T>, bytes: Uint8Array) {
    this.#struct = layout;
    this.bytes = bytes;
    owners.set(bytes, this);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get address(): Address {
    return Number(ptr(this.bytes));
  }

  fill(init: Init<T>): void {
    for (const [name, given] of Object.entries(init)) this.#set(name, given);
  }

  set<N extends keyof T & string>(name: N, given: Given<T[N]>): void {
    this.#set(name, given);
  }

  /** A number of the struct; 0 is a null pointer. */
  get(name: ScalarNames<T> & string): number {
    const { offset, field } = this.#struct.place(name);
    switch (field) {
      case "u8":
        return this.#view.getUint8(offset);
      case "u16":
        return this.#view.getUint16(offset, true);
      case "i32":
        return this.#view.getInt32(offset, true);
      case "u32":
        return this.#view.getUint32(offset, true);
      case "f64":
        return this.#view.getFloat64(offset, true);
      default:
        return Number(this.#view.getBigInt64(offset, true));
    }
  }

  /** An inner struct. */
  inner<N extends StructNames<T> & string>(name: N): StructValue<Inner<T, N>> {
    const { offset, size, field } = this.#struct.place(name);
    return new StructValue(
      field as Struct<Inner<T, N>>,
      this.bytes.subarray(offset, offset + size),
    );
  }

  /** The bytes of a field. */
  part(name: keyof T & string): Uint8Array {
    const { offset, size } = this.#struct.place(name);
    return this.bytes.subarray(offset, offset + size);
  }

  #set(name: string, given: unknown): void {
    if (given === undefined) return;
    const { offset, size, field } = this.#struct.place(name);
    if (field instanceof Struct) {
      const inside = new StructValue(field, this.bytes.subarray(offset, offset + size));
      inside.fill(given as Init<Fields>);
      this.#held.push(inside);
    } else if (typeof field !== "string") {
      const bytes = given as Uint8Array;
      if (bytes.length > size)
        throw new Error(
          `Cannot set field "${name}": ${bytes.length} bytes do not fit into ${size}`,
        );
      this.bytes.set(bytes, offset);
    } else if (field === "ptr") {
      this.#view.setBigUint64(offset, BigInt.asUintN(64, BigInt(this.#addressOf(given))), true);
    } else {
      setNumber(this.#view, offset, field, given as number);
    }
  }

  #addressOf(given: unknown): number {
    if (given === null) return 0;
    if (typeof given === "number") return given;
    this.#held.push(given);
    if (given instanceof StructValue) return (given as StructValue<Fields>).address;
    return Number(ptr(given as NodeJS.TypedArray));
  }
}

/** Structs one after the other, as C reads an array of them. */
export class StructArray<T extends Fields> {
  readonly bytes: Uint8Array;
  readonly values: readonly StructValue<T>[];

  constructor(layout: Struct<T>, inits: readonly Init<T>[]) {
    const { size } = layout;
    const bytes = new Uint8Array(new ArrayBuffer(size * inits.length));
    this.bytes = bytes;
    owners.set(bytes, this);
    this.values = inits.map((init, index) => {
      const value = new StructValue(layout, bytes.subarray(index * size, (index + 1) * size));
      value.fill(init);
      return value;
    });
  }
}

function setNumber(view: DataView, offset: number, field: Scalar, value: number): void {
  switch (field) {
    case "u8":
      return view.setUint8(offset, value);
    case "u16":
      return view.setUint16(offset, value, true);
    case "i32":
      return view.setInt32(offset, value, true);
    case "u32":
      return view.setUint32(offset, value, true);
    case "f64":
      return view.setFloat64(offset, value, true);
    default:
      return view.setBigInt64(offset, BigInt(value), true);
  }
}

function alignmentOf(field: Field): number {
  if (field instanceof Struct) return field.alignment;
  return widths[typeof field === "string" ? field : field[0]];
}

function sizeOf(field: Field): number {
  if (field instanceof Struct) return field.size;
  return typeof field === "string" ? widths[field] : widths[field[0]] * field[1];
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
