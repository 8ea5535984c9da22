import { expect, test } from "bun:test";
import type { System } from "../../src/contract/target.ts";
import { Glob, prepareNames } from "../../src/app/scope/path/glob.ts";
import { parsePart } from "../../src/contract/patterns/name-pattern.ts";
import { comparable, foldCase } from "../../src/app/scope/path/letter-case.ts";
import { Random } from "./random.ts";

interface Options {
  readonly system?: System;
  readonly dotRule?: boolean;
}

function matches(
  pattern: string,
  path: string,
  { system = "linux", dotRule = true }: Options = {},
): boolean {
  const split = (text: string) => text.split("/").filter((name) => name !== "");
  const parts = split(pattern).map(parsePart);
  return new Glob(parts, { system, requireLiteralLeadingDot: dotRule }).matches(
    prepareNames(split(path), system),
  );
}

const universe = [
  "/d",
  "/d/a.txt",
  "/d/A.TXT",
  "/d/s/a.txt",
  "/d/s/t/a.txt",
  "/d/.h",
  "/d/.h/x",
  "/d/s/.h",
  "/d/s/.git/c",
  "/d/.git/c",
  "/d/f1.txt",
  "/d/b.txt",
  "/d/a*b",
  "/d/s/x",
  "/d/a",
  "/d/É",
  "/d/é",
];

const plain = universe.filter((path) => !path.includes("/."));

// pattern, what it matches, what it matches besides when hidden names need no dot of their own
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "/d/*",
    ["/d/a.txt", "/d/A.TXT", "/d/f1.txt", "/d/b.txt", "/d/a*b", "/d/a", "/d/É", "/d/é"],
    ["/d/.h"],
  ],
  ["/d/**", plain, universe.filter((path) => !plain.includes(path))],
  ["/d/**/*", plain.slice(1), universe.filter((path) => !plain.includes(path))],
  ["/d/*.txt", ["/d/a.txt", "/d/f1.txt", "/d/b.txt"], []],
  ["/d/**/*.txt", ["/d/a.txt", "/d/s/a.txt", "/d/s/t/a.txt", "/d/f1.txt", "/d/b.txt"], []],
  ["/d/f?.txt", ["/d/f1.txt"], []],
  ["/d/[ab].txt", ["/d/a.txt", "/d/b.txt"], []],
  ["/d/[!a].txt", ["/d/b.txt"], []],
  ["/D/A.TXT", [], []],
  ["**", plain, universe.filter((path) => !plain.includes(path))],
  ["/d/.*", ["/d/.h"], []],
  ["/d/**/.git/*", ["/d/s/.git/c", "/d/.git/c"], []],
  ["/d/*/x", ["/d/s/x"], ["/d/.h/x"]],
  ["/d/a[*]b", ["/d/a*b"], []],
  ["/d/é", ["/d/é"], []],
  ["/d/?", ["/d/a", "/d/É", "/d/é"], []],
  ["/d/[.]h", [], ["/d/.h"]],
  ["/d/?h", [], ["/d/.h"]],
];

test.each(table)(
  "%s matches what it says, and hidden names only when they are spelled",
  (pattern, always, whenOff) => {
    expect(universe.filter((path) => matches(pattern, path))).toEqual([...always]);
    const off = universe.filter((path) => always.includes(path) || whenOff.includes(path));
    expect(universe.filter((path) => matches(pattern, path, { dotRule: false }))).toEqual(off);
  },
);

test.each([
  ["a**", 'must have "**" as a whole part, as in "a/**/b"'],
  ["**b", 'must have "**" as a whole part, as in "a/**/b"'],
  ["/d/**x", 'must have "**" as a whole part, as in "a/**/b"'],
  ["***", 'must have "**" as a whole part, as in "a/**/b"'],
  ["[", 'has a "[" that is not closed; the character itself is written "[[]"'],
  ["[]", 'has a "[" that is not closed; the character itself is written "[[]"'],
  ["[!]", 'has a "[" that is not closed; the character itself is written "[[]"'],
  ["a[", 'has a "[" that is not closed; the character itself is written "[[]"'],
  ["[z-a]", 'has the range "z-a", which must be written upwards'],
])("%s is refused with a remedy", (pattern, message) => {
  expect(() => matches(pattern, "/x")).toThrow(message);
});

test.each([
  ["{a,b}", "{a,b}", true],
  ["{a,b}", "a", false],
  ["\\*", "\\x", true],
  ["[]]", "]", true],
  ["[!]]", "]", false],
  ["[!]]", "x", true],
  ["[a-]", "-", true],
  ["**/**/x", "/p/q/x", true],
  ["**/**/x", "/x", true],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["?", "😀", true],
  ["??", "😀", false],
  ["[😀-😂]", "😁", true],
  ["*.h", ".h", true],
])("%s on %s: %p", (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test.each([
  ["windows", "/C/ÉCOLE/*", "/c/école/x", true],
  ["windows", "/c/[A-Z]", "/c/q", true],
  ["windows", "/c/[!A-Z]", "/c/q", false],
  ["windows", "/c/[Z-a]", "/c/Z", true],
  ["windows", "/c/straße", "/c/STRASSE", false],
  ["windows", "/c/ı", "/c/I", false],
  ["macos", "/ΣΑΣ", "/σας", true],
  ["macos", "/caf\u00e9", "/cafe\u0301", true],
  ["macos", "/caf?", "/CAFE\u0301", true],
  ["linux", "/caf\u00e9", "/cafe\u0301", false],
  ["linux", "/É", "/é", false],
] as const)("%s: %s on %s: %p", (system, pattern, path, expected) => {
  expect(matches(pattern, path, { system })).toBe(expected);
});

test("folding agrees with the engine's own case folding for every letter of Unicode", () => {
  const wrong: string[] = [];
  for (let point = 0; point < 0x11_0000; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const letter = String.fromCodePoint(point);
    const folded = foldCase(letter);
    const others = [
      folded,
      ...[letter.toUpperCase(), letter.toLowerCase()].filter(
        (other) => Array.from(other).length === 1,
      ),
    ];
    if (others.every((other) => other === letter)) continue;
    const same = new RegExp(`^\\u{${point.toString(16)}}$`, "iu");
    if (others.some((other) => same.test(other) !== (foldCase(other) === folded)))
      wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});

test("a part without a character is no star", () => {
  const glob = new Glob([[]], { system: "linux", requireLiteralLeadingDot: false });
  expect(["", "a"].map((name) => glob.matches(prepareNames([name], "linux")))).toEqual([
    true,
    false,
  ]);
});

// If it explodes, it takes longer than any test waits.
test("a pattern made to explode does not", () => {
  expect(matches(`/${"*a".repeat(200)}*b`, `/${"a".repeat(5000)}`)).toBe(false);
  expect(matches("/**/a".repeat(100) + "/b", "/a".repeat(3000))).toBe(false);
});

/** The rules again, as plainly as they can be said: a different method, and no care for time. */
function obviously(pattern: string, path: string, system: System, dotRule: boolean): boolean {
  const split = (text: string) => text.split("/").filter((name) => name !== "");
  return parts(split(pattern), split(comparable(path, system)));

  function parts([part, ...rest]: string[], names: string[]): boolean {
    if (part === undefined) return names.length === 0;
    if (part === "**") {
      const [name, ...more] = names;
      if (parts(rest, names)) return true;
      return (
        name !== undefined && !(dotRule && name.startsWith(".")) && parts([part, ...rest], more)
      );
    }
    return (
      names.length > 0 && inName(part, names[0] as string, true) && parts(rest, names.slice(1))
    );
  }

  function inName(part: string, name: string, atStart: boolean): boolean {
    if (part === "") return name === "";
    const noDot = dotRule && atStart && name.startsWith(".");
    if (part.startsWith("*")) {
      return (
        inName(part.slice(1), name, atStart) ||
        (name !== "" && !noDot && inName(part, name.slice(1), false))
      );
    }
    if (name === "") return false;
    if (part.startsWith("?")) return !noDot && inName(part.slice(1), name.slice(1), false);
    const set = /^\[(!?)([^\]]+)\]/.exec(part);
    if (set !== null) {
      const members = Array.from(set[2] as string, (member) => comparable(member, system));
      const fits = members.includes(name[0] as string) !== (set[1] === "!");
      return !noDot && fits && inName(part.slice(set[0].length), name.slice(1), false);
    }
    return (
      comparable(part[0] as string, system) === name[0] &&
      inName(part.slice(1), name.slice(1), false)
    );
  }
}

test("100,000 random patterns and paths: as the plain rules say", () => {
  const random = new Random(20_260_101);
  const pieces = ["a", "b", ".", "A", "*", "?", "[ab]", "[!a]", "[.b]"];
  let matched = 0;
  for (let i = 0; i < 100_000; i++) {
    const pattern = random
      .list(0, 5, () =>
        random.below(4) === 0
          ? "**"
          : random
              .list(1, 4, () => random.pick(pieces))
              .join("")
              .replace(/\*+/g, "*"),
      )
      .join("/");
    const path = random
      .list(0, 6, () => random.list(1, 4, () => random.pick(["a", "b", ".", "A", "a"])).join(""))
      .join("/");
    const system = random.pick(["linux", "windows"] as const);
    const dotRule = random.below(2) === 0;
    const expected = obviously(pattern, path, system, dotRule);
    if (matches(pattern, path, { system, dotRule }) !== expected) {
      throw new Error(
        `"${pattern}" on "${path}" (${system}, ${dotRule ? "dot rule" : "no dot rule"}) must be ${expected}`,
      );
    }
    if (expected) matched++;
  }
  // Both answers must be met often, or the comparison says little.
  expect(matched).toBeGreaterThan(5_000);
});
