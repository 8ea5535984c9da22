import { parseAccelerator } from "../../../contract/patterns/accelerator-text.ts";
import type { MenuRole } from "../../../contract/menu.ts";
import { lineAt } from "../edits.ts";
import { closingBrace } from "./brackets.ts";
import { blankRust } from "./text.ts";

// Menus that Rust builds from literals only: `Menu::new().add_submenu(Submenu::new("File", …))`.
// Variables are followed to their `let`, calls without arguments to their function, and names of
// constants to their text.

/** An entry of `framework.menu`, as it is written. */
export type WrittenEntry =
  | { readonly separator: true }
  | { readonly role: MenuRole }
  | { readonly text: string; readonly items: readonly WrittenEntry[] }
  | {
      readonly id: string;
      readonly text: string;
      readonly accelerator?: string;
      readonly enabled?: false;
      readonly checked?: true;
    };

/** A menu that Rust gives the app or a window. */
export interface RustMenu {
  readonly file: string;
  readonly line: number;
  /** `null`: it is not made of literals, or contains a part without a counterpart. */
  readonly entries: readonly WrittenEntry[] | null;
  /** The reason for missing entries. */
  readonly reason: string;
}

/** Items of the system, by Tauri's names. */
const roles: Readonly<Record<string, MenuRole>> = {
  About: "about",
  CloseWindow: "close",
  Copy: "copy",
  Cut: "cut",
  EnterFullScreen: "fullScreen",
  Hide: "hide",
  HideOthers: "hideOthers",
  Minimize: "minimize",
  Paste: "paste",
  Quit: "quit",
  Redo: "redo",
  SelectAll: "selectAll",
  Services: "services",
  ShowAll: "showAll",
  Undo: "undo",
  Zoom: "zoom",
};

// All limits are above what a person writes.
const deepest = 50;
const maxEntries = 1000;
const maxMenus = 20;
const longestName = 200;
/** The maximum distance of a `let` before its use. */
const farthestLet = 20_000;

/** A part of a file. */
interface Part {
  readonly file: MenuFile;
  readonly start: number;
  readonly end: number;
}

interface MenuFile {
  readonly path: string;
  readonly source: string;
  /** By `blankRust`. */
  readonly text: string;
  /** The texts of the app's constants, of all files. `null`: several have the name. */
  readonly constants: ReadonlyMap<string, string | null>;
}

interface Call {
  readonly name: string;
  readonly args: readonly Part[];
}

/** A value without an equivalent in the configuration, in words; with its part, if it has one. */
class Untranslatable extends Error {
  readonly part: Part | null;

  constructor(reason: string, part: Part | null = null) {
    super(reason);
    this.part = part;
  }
}

/**
 * The menus of an app's Rust files.
 *
 * @param sources their texts by their paths
 */
export function findMenus(sources: ReadonlyMap<string, string>): RustMenu[] {
  const constants = new Map<string, string | null>();
  const files = [...sources].map(([path, source]) => ({
    path,
    source,
    text: blankRust(source),
    constants,
  }));
  for (const file of files) readConstants(file, constants);
  const reader = new MenuReader(files);
  return files.flatMap((file) =>
    [...file.text.matchAll(/\.\s*menu\s*\(/g)].slice(0, maxMenus).map(({ index, 0: whole }) => {
      const open = index + whole.length - 1;
      const place = { file: file.path, line: lineAt(file.text, index) };
      try {
        const part = { file, start: open + 1, end: closingBrace(file.text, open) };
        const entries = reader.menu(part, 0);
        refuseRepeatedIds(entries, new Set());
        return { ...place, entries, reason: "" };
      } catch (error) {
        if (!(error instanceof Untranslatable)) throw error;
        return { ...place, entries: null, reason: reasonOf(error, place) };
      }
    }),
  );
}

/** `const OPEN: &str = "open";` with the text as it is written, in quotes. */
function readConstants({ source, text }: MenuFile, found: Map<string, string | null>): void {
  const constant = /\b(?:const|static)\s+(\w+)\s*:\s*&\s*(?:'static\s+)?str\s*=([^;]*);/g;
  for (const match of text.matchAll(constant)) {
    const [whole, name = "", value = ""] = match;
    const end = match.index + whole.length - 1;
    found.set(name, found.has(name) ? null : source.slice(end - value.length, end).trim());
  }
}

/** With the place of the part, unless that is the menu's own. */
function reasonOf({ message, part }: Untranslatable, menu: Pick<RustMenu, "file" | "line">) {
  if (part === null) return message;
  const { path, text } = part.file;
  const line = lineAt(text, part.start + leading(part));
  return path === menu.file && line === menu.line ? message : `${message} (${path}:${line})`;
}

function refuseRepeatedIds(entries: readonly WrittenEntry[], ids: Set<string>): void {
  for (const entry of entries) {
    if ("items" in entry) refuseRepeatedIds(entry.items, ids);
    if (!("id" in entry)) continue;
    if (ids.has(entry.id)) throw new Untranslatable(`two items have the id "${entry.id}"`);
    ids.add(entry.id);
  }
}

class MenuReader {
  /** The bodies of functions without parameters that return a menu or a part of one. */
  readonly #bodies: ReadonlyMap<string, Part>;
  #count = 0;

  constructor(files: readonly MenuFile[]) {
    const makers =
      /\bfn\s+(\w+)\s*\(\s*\)\s*->\s*(?:\w+\s*::\s*){0,5}(?:Menu|Submenu|CustomMenuItem)\s*\{/g;
    this.#bodies = new Map(
      files.flatMap((file) =>
        [...file.text.matchAll(makers)].map(({ index, 0: whole, 1: name = "" }) => {
          const start = index + whole.length;
          return [name, { file, start, end: closingBrace(file.text, start - 1) }] as const;
        }),
      ),
    );
  }

  menu(part: Part, depth: number): WrittenEntry[] {
    const [head, ...calls] = this.#chain(part, depth);
    const entries =
      head.name === "Menu::with_items"
        ? listItems(head.args[0]).map((item) => this.#listed(item, depth + 1))
        : head.name === "Menu::new"
          ? []
          : refuse(`${head.name} is not known`);
    for (const { name, args } of calls) {
      const [arg] = args;
      if (arg === undefined) throw new Untranslatable(`${name} of a menu is not known`);
      entries.push(this.#added(name, arg, depth + 1));
    }
    return entries;
  }

  #added(name: string, part: Part, depth: number): WrittenEntry {
    switch (name) {
      case "add_item":
        return this.#item(part, depth);
      case "add_native_item":
        return this.#native(part);
      case "add_submenu":
        return this.#submenu(part, depth);
      default:
        return refuse(`${name} of a menu is not known`);
    }
  }

  /** `MenuEntry::CustomItem(…)`, or a value that becomes one by `.into()`. */
  #listed(part: Part, depth: number): WrittenEntry {
    const text = textOf(part);
    const wrapped = /^(?:\w+\s*::\s*)*MenuEntry\s*::\s*(\w+)\s*\(/.exec(text);
    if (wrapped !== null) {
      const open = part.start + leading(part) + wrapped[0].length - 1;
      const inside = { ...part, start: open + 1, end: closingBrace(part.file.text, open) };
      if (wrapped[1] === "CustomItem") return this.#item(inside, depth);
      return wrapped[1] === "NativeItem" ? this.#native(inside) : this.#submenu(inside, depth);
    }
    const end = /\.\s*into\s*\(\s*\)\s*$/.exec(part.file.text.slice(part.start, part.end));
    const own = end === null ? part : { ...part, end: part.start + end.index };
    if (/\bMenuItem\s*::/.test(textOf(own))) return this.#native(own);
    const [head] = this.#chain(own, depth);
    return head.name === "Submenu::new" ? this.#submenu(own, depth) : this.#item(own, depth);
  }

  #item(part: Part, depth: number): WrittenEntry {
    const [head, ...calls] = this.#chain(part, depth);
    if (head.name !== "CustomMenuItem::new") throw new Untranslatable(`${head.name} is not known`);
    let item = { id: literal(head.args[0]), text: withoutMnemonic(literal(head.args[1])) };
    for (const { name, args } of calls) {
      if (name === "accelerator") item = Object.assign(item, keysOf(literal(args[0])));
      else if (name === "disabled") item = Object.assign(item, { enabled: false });
      else if (name === "selected") item = Object.assign(item, { checked: true });
      else throw new Untranslatable(`${name} of an item is not known`);
    }
    return item;
  }

  #native(part: Part): WrittenEntry {
    const name = /\bMenuItem\s*::\s*(\w+)/.exec(textOf(part))?.[1] ?? textOf(part);
    this.#note();
    if (name === "Separator") return { separator: true };
    const role = roles[name];
    return role === undefined ? refuse(`${name} is not known`) : { role };
  }

  #submenu(part: Part, depth: number): WrittenEntry {
    const [head, ...calls] = this.#chain(part, depth);
    const [title, menu] = head.args;
    if (head.name !== "Submenu::new" || menu === undefined)
      throw new Untranslatable(`${head.name} is not known`);
    if (calls[0] !== undefined)
      throw new Untranslatable(`${calls[0].name} of a submenu is not known`);
    return { text: withoutMnemonic(literal(title)), items: this.menu(menu, depth + 1) };
  }

  #note(): void {
    if (++this.#count > maxEntries)
      throw new Untranslatable(`it has more than ${maxEntries} entries`);
  }

  /** `A::new(…).b(…).c(…)`: the calls in their order. */
  #chain(part: Part, depth: number): [Call, ...Call[]] {
    this.#note();
    if (depth > deepest) throw new Untranslatable("it is nested too deeply");
    const { file } = part;
    const near = (at: number): string => file.text.slice(at, Math.min(at + longestName, part.end));
    let at = part.start + leading(part);
    const [path = "", variable = ""] = /^((?:\w+\s*::\s*)*\w+)\s*/.exec(near(at)) ?? [];
    at += path.length;
    const calls: Call[] = [];
    if (file.text.charAt(at) === "(") {
      const close = closingBrace(file.text, at);
      const name = path.replace(/\s/g, "").split("::").slice(-2).join("::");
      const args = partsOf({ file, start: at + 1, end: close });
      const body = args.length === 0 ? this.#bodyOf(name) : null;
      if (body === null) calls.push({ name, args });
      else calls.push(...this.#chain(body, depth + 1));
      at = close + 1;
    } else {
      const bound = /^\w+$/.test(variable) ? boundTo(variable, part) : null;
      if (bound === null) throw notLiteral(part);
      calls.push(...this.#chain(bound, depth + 1));
    }
    for (;;) {
      const [link, name = ""] = /^\s*\.\s*(\w+)\s*(?=\()/.exec(near(at)) ?? [];
      if (link === undefined) break;
      const open = at + link.length;
      const close = closingBrace(file.text, open);
      if (name !== "clone")
        calls.push({ name, args: partsOf({ file, start: open + 1, end: close }) });
      at = close + 1;
    }
    const [first, ...others] = calls;
    if (first === undefined || file.text.slice(at, part.end).trim() !== "") throw notLiteral(part);
    return [first, ...others];
  }

  /** The result of a function without parameters; `null`: there is none of this name. */
  #bodyOf(name: string): Part | null {
    const body = this.#bodies.get(name.split("::").at(-1) ?? "");
    if (body === undefined) return null;
    const { file, end } = body;
    // The value of a body follows its last statement, or is that of its only `return` there.
    let { start } = body;
    let last = { file, start, end: start };
    for (let at = start; at < end; at++) {
      if ("([{".includes(file.text.charAt(at))) at = closingBrace(file.text, at);
      else if (file.text.charAt(at) === ";") {
        last = { file, start, end: at };
        start = at + 1;
      }
    }
    const value = { file, start, end };
    if (textOf(value) !== "") return value;
    const returned = /^\s*return\b/.exec(file.text.slice(last.start, last.end))?.[0].length;
    const count = file.text.slice(body.start, end).match(/\breturn\b/g)?.length;
    if (returned === undefined || count !== 1) return value;
    return { ...last, start: last.start + returned };
  }
}

/** The value of the last `let` of a variable before a position; `null`: it is ambiguous. */
function boundTo(name: string, { file, start }: Part): Part | null {
  const far = Math.max(0, start - farthestLet);
  const before = file.text.slice(far, start);
  const lets = [
    ...before.matchAll(
      new RegExp(String.raw`\blet\s+(?:mut\s+)?${name}\s*(?::[^=;]{0,100})?=(?!=)`, "g"),
    ),
  ];
  const last = lets.at(-1);
  if (last === undefined) return null;
  const from = far + last.index + last[0].length;
  // Only some systems have it, or it is changed later on.
  if (/#\[cfg[^\]]*\]\s*$/.test(before.slice(0, last.index))) return null;
  if (new RegExp(String.raw`\b${name}\s*=(?!=)`).test(file.text.slice(from, start))) return null;
  for (let at = from; at < start; at++) {
    if ("([{".includes(file.text.charAt(at))) at = closingBrace(file.text, at);
    else if (file.text.charAt(at) === ";") return { file, start: from, end: at };
  }
  return null;
}

/** The parts of a list of arguments. */
function partsOf({ file, start, end }: Part): Part[] {
  const parts: Part[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if ("([{".includes(file.text.charAt(at))) at = closingBrace(file.text, at);
    else if (file.text.charAt(at) === ",") {
      parts.push({ file, start: from, end: at });
      from = at + 1;
    }
  }
  parts.push({ file, start: from, end });
  // A text is blanked with its quotes, as a comment is.
  return parts.filter((part) => textOf(part) !== "" || writtenIn(part).includes('"'));
}

/** The items of `[…]` or `vec![…]`. */
function listItems(part: Part | undefined): Part[] {
  if (part === undefined) return [];
  const open = part.file.text.indexOf("[", part.start);
  if (open === -1 || open >= part.end) throw new Untranslatable("its items are no literal");
  return partsOf({ file: part.file, start: open + 1, end: closingBrace(part.file.text, open) });
}

const quoted = String.raw`"(?:[^"\\]*(?:\\["\\][^"\\]*)*)"`;
const textOfRust = new RegExp(`^${quoted}$`);
/** A text or the name of a constant; `to_string` and similar calls keep its value. */
const plainText = new RegExp(
  String.raw`^(?:&\s*)?(${quoted}|(?:\w+\s*::\s*)*\w+)(?:\s*\.\s*(?:to_string|into|to_owned)\s*\(\s*\))?$`,
);
const madeText = new RegExp(
  String.raw`^String\s*::\s*from\s*\(\s*(${quoted}|(?:\w+\s*::\s*)*\w+)\s*\)$`,
);

/** A text of Rust, or that of a constant. */
function literal(part: Part | undefined): string {
  const written = part === undefined ? "" : writtenIn(part);
  const value = (plainText.exec(written) ?? madeText.exec(written))?.[1] ?? "";
  const constant = part?.file.constants.get(/\w+$/.exec(value)?.[0] ?? "");
  const text = value.startsWith('"') ? value : (constant ?? "");
  if (!textOfRust.test(text)) throw notLiteral(part);
  return text.slice(1, -1).replace(/\\(["\\])/g, "$1");
}

/** Before a letter `&` marks the access key; here it is shown literally. */
function withoutMnemonic(text: string): string {
  return text.replace(/&(&?)/g, "$1");
}

function keysOf(accelerator: string): { readonly accelerator: string } {
  try {
    parseAccelerator(accelerator, "linux");
  } catch {
    throw new Untranslatable(`the keys "${accelerator}" are not known`);
  }
  return { accelerator };
}

/** The text of a part in its blanked form, without surrounding blanks. */
function textOf({ file, start, end }: Part): string {
  return file.text.slice(start, end).trim();
}

function writtenIn({ file, start, end }: Part): string {
  return file.source.slice(start, end).trim();
}

/** The number of leading blanks of a part. */
function leading({ file, start, end }: Part): number {
  return /^\s*/.exec(file.text.slice(start, end))?.[0].length ?? 0;
}

/** The longest quoted part: one line of the list. */
const longestQuote = 40;

function notLiteral(part: Part | undefined): Untranslatable {
  const written = part === undefined ? "" : writtenIn(part).replace(/\s+/g, " ");
  const short = written.length > longestQuote ? `${written.slice(0, longestQuote - 1)}…` : written;
  return new Untranslatable(`${short === "" ? "a value" : `"${short}"`} is no literal`, part);
}

function refuse(reason: string): never {
  throw new Untranslatable(reason);
}
