import { rootConfig } from "../config.ts";
import type { Field, RecordShape, Shape } from "../fields/field.ts";

/** A field with its path; `[]` stands for the items of a list, `*` for the keys of a map. */
export interface IndexedField {
  readonly key: string;
  readonly path: string;
  readonly field: Field;
  /** The record that contains it. */
  readonly record: RecordShape;
}

/**
 * Every field of the configuration, in the order of the tables. A recursive shape is entered once.
 */
export function allFields(): readonly IndexedField[] {
  return index ?? (index = collect());
}

/** All fields with one name. */
export function fieldsNamed(key: string): readonly IndexedField[] {
  if (byKey === null) {
    byKey = new Map();
    for (const indexed of allFields()) {
      const list = byKey.get(indexed.key);
      if (list === undefined) byKey.set(indexed.key, [indexed]);
      else list.push(indexed);
    }
  }
  return byKey.get(key) ?? [];
}

let index: readonly IndexedField[] | null = null;
let byKey: Map<string, IndexedField[]> | null = null;

function collect(): IndexedField[] {
  const fields: IndexedField[] = [];
  addRecord(rootConfig, "", fields);
  return fields;
}

function addRecord(record: RecordShape, prefix: string, fields: IndexedField[]): void {
  for (const [key, field] of Object.entries(record.fields)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    fields.push({ key, path, field, record });
    addShape(field.shape, path, fields);
  }
}

function addShape(shape: Shape, path: string, fields: IndexedField[]): void {
  switch (shape.kind) {
    case "record":
      addRecord(shape, path, fields);
      break;
    case "list":
      addShape(shape.item, `${path}[]`, fields);
      break;
    case "map":
      addShape(shape.value, `${path}.*`, fields);
      break;
    case "variants": {
      const seen = new Set<string>();
      for (const variant of Object.values(shape.variants)) {
        const own = Object.entries(variant.fields).filter(([key]) => !seen.has(key));
        for (const [key] of own) seen.add(key);
        addRecord({ ...variant, fields: Object.fromEntries(own) }, path, fields);
      }
      break;
    }
    case "either":
      if (shape.list !== undefined) addShape(shape.list, path, fields);
      if (shape.object !== undefined) addShape(shape.object, path, fields);
      break;
    default:
  }
}
