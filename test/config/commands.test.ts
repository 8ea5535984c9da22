import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configCommand } from "../../src/cli/config.ts";
import type { ConfigOptions } from "../../src/cli/config.ts";
import { schemaCommand } from "../../src/cli/schema.ts";
import { UserError } from "../../src/cli/terminal.ts";
import { recordedTerminal } from "./terminal.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const files = {
  "src-framework/framework.conf.json":
    '{\n  "package": {"productName": "A", "version": "1.0.0"},\n  "framework": {"windows": [{"width": 640}]}\n}',
  "src-framework/framework.windows.conf.json": '{"framework": {"windows": [{"width": 1024}]}}',
};

async function run(options: ConfigOptions, given: Readonly<Record<string, string>> = files) {
  using dir = tempDir(given);
  const terminal = recordedTerminal(dir.path);
  const code = await configCommand(terminal, options);
  return { code, out: terminal.written.out, err: terminal.written.err };
}

test("config prints the resolved configuration for the system that is asked for", async () => {
  for (const [platform, width] of [
    ["linux", 640],
    ["windows", 1024],
  ] as const) {
    const { code, out } = await run({ platform });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      framework: { windows: [{ label: "main", width, title: "A" }] },
    });
  }
});

test("config says which list replaced which", async () => {
  const { err } = await run({ platform: "windows" });
  expect(err).toBe(
    "note  framework.windows: the list of src-framework/framework.windows.conf.json:1:27 replaces the one of src-framework/framework.conf.json:3:28 as a whole\n",
  );
});

test("config ends with 1 where there are problems, and prints them instead", async () => {
  const { code, out, err } = await run({ config: ["{biuld: 1}"] });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain('unknown field, did you mean "build"?');
  expect(err).toContain("1 problem, 0 warnings");
});

test("config --json is one object, with problems and without", async () => {
  const good = JSON.parse((await run({ json: true, platform: "linux" })).out);
  expect(good).toMatchObject({
    problems: [],
    replacedLists: [],
    config: { package: { version: "1.0.0" } },
  });
  const bad = await run({ json: true, config: ["{biuld: 1}"] });
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({
    config: null,
    problems: [{ severity: "error", file: "--config", line: 1, column: 2, suggestions: ["build"] }],
  });
});

test("config --explain shows the value, its place, what it replaced, and the default", async () => {
  const explained = async (explain: string, more: ConfigOptions = {}) =>
    (await run({ explain, ...more })).out;
  expect(await explained("framework.windows[0].width", { platform: "windows" })).toBe(
    `framework.windows[0].width = 1024
  from     src-framework/framework.windows.conf.json:1:29
  default  800

  Width in logical pixels.
`,
  );
  expect(await explained("package.version", { config: ["{package: {version: '2.0.0'}}"] })).toBe(
    `package.version = "2.0.0"
  from     --config:1:12
  instead  "1.0.0" of src-framework/framework.conf.json:2:46
  default  \`Cargo.toml\` in the source directory if there is one, else the nearest \`package.json\`

  A semver version, or the path of a manifest file that holds one: a \`package.json\`, or a TOML file like \`Cargo.toml\`.
`,
  );
  expect(await explained("framework.windows[0].title")).toStartWith(
    'framework.windows[0].title = "A"\n  from     its default\n  default  `package.productName`\n',
  );
  expect(JSON.parse(await explained("package.version", { json: true }))).toMatchObject({
    path: "package.version",
    value: "1.0.0",
    origin: { file: "src-framework/framework.conf.json", line: 2 },
  });
});

test("config --explain shows what is written, and defaults, although something else is wrong", async () => {
  const explained = async (explain: string) =>
    (
      await run({ explain, platform: "linux", config: ["{build: {runner: 1, devPath: 'a'}}"] })
    ).out.split("\n", 2);
  expect([
    await explained("build.devPath"),
    await explained("build.distDir"),
    await explained("framework.windows[0].height"),
  ]).toEqual([
    ['build.devPath = "a"', "  from     --config:1:21"],
    ['build.distDir = "../dist"', "  from     its default"],
    ["framework.windows[0].height = 600", "  from     its default"],
  ]);
});

test("a name that cannot be explained or resolved is an error with the nearest name", async () => {
  const failing = (options: ConfigOptions) => expect(run(options)).rejects;
  await failing({ explain: "framework.windows[0].with" }).toThrow(
    new UserError(
      'Cannot explain "framework.windows[0].with": the configuration has no such field, did you mean framework.windows[0].width?',
    ),
  );
  for (const [explain, hint] of [
    ["devPath", "did you mean build.devPath?"],
    ["allowlist.fs", "did you mean framework.allowlist.fs?"],
    ["width", "did you mean framework.windows[0].width or framework.bundle.dmg.windowSize.width?"],
    ["nothing.width", "npx framework schema shows every field"],
  ] as const)
    await failing({ explain }).toThrow(
      new UserError(`Cannot explain "${explain}": the configuration has no such field, ${hint}`),
    );
  for (const config of [["{}"], ["{build: {runner: 1}}"]])
    await failing({ explain: "framework.windows[5].width", platform: "linux", config }).toThrow(
      new UserError(
        'Cannot explain "framework.windows[5].width": there is no framework.windows[5] in the configuration',
      ),
    );
  await failing({ platform: "haiku" }).toThrow(
    new UserError('Cannot resolve for platform "haiku": use linux, windows, macos'),
  );
});

test("schema prints the schema that is committed", async () => {
  const terminal = recordedTerminal("/");
  expect(await schemaCommand(terminal)).toBe(0);
  const committed = readFileSync(
    join(import.meta.dirname, "../../schema/framework.conf.json"),
    "utf8",
  );
  expect(JSON.parse(terminal.written.out)).toEqual(JSON.parse(committed));
});
