import { findNode, type Path } from "../../../config/shape/tree.ts";
import { applyEdits } from "../edits.ts";
import { inFront, memberText, written } from "../members.ts";
import { treeOf } from "../tauri-project.ts";

/**
 * A configuration with one more field in an existing section, in any format; existing values stay.
 *
 * @param section `["framework"]`, or a window of the list: `["framework", "windows", 0]`
 * @returns `null`: it cannot be inserted, or there is another value
 */
export function withField(
  name: string,
  text: string,
  section: Path,
  key: string,
  value: unknown,
): string | null {
  const root = treeOf(name, text);
  const object = root === null ? undefined : findNode(root, section)?.node;
  if (object?.kind !== "object" || object.members.has(key)) return null;
  if (!name.endsWith(".toml"))
    return applyEdits(text, [inFront(text, object, memberText(key, value))]);
  const header = tomlHeader(text, section);
  if (header === null) return null;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const line = `${key} = ${written(value, "toml")}${end}`;
  return applyEdits(text, [{ start: header, end: header, text: line }]);
}

/** After the header of a table; `null`: it is written in another way. */
function tomlHeader(text: string, section: Path): number | null {
  const names = section.filter((step) => typeof step === "string").join("\\s*\\.\\s*");
  const index = section.find((step) => typeof step === "number");
  const [open, close] = index === undefined ? ["\\[", "\\]"] : ["\\[\\[", "\\]\\]"];
  const headers = [
    ...text.matchAll(new RegExp(`^\\s*${open}\\s*${names}\\s*${close}[^\\n]*\\n`, "gm")),
  ];
  const found = headers[index ?? 0];
  return found === undefined ? null : found.index + found[0].length;
}
