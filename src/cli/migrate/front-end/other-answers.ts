import { lineAt } from "../edits.ts";
import type { Note } from "../note.ts";
import { blankScript } from "./script-text.ts";

// Calls with the same names but other answers: see "What is different" in docs/from-tauri.md.

interface OtherAnswer {
  /** Recognizes Tauri's call in a file, rather than a page's own. */
  readonly isMeant: (source: string) => boolean;
  readonly pattern: RegExp;
  readonly text: string;
}

const usesDialog = (source: string): boolean =>
  /@tauri-apps\/api\/dialog["'`]|\bdialog\b[^;]{0,200}@tauri-apps\/api["'`]|__TAURI__/.test(source);
const usesOwnConfirm = (source: string): boolean =>
  /\bconfirm\b[^;]{0,200}@tauri-apps\/api/.test(source);

const answers: readonly OtherAnswer[] = [
  {
    isMeant: usesDialog,
    pattern: /\bmultiple\s*:(?!\s*false\b)|\{\s*(?:[\w$]+\s*,\s*)*multiple\s*(?=[,}])/g,
    text: "open({ multiple: true }) gives a text when one path was chosen: [chosen].flat() is a list in both cases",
  },
  {
    isMeant: (source) => !usesOwnConfirm(source),
    pattern:
      /(?<![\w$.])(?:window\s*\.\s*)?(?:confirm|alert|prompt)\s*\([^()]{0,500}\)\s*\.\s*(?:then|catch|finally)\s*\(/g,
    text: "this is the web engine's here: it waits, and gives no promise; ask, confirm and message of framework/api/dialog do",
  },
  {
    isMeant: (source) => source.includes("@tauri-apps/api/mocks"),
    pattern: /\bmockIPC\s*\(/g,
    text: 'mockIPC gets the names of commands here, such as "dialog.ask", and their arguments',
  },
];

/** Notes about a front end's file: the first position of each such call. */
export function otherAnswers(file: string, source: string): Note[] {
  if (!/\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/.test(file)) return [];
  const code = blankScript(source);
  return answers.flatMap(({ isMeant, pattern, text }) => {
    const [first] = isMeant(source) ? code.matchAll(pattern) : [];
    return first === undefined ? [] : [{ file, line: lineAt(source, first.index), text }];
  });
}
