import type { RustCommand } from "./rust-commands.ts";
import { findTypes, typeScriptType } from "./rust-types.ts";

/**
 * `main.ts` with a typed stub for each command of the Rust code, which throws until somebody has written it.
 *
 * @param sources the texts of the Rust files: the types that commands name are found there
 */
export function stubModule(commands: readonly RustCommand[], sources: readonly string[]): string {
  const types = sources.flatMap(findTypes);
  const known = new Set(types.map(({ name }) => name));
  const stubs = commands.map((command) => stub(command, known));
  const declarations = new Map(types.map(({ name, declare }) => [name, declare(known)]));
  const used = usedTypes(stubs.join("\n"), declarations);
  return [
    'import { defineApp } from "framework/app";\n',
    ...[...declarations].filter(([name]) => used.has(name)).map(([, text]) => `${text}\n`),
    "// The commands of the Rust code, by their signatures. Each throws until it is written.",
    `export default defineApp({\n  commands: {\n${stubs.join("\n")}\n  },\n});\n`,
  ].join("\n");
}

function stub({ name, file, line, isAsync, args, result }: RustCommand, known: ReadonlySet<string>): string {
  const fields = args.map((arg) => field(arg.name, typeScriptType(arg.type, known))).join("; ");
  const type = typeScriptType(result, known);
  const parameter = args.length === 0 ? "" : `_args: { ${fields} }`;
  return [
    `    // ${file}:${line}`,
    `    ${isAsync ? "async " : ""}${name}(${parameter}): ${isAsync ? `Promise<${type}>` : type} {`,
    `      throw new Error('"${name}" is not written yet: see ${file}:${line}');`,
    "    },",
  ].join("\n");
}

/** What may be null in Rust may be left out by a page. */
function field(name: string, type: string): string {
  return `${name}${type.endsWith(" | null") ? "?" : ""}: ${type}`;
}

/** The declared types that a text names, and those that these name. */
function usedTypes(text: string, declarations: ReadonlyMap<string, string>): ReadonlySet<string> {
  const used = new Set<string>();
  const look = (where: string): void => {
    for (const [name, declaration] of declarations) {
      if (used.has(name) || !new RegExp(`\\b${name}\\b`).test(where)) continue;
      used.add(name);
      look(declaration);
    }
  };
  look(text);
  return used;
}
