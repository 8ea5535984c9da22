import { expect, spyOn, test } from "bun:test";
import { parseCommandLine } from "../../src/app/arguments/parse.ts";
import { startApp } from "../../src/app/start.ts";
import { appParts } from "../support/app/app-parts.ts";
import { settledConfig, type AuthorConfig } from "../support/config.ts";
import { memoryAppSpec } from "../support/app/memory-app.ts";
import { rejection, startWithApi } from "../support/page-api.ts";
import { unreadableArguments } from "../../src/app/process/launch.ts";
import { thisHost } from "../../src/app/process/host.ts";

type Cli = NonNullable<NonNullable<AuthorConfig["framework"]>["cli"]>;
type Arg = NonNullable<Cli["args"]>[number];

function read(cli: Cli, line: string | readonly string[]) {
  const config = settledConfig({ framework: { cli, bundle: { identifier: "org.example.memory" } } })
    .framework.cli;
  if (config === null) throw new Error("The test has a command line");
  const tokens = typeof line === "string" ? line.split(" ").filter((token) => token !== "") : line;
  return parseCommandLine(config, tokens, { name: "app", version: "1.2.0" });
}

/** The value of each argument, and its count if that is not plain. The reason if it was refused. */
function given(args: readonly Arg[], line: string | readonly string[]): unknown {
  const result = read({ args }, line);
  if (result.kind === "refused") return result.text.split("\n")[0];
  if (result.kind !== "matches") return result.kind;
  expect(result.matches.subcommand).toBe(null);
  return Object.fromEntries(
    Object.entries(result.matches.args).map(([name, { value, occurrences }]) => [
      name,
      [value, occurrences],
    ]),
  );
}

const flag = (name: string, more: Partial<Arg> = {}): Arg => ({ name, ...more });
const option = (name: string, more: Partial<Arg> = {}): Arg => ({
  name,
  takesValue: true,
  ...more,
});
const place = (name: string, index: number, more: Partial<Arg> = {}): Arg => ({
  name,
  index,
  takesValue: true,
  ...more,
});

test("a value can be written in each of five ways", () => {
  const args = [option("opt", { short: "o" }), flag("v", { short: "v" })];
  for (const line of ["-o x", "--opt x", "-o=x", "--opt=x", "-ox"]) {
    expect(given(args, line)).toEqual({ opt: ["x", 1], v: [false, 0] });
  }
  expect(given(args, "-vox")).toEqual({ opt: ["x", 1], v: [true, 1] });
  expect(given(args, "-vo=x=y")).toEqual({ opt: ["x=y", 1], v: [true, 1] });
  expect(given(args, ["--opt", "a b"])).toEqual({ opt: ["a b", 1], v: [false, 0] });
  expect(given(args, "--opt -")).toEqual({ opt: ["-", 1], v: [false, 0] });
});

// A quadratic algorithm would take minutes.
test("a folder of 150,000 files, and as many letters behind one dash, are read in one pass", () => {
  const count = 150_000;
  const files = Array.from({ length: count }, (_, number) => `${number}.jpg`);
  expect(given([place("files", 1, { multiple: true })], files)).toEqual({ files: [files, count] });
  const args = [flag("v", { short: "v", multipleOccurrences: true })];
  expect(given(args, [`-${"v".repeat(count)}`])).toEqual({ v: [true, count] });
});

test("a missing option is false for a flag and null for a value", () => {
  expect(
    given([flag("f"), option("o"), place("p", 1), option("l", { multiple: true })], ""),
  ).toEqual({
    p: [null, 0],
    f: [false, 0],
    o: [null, 0],
    l: [null, 0],
  });
});

test("a short name is the first character after its dashes", () => {
  expect(given([flag("verbose", { short: "--xyz" })], "-x")).toEqual({ verbose: [true, 1] });
  expect(given([flag("smile", { short: "😀" })], "-😀")).toEqual({ smile: [true, 1] });
});

test("a value that is missing, or not wanted, is refused", () => {
  const args = [option("opt", { short: "o" }), flag("flag", { short: "f" })];
  const needs = 'error: the argument "--opt <opt>" needs a value';
  for (const line of ["--opt", "-o", "--opt --flag", "-o -f", "--opt --"])
    expect(given(args, line)).toBe(needs);
  expect(given(args, "--flag=x")).toBe(
    'error: the argument "--flag" takes no value, and was given "x"',
  );
  expect(given(args, "-f=x")).toBe('error: the argument "-f" takes no value, and was given "x"');
});

test("a value after an equals sign may be empty", () => {
  const args = [
    option("opt", { short: "o", requireEquals: true }),
    option("list", { multiple: true }),
  ];
  for (const line of ["--opt=", "-o="])
    expect(given(args, line)).toEqual({ opt: ["", 1], list: [null, 0] });
  expect(given(args, "--list=")).toEqual({ opt: [null, 0], list: [[""], 1] });
  expect(given([option("o", { minValues: 0 })], "--o=")).toEqual({ o: ["", 1] });
});

test("unknown options are refused", () => {
  expect(given([flag("flag")], "--fla")).toBe('error: the argument "--fla" is not known');
  expect(given([flag("flag", { short: "f" })], "-fx")).toBe(
    'error: the argument "-x" is not known',
  );
  expect(given([], "word")).toBe('error: "word" is not expected here');
  expect(given([place("p", 1)], "a b")).toBe('error: "b" is not expected here');
});

test("an argument that may not repeat is refused the second time", () => {
  expect(given([flag("f")], "--f --f")).toBe('error: the argument "--f" is given more than once');
  expect(given([option("o")], "--o a --o b")).toBe(
    'error: the argument "--o <o>" is given more than once',
  );
  const many = [option("o", { multiple: true })];
  expect(given(many, "--o v1 v2")).toEqual({ o: [["v1", "v2"], 1] });
  expect(given(many, "--o v1 v2 --o v3")).toBe(
    'error: the argument "--o <o>..." is given more than once',
  );
});

test("occurrences are counted, and of values each is kept", () => {
  expect(given([flag("debug", { short: "d", multipleOccurrences: true })], "-ddd --debug")).toEqual(
    {
      debug: [true, 4],
    },
  );
  const args = [option("o", { multipleOccurrences: true }), place("p", 1)];
  expect(given(args, "--o a b --o=c")).toEqual({ o: [["a", "c"], 2], p: ["b", 1] });
  expect(
    given([option("o", { multiple: true, multipleOccurrences: true })], "--o a b --o c"),
  ).toEqual({
    o: [["a", "b", "c"], 2],
  });
});

test("an exact number of values is taken, and nothing else", () => {
  const args = [flag("xy", { numberOfValues: 2 }), place("p", 1)];
  expect(given(args, "--xy 1 2 3")).toEqual({ xy: [["1", "2"], 1], p: ["3", 1] });
  expect(given(args, "--xy 1")).toBe(
    'error: the argument "--xy <xy>..." needs 2 values, and was given 1',
  );
  expect(
    given([flag("xy", { numberOfValues: 2, multipleOccurrences: true })], "--xy 1 2 --xy 3 4"),
  ).toEqual({
    xy: [["1", "2", "3", "4"], 2],
  });
});

test("the numbers of values have their limits", () => {
  const args = [option("o", { multiple: true, minValues: 2, maxValues: 3 }), place("p", 1)];
  expect(given(args, "--o 1 2 3 4")).toEqual({ o: [["1", "2", "3"], 1], p: ["4", 1] });
  expect(given(args, "--o 1")).toBe(
    'error: the argument "--o <o>..." needs at least 2 values, and was given 1',
  );
  expect(given([place("p", 1, { multiple: true, maxValues: 2 })], "1 2 3")).toBe(
    'error: "3" is not expected here',
  );
  expect(
    given(
      [option("o", { multiple: true, maxValues: 2, multipleOccurrences: true })],
      "--o 1 2 --o 3",
    ),
  ).toBe('error: the argument "--o <o>..." takes at most 2 values, and was given 3');
  expect(given([option("o", { minValues: 0 })], "--o")).toEqual({ o: [null, 1] });
});

test("only the possible values are taken", () => {
  const args = [option("theme", { possibleValues: ["light", "dark"] })];
  expect(given(args, "--theme dark")).toEqual({ theme: ["dark", 1] });
  expect(given(args, "--theme Dark")).toBe(
    'error: "Dark" is not a value of "--theme <theme>", which are light, dark',
  );
});

test("an equals sign can be made a must", () => {
  const args = [option("opt", { short: "o", requireEquals: true })];
  for (const line of ["--opt=x", "-o=x"]) expect(given(args, line)).toEqual({ opt: ["x", 1] });
  for (const line of ["--opt x", "-o x", "-ox"]) {
    expect(given(args, line)).toBe('error: the value of "--opt=<opt>" must follow an equals sign');
  }
});

test("positional arguments come in the order of their index, and the last may be a list", () => {
  const args = [
    place("rest", 3, { multiple: true }),
    place("first", 1),
    flag("f"),
    place("second", 2),
  ];
  expect(given(args, "a --f b c d")).toEqual({
    first: ["a", 1],
    second: ["b", 1],
    rest: [["c", "d"], 2],
    f: [true, 1],
  });
  expect(given(args, "a b -- --f -x")).toEqual({
    first: ["a", 1],
    second: ["b", 1],
    rest: [["--f", "-x"], 2],
    f: [false, 0],
  });
});

const ab = (more: Partial<Arg>) => [flag("a", more), flag("b"), flag("c"), option("o")];
const rules: readonly [Partial<Arg>, string, string | null][] = [
  [{ required: true }, "", " is required"],
  [{ required: true }, "--a", null],
  [{ required: true, conflictsWith: "b" }, "--b", null],
  [{ requiredUnlessPresent: "b" }, "", ' is required without "b"'],
  [{ requiredUnlessPresent: "b" }, "--b", null],
  [{ requiredUnlessPresentAll: ["b", "c"] }, "--b", " is required without all of b, c"],
  [{ requiredUnlessPresentAll: ["b", "c"] }, "--b --c", null],
  [{ requiredUnlessPresentAny: ["b", "c"] }, "", " is required without any of b, c"],
  [{ requiredUnlessPresentAny: ["b", "c"] }, "--c", null],
  [{ requiredUnlessPresent: "o", requiredUnlessPresentAll: ["b", "c"] }, "--b --c", null],
  [{ requiredUnlessPresent: "o", requiredUnlessPresentAny: ["b", "c"] }, "--o x", null],
  [
    { requiredUnlessPresent: "o", requiredUnlessPresentAll: ["b", "c"] },
    "--b",
    ' is required without "o" or all of b, c',
  ],
  [{ requiredIfEq: ["o", "x"] }, "--o x", ' is required when "o" is "x"'],
  [{ requiredIfEq: ["o", "x"] }, "--o y", null],
  [{ requiredIfEq: ["o", "x"] }, "--o x --a", null],
  [{ conflictsWith: "b" }, "--a --b", ' cannot be used with "--b"'],
  [{ conflictsWithAll: ["b", "c"] }, "--c --a", ' cannot be used with "--c"'],
  [{ conflictsWithAll: ["b", "c"] }, "--b --c", null],
];
for (const [rule, line, broken] of rules) {
  test(`with ${JSON.stringify(rule)}, "${line}" is ${broken === null ? "fine" : "refused"}`, () => {
    const result = given(ab(rule), line);
    if (broken === null) expect(result).toBeObject();
    else expect(result).toBe(`error: the argument "--a"${broken}`);
  });
}

test("a conflict holds both ways", () => {
  expect(given([flag("a"), flag("b", { conflictsWith: "a" })], "--a --b")).toBe(
    'error: the argument "--a" cannot be used with "--b"',
  );
});

test("the requirements of an argument must be given with it", () => {
  const needs = (more: Partial<Arg>, line: string) => given(ab(more), line);
  expect(needs({ requires: "b" }, "--a")).toBe('error: the argument "--b" is required with "a"');
  expect(needs({ requires: "b" }, "--c")).toBeObject();
  expect(needs({ requiresAll: ["b", "c"] }, "--a --b")).toBe(
    'error: the argument "--c" is required with "a"',
  );
  const args = [option("mode", { requiresIf: ["file", "save"] }), option("file")];
  expect(given(args, "--mode save")).toBe(
    'error: the argument "--file <file>" is required when "mode" is "save"',
  );
  expect(given(args, "--mode save --file x")).toBeObject();
  expect(given(args, "--mode open")).toBeObject();
});

const nested: Cli = {
  description: "Keeps notes",
  args: [
    flag("verbose", { short: "v", description: "More words" }),
    option("file", { description: "Where", possibleValues: ["a", "b"] }),
  ],
  subcommands: {
    add: {
      description: "Adds one",
      args: [place("text", 1, { required: true })],
      subcommands: { tag: {} },
    },
    list: {},
  },
};

test("a subcommand has the arguments that follow it", () => {
  const matches = read(nested, "-v add hello tag");
  expect(matches).toEqual({
    kind: "matches",
    matches: {
      args: { verbose: { value: true, occurrences: 1 }, file: { value: null, occurrences: 0 } },
      subcommand: {
        name: "add",
        matches: {
          args: { text: { value: "hello", occurrences: 1 } },
          subcommand: { name: "tag", matches: { args: {}, subcommand: null } },
        },
      },
    },
  });
  expect(read(nested, "ad")).toEqual({
    kind: "refused",
    text: 'error: "ad" is not expected here, only add, list\n\nUsage: app [options] [command]\n\nMore with: app --help\n',
  });
  expect(read(nested, "add")).toEqual({
    kind: "refused",
    text: 'error: the argument "<text>" is required\n\nUsage: app add [options] <text> [command]\n\nMore with: app add --help\n',
  });
});

test("a list of words holds the name of a subcommand, and an option ends the list", () => {
  const cli: Cli = {
    args: [place("files", 1, { multiple: true }), flag("v", { short: "v" })],
    subcommands: { add: {} },
  };
  const given = (line: string) => {
    const result = read(cli, line);
    if (result.kind !== "matches") return result.text;
    return [result.matches.args["files"]?.value, result.matches.subcommand?.name];
  };
  expect(given("add")).toEqual([null, "add"]);
  expect(given("a add")).toEqual([["a", "add"], undefined]);
  expect(given("a -v add")).toEqual([["a"], "add"]);
  expect(given("a -v b add")).toEqual([["a", "b", "add"], undefined]);
});

test("the usage names the options that are required", () => {
  const args = [place("file", 1), option("out", { required: true }), option("size")];
  expect(read({ args }, "")).toMatchObject({
    text: expect.stringContaining("\nUsage: app [options] --out <out> [<file>]\n"),
  });
});

test("the help tells what there is, long or short", () => {
  const cli: Cli = {
    ...nested,
    longDescription: "Keeps notes.\nAll of them.",
    beforeHelp: "NOTES",
    afterHelp: "See the manual.",
  };
  const help = (description: string) => `NOTES

${description}

Usage: app [options] [command]

Options:
  -v, --verbose      More words
      --file <file>  Where [possible values: a, b]
  -h, --help         Print help
  -V, --version      Print the version

Commands:
  add   Adds one
  list

See the manual.
`;
  expect(read(cli, "-h")).toEqual({ kind: "help", text: help("Keeps notes") });
  // Rules do not matter to who asks for help.
  expect(read(cli, "--file a --help --nonsense")).toEqual({
    kind: "help",
    text: help("Keeps notes.\nAll of them."),
  });
  const ofAdd = read(nested, "add --help");
  expect(ofAdd).toEqual({
    kind: "help",
    text: expect.stringContaining("Usage: app add [options] <text> [command]\n"),
  });
  expect(read(nested, "help add")).toEqual(ofAdd);
});

test("the version is the app's, unless the names are taken", () => {
  for (const line of ["--version", "-V", "list -V"])
    expect(read(nested, line)).toEqual({ kind: "version", text: "app 1.2.0\n" });
  expect(given([flag("version"), flag("x", { short: "h" })], "--version -h")).toEqual({
    version: [true, 1],
    x: [true, 1],
  });
});

/** Runs a whole app with a command line that ends it; what was printed, and the exit code. */
async function ended(line: readonly string[]): Promise<unknown> {
  const printed: string[] = [];
  const catching = (stream: NodeJS.WriteStream) =>
    spyOn(stream, "write").mockImplementation(((text: string, done?: () => void) => {
      // An empty text only waits for what was written before.
      if (text !== "")
        printed.push(`${stream === process.stdout ? "out" : "err"}: ${text.split("\n")[0]}`);
      done?.();
      return true;
    }) as never);
  const spies = [catching(process.stdout), catching(process.stderr)];
  const calls: unknown[] = [];
  try {
    const config = { framework: { cli: nested, bundle: { identifier: "org.example.memory" } } };
    const appSpec = memoryAppSpec({ config });
    const services = await startApp({
      channel: { post: ({ call, args }) => calls.push([call, args]), listen: () => {} },
      hostOf: thisHost,
      appSpec,
      executable: "/opt/notes",
      pack: { path: "/opt/notes", descriptor: -1 },
      arguments: line,
      loadDefinition: async () => calls.push("own code was loaded"),
      parts: await appParts(appSpec.config),
    });
    expect(services).toBe(null);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { printed, calls };
}

test("help and version are printed and end the app with 0, and what is wrong with 2, before anything is opened", async () => {
  expect(await ended(["--version"])).toEqual({
    printed: ["out: notes 1.0.0"],
    calls: [["app.quit", { code: 0 }]],
  });
  expect(await ended(["--help"])).toEqual({
    printed: ["out: Keeps notes"],
    calls: [["app.quit", { code: 0 }]],
  });
  expect(await ended(["--nope"])).toEqual({
    printed: ['err: error: the argument "--nope" is not known'],
    calls: [["app.quit", { code: 2 }]],
  });
});

test("a page gets what was given, and an error when nothing was described", async () => {
  const config = { framework: { cli: nested, bundle: { identifier: "org.example.memory" } } };
  using described = await startWithApi({ config, arguments: ["--file", "a"] });
  expect(await described.api.cli.getMatches()).toEqual({
    args: { verbose: { value: false, occurrences: 0 }, file: { value: "a", occurrences: 1 } },
    subcommand: null,
  });
  using plain = await startWithApi({ arguments: ["--anything"] });
  expect(await rejection(plain.api.cli.getMatches())).toBe(
    "unavailable: Cannot read the command line: describe it in framework.cli",
  );
});

test("an argument whose bytes are no Unicode is named, with what to do", () => {
  expect(unreadableArguments(["a.txt", "a\uFFFD.txt", "é"])).toBe(
    'framework: Cannot use the argument "a\uFFFD.txt": its bytes must be valid Unicode; rename the file that it names\n',
  );
  expect(unreadableArguments(["a.txt"])).toBe("");
});
