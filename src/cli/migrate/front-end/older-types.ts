import { lineAt } from "../edits.ts";
import { isManifest, type TextFile } from "./files.ts";
import type { Note } from "../note.ts";
import { blankScript } from "./script-text.ts";

// Before 1.2, `save` of @tauri-apps/api/dialog had a text as its result type, but returned null all
// the same. An app whose lock file has such a version compiles, and does not with the types of 1.6.

const older = /"@tauri-apps\/api"\s*:\s*"[~^=v]?1\.[01](?:\.[^"]*)?"/;
const typed = /\.(?:[cm]?tsx?|vue|svelte|astro)$/;
const fromDialog = /\{[^{}]*\bsave\b[^{}]*\}\s*from\s*["']@tauri-apps\/api\/dialog["']/;

/** Notes about the first use of `save`'s answer in each file, if its type was another one. */
export function olderTypes(frontEnd: readonly TextFile[]): Note[] {
  const isOlder = frontEnd.some(
    (file) => isManifest(file) && older.test(file.text) && file.text.includes('"typescript"'),
  );
  if (!isOlder) return [];
  return frontEnd.flatMap(({ path, text }) => {
    if (!typed.test(path) || !text.includes("@tauri-apps/api")) return [];
    const call = fromDialog.test(text) ? /(?<![\w$.])save\s*\(/ : /\bdialog\s*\.\s*save\s*\(/;
    const found = call.exec(blankScript(text));
    const output =
      "save() may give null by its type, when it is cancelled: before 1.2 the types of @tauri-apps/api did not say so";
    return found === null ? [] : [{ file: path, line: lineAt(text, found.index), text: output }];
  });
}
