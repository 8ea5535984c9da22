import { closingBracket } from "./brackets.ts";
import { blankRust, splitAtCommas } from "./text.ts";

/** A type of the app's Rust code that travels as JSON. */
interface RustType {
  readonly name: string;
  /** The names of a struct's fields in JSON. */
  readonly fields: readonly string[];
  /** Its declaration in TypeScript; `known` are the types that have one. */
  readonly declare: (known: ReadonlySet<string>) => string;
}

const numbers = /^(?:[iu](?:8|16|32|64|128|size)|f32|f64)$/;
const texts = new Set(["String", "str", "char", "PathBuf", "Path", "OsString", "Uuid", "Url"]);
const lists = new Set(["Vec", "VecDeque", "HashSet", "BTreeSet", "IndexSet"]);
const maps = new Set(["HashMap", "BTreeMap", "IndexMap"]);
const wrappers = new Set(["Box", "Arc", "Rc", "Cow", "Mutex", "RwLock"]);

/** The deepest nesting of types: above what a person writes. */
const deepestType = 50;

/**
 * The TypeScript type of a Rust type's JSON form; `known` are the types with a declaration of their
 * own.
 */
export function typeScriptType(rust: string, known: ReadonlySet<string>, depth = 0): string {
  if (depth > deepestType) return "unknown";
  const type = rust
    .replace(/^&\s*(?:'\w+\s+)?(?:mut\s+)?/, "")
    .replace(/^(?:dyn|impl)\s+/, "")
    .trim();
  if (type === "" || type === "()") return "void";
  if (type.startsWith("(")) {
    const items = splitAtCommas(type.slice(1, closingBracket(type, 0)));
    return `[${items.map((item) => typeScriptType(item, known, depth + 1)).join(", ")}]`;
  }
  if (type.startsWith("[")) {
    const [item = ""] = type.slice(1, closingBracket(type, 0)).split(";");
    return listOf(typeScriptType(item, known, depth + 1));
  }
  const open = type.indexOf("<");
  const path = (open === -1 ? type : type.slice(0, open)).trim();
  const name = path.split("::").at(-1) ?? path;
  const given = open === -1 ? [] : splitAtCommas(type.slice(open + 1, closingBracket(type, open)));
  const args = given
    .filter((one) => !one.startsWith("'"))
    .map((one) => typeScriptType(one, known, depth + 1));
  const [first = "unknown", second = "unknown"] = args;
  if (numbers.test(name)) return "number";
  if (name === "bool") return "boolean";
  if (texts.has(name)) return "string";
  // `anyhow::Result<T>` names no error.
  if (name === "Result") return first;
  if (name === "Option") return `${first} | null`;
  if (lists.has(name)) return listOf(first);
  if (maps.has(name)) return `Record<string, ${second}>`;
  if (wrappers.has(name)) return first;
  return known.has(name) ? name : "unknown";
}

function listOf(item: string): string {
  return item.endsWith(" | null") ? `(${item})[]` : `${item}[]`;
}

/**
 * The name of a command's error type, if it is one of the app's own; `null`: a text, or unknown.
 */
export function errorValue(result: string, sources: readonly string[]): string | null {
  const given = /^(?:\w+\s*::\s*)*Result\s*</.exec(result)?.[0];
  if (given === undefined) return null;
  const open = given.length - 1;
  const [, error = ""] = splitAtCommas(result.slice(open + 1, closingBracket(result, open)));
  const name = error.split("::").at(-1)?.trim() ?? "";
  return serializedTypes(sources).has(name) ? name : null;
}

/** The names of the types that serde writes, found once for all commands. */
const serialized = new WeakMap<readonly string[], ReadonlySet<string>>();

function serializedTypes(sources: readonly string[]): ReadonlySet<string> {
  let names = serialized.get(sources);
  if (names === undefined) {
    const written =
      /#\[derive\([^()]*\bSerialize\b[^()]*\)\]\s*(?:#\[[^[\]]*\]\s*){0,20}(?:pub(?:\([^()]*\))?\s+)?(?:struct|enum)\s+(\w+)/g;
    const found = sources.flatMap((source) => [...blankRust(source).matchAll(written)]);
    names = new Set(found.map(([, name = ""]) => name));
    serialized.set(sources, names);
  }
  return names;
}

/** The structs and plain enums of a source file that serde reads or writes. */
export function findTypes(source: string): RustType[] {
  const text = blankRust(source);
  const found = text.matchAll(
    /((?:#\[[^[\]]*\]\s*){1,20})(?:pub(?:\([^()]*\))?\s+)?(struct|enum)\s+(\w+)[^;{(#]*\{/g,
  );
  let read = 0;
  return [...found].flatMap((match) => {
    const [whole, attributes = "", kind, name = ""] = match;
    if (!/\b(?:Serialize|Deserialize)\b/.test(attributes)) return [];
    const open = match.index + whole.length - 1;
    // No type is declared inside of another one.
    if (open < read) return [];
    const close = closingBracket(text, open);
    read = close;
    const body = text.slice(open + 1, close);
    // The contents of strings are blank in `text`, so serde's attributes are read from the source.
    const written = source.slice(match.index, match.index + attributes.length);
    const rename = /rename_all\s*=\s*"([^"]*)"/.exec(written)?.[1];
    const reported = splitAtCommas(body, source.slice(open + 1, close)).map(reportedSerde);
    const items = splitAtCommas(body).map((item) => item.replace(/#\[[^[\]]*\]\s*/g, "").trim());
    if (kind === "enum") {
      if (items.some((item) => !/^\w+$/.test(item))) return [];
      const names = items.map((item, index) =>
        JSON.stringify(reported[index]?.name ?? inCase(item, rename)),
      );
      return [
        { name, fields: [], declare: () => `type ${name} = ${names.join(" | ") || "never"};` },
      ];
    }
    const fields = items.flatMap((item, index) => {
      const [, own = "", type = ""] =
        /^(?:pub(?:\([^()]*\))?\s+)?(?:r#)?(\w+)\s*:\s*([\s\S]*)$/.exec(item) ?? [];
      const { name: given, isSkipped, isFlat, mayLack } = reported[index] ?? reportedSerde("");
      if (own === "" || isSkipped) return [];
      const written = given ?? inCase(own, rename);
      return [{ written, field: propertyName(written) + (mayLack ? "?" : ""), type, isFlat }];
    });
    return [
      {
        name,
        fields: fields.flatMap(({ isFlat, written }) => (isFlat ? [] : [written])),
        declare: (known) => {
          const typed = fields.map((field) => ({
            ...field,
            type: typeScriptType(field.type, known),
          }));
          const bases = typed.flatMap(({ isFlat, type }) =>
            isFlat && known.has(type) ? [type] : [],
          );
          return [
            `interface ${name} ${bases.length === 0 ? "" : `extends ${bases.join(", ")} `}{`,
            ...typed.flatMap(({ isFlat, field, type }) => (isFlat ? [] : [`  ${field}: ${type};`])),
            "}",
          ].join("\n");
        },
      },
    ];
  });
}

/** The serde attributes of a field or variant. */
function reportedSerde(item: string): {
  readonly name: string | undefined;
  readonly isSkipped: boolean;
  readonly isFlat: boolean;
  readonly mayLack: boolean;
} {
  const code = item.replace(/^[ \t]*\/\/[^\n]*/gm, "");
  const reported = [...code.matchAll(/#\[\s*serde\s*\(([^[\]]*)\)\s*\]/g)]
    .map(([, text]) => text)
    .join();
  return {
    name: /\brename\s*(?:=|\([^()]*\bserialize\s*=)\s*"([^"]*)"/.exec(reported)?.[1],
    isSkipped: /\bskip(?:_serializing)?\b/.test(reported),
    isFlat: /\bflatten\b/.test(reported),
    mayLack: /\bskip_serializing_if\b/.test(reported),
  };
}

function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

/** A name in serde's `rename_all` case. */
function inCase(name: string, rule: string | undefined): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  switch (rule) {
    case "camelCase":
      return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
    case "PascalCase":
      return words.map(capital).join("");
    case "snake_case":
      return words.join("_");
    case "SCREAMING_SNAKE_CASE":
      return words.join("_").toUpperCase();
    case "kebab-case":
      return words.join("-");
    case "lowercase":
      return name.toLowerCase();
    case "UPPERCASE":
      return name.toUpperCase();
    default:
      return name;
  }
}
