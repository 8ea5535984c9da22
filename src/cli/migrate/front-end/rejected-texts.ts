import { closingBrace } from "../rust/brackets.ts";
import { lineAt } from "../edits.ts";
import type { Note } from "../note.ts";
import { blankScript } from "./script-text.ts";

// Tauri's calls reject with a text, ours with an `Error`. Code that displays such a text continues
// to work; code that inspects or compares it throws or finds nothing.

const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;
const calls = /@tauri-apps\/|tauri-plugin-|__TAURI__|\binvoke\s*(?:<[^;()<]{0,300}>)?\(/;

/** Component helpers that await a call, and hold its rejection as `error`. */
const resources =
  /\b(?:createResource|createAsync|useQuery|useMutation|useSWR|useAsync\w*|useRequest)\s*(?:<[^;()<]{0,300}>)?\(/;
/** `<p>{error}</p>`, `<p>Error: {user.error}</p>` */
const shown = /(?<!=)>[^<>{}=;]{0,200}\{\s*((?:\w+\??\.)?error)\s*\}(?=[^<>{}=;]{0,200}<)/g;

/** Members that only a text has, or a list with a text among its items. */
const ofText = String.raw`includes|match|matchAll|startsWith|endsWith|indexOf|lastIndexOf|search|replace|replaceAll|split|slice|substring|substr|trim|charAt|at|padEnd|concat|toLowerCase|toUpperCase|localeCompare|length`;

// The maximum number of handlers of a file, and the maximum length of one in characters: above what
// a person writes.
const maxHandlers = 1000;
const maxFields = 100;
const longestHandler = 20_000;

/** Members that an `Error` of a call has here itself. */
const ofError = new Set(["message", "name", "stack", "cause", "code", "data"]);

/**
 * Notes about the places where a front end uses the rejection of a call as a text, or as the value
 * that a command of Rust fails with.
 *
 * @param fields the fields of such values
 */
export function rejectedTexts(
  file: string,
  source: string,
  fields: ReadonlySet<string> = new Set(),
): Note[] {
  if (!scripts.test(file) || !(calls.test(source) || resources.test(source))) return [];
  const text = blankScript(source);
  const ofValue = [...fields]
    .filter((field) => /^[\w$]+$/.test(field) && !ofError.has(field))
    .slice(0, maxFields)
    .map((field) => RegExp.escape(field))
    .join("|");
  const found = caughtValues(text)
    .slice(0, maxHandlers)
    .flatMap(({ name, start, end }) => {
      const own = `(?<![\\w$.])${RegExp.escape(name)}(?![\\w$])`;
      // `e`, `(e as string)`, `<string>e`, `e!`
      const value = String.raw`(?:\(\s*${own}\s+as\s[^()]{1,200}\)|(?:<\w+>)?${own})!?`;
      const uses: readonly (readonly [pattern: string, remedy: string])[] = [
        [String.raw`${value}\s*\??\.\s*(?:${ofText})\b`, textOf(name)],
        [String.raw`${value}\s*[!=]==?\s*["'\`]`, textOf(name)],
        [String.raw`["'\`]\s*[!=]==?\s*${value}`, textOf(name)],
        [String.raw`\btypeof\s+${value}\s*[!=]==?\s*["'\`]`, textOf(name)],
        [String.raw`\bswitch\s*\(\s*${value}\s*\)`, textOf(name)],
        [String.raw`\.\s*(?:test|exec|parse)\s*\(\s*${value}\s*\)`, textOf(name)],
        ...(/\.[jt]sx$/.test(file)
          ? ([
              [
                String.raw`\bset[A-Z]\w*\s*\(\s*${value}(?:\s+as\s[^()]{1,200})?\s*\)`,
                stateOf(name),
              ],
            ] as const)
          : []),
        ...(ofValue === ""
          ? []
          : ([[String.raw`${value}\s*\??\.\s*(?:${ofValue})(?![\w$])`, dataOf(name)]] as const)),
      ];
      const part = text.slice(start, Math.min(end, start + longestHandler));
      return uses.flatMap(([pattern, remedy]) =>
        [...part.matchAll(new RegExp(pattern, "g"))].map(({ index, 0: whole }) => {
          const from = start + index;
          // A quote at the end of a text does not belong to the comparison.
          const shown = source
            .slice(from, from + whole.length)
            .replace(/^["'`]|["'`]$/g, "")
            .trim();
          return { index: from, line: lineAt(source, from), text: `${shown}: ${remedy}` };
        }),
      );
    });
  const byLine = Map.groupBy([...found, ...shownErrors(file, source, text)], ({ line }) => line);
  return [...byLine.values()]
    .map(([first]) => first)
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.index - other.index)
    .map(({ line, text: output }) => ({ file, line, text: output }));
}

/** The places where a component renders the rejection of such a resource. */
function shownErrors(file: string, source: string, code: string) {
  if (!/\.[jt]sx$/.test(file) || !resources.test(source)) return [];
  return [...code.matchAll(shown)].map(({ index, 0: whole, 1: name = "" }) => {
    const from = index + whole.lastIndexOf("{");
    const output = `{${name}}: a rejected call gives an Error here, which a component cannot show: {String(${name})}`;
    return { index: from, line: lineAt(source, from), text: output };
  });
}

const textOf = (name: string): string =>
  `a rejected call gives an Error here, not a text: String(${name}) is its text`;

const stateOf = (name: string): string =>
  `a rejected call gives an Error here, and React shows no object: keep String(${name})`;

const dataOf = (name: string): string =>
  `a rejected call gives an Error here, and the value of the Rust command is ${name}.data`;

interface Caught {
  readonly name: string;
  /** The range in which the variable has this value. */
  readonly start: number;
  readonly end: number;
}

/**
 * The variables of caught values: of `catch (e) { … }`, and of the arguments of `.catch` and the
 * second one of `.then`.
 */
function caughtValues(text: string): Caught[] {
  const blocks = [...text.matchAll(/\bcatch\s*\(\s*([\w$]+)\s*(?::[^()]*)?\)\s*\{/g)].map(
    (match) => {
      const open = match.index + match[0].length - 1;
      return { name: match[1] ?? "", start: open, end: closingBrace(text, open) };
    },
  );
  const handlers = [...text.matchAll(/\.\s*(catch|then)\s*\(/g)].flatMap((match) => {
    const open = match.index + match[0].length - 1;
    const end = closingBrace(text, open);
    const start = match[1] === "catch" ? open + 1 : secondArgument(text, open, end);
    const head =
      /^\s*(?:async\s+)?(?:function\b\s*(?:\w+\s*)?)?(?:\(\s*([\w$]+)\s*(?::[^()]*)?\)|([\w$]+)\s*(?==>))/.exec(
        text.slice(start, end),
      );
    const name = head?.[1] ?? head?.[2];
    return head === null || name === undefined
      ? []
      : [{ name, start: start + head[0].length, end }];
  });
  return [...blocks, ...handlers];
}

function secondArgument(text: string, open: number, end: number): number {
  for (let at = open + 1; at < end; at++) {
    if (/[([{]/.test(text.charAt(at))) at = closingBrace(text, at);
    else if (text.charAt(at) === ",") return at + 1;
  }
  return end;
}
