import { lineAt } from "../edits.ts";
import type { TextFile } from "./files.ts";
import type { Note } from "../note.ts";
import type { RustCommand } from "../rust/commands.ts";
import { blankRust } from "../rust/text.ts";
import { startMethod } from "../rust/window-steps.ts";
import { enclosingCalls, windowUseText, type WindowUse } from "../rust/windows.ts";

/** A window of the configuration with `visible: false`. */
export interface HiddenWindow {
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** The field, as notes name it. */
  readonly field: string;
}

/** Rust's one-time window calls after the app's start, which `main.ts` can make as well. */
export interface ShownWindows {
  /** The window whose page is awaited: a hidden one, if there is one. */
  readonly label: string;
  /** In Rust's order. */
  readonly steps: readonly { readonly label: string; readonly method: string }[];
  /** Their position in Rust. */
  readonly file: string;
  readonly line: number;
  readonly uses: readonly WindowUse[];
}

/** The calls around such a position: start-up hooks, and calls that unwrap a result. */
const atStart = new Set(["setup", "on_page_load"]);
const around = new Set([
  ...atStart,
  "Some",
  "Ok",
  "spawn",
  "spawn_blocking",
  "block_on",
  "map",
  "and_then",
  "run_on_main_thread",
]);

/**
 * Rust's window calls after the app's start: for windows that start hidden, or others. A window
 * that a menu or a shortcut shows is meant to be hidden until then.
 *
 * @param sources the texts of the Rust files by their paths
 */
export function shownAtStart(
  hidden: readonly HiddenWindow[],
  uses: readonly WindowUse[],
  sources: ReadonlyMap<string, string>,
): ShownWindows[] {
  const texts = new Map([...sources].map(([file, source]) => [file, blankRust(source)]));
  const byFile = [...Map.groupBy(uses, ({ file }) => file)];
  const early = byFile.flatMap(([file, ofFile]) => {
    const calls = enclosingCalls(
      texts.get(file) ?? "",
      ofFile.map(({ index }) => index),
    );
    return ofFile.filter(
      (_, at) =>
        calls[at]?.some((name) => atStart.has(name)) === true &&
        calls[at].every((name) => around.has(name)),
    );
  });
  const labels = new Set<string | null>(hidden.map(({ label }) => label));
  const shows = early.find(({ label, methods }) => methods.includes("show") && labels.has(label));
  const works = ({ label, methods }: WindowUse): boolean =>
    label !== null && methods.some((name) => startMethod(name) !== null);
  const first = shows ?? early.find(works);
  if (first === undefined || first.label === null) return [];
  const steps = early.flatMap(({ label, methods }) =>
    label === null
      ? []
      : methods.flatMap((name) => {
          const method = startMethod(name);
          return method === null ? [] : [{ label, method }];
        }),
  );
  return [{ label: first.label, steps, file: first.file, line: first.line, uses: early }];
}

/**
 * A note for each window that starts hidden, with the calls that may show it.
 *
 * @param holderOf finds the command with a use
 */
export function hiddenNotes(
  hidden: readonly HiddenWindow[],
  shown: readonly ShownWindows[],
  commands: readonly RustCommand[],
  uses: readonly WindowUse[],
  holderOf: (use: WindowUse) => RustCommand | undefined,
  frontEnd: readonly TextFile[],
): Note[] {
  const page = firstShow(frontEnd);
  const shownLabels = new Set(shown.flatMap(({ steps }) => shownBy(steps)));
  const commandOf = firstByLabel(commands.map((one) => [shownBy(one.steps ?? []), one] as const));
  const shows = uses.filter(({ methods }) => methods.includes("show"));
  const useOf = firstByLabel(shows.map((one) => [[one.label], one] as const));
  // Windows without a literal label: the one whose page calls a command, and any other.
  const ofCaller = commandOf.get(null);
  const unnamed = shows.filter((one) => one.label === null);
  const inCommand = unnamed.find((one) => holderOf(one) !== undefined);
  const [elsewhere] = unnamed;
  return hidden.map(({ label, file, line, field }) => {
    const reported = (who: string): Note => ({
      file,
      line,
      text: `${field}: the window "${label}" starts hidden. ${who}`,
    });
    if (shownLabels.has(label)) return reported("main.ts shows it, as Rust did");
    const command = commandOf.get(label);
    if (command !== undefined)
      return reported(`The command "${command.name}" in main.ts shows it, as in Rust`);
    const rust = useOf.get(label);
    if (rust !== undefined)
      return reported(`Rust shows it at ${rust.file}:${rust.line}: main.ts has to`);
    if (ofCaller !== undefined)
      return reported(
        `The command "${ofCaller.name}" in main.ts shows the window that calls it, as in Rust`,
      );
    if (inCommand !== undefined)
      return reported(
        `The command "${holderOf(inCommand)?.name}" of Rust may show it at ${inCommand.file}:${inCommand.line}: main.ts has to`,
      );
    if (page !== null) return reported(`${page} may show it: try it`);
    if (elsewhere !== undefined)
      return reported(`Rust may show it at ${elsewhere.file}:${elsewhere.line}: main.ts has to`);
    return reported(
      `Nothing was found that shows it: call app.windows.get("${label}")?.show() in main.ts, or appWindow.show() in its page`,
    );
  });
}

type Steps = readonly { readonly label: string | null; readonly method: string }[];

/** The labels of the windows that are shown. */
function shownBy(steps: Steps): (string | null)[] {
  return steps.filter(({ method }) => method === "show").map(({ label }) => label);
}

function firstByLabel<T>(
  found: readonly (readonly [labels: readonly (string | null)[], one: T])[],
): ReadonlyMap<string | null, T> {
  const pairs = found.flatMap(([labels, one]) => labels.map((label) => [label, one] as const));
  return new Map(pairs.toReversed());
}

/** The first position where a page shows a window. */
function firstShow(frontEnd: readonly TextFile[]): string | null {
  for (const { path, text } of frontEnd) {
    if (!/@tauri-apps\/api|__TAURI__/.test(text)) continue;
    const found = /\b(?:appWindow|getCurrent\(\)|[wW]in(?:dow)?\w*)\??\s*\.\s*show\s*\(\s*\)/.exec(
      text,
    );
    if (found !== null) return `${path}:${lineAt(text, found.index)}`;
  }
  return null;
}

/** Notes about Rust's window calls outside of commands that have no counterpart in `main.ts`. */
export function useNotes(uses: readonly WindowUse[], shown: readonly ShownWindows[]): Note[] {
  const done = new Set(shown.flatMap((one) => one.uses));
  return uses.map((use) => {
    const { file, line, label } = use;
    const isDone = done.has(use) && use.methods.every((name) => startMethod(name) !== null);
    const here = isDone
      ? "main.ts does so when its page is complete: look at it"
      : `in its place: ${label === null ? "app.windows" : `app.windows.get("${label}")`} in main.ts`;
    return { file, line, text: `Rust works ${windowUseText(use)}; ${here}` };
  });
}
