import { lineAt } from "../edits.ts";
import { closingBrace, closingBracket } from "./brackets.ts";
import { blankRust, splitAtCommas } from "./text.ts";
import { windowSteps, type WindowStep } from "./window-steps.ts";

/** A command of the app's Rust code: a function with the attribute `command`. */
export interface RustCommand {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly isAsync: boolean;
  /** The arguments from pages, in Rust's types; arguments that Tauri injects are left out. */
  readonly args: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
  /** The start of its attribute in the text of its file. */
  readonly start: number;
  /** Its body there, from brace to brace. */
  readonly body: { readonly start: number; readonly end: number };
  /** Its steps, if all are about windows; `null`: it does other work. */
  readonly steps: readonly WindowStep[] | null;
}

/**
 * Parameters that Tauri injects. An app may have a `State` of its own: Tauri's has a type argument.
 */
const injected = /^(?:tauri\s*::\s*)?(?:AppHandle\b|Window\b|State\s*<)/;

/** The commands of one source file, in their order. */
export function findCommands(file: string, source: string): RustCommand[] {
  const text = blankRust(source);
  // A bracket inside of another one ends each search at the next beginning, and so do those below.
  const attributes = text.matchAll(/#\[\s*(?:tauri\s*::\s*)?command\b[^[\]]*\]/g);
  let read = 0;
  return [...attributes].flatMap((attribute) => {
    const after = attribute.index + attribute[0].length;
    const head =
      /^(?:\s*#\[[^[\]]*\]){0,20}\s*(?:pub(?:\([^()]*\))?\s+)?(async\s+)?(?:unsafe\s+)?fn\s+(?:r#)?(\w+)\s*/.exec(
        text.slice(after),
      );
    // No function begins among the parameters of another one.
    if (head === null || attribute.index < read) return [];
    const [whole, asynchronous, name = ""] = head;
    let at = after + whole.length;
    if (text.charAt(at) === "<") at = closingBracket(text, at) + 1;
    const open = text.indexOf("(", at);
    if (open === -1) return [];
    const close = closingBracket(text, open);
    read = close;
    const written = source.slice(attribute.index, after);
    const keepsCase = /rename_all\s*=\s*"snake_case"/.test(written);
    const args = splitAtCommas(text.slice(open + 1, close)).flatMap((parameter) => {
      const [, own = "", type = ""] =
        /^(?:mut\s+)?(?:r#)?(\w+)\s*:\s*([\s\S]+)$/.exec(parameter) ?? [];
      const name = argumentName(own, keepsCase);
      // No page can pass the parameter `_`.
      return name === "" || isInjected(type) ? [] : [{ name, type }];
    });
    const own = /\b(\w+)\s*:\s*(?:&\s*)?(?:tauri\s*::\s*)?(?:Webview)?Window\b/.exec(
      text.slice(open, close),
    )?.[1];
    const result = resultAfter(text, close + 1);
    const start = Math.max(close, text.indexOf("{", close));
    const body = { start, end: closingBrace(text, start) };
    return [
      {
        name,
        file,
        line: lineAt(source, attribute.index),
        start: attribute.index,
        isAsync: asynchronous !== undefined,
        args,
        result,
        body,
        steps: windowSteps({ source, text }, body, own ?? null),
      },
    ];
  });
}

/**
 * Finds the command around a position of a file; of several the one that ends last.
 *
 * @param startOf the start of a command; by default its body
 */
export function commandsAround(
  commands: readonly RustCommand[],
  startOf: (command: RustCommand) => number = ({ body }) => body.start,
): (index: number) => RustCommand | null {
  const sorted = commands.toSorted((one, other) => startOf(one) - startOf(other));
  // For each, the one up to it that ends last.
  const last: RustCommand[] = [];
  for (const command of sorted) {
    const before = last.at(-1);
    last.push(before === undefined || before.body.end < command.body.end ? command : before);
  }
  return (index) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (startOf(sorted[middle] as RustCommand) < index) low = middle + 1;
      else high = middle;
    }
    const found = last[low - 1];
    return found !== undefined && index < found.body.end ? found : null;
  };
}

/** No handwritten type is longer. */
const longestResult = 2000;

/** The result type of a function, in Rust's notation, after its parameters. */
function resultAfter(text: string, from: number): string {
  const [, written] = /^\s*->([^{;]*)/.exec(text.slice(from, from + longestResult)) ?? [];
  return written?.replace(/\bwhere\b[^]*/, "").trim() ?? "()";
}

/**
 * The names of the commands that pages can call, as `generate_handler!` lists them; `null`: there
 * is no such list, or a macro of the app's own makes it.
 */
export function handledCommands(sources: readonly string[]): ReadonlySet<string> | null {
  const lists = sources.map(blankRust).flatMap((text) => {
    let read = 0;
    return [...text.matchAll(/\b(?:generate_handler|collect_commands)\s*!\s*[[({]/g)].flatMap(
      ({ index, 0: whole }) => {
        // A nested one is part of the outer one.
        if (index < read) return [];
        const open = index + whole.length - 1;
        read = closingBrace(text, open);
        return [text.slice(open + 1, read)];
      },
    );
  });
  if (lists.length === 0 || lists.some((list) => /[$!]/.test(list.replace(/#!?\[[^[\]]*\]/g, ""))))
    return null;
  const names = lists.flatMap((list) =>
    splitAtCommas(list.replace(/#\[[^[\]]*\]/g, "")).map((path) =>
      path
        .replace(/::\s*<[\s\S]*$/, "")
        .split("::")
        .at(-1)
        ?.replace(/^\s*r#/, "")
        .trim(),
    ),
  );
  return new Set(names.filter((name) => name !== undefined && /^\w+$/.test(name)) as string[]);
}

function isInjected(type: string): boolean {
  return injected.test(type.replace(/^&\s*(?:'\w+\s+)?(?:mut\s+)?/, ""));
}

/**
 * Tauri receives `user_name` from pages as `userName`, and `_path` as `path`: its macro makes the
 * names of the words alone, with the crate heck.
 */
function argumentName(own: string, keepsCase: boolean): string {
  const words = own
    .replace(/([a-z]\d*)(?=[A-Z])|([A-Z]\d*)(?=[A-Z][a-z])/g, "$&_")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
  if (keepsCase) return words.join("_");
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
}
