// The TOML parser reports the position where it stopped, in its own words. For common mistakes this
// module names the fix, at the position that has to be changed: an unclosed list is often noticed
// lines below.

export interface Mistake {
  readonly start: number;
  readonly message: string;
}

/**
 * Explains a text that is no valid TOML.
 *
 * @param index the offset where the parser stopped
 * @param output its reason
 */
export function tomlMistake(text: string, index: number, output: string): Mistake {
  const before = text.slice(0, index);
  const rest = text.slice(index);
  const { brackets, quote } = openIn(before);
  if (output.startsWith("Unterminated string") && quote !== null)
    return { start: quote, message: "this text is not closed: a quote is missing" };
  const bracket = unclosedBracket(text, index, { brackets, output });
  if (bracket !== undefined) return unclosed(text, bracket);
  const value = /=[ \t]*(?:#[^\n]*)?((?:\r?\n[ \t]*(?:#[^\n]*)?)*)$/.exec(before);
  if (value !== null && (value[1] !== "" || /^(?:[\r\n,}\]]|$)/.test(rest)))
    return { start: value.index, message: 'a value is wanted after this "="' };
  const isColon = rest.startsWith(":") && /(?:^|[{,])\s*[\w."'-]+\s*$/.test(lineBefore(before));
  if (isColon || /^Expected equal|^The key, equals sign/.test(output))
    return {
      start: isColon ? index : before.trimEnd().length,
      message: '"=" is wanted here, after the key',
    };
  if (output.startsWith("Unterminated table-key"))
    return { start: index, message: '"]" is wanted here, after the name of the table' };
  const isUnexpected = /^Unexpected (?:character|token)/.test(output);
  const isMore = output.startsWith("Must be a newline");
  const word = isUnexpected || isMore ? unquotedWord(before, rest, brackets.length > 0) : null;
  if (word !== null) return word;
  if (output.startsWith("Expected comma"))
    return { start: index, message: "a comma is missing before this" };
  if (isMore)
    return {
      start: index,
      message: "the value ends before this: the next one needs a separate line",
    };
  const [here = ""] = rest;
  if (here !== "" && isUnexpected)
    return { start: index, message: `${JSON.stringify(here)} is not expected here` };
  return { start: index, message: output.charAt(0).toLowerCase() + output.slice(1) };
}

/** The unclosed brackets and braces, innermost last, and the last unclosed quote. */
function openIn(text: string): {
  readonly brackets: readonly number[];
  readonly quote: number | null;
} {
  const brackets: number[] = [];
  let quote: number | null = null;
  const parts =
    /"""(?:\\.|[^\\])*?"""|'''.*?'''|"""|'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|["'[\]{}]/gs;
  for (const { 0: part, index } of text.matchAll(parts)) {
    if (part === "[" || part === "{") brackets.push(index);
    else if (part === "]" || part === "}") brackets.pop();
    else if (/^(?:"|'|"""|''')$/.test(part)) quote = index;
  }
  return { brackets, quote };
}

/** The bracket of a list in which the text ended, or that another key or table interrupted. */
function unclosedBracket(
  text: string,
  index: number,
  { brackets, output }: { readonly brackets: readonly number[]; readonly output: string },
): number | undefined {
  if (/^Unterminated (?:array|inline)/.test(output) || text.slice(index).trim() === "")
    return brackets.at(-1);
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const [line = ""] = text.slice(start).split("\n", 1);
  const isNext = /^\s*(?:[\w."'-]+\s*=|\[{1,2}[\w."'-]+\]{1,2}\s*(?:#.*)?$)/.test(line);
  return isNext ? brackets.findLast((bracket) => bracket < start) : undefined;
}

function unclosed(text: string, bracket: number): Mistake {
  const isTable =
    lineBefore(text.slice(0, bracket)).replace("[", "").trim() === "" && text[bracket] === "[";
  const what = text[bracket] === "{" ? "table" : isTable ? "name of a table" : "list";
  const end = text[bracket] === "{" ? "}" : "]";
  return { start: bracket, message: `this ${what} is not closed: "${end}" is missing` };
}

/** A text value without quotes. */
function unquotedWord(before: string, rest: string, isInside: boolean): Mistake | null {
  let start = before.length;
  while (start > 0 && /[^\s=,[\]{}"'#]/.test(before.charAt(start - 1))) start -= 1;
  const isValue = /[=,[{]/.test(before.slice(0, start).trimEnd().at(-1) ?? "");
  const [tail = ""] = (isInside ? /^[^\n,\]}"'#=]*/ : /^[^\n,"'#=]*/).exec(rest) ?? [];
  const word = `${before.slice(start)}${tail}`.trim();
  if (!isValue || /^[,\]}]/.test(rest) || !/^[\p{L}\p{N}./\\~$@*+:_-]/u.test(word)) return null;
  const small = word.toLowerCase();
  if (small === "true" || small === "false")
    return { start, message: `wants small letters: ${small}` };
  if (small === "null")
    return { start, message: "TOML has no null: leave the field out, or give it a value" };
  return { start, message: `a text wants quotes: ${JSON.stringify(word)}` };
}

function lineBefore(before: string): string {
  return before.slice(before.lastIndexOf("\n") + 1);
}
