import { readManifest } from "../../../config/read/package-manifest.ts";
import type { ObjectNode } from "../../../config/shape/tree.ts";
import { applyEdits, type Edit } from "../edits.ts";
import { treeOf } from "../tauri-project.ts";

/**
 * A main configuration with the app's name and version from Cargo's manifest, which stays behind.
 * Existing values stay.
 */
export function withPackageFacts(
  name: string,
  text: string,
  cargo: string,
): { readonly text: string; readonly taken: readonly string[] } {
  const root = treeOf(name, text);
  const facts = readManifest(cargo);
  if (root?.kind !== "object" || facts === null) return { text, taken: [] };
  const section = root.members.get("package")?.value;
  const there = section?.kind === "object" ? section : null;
  const wanted = [
    ["productName", facts.name],
    ["version", facts.version],
  ] as const;
  const missing = wanted.filter(
    ([key, value]) => value !== null && there?.members.has(key) !== true,
  );
  if (missing.length === 0) return { text, taken: [] };
  const edit = name.endsWith(".toml")
    ? tomlEdit(text, there, missing)
    : jsonEdit(text, root, there, missing);
  return {
    text: applyEdits(text, [edit]),
    taken: missing.map(([key, value]) => `${key} ${value}`),
  };
}

type Facts = readonly (readonly [key: string, value: string | null])[];

function jsonEdit(text: string, root: ObjectNode, section: ObjectNode | null, facts: Facts): Edit {
  const target = section ?? root;
  const [first] = [...target.members.values()];
  const inside = first === undefined ? null : indentAt(text, first.key.start);
  const written = facts.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const members = section === null ? [`"package": { ${written.join(", ")} }`] : written;
  const separator = inside === null ? " " : `${lineEnd(text)}${inside}`;
  const body = members.map((member) => `${separator}${member}`).join(",");
  const start = target.start + 1;
  return { start, end: start, text: first === undefined ? `${body} ` : `${body},` };
}

/** The blanks before a position on its line; `null` when other text is there, too. */
function indentAt(text: string, position: number): string | null {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^\s*$/.test(line) && text.lastIndexOf("\n", position - 1) !== -1 ? line : null;
}

function tomlEdit(text: string, section: ObjectNode | null, facts: Facts): Edit {
  const end = lineEnd(text);
  const pairs = facts.map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const lines = (prefix: string): string => pairs.map((pair) => `${prefix}${pair}${end}`).join("");
  const at = (start: number, written: string): Edit => ({ start, end: start, text: written });
  // A table at the end takes nothing from earlier ones.
  if (section === null) return at(text.length, `${end}[package]${end}${lines("")}`);
  const [first] = [...section.members.values()];
  if (first === undefined) return at(text.indexOf("\n", section.end) + 1 || text.length, lines(""));
  const { start } = first.key;
  const line = text.lastIndexOf("\n", start - 1) + 1;
  if (indentAt(text, start) !== null || start === 0) return at(line, lines(""));
  // `package.productName = …`, or `package = { productName = … }`.
  return text[start - 1] === "." ? at(line, lines("package.")) : at(start, `${pairs.join(", ")}, `);
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
