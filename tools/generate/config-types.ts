import type { Field, RecordShape, Shape } from "../../src/config/fields/field.ts";
import { rootConfig } from "../../src/config/config.ts";
import { absentText, systemsText } from "./sentences.ts";

/**
 * `author`: the type for writing. `resolved`: the type for the application, every value present.
 */
type Side = "author" | "resolved";

const heads: Record<Side, string> = {
  author: "What a person may write in a configuration file.",
  resolved: "A configuration after its defaults: every value is present.",
};

/** TypeScript for every named shape of the configuration. */
export function configTypes(side: Side): string {
  const named = new Map<string, string>();
  const root = declare(rootConfig, side, named);
  const parts = [...named.values()].toReversed();
  return `// Written by tools/generate.ts from the field tables.\n// ${heads[side]}\n\n${[root, ...parts].join("\n\n")}\n`;
}

function declare(shape: RecordShape, side: Side, named: Map<string, string>): string {
  return `${docComment([shape.sentence], "")}export interface ${shape.name} ${recordBody(shape, side, named, "")}`;
}

function recordBody(
  shape: RecordShape,
  side: Side,
  named: Map<string, string>,
  indent: string,
): string {
  const lines: string[] = [];
  for (const [key, field] of Object.entries(shape.fields)) {
    if (side === "resolved" && field.options.dropped === true) continue;
    lines.push(docComment(fieldComment(field, side), `${indent}  `));
    lines.push(`${indent}  readonly ${key}${side === "author" && !field.required ? "?" : ""}: `);
    lines.push(`${fieldType(field, side, named, `${indent}  `)};\n`);
  }
  return `{\n${lines.join("")}${indent}}`;
}

function fieldType(field: Field, side: Side, named: Map<string, string>, indent: string): string {
  const type = typeOf(field.shape, side, named, indent);
  const nullable = side === "author" ? field.nullable : mayBeNull(field);
  if (!nullable) return type;
  return type.includes("\n") && !type.startsWith("{")
    ? `${type}\n${indent}  | null`
    : `${type} | null`;
}

/** Whether a settled value may be `null`. */
function mayBeNull(field: Field): boolean {
  if (field.options.nullIsKept === true) return true;
  if (field.options.whenAbsent !== undefined) return false;
  if (field.options.derived !== undefined) return !field.options.derived.always;
  return field.nullable || field.default === null;
}

function typeOf(shape: Shape, side: Side, named: Map<string, string>, indent: string): string {
  switch (shape.kind) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "text":
      return "string";
    case "any":
      return "unknown";
    case "later":
      return shape.name;
    case "choice": {
      const values = Object.keys(shape.values).map((value) => JSON.stringify(value));
      if (shape.name === null) return union(values, indent);
      const choices = union(values, "");
      return name(
        shape.name,
        named,
        () => `export type ${shape.name} =${space(choices)}${choices};`,
      );
    }
    case "list": {
      const item = typeOf(shape.item, side, named, indent);
      if (shape.length === null) return `readonly ${item}[]`;
      return `readonly [${Array.from({ length: shape.length }, () => item).join(", ")}]`;
    }
    case "map":
      return `Readonly<Record<string, ${typeOf(shape.value, side, named, indent)}>>`;
    case "record":
      return name(shape.name, named, () => declare(shape, side, named));
    case "variants":
      return name(shape.name, named, () => {
        const types = Object.values(shape.variants).map(
          (variant) =>
            `  ${docComment([variant.sentence], "  ").trim()}\n  | ${recordBody(variant, side, named, "    ")}`,
        );
        return `${docComment([shape.sentence], "")}export type ${shape.name} =\n${types.join("\n")};`;
      });
    case "either":
      return name(shape.name, named, () => {
        const shapes = [shape.boolean, shape.text, shape.list, shape.object].filter(
          (one) => one !== undefined,
        );
        const types = shapes.map((one) => typeOf(one, side, named, ""));
        return `export type ${shape.name} = ${types.join(" | ")};`;
      });
  }
}

function name(typeName: string, named: Map<string, string>, text: () => string): string {
  if (!named.has(typeName)) {
    named.set(typeName, "");
    const declared = text();
    // Set again, so that a type comes after its parts, and the order of the file can be reversed.
    named.delete(typeName);
    named.set(typeName, declared);
  }
  return typeName;
}

function union(values: readonly string[], indent: string): string {
  const line = values.join(" | ");
  if (line.length < 70) return line;
  return values.map((value) => `\n${indent}  | ${value}`).join("");
}

function space(text: string): string {
  return text.startsWith("\n") ? "" : " ";
}

function fieldComment(field: Field, side: Side): string[] {
  const absent = side === "author" ? absentText(field) : null;
  const systems = systemsText(field);
  const lines = [field.sentence.replaceAll("*/", "* /")];
  if (absent !== null || systems !== null || field.options.deprecated !== undefined) lines.push("");
  if (absent !== null) lines.push(absent);
  if (systems !== null) lines.push(systems);
  if (field.options.deprecated !== undefined) lines.push(`@deprecated ${field.options.deprecated}`);
  return lines;
}

function docComment(sentences: readonly string[], indent: string): string {
  const lines = sentences.flatMap((sentence) => wrap(sentence, 105 - indent.length));
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ""} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

function wrap(sentence: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of sentence.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
