import { expect, test } from "bun:test";
import { checkText } from "../../src/config/read/load.ts";
import { reportJson, reportText } from "../../src/config/report/report.ts";

const text = `{
  "framework": {
    "bundle": { "identifier": "My App", "actve": true },
    "icon": ["a.png"],
\t"windows": [{ "width": "800", "width": 5 }],
    "systemTray": { "title": "x" }
  },
  "build": { "devPath": { "a": 1 } }
}`;

test("a field that is meant is looked for in the same object first", () => {
  const tray = '{"framework": {"systemTray": {"icon": "x.png"}}}';
  const [unknown] = checkText(tray, "framework.conf.json").filter(
    ({ code }) => code === "unknown-field",
  );
  expect(unknown?.suggestions).toEqual(["iconPath"]);
});

test.each([
  ['{"framework": {"window": [{"widht": 800}]}}', ["windows"]],
  ['{"framework": {"window": {"all": true}}}', ["framework.allowlist.window"]],
  ['{"frameworks": {"windows": []}}', ["framework"]],
  ['{"framework": {"bundle": {"window": {}}}}', ["windows", "framework.allowlist.window"]],
])("a near name in the same object is meant where it admits the value: %s", (config, wanted) => {
  const unknown = checkText(config, "framework.conf.json").find(
    ({ code }) => code === "unknown-field",
  );
  expect(unknown?.suggestions).toEqual(wanted);
});

test("a field that takes a list or an object names the list last", () => {
  const scope = '{"framework": {"allowlist": {"fs": {"scope": "$APPDATA/*"}}}}';
  expect(checkText(scope, "framework.conf.json").map(({ message }) => message)).toContain(
    "must be an object (FsScopeDetail) or a list: each item a text or an object (FsScopeDetail)",
  );
});

test("carets stand under letters that are as wide as two", () => {
  const wide = '{"package": {"productName": "名前/x", "versoin": "1.0.0"}}';
  const lines = reportText(checkText(wide, "framework.conf.json"), [], { color: false }).split(
    "\n",
  );
  expect(lines.filter((line) => /^ +\|/.test(line))).toEqual([
    `    |                             ${"^".repeat('"名前/x"'.length + 2)}`,
    `    |                                       ${"^".repeat('"versoin"'.length)}`,
  ]);
});

test("a report shows each line with a caret, the field, what was found, and what to write", () => {
  expect(reportText(checkText(text, "framework.conf.json"), [], { color: false })).toBe(`\
error  framework.bundle.identifier  "My App"
  framework.conf.json:3:31
  3 |     "bundle": { "identifier": "My App", "actve": true },
    |                               ^^^^^^^^
  may hold only letters from A to Z, digits, "-" and ".", not a space; did you mean "My-App"?

error  framework.bundle.actve
  framework.conf.json:3:41
  3 |     "bundle": { "identifier": "My App", "actve": true },
    |                                         ^^^^^^^
  unknown field, did you mean "active"?

error  framework.icon
  framework.conf.json:4:5
  4 |     "icon": ["a.png"],
    |     ^^^^^^
  unknown field, did you mean framework.bundle.icon or framework.bundle.fileAssociations[].icon?

error  framework.windows[0].width  "800"
  framework.conf.json:5:25
  5 | \t"windows": [{ "width": "800", "width": 5 }],
    | \t                       ^^^^^
  must be a number; did you mean 800?

error  framework.windows[0].width
  framework.conf.json:5:32
  5 | \t"windows": [{ "width": "800", "width": 5 }],
    | \t                              ^^^^^^^
  is written twice: leave one out
  it is written here first:
  framework.conf.json:5:16
  5 | \t"windows": [{ "width": "800", "width": 5 }],
    | \t              ^^^^^^^

error  framework.systemTray.iconPath
  framework.conf.json:6:5
  6 |     "systemTray": { "title": "x" }
    |     ^^^^^^^^^^^^
  is missing: add "iconPath", which must be a text

error  build.devPath  { "a": 1 }
  framework.conf.json:8:25
  8 |   "build": { "devPath": { "a": 1 } }
    |                         ^^^^^^^^^^
  must be a text or a list: each item a text

7 problems, 0 warnings
`);
});

test("the same report in colour holds the same text", () => {
  const problems = checkText(text, "framework.conf.json");
  const coloured = reportText(problems, [], { color: true });
  expect(coloured).toContain("\u001B[31merror\u001B[0m");
  expect(Bun.stripANSI(coloured)).toBe(reportText(problems, [], { color: false }));
});

test("nothing to say is no text", () => {
  expect(reportText([], [], { color: true })).toBe("");
});

test("a long line is cut around the place", () => {
  const long = `{"plugins": {${'"p": {}, '.repeat(90)}"p": 1}}`;
  const report = reportText(checkText(long, "f.json").slice(-1), [], { color: false });
  const [, , line, caret] = report.split("\n");
  expect(line?.length).toBeLessThan(130);
  expect(line?.slice((caret ?? "").indexOf("^"), (caret ?? "").lastIndexOf("^") + 1)).toBe('"p"');
});

test("the report as data has every place", () => {
  const [, second] = reportJson(checkText(text, "framework.conf.json"), []);
  expect(second).toEqual({
    severity: "error",
    code: "unknown-field",
    path: "framework.bundle.actve",
    file: "framework.conf.json",
    line: 3,
    column: 41,
    endLine: 3,
    endColumn: 48,
    found: null,
    message: "unknown field",
    suggestions: ["active"],
    related: [],
  });
});

test.each([
  ["pattern", { use: "brownfield", options: { dir: "x" } }, '"use": "isolation"'],
  [
    "bundle.windows.webviewInstallMode",
    { type: "skip", path: "./webview" },
    '"type": "fixedRuntime"',
  ],
])("a field of another variant of %s names that variant", (path, value, variant) => {
  const framework = path.split(".").reduceRight<object>((inner, key) => ({ [key]: inner }), value);
  const problems = checkText(JSON.stringify({ framework }), "framework.conf.json");
  expect(problems.filter(({ code }) => code === "unknown-field")).toMatchObject([
    { message: `unknown field: it is only there with ${variant}`, suggestions: [] },
  ]);
});

test("a number where a text is wanted is suggested as it is written", () => {
  for (const number of ["1.0", "0x10", "1e3"]) {
    const [problem] = checkText(`{"package": {"version": ${number}}}`, "framework.conf.json5");
    expect(problem?.suggestions).toEqual([JSON.stringify(number)]);
  }
});
