import { ptr } from "bun:ffi";
import type { Address } from "../ffi/signature.ts";
import { gobject } from "./lib/gobject.ts";
import { StringList } from "./memory.ts";

const sizeOfValue = 24;

/** The value of a property. A bare number would not show whether C expects an int or an enum. */
export type Property =
  | { readonly boolean: boolean }
  | { readonly int: number }
  | { readonly enum: number; readonly type: number }
  | { readonly string: string }
  | { readonly object: Address; readonly type: number };

// Fundamental types: G_TYPE_MAKE_FUNDAMENTAL(n) is n << 2.
const G_TYPE_BOOLEAN = 5 << 2;
const G_TYPE_INT = 6 << 2;
const G_TYPE_STRING = 16 << 2;

function fill(value: Uint8Array, property: Property): void {
  if ("boolean" in property) {
    gobject.g_value_init(value, G_TYPE_BOOLEAN);
    gobject.g_value_set_boolean(value, property.boolean);
  } else if ("int" in property) {
    gobject.g_value_init(value, G_TYPE_INT);
    gobject.g_value_set_int(value, property.int);
  } else if ("enum" in property) {
    gobject.g_value_init(value, property.type);
    gobject.g_value_set_enum(value, property.enum);
  } else if ("string" in property) {
    gobject.g_value_init(value, G_TYPE_STRING);
    gobject.g_value_set_string(value, property.string);
  } else {
    gobject.g_value_init(value, property.type);
    gobject.g_value_set_object(value, property.object);
  }
}

/**
 * Creates an object with its properties set, including construct-only ones. No variadic call is
 * made.
 */
export function create(type: number, properties: Readonly<Record<string, Property>>): Address {
  const names = new StringList(Object.keys(properties));
  const values = new Uint8Array(sizeOfValue * names.length);
  const each = Object.values(properties).map((property, index) => {
    const value = values.subarray(index * sizeOfValue, (index + 1) * sizeOfValue);
    fill(value, property);
    return value;
  });
  const object = gobject.g_object_new_with_properties(
    type,
    names.length,
    names.length === 0 ? null : ptr(names.pointers),
    names.length === 0 ? null : ptr(values),
  );
  for (const value of each) gobject.g_value_unset(value);
  return object;
}

/** Reads one property that is a boolean. */
export function booleanProperty(object: Address, name: string): boolean {
  return readProperty(
    object,
    name,
    G_TYPE_BOOLEAN,
    (value) => gobject.g_value_get_boolean(value) !== 0,
  );
}

/** Changes one property. */
export function setProperty(object: Address, name: string, property: Property): void {
  const value = new Uint8Array(sizeOfValue);
  fill(value, property);
  gobject.g_object_set_property(object, name, value);
  gobject.g_value_unset(value);
}

/** Reads one property that is a text. */
export function textProperty(object: Address, name: string): string | null {
  return readProperty(object, name, G_TYPE_STRING, (value) => gobject.g_value_get_string(value));
}

function readProperty<T>(
  object: Address,
  name: string,
  type: number,
  read: (value: Uint8Array) => T,
): T {
  const value = new Uint8Array(sizeOfValue);
  gobject.g_value_init(value, type);
  gobject.g_object_get_property(object, name, value);
  const result = read(value);
  gobject.g_value_unset(value);
  return result;
}

/** Connects a signal for the object's life; `number` is the callback's last argument. */
export function connect(object: Address, signal: string, run: () => Address, number: number): void {
  gobject.g_signal_connect_data(object, signal, run(), number, null, 0);
}
