import { rootConfig } from "../config.ts";
import type { ChoiceShape, Field, Json, RecordShape, Shape } from "../fields/field.ts";

type Schema = { [key: string]: Json };

/** The file name under which editors find the schema in the published package. */
const schemaId = "framework.conf.json";

/**
 * The JSON Schema (draft 7) of the configuration. It admits exactly the values that the check of
 * fields admits.
 */
export function jsonSchema(): Json {
  const definitions: Record<string, Json> = {};
  const root = recordSchema(rootConfig, definitions);
  const names = Object.keys(definitions).toSorted();
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: schemaId,
    title: "Configuration of an application",
    ...root,
    definitions: Object.fromEntries(names.map((name) => [name, definitions[name] ?? {}])),
  };
}

function schemaOf(shape: Shape, definitions: Record<string, Json>): Schema {
  switch (shape.kind) {
    case "boolean":
      return { type: "boolean" };
    case "number": {
      const schema: Schema = { type: shape.integer ? "integer" : "number" };
      if (shape.minimum !== null) schema["minimum"] = shape.minimum;
      if (shape.maximum !== null) schema["maximum"] = shape.maximum;
      return schema;
    }
    case "text": {
      const schema: Schema = { type: "string" };
      if (shape.characters !== null) schema["pattern"] = `^[${shape.characters}]+$`;
      else if (shape.pattern !== null) schema["pattern"] = shape.pattern;
      if (shape.example !== null) schema["examples"] = [shape.example];
      return schema;
    }
    case "choice":
      if (shape.name === null) return choiceSchema(shape);
      return define(shape.name, definitions, () => choiceSchema(shape));
    case "list": {
      const schema: Schema = { type: "array", items: schemaOf(shape.item, definitions) };
      if (shape.length !== null)
        Object.assign(schema, { minItems: shape.length, maxItems: shape.length });
      return schema;
    }
    case "map":
      return { type: "object", additionalProperties: schemaOf(shape.value, definitions) };
    case "record":
      return define(shape.name, definitions, () => recordSchema(shape, definitions));
    case "variants":
      return define(shape.name, definitions, () => ({
        description: shape.sentence,
        oneOf: Object.values(shape.variants).map((variant) => recordSchema(variant, definitions)),
      }));
    case "either":
      return define(shape.name, definitions, () => {
        const shapes = [shape.boolean, shape.text, shape.list, shape.object].filter(
          (one) => one !== undefined,
        );
        return { anyOf: shapes.map((one) => schemaOf(one, definitions)) };
      });
    case "any":
      return {};
    case "later":
      return { $ref: `#/definitions/${shape.name}` };
  }
}

/** One branch for each value, so that editors show its meaning. */
function choiceSchema(shape: ChoiceShape): Schema {
  const values = Object.entries(shape.values);
  const explained = values.some(([, sentence]) => sentence !== "");
  const exact: Schema[] = explained
    ? values.map(([value, description]) => ({ const: value, description }))
    : [{ enum: values.map(([value]) => value) }];
  if (!shape.ignoreCase) {
    const [only] = exact;
    return {
      type: "string",
      ...(exact.length === 1 && only !== undefined ? only : { oneOf: exact }),
    };
  }
  const anyCase = values.map(([value]) =>
    value.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  return { type: "string", anyOf: [...exact, { pattern: `^(${anyCase.join("|")})$` }] };
}

function define(name: string, definitions: Record<string, Json>, make: () => Schema): Schema {
  if (definitions[name] === undefined) {
    definitions[name] = {};
    definitions[name] = make();
  }
  return { $ref: `#/definitions/${name}` };
}

function recordSchema(record: RecordShape, definitions: Record<string, Json>): Schema {
  const properties: Record<string, Json> = {};
  const needed: string[] = [];
  for (const [name, field] of Object.entries(record.fields)) {
    properties[name] = fieldSchema(field, definitions);
    if (field.required) needed.push(name);
  }
  const schema: Schema = {
    description: record.sentence,
    type: "object",
    properties,
    additionalProperties: false,
  };
  if (needed.length > 0) schema["required"] = needed;
  return schema;
}

function fieldSchema(field: Field, definitions: Record<string, Json>): Json {
  const own = schemaOf(field.shape, definitions);
  const about: Schema = { description: fieldDescription(field) };
  const standing = field.options.whenAbsent ?? field.default;
  if (standing !== undefined && standing !== null) about["default"] = standing;
  else if (field.nullable) about["default"] = null;
  if (field.options.deprecated !== undefined) about["deprecated"] = true;
  if (field.nullable) return { ...about, anyOf: [own, { type: "null" }] };
  // Draft 7 ignores siblings of a $ref, so the $ref goes one level down.
  return "$ref" in own ? { ...about, allOf: [own] } : { ...own, ...about };
}

function fieldDescription(field: Field): string {
  const parts = [field.sentence];
  if (field.options.systems !== undefined)
    parts.push(`Only ${field.options.systems.join(" and ")}.`);
  if (field.options.derived !== undefined) parts.push(`Default: ${field.options.derived.from}.`);
  if (field.options.deprecated !== undefined)
    parts.push(`To be removed: ${field.options.deprecated}.`);
  return parts.join(" ");
}
