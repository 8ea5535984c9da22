import { expect, test } from "bun:test";
import {
  Expression,
  ExpressionError,
  TextTooLong,
} from "../../src/contract/patterns/expression.ts";
import { Random } from "./random.ts";

/** The engine's result for the whole text, and for its beginning. */
function engine(source: string, text: string): [boolean, boolean] {
  return [new RegExp(`^(?:${source})$`, "u").test(text), new RegExp(source, "uy").test(text)];
}

function ours(source: string, text: string): [boolean, boolean] {
  const expression = new Expression(source);
  return [expression.matchesWhole(text), expression.matchesStart(text)];
}

const texts = [
  "",
  "a",
  "ab",
  "abc",
  "aab",
  "b",
  "-a",
  "a b",
  "a\n",
  "\n",
  "9",
  "é",
  "😀",
  "😀😀",
  "\ud83d",
  "A",
  "aXb",
  "_",
  "]",
];

for (const source of [
  "",
  "a",
  "a|b",
  "^a|b$",
  "(?:a|b)*",
  "(a+)+",
  "(a*)*b",
  "a{2}",
  "a{1,2}b?",
  "a{0}",
  "a{2,}",
  "a*?b",
  ".",
  "\\d+",
  "[^\\s]+",
  "[a-c]+",
  "[\\]x]",
  "\\p{L}+",
  "\\P{L}",
  "[\\p{L}_]+",
  "\\u{1F600}+",
  "\\uD83D\\uDE00",
  "\\u0061",
  "\\x61b",
  "\\cJ",
  "\\n",
  "(?!-).+",
  "(?=a)ab",
  "a(?=b)b",
  "(?<=a)b|ab",
  "a(?<=a)b",
  "a(?<!a)b|ab",
  ".(?<=\\u{1F600}).",
  "\\ba\\b.*",
  "a\\Bb",
  "(?<name>a)b",
  "^$",
  "a^b",
  "(?:^a)+",
  "(?:a|ab)(?:c|bcd|)",
  "[\\b]",
  "[^]",
  "\\/",
  "(?:(?=a)a|b)*",
  "(?<=(?:a|b)*)c|abc",
  "\\.\\*",
  "[-a]+",
  "(?:a?){3}",
  "(?:|a)+",
  "\\ud83d",
  "[\\ud83d\\ude00]",
]) {
  test(`/${source}/ says what the engine says`, () => {
    for (const text of texts)
      expect([text, ours(source, text)]).toEqual([text, engine(source, text)]);
  });
}

test("20,000 expressions made at random say what the engine says", () => {
  const random = new Random(31);
  const expression = (depth: number): string => {
    const atom = (): string =>
      random.pick([
        "a",
        "b",
        ".",
        "[ab]",
        "[^a]",
        "\\w",
        "\\b",
        "^",
        "$",
        "\\u{62}",
        "😀",
        "(?:a|)",
      ]);
    if (depth === 0) return atom();
    const inner = (): string => expression(depth - 1);
    switch (random.below(6)) {
      case 0:
        return `(?:${inner()})${random.pick(["*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?"])}`;
      case 1:
        return `(?:${inner()}|${inner()})`;
      case 2:
        return `(${random.pick(["?=", "?!", "?<=", "?<!"])}${inner()})${inner()}`;
      default:
        return inner() + inner();
    }
  };
  for (let round = 0; round < 20_000; round++) {
    const source = expression(1 + random.below(3));
    const text = random.list(0, 6, () => random.pick(["a", "b", "c", "😀", "-"])).join("");
    expect([source, text, ours(source, text)]).toEqual([source, text, engine(source, text)]);
  }
});

for (const source of [
  "(a+)+",
  "(a|a)*",
  "(a|aa)+b",
  "(?:a*)*c",
  "a*a*a*a*a*b",
  "(?:.*a){12}",
  "(?=(a+)+$)b",
  "(?:a?){200}b",
]) {
  test(`/${source}/ has an answer for 3,000 letters, or says that there is none`, () => {
    const started = performance.now();
    try {
      expect(new Expression(source).matchesWhole(`${"a".repeat(3000)}!`)).toBe(false);
    } catch (error) {
      expect(error).toBeInstanceOf(TextTooLong);
    }
    // A generous limit: all the ways there are to try take longer than there is a universe.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
}

for (const [source, reason] of [
  ["(", "missing"],
  ["(a)\\1", "a reference to a group is not taken"],
  ["(?<n>a)\\k<n>", "a reference to a group is not taken"],
  ["(?:a{1000}){1000}", "more than 20000 steps"],
] as const) {
  test(`/${source}/ is refused`, () => {
    expect(() => new Expression(source)).toThrow(ExpressionError);
    expect(() => new Expression(source)).toThrow(reason);
  });
}
