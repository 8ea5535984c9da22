import { fold } from "../../../contract/text/suggest.ts";
import {
  findNode,
  parsePath,
  pathText,
  plainValue,
  type ListNode,
  type ObjectNode,
  type Path,
  type Place,
  type TreeNode,
} from "../../../config/shape/tree.ts";
import { applyEdits, lineAt, type Edit } from "../edits.ts";
import type { HiddenWindow } from "../front-end/hidden-windows.ts";
import { takeOut, takeOutItem } from "../members.ts";
import type { Note, Repair } from "../note.ts";
import { problemsOf, treeOf, type TauriFile } from "../tauri-project.ts";
import { itemLeftOutAt, leftOutAt, repairsOf } from "../repairs.ts";
import { renameWords } from "../front-end/renamed-words.ts";

/** A configuration file of ours, made from one of Tauri's. */
export interface MigratedFile {
  readonly name: string;
  readonly text: string;
  readonly repairs: readonly Repair[];
  readonly notes: readonly Note[];
  readonly hidden: readonly HiddenWindow[];
}

/** Keys with another name here, by their path; `*` is any index. */
const keys: Readonly<Record<string, string>> = {
  tauri: "framework",
  "build.withGlobalTauri": "withGlobalFramework",
  "framework.security.dangerousRemoteDomainIpcAccess.*.enableTauriAPI": "enableFrameworkAPI",
};

/** Includes `enable-tauri-api`: Tauri's TOML may be written so. */
const keyOf = (path: Path): string | undefined => {
  if (path.length > longestPath) return undefined;
  return foldedKeys.get(
    path.map((step) => (typeof step === "number" ? "*" : fold(step))).join("."),
  );
};

const foldedKeys = new Map(
  Object.entries(keys).map(([path, ours]) => [path.split(".").map(fold).join("."), ours]),
);
const longestPath = Math.max(...Object.keys(keys).map((path) => path.split(".").length));

/**
 * Rewrites a configuration in our terms. Each change is made at its own position in the text, so
 * comments, order and layout stay.
 *
 * @param folder of the file, as notes name it
 */
export function migrateConfiguration(
  { name, newName, text: written }: TauriFile,
  folder: string,
): MigratedFile {
  const file = folder === "" ? name : `${folder}/${name}`;
  // Renamed keys move no line: positions reported below are also true of the original file.
  const text = spelled(newName, withOurKeys(newName, written));
  const root = treeOf(newName, text);
  if (root === null) {
    const [reason] = problemsOf(newName, text);
    const line = reason?.place ? lineAt(text, reason.place.start) : 1;
    return {
      name: newName,
      text,
      repairs: [],
      hidden: [],
      notes: [{ file, line, text: `cannot be read, and was copied as it is: ${reason?.message}` }],
    };
  }
  const repairs: Repair[] = [];
  const notes: Note[] = [];
  const hidden: HiddenWindow[] = [];
  const edits: Edit[] = [];
  for (const { path, node, parent } of walk(root, [])) {
    const place = { file, line: lineAt(text, node.start) };
    const reported = (what: string): Note => ({ ...place, text: `${pathText(path)}: ${what}` });
    const leftOut = leftOutAt(path, node);
    const last = path.at(-1);
    if (leftOut !== null && parent?.kind === "object" && typeof last === "string") {
      edits.push(takeOut(text, parent, last));
      repairs.push(reported(`${text.slice(node.start, node.end)} was left out: ${leftOut}`));
      continue;
    }
    const itemLeftOut = itemLeftOutAt(path, node);
    if (itemLeftOut !== null && parent?.kind === "list" && typeof last === "number") {
      edits.push(takeOutItem(text, parent, last));
      repairs.push(reported(`${text.slice(node.start, node.end)} was left out: ${itemLeftOut}`));
      continue;
    }
    if (isHidden(path, node)) {
      const label = findNode(root, [...path.slice(0, -1), "label"])?.node;
      const written = label === undefined ? null : plainValue(label);
      hidden.push({
        ...place,
        label: typeof written === "string" ? written : "main",
        field: pathText(path),
      });
    }
    for (const { edit, repair, note } of repairsOf(path, node, text)) {
      if (edit !== undefined) edits.push({ ...edit, text: renameWords(edit.text).text });
      if (repair !== undefined) repairs.push(reported(repair));
      if (note !== undefined) notes.push(reported(note));
    }
    if (node.kind === "scalar" && typeof node.value === "string") {
      const own = text.slice(node.start, node.end);
      const renamed = renameWords(own).text;
      if (renamed !== own) edits.push({ start: node.start, end: node.end, text: renamed });
    }
  }
  return { name: newName, text: applyEdits(text, edits), repairs, notes, hidden };
}

/** `visible: false` of a window: the app's code shows it later. */
function isHidden(path: Path, node: TreeNode): boolean {
  const [section, field, , name] = path;
  return (
    section === "framework" &&
    field === "windows" &&
    name === "visible" &&
    plainValue(node) === false
  );
}

interface Walked {
  readonly path: Path;
  readonly node: TreeNode;
  /** The positions of its key; several in TOML, none in a list. */
  readonly keys: readonly { readonly start: number; readonly end: number }[];
  readonly parent: ObjectNode | ListNode | null;
}

function* walk(node: TreeNode, path: Path): IterableIterator<Walked> {
  if (node.kind === "object") {
    for (const [name, { key, value, again = [] }] of node.members) {
      yield { path: [...path, name], node: value, keys: [key, ...again], parent: node };
      yield* walk(value, [...path, name]);
    }
  } else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      yield { path: [...path, index], node: item, keys: [], parent: node };
      yield* walk(item, [...path, index]);
    }
  }
}

/** Renames the keys. Keys below a renamed one follow, level by level. */
function withOurKeys(name: string, text: string): string {
  const root = treeOf(name, text);
  if (root === null) return text;
  const edits = [...walk(root, [])].flatMap(({ path, keys: places }): Edit[] => {
    const ours = places.length === 0 ? undefined : keyOf(path);
    return ours === undefined
      ? []
      : places.map((key) => ({ ...key, text: sameQuotes(text, key, ours) }));
  });
  return edits.length === 0 ? text : withOurKeys(name, applyEdits(text, edits));
}

function sameQuotes(
  text: string,
  key: { readonly start: number; readonly end: number },
  name: string,
): string {
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? "";
  return `${quote}${name}${quote}`;
}

/** Keys in other spellings, as Tauri's TOML accepts them: `dev-path` becomes `devPath`. */
function spelled(name: string, text: string, depth = 0): string {
  const root = treeOf(name, text);
  if (root === null || depth > deepestField) return text;
  const edits = problemsOf(name, text, maxSpelled).flatMap(
    ({ code, path, place, suggestions }): Edit[] => {
      if (code !== "unknown-field" || place === null) return [];
      const bare = text.slice(place.start, place.end).replace(/^["']|["']$/g, "");
      const meant = suggestions.find((one) => fold(one) === fold(bare) && !one.includes("."));
      if (meant === undefined) return [];
      const places = [place, ...againAt(root, parsePath(path))];
      return places.map(({ start, end }) => ({
        start,
        end,
        text: sameQuotes(text, { start, end }, meant),
      }));
    },
  );
  return edits.length === 0 ? text : spelled(name, applyEdits(text, edits), depth + 1);
}

// No configuration has more of them, or one at more levels.
const maxSpelled = 2000;
const deepestField = 10;

/** The further occurrences of a key in TOML. */
function againAt(root: TreeNode, path: Path | null): readonly Place[] {
  const name = path?.at(-1);
  const above = path === null ? undefined : findNode(root, path.slice(0, -1))?.node;
  if (above?.kind !== "object" || typeof name !== "string") return [];
  return above.members.get(name)?.again ?? [];
}
