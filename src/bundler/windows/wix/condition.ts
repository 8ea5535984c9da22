import { parseText, type Variables } from "./value.ts";
import { WixError, type Place } from "./place.ts";

// The conditions of `<?if ?>`:
//
//   either   all  ("or" all)*
//   all      not  ("and" not)*
//   not      "not" not  |  "(" either ")"  |  term (operator term)?
//   term     "text"  |  word  |  $(var.Name)

const tokens = /\s*("(?:[^"\\]|\\.)*"|\$\([^)]*\)|~=|!=|<=|>=|[=<>()]|[^\s"=<>()!~]+)/y;

/** Whether a condition of the preprocessor is true. @throws WixError when it is invalid */
export function isTrue(condition: string, variables: Variables, place: Place): boolean {
  const words = split(condition, place);
  let at = 0;
  const isNext = (word: string): boolean => words[at]?.toLowerCase() === word && ++at > 0;

  const either = (): boolean => {
    let result = all();
    while (isNext("or")) result = all() || result;
    return result;
  };
  const all = (): boolean => {
    let result = not();
    while (isNext("and")) result = not() && result;
    return result;
  };
  const not = (): boolean => {
    if (isNext("not")) return !not();
    if (!isNext("(")) return comparison();
    const result = either();
    if (!isNext(")")) throw unreadable();
    return result;
  };
  const comparison = (): boolean => {
    const left = term();
    const operator = words[at];
    if (operator === undefined || !Object.hasOwn(operators, operator)) return left !== "";
    at++;
    return operators[operator as keyof typeof operators](left, term());
  };
  const term = (): string => {
    const word = words[at++];
    if (word === undefined || /^[=<>()!~]/.test(word)) throw unreadable();
    const text = word.startsWith('"') ? word.slice(1, -1) : word;
    return parseText(text, variables, place);
  };
  const unreadable = (): WixError =>
    new WixError(
      place,
      `Cannot read condition "${condition}": compare with =, !=, <, >, join by "and", "or"`,
    );

  const result = either();
  if (at < words.length) throw unreadable();
  return result;
}

const operators = {
  "=": (one: string, other: string) => one === other,
  "~=": (one: string, other: string) => one.toLowerCase() === other.toLowerCase(),
  "!=": (one: string, other: string) => one !== other,
  "<": (one: string, other: string) => Number(one) < Number(other),
  "<=": (one: string, other: string) => Number(one) <= Number(other),
  ">": (one: string, other: string) => Number(one) > Number(other),
  ">=": (one: string, other: string) => Number(one) >= Number(other),
} as const;

function split(condition: string, place: Place): string[] {
  const words: string[] = [];
  let at = 0;
  const text = condition.trim();
  while (at < text.length) {
    tokens.lastIndex = at;
    const word = tokens.exec(text)?.[1];
    if (word === undefined)
      throw new WixError(place, `Cannot read condition "${condition}" from "${text.slice(at)}"`);
    words.push(word);
    at = tokens.lastIndex;
  }
  return words;
}
