import { ptr } from "bun:ffi";
import type { Address } from "../../ffi/signature.ts";
import { glib } from "../lib/glib.ts";

/** A value with its D-Bus type, for fields of any type. */
export class Variant {
  readonly signature: string;
  readonly value: unknown;

  constructor(signature: string, value: unknown) {
    this.signature = signature;
    this.value = value;
  }
}

/** The first complete type of a signature: `a{sv}` of `a{sv}as`. */
function firstType(signature: string): string {
  const [letter = ""] = signature;
  if (letter === "a") return `a${firstType(signature.slice(1))}`;
  if (letter !== "(" && letter !== "{") return letter;
  let end = 1;
  while (signature[end] !== ")" && signature[end] !== "}")
    end += firstType(signature.slice(end)).length;
  return signature.slice(0, end + 1);
}

function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let rest = signature; rest !== ""; rest = rest.slice(types.at(-1)?.length))
    types.push(firstType(rest));
  return types;
}

const addresses = (items: readonly Address[]): BigUint64Array | null =>
  items.length === 0 ? null : new BigUint64Array(items.map(BigInt));

/** Creates a floating GVariant. Arrays for `a…` and `(…)`, records for `a{s…}`, bytes for `ay`. */
export function toVariant(signature: string, value: unknown): Address {
  switch (signature[0]) {
    case "s":
      return glib.g_variant_new_string(value as string);
    case "o":
      return glib.g_variant_new_object_path(value as string);
    case "b":
      return glib.g_variant_new_boolean(value as boolean);
    case "i":
      return glib.g_variant_new_int32(value as number);
    case "u":
      return glib.g_variant_new_uint32(value as number);
    case "v": {
      const inner = value as Variant;
      return glib.g_variant_new_variant(toVariant(inner.signature, inner.value));
    }
    case "(": {
      const types = typesOf(signature.slice(1, -1));
      const items = types.map((type, index) => toVariant(type, (value as unknown[])[index]));
      return glib.g_variant_new_tuple(addresses(items), items.length);
    }
    case "a":
      return toArray(signature.slice(1), value);
    default:
      throw new Error(`Cannot make a D-Bus value of type "${signature}": want a known type`);
  }
}

function toArray(type: string, value: unknown): Address {
  const typeName = Buffer.from(`${type}\0`);
  if (type === "y") {
    const bytes = value as Uint8Array;
    return glib.g_variant_new_fixed_array(
      typeName,
      bytes.length === 0 ? null : ptr(bytes),
      bytes.length,
      1,
    );
  }
  const items = type.startsWith("{")
    ? Object.entries(value as Record<string, unknown>).map(([key, entry]) =>
        glib.g_variant_new_dict_entry(
          glib.g_variant_new_string(key),
          toVariant(type.slice(2, -1), entry),
        ),
      )
    : (value as unknown[]).map((item) => toVariant(type, item));
  return glib.g_variant_new_array(typeName, addresses(items), items.length);
}

/** The content of a GVariant: the same shapes, and `v` as its content. */
export function fromVariant(variant: Address): unknown {
  const kind = String.fromCharCode(glib.g_variant_classify(variant));
  switch (kind) {
    case "s":
    case "o":
    case "g":
      return glib.g_variant_get_string(variant, null);
    case "b":
      return glib.g_variant_get_boolean(variant) !== 0;
    case "y":
      return glib.g_variant_get_byte(variant);
    case "i":
      return glib.g_variant_get_int32(variant);
    case "u":
      return glib.g_variant_get_uint32(variant);
    case "v": {
      const inner = glib.g_variant_get_variant(variant);
      const value = fromVariant(inner);
      glib.g_variant_unref(inner);
      return value;
    }
    case "a":
    case "(":
    case "{":
      return fromContainer(variant);
    default:
      return undefined; // a type that none of our messages has
  }
}

function fromContainer(variant: Address): unknown {
  const items: unknown[] = [];
  for (let index = 0; index < glib.g_variant_n_children(variant); index++) {
    const child = glib.g_variant_get_child_value(variant, index);
    items.push(fromVariant(child));
    glib.g_variant_unref(child);
  }
  const isRecord = glib.g_variant_get_type_string(variant).startsWith("a{");
  return isRecord ? Object.fromEntries(items as [string, unknown][]) : items;
}
