import type { Field, RecordShape, Shape } from "../../src/config/fields/field.ts";
import { rootConfig } from "../../src/config/config.ts";
import { formats } from "../../src/config/read/file-formats.ts";
import { allFields } from "../../src/config/shape/field-index.ts";
import { configExamples } from "./config-examples.ts";
import { absentText, shortDefault, systemsText } from "./sentences.ts";

const configFolder = "docs/reference/configuration";
const origin = "<!-- Written by tools/generate.ts from the field tables in src/config/fields. -->";

/**
 * A page of the reference, and its first records. Types that occur there first are on the same
 * page.
 */
interface Page {
  readonly file: string;
  readonly title: string;
  readonly records: readonly string[];
}

const firstPage: Page = {
  file: "application.md",
  title: "Application",
  records: ["Config", "PackageConfig", "FrameworkConfig"],
};

const pages: readonly Page[] = [
  firstPage,
  { file: "windows.md", title: "Windows", records: ["WindowConfig"] },
  { file: "build.md", title: "Build and development", records: ["BuildConfig"] },
  { file: "allowlist.md", title: "Allowlist", records: ["AllowlistConfig"] },
  { file: "security.md", title: "Security", records: ["SecurityConfig", "PatternKind"] },
  { file: "bundle.md", title: "Bundle", records: ["BundleConfig"] },
  {
    file: "bundle-linux.md",
    title: "Packages for Linux",
    records: ["AppImageConfig", "DebConfig", "RpmConfig"],
  },
  { file: "bundle-windows.md", title: "Packages for Windows", records: ["WindowsConfig"] },
  { file: "bundle-macos.md", title: "Packages for macOS", records: ["MacConfig", "DmgConfig"] },
  { file: "updater.md", title: "Updater", records: ["UpdaterConfig"] },
  { file: "system-tray.md", title: "System tray", records: ["SystemTrayConfig"] },
  { file: "menu.md", title: "Menu", records: ["MenuEntryConfig"] },
  { file: "cli.md", title: "Command line", records: ["CliConfig"] },
];

interface NamedType {
  readonly name: string;
  readonly page: Page;
  readonly shape: Shape;
}

/**
 * `docs/reference/configuration/*.md`: an index, and a page for each section, with an anchor for
 * each field.
 */
export function configReference(): readonly {
  readonly path: string;
  readonly make: () => string;
}[] {
  return [
    { path: `${configFolder}/README.md`, make: indexPage },
    ...pages.map((page) => ({
      path: `${configFolder}/${page.file}`,
      make: () => sectionPage(page),
    })),
  ];
}

/**
 * The address of a field or type, from another folder of the reference or, without one, from its
 * own page.
 */
export function configAddress(
  record: string,
  field?: string,
  folder = "../configuration/",
): string {
  const { page, shape } = typeNamed(record);
  // Each variant may have a field of this name.
  const isRow = field !== undefined && shape.kind !== "variants";
  return `${folder}${page.file}#${isRow ? `${record}-${field}` : record.toLowerCase()}`;
}

// The pages
// ---------------------------------------------------------------------------------------------

function indexPage(): string {
  const names = formats.map((format) => `\`${format.mainFile}\``).join(", ");
  const platform = formats.map((format) => `\`${format.platformFile("linux")}\``).join(", ");
  return `${origin}

# Configuration

One file in its source directory describes an application: ${names}. JSON files may hold
comments and everything else that JSON5 allows. Two of them in one folder are an error.

## Merging

- A file for one system is merged over it when that system is built for: ${platform},
  and the same for \`windows\` and \`macos\`. Files and JSON of \`--config\` come last, in their order.
- Objects are merged key by key, \`null\` removes a key, and everything else, lists included, is replaced as a whole
  (RFC 7396).
- Relative paths start at the folder of the main file. \`null\` may be written where a type ends with \`?\`.
- In \`framework.bundle\` an empty text counts as not given where any text, or \`null\`, may be written.

## Checks

- Unknown fields are errors, and so are values of another kind or form than a field takes. Other mistakes in a field
  for some systems are errors where one of these is built for, and warnings elsewhere, where the files that it names are not
  looked for.
- A field that has an effect on some systems only is accepted everywhere; \`framework config\` warns where it does nothing.
- \`framework config\` shows the result, and \`framework config --explain <field>\` where a value came from.

## Pages

${pages.map((page) => `- [${page.title}](${page.file}): ${page.records.map((name) => `\`${name}\``).join(", ")}`).join("\n")}

## All fields

${pages.map(fieldList).filter(Boolean).join("\n\n")}
`;
}

/** The fields of a page, by the paths that `framework config --explain` takes. */
function fieldList(page: Page): string {
  const groups = new Map<string, string[]>();
  for (const { key, path, record } of allFields()) {
    if (typeNamed(record.name).page !== page) continue;
    const parent = path === key ? "" : path.slice(0, -key.length - 1);
    const link = `[\`${key}\`](${configAddress(record.name, key, "")})`;
    groups.set(parent, [...(groups.get(parent) ?? []), link]);
  }
  const lists = [...groups].map(
    ([parent, links]) => `${parent === "" ? "" : `\`${parent}\`: `}${links.join(", ")}`,
  );
  return lists.length === 0
    ? ""
    : `### ${page.title}\n\n${lists.map((list) => `- ${list}`).join("\n")}`;
}

function sectionPage(page: Page): string {
  const own = [...types().values()].filter((type) => type.page === page);
  const parts = own.map(({ name, shape }) =>
    [`## ${name}`, "", ...linesOf(shape), ...exampleOf(name)].join("\n"),
  );
  return `${origin}\n\n# ${page.title}\n\nA part of the [configuration](README.md).\n\n${parts.join("\n\n")}\n`;
}

// The types
// ---------------------------------------------------------------------------------------------

let known: ReadonlyMap<string, NamedType> | null = null;

/**
 * Each named type, in the order of occurrence, with its page: its own, or that of the first record
 * that uses it.
 */
function types(): ReadonlyMap<string, NamedType> {
  if (known !== null) return known;
  const found = new Map<string, NamedType>();
  const visit = (shape: Shape, page: Page): void => {
    const name = nameOf(shape);
    if (name !== null && found.has(name)) return;
    const own = pages.find(({ records }) => name !== null && records.includes(name)) ?? page;
    if (name !== null) found.set(name, { name, page: own, shape });
    for (const inner of innerShapes(shape)) visit(inner, own);
  };
  visit(rootConfig, firstPage);
  return (known = found);
}

function typeNamed(name: string): NamedType {
  const type = types().get(name);
  if (type === undefined) throw new Error(`No page of the configuration describes "${name}"`);
  return type;
}

function nameOf(shape: Shape): string | null {
  switch (shape.kind) {
    case "record":
    case "variants":
    case "either":
    case "choice":
      return shape.name;
    default:
      return null;
  }
}

function innerShapes(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "record":
      return Object.values(shape.fields).map((field) => field.shape);
    case "list":
      return [shape.item];
    case "map":
      return [shape.value];
    case "either":
      return parts(shape);
    case "variants":
      return Object.values(shape.variants).flatMap(({ fields }) =>
        Object.values(fields).map((field) => field.shape),
      );
    default:
      return [];
  }
}

function linesOf(shape: Shape): string[] {
  switch (shape.kind) {
    case "record":
      return [shape.sentence, "", ...table(shape)];
    case "choice":
      return choiceLines(shape.values, shape.ignoreCase);
    case "either":
      return [`One of: ${parts(shape).map(typeText).join("; ")}.`];
    case "variants":
      return [
        shape.sentence,
        ...Object.entries(shape.variants).flatMap(([value, variant]) => [
          "",
          `### ${shape.name}: \`${value}\``,
          "",
          variant.sentence,
          "",
          ...table(variant, value),
        ]),
      ];
    default:
      return [];
  }
}

function exampleOf(name: string): string[] {
  const example = configExamples[name];
  return example === undefined
    ? []
    : ["", "Example:", "", "```json", JSON.stringify(example, null, 2), "```"];
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
  return [...note, ...entries.map(([value, sentence]) => `- \`${value}\`: ${linked(sentence)}`)];
}

// The tables
// --------------------------------------------------------------------------------------------

/** A short row for each field: the first sentence. The rest is below the table. */
function table(record: RecordShape, variant?: string): string[] {
  const fields = Object.entries(record.fields).map(([name, field]) => ({
    name,
    field,
    ...meaning(field),
  }));
  const rows = fields.map(({ name, field, short }) => {
    const anchor = [record.name, variant, name].filter((part) => part !== undefined).join("-");
    const type = `${cell(typeText(field.shape))}${field.nullable ? "?" : ""}${field.required ? " (required)" : ""}`;
    return `| <a id="${anchor}"></a>\`${name}\` | ${type} | ${shortDefault(field) ?? ""} | ${cell(short)} |`;
  });
  const notes = fields
    .filter(({ more }) => more !== "")
    .map(({ name, more }) => `- \`${name}\`: ${more}`);
  return [
    "| Field | Type | Default | Meaning |",
    "|---|---|---|---|",
    ...rows,
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ];
}

/** The sentence for the table, and the rest below it. */
function meaning(field: Field): { readonly short: string; readonly more: string } {
  const [first = "", ...rest] = field.sentence.split(/(?<=[.]) (?=[A-Z`])/);
  const newer = field.options.newer === true ? "[newer] " : "";
  const more = [
    ...rest,
    ...valueSentences(field.shape),
    shortDefault(field) === null ? absentText(field) : null,
    systemsText(field),
    field.options.deprecated === undefined ? null : `To be removed: ${field.options.deprecated}.`,
  ];
  return {
    short: linked(`${newer}${first}`),
    more: linked(more.filter((one) => one !== null).join(" ")),
  };
}

/** The meanings of a choice's values, if it has no section of its own. */
function valueSentences(shape: Shape): string[] {
  if (shape.kind !== "choice" || shape.name !== null) return [];
  const entries = Object.entries(shape.values).filter(([, sentence]) => sentence !== "");
  return entries.length < 2 ? [] : entries.map(([value, sentence]) => `\`${value}\`: ${sentence}`);
}

/** Documents that a sentence names, as links from a page of the reference. */
function linked(text: string): string {
  return text.replaceAll(/\bdocs\/([\w-]+\.md)/g, "[$1](../../$1)");
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
  return `[${name}](${configAddress(name, undefined, "")})`;
}
