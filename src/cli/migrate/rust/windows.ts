import { lineAt } from "../edits.ts";
import { closingBrace } from "./brackets.ts";
import { blankRust } from "./text.ts";

// Rust's calls on existing windows. The windows of the configuration are migrated; calls that show,
// hide, move or close them are not, and a window that starts hidden would stay hidden.

/** A place where Rust gets a window, with the calls on it. */
export interface WindowUse {
  readonly file: string;
  readonly line: number;
  /** The offset in the text of its file. */
  readonly index: number;
  /** `null`: a window that it receives, or all. */
  readonly label: string | null;
  /** By Rust's names, each once; empty if they are unknown. */
  readonly methods: readonly string[];
}

/** The methods of a window, among all methods of Rust objects. */
const methods = new Set(
  [
    "show hide close minimize unminimize maximize unmaximize center print start_dragging eval with_webview",
    "request_user_attention open_devtools close_devtools on_window_event on_menu_event menu_handle navigate",
    "set_focus set_position set_size set_min_size set_max_size set_title set_fullscreen set_always_on_top set_decorations",
    "set_resizable set_maximizable set_minimizable set_closable set_skip_taskbar set_icon set_content_protected",
    "set_cursor_grab set_cursor_visible set_cursor_icon set_cursor_position set_ignore_cursor_events",
    // Of the plugins positioner and window-state.
    "move_window restore_state",
  ].flatMap((names) => names.split(" ")),
);

// Calls on a window are searched in the code after it. No handwritten file has more windows, and no
// more are followed.
const maxFollowed = 1000;
const maxLinks = 50;
const longestPart = 10_000;
const longestBinding = 200;

/** All places where Rust operates on a window. */
export function findWindowUses(file: string, source: string): WindowUse[] {
  const text = blankRust(source);
  const use = (index: number, label: string | null, done: readonly string[]): WindowUse => ({
    file,
    line: lineAt(source, index),
    index,
    label,
    methods: [...new Set(done)].filter((name) => methods.has(name)),
  });
  const taken = [...text.matchAll(/\bget_(?:webview_)?window\s*\(/g)].map(
    ({ index, 0: whole }, place) => {
      if (place >= maxFollowed) return use(index, null, []);
      const open = index + whole.length - 1;
      const close = closingBrace(text, open);
      const label = /^\s*&?\s*"([^"]*)"\s*$/.exec(source.slice(open + 1, close))?.[1] ?? null;
      const chained = chainAfter(text, close + 1);
      return use(
        index,
        label,
        chained.some((name) => methods.has(name)) ? chained : ofVariable(text, index, close),
      );
    },
  );
  const given = [
    ...text.matchAll(
      /\b(?:mut\s+)?(\w+)\s*:\s*(?:&\s*)?(?:tauri\s*::\s*)?(?:Webview)?Window\b(?:\s*<[^<>]*>)?\s*[,)|]/g,
    ),
  ]
    .slice(0, maxFollowed)
    .map(({ index, 0: whole, 1: name = "" }) =>
      use(index, null, methodsOf(name, bodyAfter(text, index + whole.length - 1))),
    );
  const others = [
    ...text.matchAll(
      /\.\s*(?:windows\s*\(\s*\)|get_focused_window\s*\(\s*\)|window\s*\(\s*\)\s*(?=\.))/g,
    ),
  ]
    .slice(0, maxFollowed)
    .map(({ index, 0: whole }) => use(index, null, chainAfter(text, index + whole.length)));
  return [...taken, ...[...given, ...others].filter((one) => one.methods.length > 0)].toSorted(
    (one, other) => one.index - other.index,
  );
}

/**
 * The names of chained calls, including those in closures: `.unwrap().show()`, `.map(|w|
 * w.show())`.
 */
function chainAfter(text: string, from: number): string[] {
  const names: string[] = [];
  for (let at = from; names.length < maxLinks;) {
    const [link, name] =
      /^\s*\??\s*\.\s*(\w+)\s*(?:::\s*<[^>]*>)?\s*/.exec(text.slice(at, at + 200)) ?? [];
    if (link === undefined || name === undefined) return names;
    names.push(name);
    at += link.length;
    if (text.charAt(at) !== "(") continue;
    const close = closingBrace(text, at);
    const closure = text.slice(at, Math.min(close, at + longestPart));
    const parameter = /\|\s*(?:mut\s+)?(\w+)/.exec(closure)?.[1];
    if (parameter !== undefined) names.push(...methodsOf(parameter, closure));
    at = close + 1;
  }
  return names;
}

/** The calls on the variable that holds a window. */
function ofVariable(text: string, index: number, from: number): string[] {
  const near = text.slice(Math.max(0, index - longestBinding), index);
  const before = near.slice(Math.max(...[";", "{", "}"].map((sign) => near.lastIndexOf(sign))) + 1);
  const name =
    /\b(?:let\s+(?:mut\s+)?|Some\s*\(\s*(?:ref\s+)?(?:mut\s+)?|Ok\s*\(\s*)(\w+)\s*\)?\s*(?::[^=]*)?=(?!=)/.exec(
      before,
    )?.[1];
  if (name === undefined) return [];
  const part = text.slice(from, from + longestPart);
  return methodsOf(name, part.slice(0, endOfBlock(part)));
}

/** `window.show()`, and the same on a clone named after it. */
function methodsOf(name: string, text: string): string[] {
  const calls = text.matchAll(
    new RegExp(String.raw`\b${name}(?:_|_clone|_ref|\d)?\s*\.\s*(\w+)\s*\(`, "g"),
  );
  return [...calls].map(([, method = ""]) => method);
}

/** The body after a parameter. */
function bodyAfter(text: string, from: number): string {
  const open = text.indexOf("{", from);
  const end = text.indexOf(";", from);
  const isDeclared = open === -1 || (end !== -1 && end < open);
  const [start, close] = isDeclared
    ? [from, end === -1 ? text.length : end]
    : [open, closingBrace(text, open)];
  return text.slice(start, Math.min(close, start + longestPart));
}

/** The end of the block in which a text begins. */
function endOfBlock(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth < 0) return at;
  }
  return text.length;
}

/** The deepest nesting of calls: above what a person writes. */
const deepestCall = 50;

/**
 * The names of the calls around each position, from the inside out; empty if it is too deep.
 *
 * @param text of the file, by `blankRust`
 * @param places in their order
 */
export function enclosingCalls(text: string, places: readonly number[]): string[][] {
  const open: number[] = [];
  let at = 0;
  return places.map((place) => {
    for (; at < place; at++) {
      if (text[at] === "(") open.push(at);
      else if (text[at] === ")") open.pop();
    }
    return open.length > deepestCall
      ? []
      : open.toReversed().flatMap((one) => nameBefore(text, one));
  });
}

function nameBefore(text: string, open: number): string[] {
  const before = text.slice(Math.max(0, open - 100), open);
  const name = /(\w+)\s*(?:::\s*<[^<>]*>)?\s*$/.exec(before)?.[1];
  return name === undefined ? [] : [name];
}

/** `the window "main" (show, set_focus)` */
export function windowUseText({
  label,
  methods: done,
}: Pick<WindowUse, "label" | "methods">): string {
  const window = label === null ? "a window" : `the window "${label}"`;
  return done.length === 0 ? window : `${window} (${done.join(", ")})`;
}
