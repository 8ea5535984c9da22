import { blankRust } from "./text.ts";

// `use tauri::api::process::Command as TauriCommand;` The names that are searched in Rust are those
// of the crates, so a file is read as if it had imported each by its own name.

/** The crates with such names. */
const searched = /^(?:tauri|tauri_plugin_\w+|std|tokio|serde|window_shadows|window_vibrancy)$/;

const imports = /\buse\s+(?:::\s*)?(\w+)([^;]*)/g;

/** A Rust file with the crates' own names in place of those after `as`; lines stay. */
export function withOwnNames(source: string): string {
  const text = blankRust(source);
  const names = namesIn(text);
  if (names.size === 0) return source;
  let result = "";
  let at = 0;
  for (const { index, 0: word } of text.matchAll(/\w+/g)) {
    const own = names.get(word);
    if (own === undefined || !isImported(text, index, word)) continue;
    result += source.slice(at, index) + own;
    at = index + word.length;
  }
  return result + source.slice(at);
}

/** The crates' names by those of a file. */
function namesIn(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [, crate = "", rest = ""] of text.matchAll(imports)) {
    if (!searched.test(crate)) continue;
    const path = crate + rest;
    for (const { index, 1: own = "", 2: alias = "" } of path.matchAll(/(\w+)\s+as\s+(\w+)/g)) {
      // `tauri::api::{self as api, …}`
      const name = own === "self" ? moduleBefore(path, index) : own;
      if (name !== undefined && alias !== "_") names.set(alias, name);
    }
  }
  return names;
}

/** No list of imports before a `self` in it is longer. */
const longestList = 200;

function moduleBefore(path: string, at: number): string | undefined {
  const before = path.slice(Math.max(0, at - longestList), at);
  const open = before.lastIndexOf("{");
  return /(\w{1,100})\s{0,20}::\s{0,20}$/.exec(before.slice(0, Math.max(0, open)))?.[1];
}

/** Whether a word is the imported name, and not a variable, a field or a method of that name. */
function isImported(text: string, index: number, word: string): boolean {
  const before = text.slice(Math.max(0, index - 20), index);
  if (/(?:::|(?<!\.)\.|\bfn)\s*$/.test(before)) return false;
  const isType = /^[A-Z]/.test(word);
  const after = text.slice(index + word.length, index + word.length + 20);
  return isType || /^\s*(?:::|[!(])/.test(after) || /#\[\s*$/.test(before);
}
