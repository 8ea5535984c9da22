import { lineAt } from "../edits.ts";
import { closingBrace } from "./brackets.ts";
import { blankRust } from "./text.ts";
import { binding, condition, labelIn, step } from "./window-steps.ts";

// `get_window("main").unwrap().hide()` in `setup`: in Tauri it runs before the page. Here it would
// run after the page, which may have shown the window by then.

/** A window that Rust's `setup` hides, whatever happens. */
export interface StartHide {
  readonly file: string;
  readonly line: number;
  /** The offset of `get_window` in the text of its file. */
  readonly index: number;
  readonly label: string;
}

const setup = /\.\s*setup\s*\(\s*(?:move\s+)?\|[^|]{0,200}\|\s*(?:->[^{;]{0,200})?\{/g;

// Above what a person writes.
const deepestCondition = 50;
const maxHides = 100;

/**
 * The windows that a Rust file hides in the statements of `setup` itself. Those of conditions,
 * other closures, and statements for some systems only are left out.
 */
export function findStartHides(file: string, source: string): StartHide[] {
  const text = blankRust(source);
  const found = new Map<number, StartHide>();
  const labels = new Map<string, { readonly label: string; readonly index: number }>();
  const taken = (start: number, end: number) => {
    const label = labelIn(source.slice(start, end));
    const at = text.slice(start, end).search(/\bget_(?:webview_)?window\s*\(/);
    return label === undefined || at === -1 ? undefined : { label, index: start + at };
  };
  const bind = (variable: string, start: number, end: number): void => {
    const window = taken(start, end);
    if (window === undefined) labels.delete(variable);
    else labels.set(variable, window);
  };

  const read = (from: number, end: number, depth: number): void => {
    let at = from;
    const next = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      return match === null || pattern.lastIndex > end ? null : match;
    };
    while (at < end) {
      const bound = next(binding);
      const tested = bound === null ? next(condition) : null;
      const done = bound === null && tested === null ? next(step) : null;
      if (bound !== null) {
        bind(bound[1] ?? "", at, binding.lastIndex);
        at = binding.lastIndex;
      } else if (tested !== null) {
        bind(tested[1] ?? "", at, condition.lastIndex);
        const open = condition.lastIndex - 1;
        at = closingBrace(text, open) + 1;
        if (depth < deepestCondition) read(open + 1, at - 1, depth + 1);
      } else if (done !== null) {
        const [, call, variable = "", name] = done;
        const window = call === undefined ? labels.get(variable) : taken(at, step.lastIndex);
        if (name === "hide" && window !== undefined)
          found.set(window.index, { file, line: lineAt(text, window.index), ...window });
        at = step.lastIndex;
      } else at = afterStatement(text, at, end);
    }
  };
  let end = 0;
  for (const { index, 0: whole } of text.matchAll(setup)) {
    // One inside of another `setup` does not run by itself.
    if (index < end) continue;
    const open = index + whole.length - 1;
    end = closingBrace(text, open);
    labels.clear();
    read(open + 1, end, 0);
  }
  return [...found.values()].slice(0, maxHides);
}

/** The end of the statement at a position: its semicolon, or its block. */
function afterStatement(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const character = text.charAt(at);
    if (character === ";") return at + 1;
    if (!"([{".includes(character)) continue;
    at = closingBrace(text, at);
    if (character === "{") return at + 1;
  }
  return end;
}
