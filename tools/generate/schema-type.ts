import type { CallExpression, Expression, Node, ObjectExpression } from "oxc-parser";
import type { SourceFile } from "./source-file.ts";

// The TypeScript form of a schema of the contract, read from its source with the comments:
// `v.strictObject({ title: v.nullish(v.string()) })` is `{ title?: string | null }`.

/** Lists of values that pages know by another name. */
const publicNames: Readonly<Record<string, string>> = { directories: "BaseDirectory" };

/**
 * The type of a schema's values.
 *
 * @param isPublic whether readers know a schema by its name; others are written out
 */
export function schemaType(
  schema: Node,
  file: SourceFile,
  isPublic: (name: string) => boolean,
): string {
  const typeOf = (node: Node): string => schemaType(node, file, isPublic);
  if (schema.type === "Identifier") {
    if (isPublic(schema.name)) return schema.name;
    const found = constant(schema.name, file);
    return schemaType(found.init, found.file, isPublic);
  }
  if (schema.type !== "CallExpression")
    throw new Error(`Cannot write "${schema.type}" as a type: must be a schema`);
  const [first, second] = schema.arguments;
  switch (methodOf(schema)) {
    case "nullish":
    case "nullable":
      return `${typeOf(first!)} | null`;
    case "optional":
    case "pipe":
      return typeOf(first!);
    case "array":
    case "listUpTo":
      return listOf(typeOf(first!));
    case "record":
      return `Record<${typeOf(first!)}, ${typeOf(second!)}>`;
    case "picklist":
      return first?.type === "Identifier" ? listed(first.name, file) : values(first!).join(" | ");
    case "union":
      return elements(first!).map(typeOf).join(" | ");
    case "strictObject":
      return `{\n${fields(first as ObjectExpression, file, isPublic).join("\n")}\n}`;
    case "instance":
      return file.slice(first!, first!);
    case "textUpTo":
      return "string";
    case "string":
    case "number":
    case "boolean":
    case "unknown":
      return methodOf(schema);
    default:
      throw new Error(
        `Cannot write "v.${methodOf(schema)}" as a type: teach tools/generate/schema-type.ts`,
      );
  }
}

function fields(
  record: ObjectExpression,
  file: SourceFile,
  isPublic: (name: string) => boolean,
): string[] {
  return record.properties.flatMap((property) => {
    if (property.type === "SpreadElement") {
      // `...Other.entries`
      const other = property.argument;
      if (other.type !== "MemberExpression" || other.object.type !== "Identifier") {
        throw new Error(
          `Cannot read "${file.slice(property, property)}": must be the entries of a schema`,
        );
      }
      const found = constant(other.object.name, file);
      return fields(
        (found.init as CallExpression).arguments[0] as ObjectExpression,
        found.file,
        isPublic,
      );
    }
    const name = file.slice(property.key, property.key);
    const comment = file.commentBefore(property.start);
    const method = methodOf(property.value, file);
    const isOptional = method === "nullish" || method === "optional";
    return [
      ...(comment === null ? [] : [`  /**${comment}*/`]),
      `  ${name}${isOptional ? "?" : ""}: ${schemaType(property.value, file, isPublic)};`,
    ];
  });
}

/**
 * `nullish` of `v.nullish(…)`, also through a name; a schema of our own by the name of its creating
 * function.
 */
function methodOf(schema: Node, file?: SourceFile): string {
  if (schema.type === "Identifier" && file !== undefined) {
    const found = constant(schema.name, file);
    return methodOf(found.init, found.file);
  }
  if (schema.type !== "CallExpression") return "";
  const { callee } = schema;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.type === "Identifier" ? name.name : "";
}

/** `(typeof colours)[number]` and `keyof typeof colours` as their words; other types unchanged. */
export function spelledOut(type: string, file: SourceFile): string {
  return type
    .replace(/\(typeof (\w+)\)\[number\]/, (_, name: string) => listed(name, file))
    .replace(/keyof typeof (\w+)/, (_, name: string) =>
      keys(constant(name, file).init, file).join(" | "),
    );
}

function keys(record: Node, file: SourceFile): string[] {
  const inner = record.type === "TSAsExpression" ? record.expression : record;
  if (inner.type !== "ObjectExpression")
    throw new Error(`Cannot read "${inner.type}": must be a record`);
  return inner.properties.flatMap((one) =>
    one.type === "Property"
      ? [JSON.stringify(file.slice(one.key, one.key).replace(/^"|"$/g, ""))]
      : [],
  );
}

function constant(
  name: string,
  file: SourceFile,
): { readonly init: Expression; readonly file: SourceFile } {
  const found = file.resolve(name);
  for (const { node } of found?.declared ?? []) {
    if (node.type !== "VariableDeclaration") continue;
    const init = node.declarations.find(
      ({ id }) => id.type === "Identifier" && id.name === name,
    )?.init;
    if (init) return { init, file: found!.file };
  }
  throw new Error(`Cannot find "${name}" from "${file.path}": it must be a constant`);
}

function listed(name: string, file: SourceFile): string {
  const known = publicNames[name];
  return known ?? values(constant(name, file).init).join(" | ");
}

function values(list: Node): string[] {
  return elements(list).map((value) =>
    JSON.stringify(value.type === "Literal" ? value.value : null),
  );
}

function elements(list: Node): Node[] {
  const inner = list.type === "TSAsExpression" ? list.expression : list;
  if (inner.type !== "ArrayExpression")
    throw new Error(`Cannot read "${list.type}": must be a list`);
  return inner.elements.filter((one) => one !== null);
}

function listOf(item: string): string {
  return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
}
