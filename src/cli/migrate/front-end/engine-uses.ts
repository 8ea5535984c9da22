import { documentPath } from "../../project/documents.ts";
import { lineAt } from "../edits.ts";
import type { Note } from "../note.ts";
import { blankScript } from "./script-text.ts";

// The features that a front end leaves to the web engine. In an app of Tauri the engine provides
// them, or asks the user; here they are refused, as docs/reference/engine-powers.md lists, and only
// the log reports it.

interface EngineUse {
  readonly pattern: RegExp;
  readonly text: (name: string) => string;
  /** Irrelevant if pages may print. */
  readonly isPrinting?: true;
}

const download =
  "the engine downloads nothing here: ask for a path by save of framework/api/dialog, and write the file by framework/api/fs";
const print = "printing needs framework.allowlist.window.print";

/** An import of one of these packages. */
function imported(...names: readonly string[]): RegExp {
  const any = names.map((name) => RegExp.escape(name)).join("|");
  return new RegExp(String.raw`\b(?:from|import|require\s*\(|import\s*\()\s*["'](${any})["']`, "g");
}

const uses: readonly EngineUse[] = [
  { pattern: /\.\s*download\s*=(?!=)/g, text: () => download },
  { pattern: /\bsetAttribute\s*\(\s*["'`]download["'`]/g, text: () => download },
  { pattern: /<a\s(?:[^<>]{0,500}\s)?download(?=[\s=>/])/g, text: () => download },
  {
    pattern: imported(
      "file-saver",
      "downloadjs",
      "js-file-download",
      "streamsaver",
      "jspdf",
      "html2pdf.js",
    ),
    text: (name) => `"${name}" saves by a download: ${download}`,
  },
  { pattern: /\bwindow\s*\.\s*print\s*\(/g, text: () => print, isPrinting: true },
  {
    pattern: imported("react-to-print", "print-js", "vue3-print-nb", "vue-print-nb"),
    text: (name) => `"${name}" prints: ${print}`,
    isPrinting: true,
  },
  {
    pattern:
      /\bnavigator\s*\??\.\s*(?:mediaDevices\s*\??\.\s*)?(geolocation|getUserMedia|getDisplayMedia|requestMIDIAccess)\b/g,
    text: (name) =>
      `no page is given the permission for ${name} here: see ${documentPath("reference/engine-powers.md")}`,
  },
  {
    pattern: /\bnavigator\s*\??\.\s*clipboard\s*\??\.\s*read(?:Text)?\s*\(/g,
    text: () =>
      "no page reads the clipboard by itself here: use readText of framework/api/clipboard",
  },
];

const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;

/**
 * Notes about the engine features that a front end uses: each kind once per file, at its first
 * position.
 *
 * @param mayPrint whether the allowlist lets pages print
 */
export function engineUses(file: string, source: string, mayPrint: boolean): Note[] {
  // Tools produce lines of this length.
  const isMade = /\.[cm]?js$/.test(file) && source.split("\n").some(({ length }) => length > 2000);
  if (!scripts.test(file) || isMade) return [];
  const code = blankScript(source);
  const found = uses.flatMap(({ pattern, text, isPrinting = false }) =>
    isPrinting && mayPrint
      ? []
      : [...source.matchAll(pattern)]
          // Neither in a comment nor in a text.
          .filter(({ index }) => code[index] === source[index])
          .map((match) => ({ index: match.index, text: text(match[1] ?? "") })),
  );
  const byText = Map.groupBy(
    found.toSorted((one, other) => one.index - other.index),
    ({ text }) => text,
  );
  return [...byText.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ file, line: lineAt(source, first.index), text: first.text }],
  );
}
