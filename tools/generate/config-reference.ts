import type { Field, RecordShape, Shape } from "../../src/config/fields/field.ts";
import { rootConfig } from "../../src/config/config.ts";
import { formats } from "../../src/config/read/file-formats.ts";
import { absentText, systemsText } from "./sentences.ts";

/** A named type of the configuration, in the order in which it is met. */
interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** `docs/reference/configuration.md`: a table for each record, with an anchor for each field. */
export function configReference(): string {
  const sections = new Map<string, Section>();
  addRecord(rootConfig, sections);
  const names = formats.map((format) => `\`${format.mainFile}\``).join(", ");
  const platform = formats.map((format) => `\`${format.platformFile("linux")}\``).join(", ");
  return `<!-- Written by tools/generate.ts from the field tables in src/config/fields. -->

# Configuration

An application is described by one file in its source directory: ${names}. JSON files may hold
comments and everything else that JSON5 allows. Two of them in one folder are an error.

A file for one system is merged over it when that system is built for: ${platform},
and the same for \`windows\` and \`macos\`. What is given with \`--config\` comes last, in its order. Objects are merged
key by key, \`null\` takes a key out, and everything else, lists included, is replaced as a whole (RFC 7396).

Relative paths start at the folder of the main file. \`null\` may be written where a type ends with \`?\`.
In \`framework.bundle\` an empty text counts as not given where any text, or \`null\`, may be written.
Unknown fields are errors, and so are values of another kind or form than a field takes. What else is wrong with a field for
some systems is an error where one of these is built for, and a warning elsewhere, where the files that it names are not looked for.
A field that has an effect on some systems only is taken everywhere; \`framework config\` warns where it does nothing.
\`framework config\` shows what came out, and \`framework config --explain <field>\` where a value came from.

${[...sections.values()].map((section) => [`## ${section.title}`, "", ...section.lines].join("\n")).join("\n\n")}
`;
}

function addRecord(record: RecordShape, sections: Map<string, Section>): void {
  if (sections.has(record.name)) return;
  sections.set(record.name, { title: record.name, lines: [] });
  const lines = [record.sentence, "", ...table(record)];
  sections.set(record.name, { title: record.name, lines });
  for (const field of Object.values(record.fields)) addShape(field.shape, sections);
}

function addShape(shape: Shape, sections: Map<string, Section>): void {
  switch (shape.kind) {
    case "record":
      addRecord(shape, sections);
      break;
    case "list":
      addShape(shape.item, sections);
      break;
    case "map":
      addShape(shape.value, sections);
      break;
    case "choice":
      if (shape.name !== null && !sections.has(shape.name)) {
        sections.set(shape.name, { title: shape.name, lines: choiceLines(shape.values, shape.ignoreCase) });
      }
      break;
    case "either":
      if (sections.has(shape.name)) break;
      sections.set(shape.name, {
        title: shape.name,
        lines: [`One of: ${parts(shape).map(typeText).join("; ")}.`],
      });
      for (const part of parts(shape)) addShape(part, sections);
      break;
    case "variants": {
      if (sections.has(shape.name)) break;
      const lines = [shape.sentence];
      for (const [value, variant] of Object.entries(shape.variants)) {
        lines.push("", `### ${shape.name}: \`${value}\``, "", variant.sentence, "", ...table(variant, value));
      }
      sections.set(shape.name, { title: shape.name, lines });
      for (const variant of Object.values(shape.variants)) {
        for (const field of Object.values(variant.fields)) addShape(field.shape, sections);
      }
      break;
    }
    default:
  }
}

function parts(shape: Extract<Shape, { kind: "either" }>): Shape[] {
  return [shape.boolean, shape.text, shape.list, shape.object].filter((one) => one !== undefined);
}

function choiceLines(values: Readonly<Record<string, string>>, ignoreCase: boolean): string[] {
  const note = ignoreCase ? ["Upper and lower case are the same.", ""] : [];
  const entries = Object.entries(values);
  if (entries.every(([, sentence]) => sentence === "")) {
    return [...note, `${entries.map(([value]) => `\`${value}\``).join(", ")}.`];
  }
  return [...note, ...entries.map(([value, sentence]) => `- \`${value}\`: ${sentence}`)];
}

function table(record: RecordShape, variant?: string): string[] {
  const rows = Object.entries(record.fields).map(([name, field]) => {
    const anchor = [record.name, variant, name].filter((part) => part !== undefined).join("-");
    const type = `${cell(typeText(field.shape))}${field.nullable ? "?" : ""}${field.required ? " (required)" : ""}`;
    return `| <a id="${anchor}"></a>\`${name}\` | ${type} | ${cell(meaning(field))} |`;
  });
  return ["| Field | Type | Meaning |", "|---|---|---|", ...rows];
}

function meaning(field: Field): string {
  const sentences = [
    field.options.newer === true ? "[newer]" : null,
    field.sentence,
    absentText(field),
    systemsText(field),
    field.options.deprecated === undefined ? null : `To be removed: ${field.options.deprecated}.`,
  ];
  return sentences.filter((one) => one !== null).join(" ");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** A type for people, with links to the sections. */
function typeText(shape: Shape): string {
  switch (shape.kind) {
    case "boolean":
      return "boolean";
    case "number":
      return shape.integer ? "integer" : "number";
    case "text":
      return "string";
    case "any":
      return "any value";
    case "later":
    case "record":
    case "variants":
    case "either":
      return link(shape.name);
    case "choice":
      if (shape.name !== null) return link(shape.name);
      return Object.keys(shape.values)
        .map((value) => `\`${value}\``)
        .join(", ");
    case "list":
      return shape.length === null
        ? `list of ${typeText(shape.item)}`
        : `${shape.length} × ${typeText(shape.item)}`;
    case "map":
      return `map from ${shape.keys} to ${typeText(shape.value)}`;
  }
}

function link(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}
