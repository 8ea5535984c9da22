import { expect, test } from "bun:test";
import { formatOf, sourceOf } from "../../src/config/read/file-formats.ts";
import { checkText } from "../../src/config/read/load.ts";
import type { Problem } from "../../src/config/report/problem.ts";
import { lineAndColumn, plainValue } from "../../src/config/shape/tree.ts";

function parse(file: string, text: string) {
  return formatOf(file).parse(sourceOf(file, text));
}

function valueOf(file: string, text: string): unknown {
  const { root, problems } = parse(file, text);
  expect(problems).toEqual([]);
  return root === null ? null : plainValue(root);
}

function brief(problems: readonly Problem[]): string[] {
  return problems.map((one) => {
    const at = one.place === null ? "-" : lineAndColumn(one.place.source, one.place.start);
    return `${at === "-" ? at : `${at.line}:${at.column}`} ${one.code} ${one.path} ${one.message}`.replace(
      "  ",
      " ",
    );
  });
}

const json = "framework.conf.json";
const toml = "Framework.toml";

test("a JSON file may have comments, trailing commas, bare keys and single quotes", () => {
  const text = "{ // why\n  'a': [1, 0x10, .5,], /* b */ b: 'it\\'s', }";
  expect(valueOf(json, text)).toEqual({ a: [1, 16, 0.5], b: "it's" });
});

test("TOML tables, lists of tables, dotted keys and inline tables become one tree", () => {
  const text = `a.b.c = 1\n[d]\ne = [1, 2]\n[[d.f]]\nx = "1"\n[[d.f]]\nx = '2'\n[d.f.g]\ny = { z = true, "q r" = 0.5 }\n`;
  expect(valueOf(toml, text)).toEqual({
    a: { b: { c: 1 } },
    d: { e: [1, 2], f: [{ x: "1" }, { x: "2", g: { y: { z: true, "q r": 0.5 } } }] },
  });
});

test("a byte-order mark is not counted, and lines may end with CRLF", () => {
  expect(brief(checkText('\uFEFF{"packge":\r\n{},\r\n  "build": 1}', json))).toEqual([
    "1:2 unknown-field packge unknown field",
    "3:12 wrong-type build must be an object (BuildConfig)",
  ]);
  expect(brief(checkText("\uFEFF[build]\r\nfeatures = 1\r\n[packge]\r\n", toml))).toEqual([
    "2:12 wrong-type build.features must be a list: each item a text",
    "3:2 unknown-field packge unknown field",
  ]);
});

test("a key that is written twice is an error that shows both places", () => {
  const cases = [
    [json, '{"build": {"runner": "a",\n "runner": "b"}}', "2:2", "1:12"],
    [toml, '[build]\nrunner = "a"\nrunner = "b"', "3:1", "2:1"],
    [toml, "[build]\n[package]\n[build]", "3:2", "1:2"],
    [toml, "plugins = { a = {}, b = {},\n a = {} }", "2:2", "1:13"],
    [toml, 'build.runner = "a"\n[build]', "2:2", "1:1"],
  ] as const;
  for (const [file, text, second, first] of cases) {
    const [problem] = parse(file, text).problems;
    expect(problem?.code).toBe("duplicate-key");
    const places = [problem?.place, problem?.related[0]?.place].map((place) => {
      if (place === null || place === undefined) return "nowhere";
      const { line, column } = lineAndColumn(place.source, place.start);
      return `${line}:${column}`;
    });
    expect(places).toEqual([second, first]);
  }
});

test("a parse error has its place", () => {
  const cases = [
    [json, "", '1:1 syntax the text is empty: an object is wanted, at least "{}"'],
    [json, '{"a": 1 "b": 2}', "1:9 syntax a comma or a colon is missing before this"],
    [
      json,
      '{"a": [1, 2',
      "1:12 syntax the text ends here, inside a value: a quote, bracket or brace is missing",
    ],
    [json, '{"a": 1,,}', '1:9 syntax "," is not expected here'],
    [json, '{\n  "a": yes\n}', '2:8 syntax "y" is not expected here'],
    [json, "{", "1:2 syntax the text ends here"],
    [json, '{"a"', "1:5 syntax the text ends here"],
    [json, '{"a": [1,', "1:10 syntax the text ends here"],
    [json, '{"a": 1}}', '1:9 syntax "}" is not expected here'],
  ] as const;
  for (const [file, text, wanted] of cases) {
    expect(brief(parse(file, text).problems)[0]).toStartWith(wanted);
  }
});

// Each row: a text that is no TOML, and the message about it.
const tomlMistakes: readonly (readonly [text: string, printed: string])[] = [
  ["a = \nb = 1", '1:3 a value is wanted after this "="'],
  ["a = # why\r\n\r\nb = 1", '1:3 a value is wanted after this "="'],
  ["[a]\nb =", '2:3 a value is wanted after this "="'],
  ["a = { b = }", '1:9 a value is wanted after this "="'],
  ["a = 1\nb = yes", '2:5 a text wants quotes: "yes"'],
  ["a = hello world # why", '1:5 a text wants quotes: "hello world"'],
  ["a = http://localhost:80", '1:5 a text wants quotes: "http://localhost:80"'],
  ["a = ../dist", '1:5 a text wants quotes: "../dist"'],
  ["a = 1.0.0", '1:5 a text wants quotes: "1.0.0"'],
  ["a = 1.", '1:5 a text wants quotes: "1."'],
  ["a = Größe", '1:5 a text wants quotes: "Größe"'],
  ['a = [\n  "b",\n  c, d]', '3:3 a text wants quotes: "c"'],
  ["a = True", "1:5 wants small letters: true"],
  ["a = null", "1:5 TOML has no null: leave the field out, or give it a value"],
  ['a = "b\nc = 1', "1:5 this text is not closed: a quote is missing"],
  ["a = '''b\nc = 1", "1:5 this text is not closed: a quote is missing"],
  ["a = [1, 2", '1:5 this list is not closed: "]" is missing'],
  ["a = [1, 2\nb = 3", '1:5 this list is not closed: "]" is missing'],
  ['a = [\n  "b", # [\n\n[c]\nd = 1', '1:5 this list is not closed: "]" is missing'],
  ["a = { b = 1\nc = 2", '1:5 this table is not closed: "}" is missing'],
  ["[a\nb = 1", '1:1 this name of a table is not closed: "]" is missing'],
  ["[a b]", '1:4 "]" is wanted here, after the name of the table'],
  ['a = ["b" "c"]', "1:10 a comma is missing before this"],
  ['a = "b" "c"', "1:9 the value ends before this: the next one needs a separate line"],
  ["a = 1,", "1:6 the value ends before this: the next one needs a separate line"],
  ["a: 1", '1:2 "=" is wanted here, after the key'],
  ["a\nb = 1", '1:2 "=" is wanted here, after the key'],
  ["a == 1", '1:4 "=" is not expected here'],
  ['{"a": 1}', '1:1 "{" is not expected here'],
];

for (const [text, output] of tomlMistakes) {
  test(`of the TOML ${JSON.stringify(text)} is printed: ${output}`, () => {
    expect(brief(parse(toml, text).problems)).toEqual([output.replace(" ", " syntax ")]);
  });
}

test("a mistake at the end of ten megabytes of TOML is reported", () => {
  const list = `a = [${`"${"0123456789=".repeat(50)}",\n`.repeat(20_000)}]`;
  expect(brief(parse(toml, `${list}\nb = ${"x".repeat(100_000)}.\nc =`).problems)[0]).toStartWith(
    '20002:5 syntax a text wants quotes: "xxx',
  );
  expect(brief(parse(toml, `${list}\nc =`).problems)).toEqual([
    '20002:3 syntax a value is wanted after this "="',
  ]);
});

test("a thousand levels are read, more are refused, and a hundred thousand do not end the process", () => {
  const nested = (levels: number) =>
    `{"plugins": {"a": {"b": ${"[".repeat(levels)}${"]".repeat(levels)}}}}`;
  expect(checkText(nested(990), json)).toEqual([]);
  expect(brief(checkText(nested(2000), json))).toEqual([
    "1:1023 too-deep values are nested deeper than 1000 levels",
  ]);
  expect(brief(checkText(nested(100_000), json))).toEqual([
    "1:1 too-deep values are nested deeper than 1000 levels",
  ]);
  const deepToml = (levels: number) => `plugins.a.b = ${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(checkText(deepToml(990), toml)).toEqual([]);
  expect(checkText(deepToml(2000), toml)[0]?.code).toBe("too-deep");
  expect(checkText(deepToml(100_000), toml)[0]?.code).toBe("too-deep");
  const keys = Array.from({ length: 3000 }, () => "a").join(".");
  expect(checkText(`plugins.${keys} = 1`, toml)[0]?.code).toBe("too-deep");
});

test("ten megabytes are checked", () => {
  const list = `[${`"${"0123456789".repeat(50)}",`.repeat(20_000)}"end"]`;
  expect(
    checkText(`{"plugins": {"a": {"b": ${list}}}, "biuld": {}}`, json).map((one) => one.path),
  ).toEqual(["biuld"]);
});

test("a key named __proto__ is a key, and reaches no prototype", () => {
  const text = '{"plugins": {"__proto__": {"polluted": true}}, "__proto__": {}}';
  expect(checkText(text, json).map((one) => one.path)).toEqual(["__proto__"]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test.each(["constructor", "toString", "__proto__"])(
  "a property of every object is no field, and no variant: %s",
  (name) => {
    expect(
      brief(checkText(`{"${name}": 1, "framework": {"pattern": {"use": "${name}"}}}`, json)),
    ).toEqual([
      expect.stringContaining(`1:2 unknown-field ${name} `),
      expect.stringContaining(
        'bad-value framework.pattern.use must be "brownfield" or "isolation"',
      ),
    ]);
  },
);

test("numbers that JSON does not have and dates are refused where they stand", () => {
  const spoken = (file: string, text: string) => brief(checkText(text, file));
  expect(spoken(json, '{"framework": {"windows": [{"x": NaN, "width": -Infinity}]}}')).toEqual([
    "1:34 bad-value framework.windows[0].x must be a finite number",
    "1:48 bad-value framework.windows[0].width must be a finite number",
  ]);
  expect(spoken(toml, "plugins.a.since = 2026-01-01")).toEqual([
    "1:19 wrong-type plugins.a.since must be something JSON has: write the date as a text",
  ]);
});
