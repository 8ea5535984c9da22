import { expect, test } from "bun:test";
import { existsSync, lchownSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { absentItem, explain } from "../../src/config/report/explain.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import type { LoadedConfig, LoadOptions } from "../../src/config/read/load.ts";
import { lineAndColumn, parsePath, pathText } from "../../src/config/shape/tree.ts";
import { tempDir } from "../../harness/temp-dir.ts";

type Files = Readonly<Record<string, string>>;

function load(files: Files, options: Partial<LoadOptions> & { in?: string } = {}): LoadedConfig {
  using dir = tempDir(files);
  return loadConfig({
    system: "linux",
    command: "config",
    ...options,
    from: join(dir.path, options.in ?? "."),
  });
}

function output(loaded: LoadedConfig): string[] {
  return loaded.problems.map((one) => {
    if (one.place === null) return `${one.code} ${one.message}`;
    const { line, column } = lineAndColumn(one.place.source, one.place.start);
    return `${one.place.source.name}:${line}:${column} ${one.code} ${one.path}`;
  });
}

const main = "src-framework/framework.conf.json";
const named = '{"package": {"productName": "A", "version": "1.0.0"}}';

test("the configuration is found from the project, its source directory, and any folder below", () => {
  for (const from of [".", "src-framework", "src-framework/icons/big", "ui/deep"]) {
    const files = { [main]: named, "src-framework/icons/big/x": "", "ui/deep/x": "" };
    const loaded = load(files, { in: from });
    expect(loaded.problems).toEqual([]);
    expect(loaded.folder).toEndWith(join("/", "src-framework"));
    expect(loaded.files).toEqual([join(loaded.folder, "framework.conf.json")]);
    expect(loaded.config?.package).toEqual({ productName: "A", version: "1.0.0" });
  }
});

const noRoot = process.getuid?.() === 0 ? null : "only root gives files to others";
test.skipIf(noRoot !== null)(
  `a configuration in a folder above that is another user's is not taken, unless the user works in it (${noRoot ?? "as root"})`,
  () => {
    using dir = tempDir({ "shared/mine/x": "", [`shared/${main}`]: named });
    const [shared, source] = [join(dir.path, "shared"), join(dir.path, "shared/src-framework")];
    const from = (folder: string) =>
      loadConfig({ system: "linux", command: "config", from: folder }).problems;
    expect(from(join(shared, "mine"))).toEqual([]);
    const another = 12_345;
    for (const path of [join(source, "framework.conf.json"), source]) {
      lchownSync(path, another, another);
      expect(from(join(shared, "mine")).map(({ message }) => message)).toEqual([
        `the configuration in "${source}" belongs to another user, who could have this command run any program: if you trust it, run the command in that folder`,
      ]);
      expect([...from(shared), ...from(source)]).toEqual([]);
      lchownSync(path, 0, 0);
    }
    // As where root works in a container, and all files are those of the user outside.
    for (const path of [source, join(shared, "mine")]) lchownSync(path, another, another);
    expect(from(join(shared, "mine"))).toEqual([]);
  },
);

test.each([
  ["Windows-1252", Buffer.from(named.replace("A", "Grüße"), "latin1")],
  ["UTF-16", Buffer.from(`\uFEFF${named}`, "utf16le")],
])(
  "a configuration in %s is refused by the name of its encoding, not read as garbled letters",
  (_, bytes) => {
    using dir = tempDir({});
    writeFileSync(join(dir.path, "framework.conf.json"), bytes);
    const { config, problems } = loadConfig({ system: "linux", command: "config", from: dir.path });
    expect([config, problems.map(({ message }) => message)]).toEqual([
      null,
      [
        'Cannot read "framework.conf.json": it must be UTF-8, which editors offer as an encoding to save in',
      ],
    ]);
  },
);

test("without a configuration, the error names what was looked for", () => {
  const [problem] = load({ "package.json": "{}" }).problems;
  expect(problem).toMatchObject({ code: "no-configuration", place: null });
  expect(problem?.message).toContain("framework.conf.json, framework.conf.json5, Framework.toml");
});

test.each([
  [["apps/desktop"], '; "apps/desktop" below has one: run the command there'],
  [["b", "a"], '; "a" and "b" below have one: run the command there'],
  [["a/b/c"], ""],
  [["node_modules/a", ".cache/a"], ""],
])("above projects, the error names them: %j", (folders, wanted) => {
  const files = folders.map((folder) => [`${folder}/src-framework/framework.conf.json`, "{}"]);
  const [problem] = load(Object.fromEntries(files)).problems;
  expect(problem?.message).toEndWith(`"npx framework init" writes${wanted}`);
});

test.each([
  [
    { "src-tauri/tauri.conf.json": "{}" },
    `; "${join("src-tauri", "tauri.conf.json")}" is one for Tauri`,
  ],
  [{ "Tauri.toml": "" }, '; "Tauri.toml" is one for Tauri'],
])(
  "beside a configuration of another framework, the error says what to do with it: %j",
  (files, wanted) => {
    expect(load(files).problems.map((one) => one.message.slice(one.message.indexOf(";")))).toEqual([
      `${wanted}: "npx framework migrate" moves that app over`,
    ]);
  },
);

test.each([
  [
    "version 1",
    `{"build": {"withGlobalTauri": true}, "tauri": {"security": {"dangerousRemoteDomainIpcAccess": [{"enableTauriAPI": true}]}, "bundle": {"identifier": "my app"}}}`,
    'this is a configuration for Tauri 1: rename "withGlobalTauri" to "withGlobalFramework", "tauri" to "framework", "enableTauriAPI" to "enableFrameworkAPI"; the other fields are called the same',
  ],
  [
    "version 2",
    `{"identifier": "a.b", "app": {"windows": []}, "build": {"devUrl": "x"}}`,
    "this is a configuration for Tauri 2, whose",
  ],
  [
    "a part of version 2",
    `{"build": {"frontendDist": "x"}}`,
    "this is a configuration for Tauri 2, whose",
  ],
])("a configuration of another framework is one error, with what to do: %s", (_, text, wanted) => {
  const { problems } = load({ [main]: text });
  expect(problems.map((one) => one.code)).toEqual(["foreign-configuration"]);
  expect(problems[0]?.message).toStartWith(wanted);
});

test("a single field of another framework's name has ours suggested", () => {
  const text =
    '{"framework": {"bundle": {"identifier": "a.b"}}, "build": {"withGlobalTauri": true, "devUrl": "x"}}';
  expect(
    load({ [main]: text, "package.json": '{"version": "1.0.0"}' }).problems.map(
      (one) => one.suggestions,
    ),
  ).toEqual([["withGlobalFramework"], ["devPath"]]);
});

test("a menu with the names of Electron or Tauri 1 has ours suggested", () => {
  const text =
    '{"framework": {"bundle": {"identifier": "a.b"}, "menu": [{"label": "File", "submenu": []}, {"title": "Edit", "items": []}]}}';
  const { problems } = load({ [main]: text, "package.json": '{"version": "1.0.0"}' });
  expect(problems.map(({ path, suggestions }) => [path, suggestions])).toEqual([
    ["framework.menu[0].label", ["text"]],
    ["framework.menu[0].submenu", ["items"]],
    ["framework.menu[1].title", ["text"]],
  ]);
});

test("an empty license counts as not given", () => {
  const license = (written: string, manifest: object) => {
    const text = JSON.stringify({
      framework: { bundle: { identifier: "a.b", rpm: { license: written } } },
    });
    const packageJson = JSON.stringify({ version: "1.0.0", ...manifest });
    return load({ [main]: text, "package.json": packageJson }).config?.framework.bundle.rpm.license;
  };
  expect([
    license("MIT", {}),
    license("", { license: "ISC" }),
    license("", { license: "" }),
    license("", {}),
  ]).toEqual(["MIT", "ISC", null, null]);
});

test("a carriage return ends a line, alone and before a line feed", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    for (const [file, lines] of [
      [main, ["{ // as it is", '"package": {"version": "1.0.0"},', '"biuld": 1}']],
      ["src-framework/Framework.toml", ["# as it is", 'package.version = "1.0.0"', "biuld = 1"]],
    ] as const) {
      const received = output(load({ [file]: lines.join(end) })).map((line) =>
        line.replace(/^.*:(\d+:\d+)/, "$1"),
      );
      expect([end, file, received[0]]).toEqual([end, file, "3:1 unknown-field biuld"]);
    }
  }
});

test("two main files are an error that names both", () => {
  const [problem] = load({ [main]: "{}", "src-framework/Framework.toml": "" }).problems;
  expect(problem?.code).toBe("two-configurations");
  expect(problem?.message).toContain("framework.conf.json and Framework.toml");
});

test("two files for one platform are an error that names both", () => {
  const files = {
    [main]: "{}",
    "src-framework/framework.linux.conf.json": "{}",
    "src-framework/Framework.linux.toml": "",
  };
  expect(load(files).problems[0]?.message).toBe(
    "there are framework.linux.conf.json and Framework.linux.toml: keep one of them",
  );
});

test("a file of the system that is built for is merged, whatever the format, and others are not read", () => {
  const files = {
    [main]:
      '{"package": {"version": "1.0.0"}, "framework": {"windows": [{"title": "one"}], "macOSPrivateApi": true}}',
    "src-framework/Framework.windows.toml": '[[framework.windows]]\ntitle = "two"\n',
    "src-framework/framework.macos.conf.json5": "this is not read",
  };
  const titles = (system: "linux" | "windows") =>
    load(files, { system }).config?.framework.windows.map((window) => window.title);
  expect(titles("windows")).toEqual(["two"]);
  expect(titles("linux")).toEqual(["one"]);
});

test.each([
  ["src-framework/framework.toml", "Framework.toml"],
  ["Framework.conf.json", "framework.conf.json"],
  ["src-framework/framework.config.json", "framework.conf.json"],
  ["src-framework/framework.conf.jsonc", "framework.conf.json"],
])("a file that is called %s is named if there is no configuration", (file, wanted) => {
  // A disk that ignores case finds it.
  using dir = tempDir({ [file]: "{}" });
  if (existsSync(join(dir.path, dirname(file), wanted))) return;
  const [problem] = load({ [file]: "{}" }).problems;
  expect(problem?.message).toEndWith(`; "${file}" is not read: call it "${wanted}"`);
});

test("--config comes last: inline, or a file of any format relative to the current folder", () => {
  const files = {
    [main]: '{"package": {"version": "1.0.0"}, "build": {"devPath": "a", "runner": "r"}}',
    "src-framework/framework.linux.conf.json": '{"build": {"devPath": "b"}}',
    "src-framework/more.toml": '[build]\ndevPath = "c"\n',
  };
  const devPath = (...overrides: string[]) =>
    load(files, { in: "src-framework", overrides }).config?.build.devPath;
  const inline = " {build: {devPath: 'd'}}";
  expect([devPath(), devPath("more.toml"), devPath(inline)]).toEqual(["b", "c", "d"]);
  expect([devPath("more.toml", inline), devPath(inline, "more.toml")]).toEqual(["d", "c"]);
  for (const [override, why] of [
    [" ", "is empty"],
    ["build.devPath=x", '"build.devPath=x" is not there'],
  ] as const)
    expect(output(load(files, { overrides: [override] }))).toEqual([
      `unreadable --config ${why}: give it JSON, which begins with {, or the path of a file`,
    ]);
  const taken = load(files, { overrides: ['{"build": {"runner": null, "devPath": null}}'] }).config
    ?.build;
  expect(taken).toMatchObject({ runner: null, devPath: "http://localhost:8080/" });
});

test("merging is RFC 7396, key for key", () => {
  const base =
    '{"package": {"version": "1.0.0"}, "plugins": {"p": {"a": "b", "c": {"d": "e", "f": "g"}, "l": [1]}}}';
  const merged = (patch: string) =>
    load({ [main]: base }, { overrides: [`{"plugins": {"p": ${patch}}}`] }).config?.plugins;
  expect(merged('{"a": "z", "c": {"f": null}}')).toEqual({ p: { a: "z", c: { d: "e" }, l: [1] } });
  expect(merged('{"a": null}')).toEqual({ p: { c: { d: "e", f: "g" }, l: [1] } });
  expect(merged('{"a": {"n": null, "m": {"o": 1}}}')?.["p"]).toMatchObject({ a: { m: { o: 1 } } });
  expect(merged('{"l": [null, {"x": null}]}')?.["p"]).toMatchObject({ l: [null, { x: null }] });
  expect(merged('{"l": {"0": 1}}')?.["p"]).toMatchObject({ l: { 0: 1 } });
});

test("a list that is replaced as a whole is reported", () => {
  const loaded = load(
    { [main]: '{"framework": {"windows": [{}, {}]}}' },
    { overrides: ["{framework: {windows: []}}"] },
  );
  const [replaced] = loaded.replacedLists;
  expect(replaced === undefined ? null : pathText(replaced.path)).toBe("framework.windows");
});

test("mistakes in every file are reported at their place, those that merging hides, too, and once", () => {
  const files = {
    [main]: '{\n "build": {"runner": 1},\n "framework": {"bundle": {"active": "yes"}}\n}',
    "src-framework/framework.linux.conf.json": '{\n "build": {"runner": "bun", "devpath": "x"}\n}',
  };
  expect(output(load(files, { overrides: ['{"biuld": 1}'] }))).toEqual([
    "src-framework/framework.conf.json:2:22 wrong-type build.runner",
    "src-framework/framework.conf.json:3:16 missing-field framework.bundle.identifier",
    "src-framework/framework.conf.json:3:37 wrong-type framework.bundle.active",
    "src-framework/framework.linux.conf.json:2:29 unknown-field build.devpath",
    "--config:1:2 unknown-field biuld",
  ]);
});

test("places start at the folder where the command runs", () => {
  const files = { [main]: '{"biuld": 1}', "ui/x": "" };
  for (const [from, file] of [
    [".", "src-framework/framework.conf.json"],
    ["src-framework", "framework.conf.json"],
    ["ui", "../src-framework/framework.conf.json"],
  ] as const)
    expect(output(load(files, { in: from }))).toContain(`${file}:1:2 unknown-field biuld`);
});

test("a required value may come from another file", () => {
  const files = {
    [main]: '{"package": {"version": "1.0.0"}, "framework": {"bundle": {"active": true}}}',
    "src-framework/framework.linux.conf.json":
      '{"framework": {"bundle": {"identifier": "org.example.a"}}}',
  };
  expect(output(load(files))).toEqual([]);
  expect(output(load(files, { system: "macos" }))).toEqual([
    "src-framework/framework.conf.json:1:49 missing-field framework.bundle.identifier",
  ]);
});

test("a required value that a later file removes is reported there", () => {
  const files = {
    [main]:
      '{"package": {"version": "1.0.0"}, "framework": {"bundle": {"identifier": "org.example.a"}}}',
    "src-framework/framework.linux.conf.json": '{"framework": {"bundle": {"identifier": null}}}',
  };
  const loaded = load(files);
  expect(output(loaded)).toEqual([
    "src-framework/framework.linux.conf.json:1:27 missing-field framework.bundle.identifier",
  ]);
  expect(loaded.problems[0]?.message).toBe(
    "is missing, because it is removed here: give it another value, which must be a text",
  );
});

test("a text that begins like the address of a page and is none is a problem", () => {
  for (const [address, wrong] of [
    ["http://localhost:70000", true],
    ["https://", true],
    ["http://localhost:5173", false],
    ["../dist", false],
  ] as const) {
    const build = { devPath: address, distDir: address };
    expect(output(load({ [main]: JSON.stringify({ build }) }))).toHaveLength(wrong ? 2 : 0);
  }
});

test("a configuration that is no object is a problem", () => {
  for (const text of ["[]", "1", '"x"', "null"])
    expect(output(load({ [main]: text }))).toEqual([
      "src-framework/framework.conf.json:1:1 wrong-type ",
    ]);
  expect(output(load({ [main]: named }, { overrides: ["{"] }))).toEqual(["--config:1:2 syntax "]);
});

const versions: readonly [string, Files, string][] = [
  [
    "a semver version is taken as it is",
    { [main]: '{"package": {"version": "1.2.3-rc.1+5"}}' },
    "1.2.3-rc.1+5",
  ],
  [
    "a path of a package.json",
    {
      [main]: '{"package": {"version": "../package.json"}}',
      "package.json": '{"version": "2.0.0"}',
    },
    "2.0.0",
  ],
  [
    "a path of a Cargo manifest",
    {
      [main]: '{"package": {"version": "app.toml"}}',
      "src-framework/app.toml": '[package]\nversion = "3.0.0"',
    },
    "3.0.0",
  ],
  [
    "a version inherited from a workspace",
    {
      [main]: "{}",
      "src-framework/Cargo.toml": "[package]\nname = 'x'\nversion.workspace = true",
      "Cargo.toml": "[workspace.package]\nversion = '4.0.0'",
    },
    "4.0.0",
  ],
  [
    "Cargo.toml comes before package.json",
    {
      [main]: "{}",
      "src-framework/Cargo.toml": '[package]\nversion = "5.0.0"',
      "package.json": '{"version": "1.0.0"}',
    },
    "5.0.0",
  ],
  [
    "the nearest package.json",
    { [main]: '{"package": {"version": null}}', "package.json": '{"version": "6.0.0"}' },
    "6.0.0",
  ],
];

for (const [name, files, wanted] of versions) {
  test(`the version: ${name}`, () => {
    const loaded = load(files, { command: "build" });
    expect(loaded.problems.filter((one) => one.path.startsWith("package"))).toEqual([]);
    expect(load(files).config?.package.version).toBe(wanted);
  });
}

test("a version that is none is an error, and so is what it names", () => {
  const message = (version: string, files: Files = {}) =>
    load({ [main]: `{"package": {"version": ${JSON.stringify(version)}}}`, ...files }).problems[0]
      ?.message;
  expect(message("1.0")).toBe(
    "must be a semver version such as 1.0.0, or the path of a manifest that holds one",
  );
  expect(message("v1.0.0")).toStartWith("must be a semver version such as");
  expect(message("../nothing.json")).toContain("there is no such file");
  expect(message("../p.json", { "p.json": "[]" })).toContain("neither a JSON nor a TOML manifest");
  expect(message("../p.json", { "p.json": "{}" })).toContain("holds no version");
  expect(message("../p.json", { "p.json": '{"version": "1"}' })).toContain(
    'whose version, "1", is not',
  );
  expect(message("..")).toContain("cannot be read: it must be a file, and is a folder");
});

test("a version of a workspace that is not there is an error, with what to write where", () => {
  const manifest = "[package]\nname = 'x'\nversion.workspace = true";
  const written = {
    [main]: '{"package": {"version": "Cargo.toml"}}',
    "src-framework/Cargo.toml": manifest,
  };
  const derived = { [main]: "{}", "src-framework/Cargo.toml": manifest };
  const others: readonly Files[] = [
    {},
    { "Cargo.toml": "[workspace]\nmembers = ['src-framework']" },
    { "Cargo.toml": "[workspace.package]\nedition = '2021'" },
  ];
  for (const command of ["dev", "build", "config"] as const) {
    for (const files of others.flatMap((more) => [
      { ...written, ...more },
      { ...derived, ...more },
    ])) {
      const [problem] = load(files, { command }).problems.filter(
        (one) => one.path === "package.version",
      );
      expect(problem?.message).toMatch(
        /whose version is that of a workspace, and no Cargo\.toml above has one in \[workspace\.package\]: write it there, or version = "1\.0\.0" into ".*src-framework[\\/]+Cargo\.toml"$/,
      );
    }
  }
});

test("settings of a plugin of Tauri warn with what there is here, unless main.ts names such a plugin", () => {
  const written = JSON.stringify({
    package: { version: "1.0.0" },
    plugins: { store: { path: "a" }, opener: {}, counter: {} },
  });
  const warned = (files: Files) =>
    load({ [main]: written, ...files }).warnings.map((one) => one.message);
  const opener =
    "has no effect: it is the name of a plugin of Tauri, and main.ts names none like it; here there is framework/api/shell: open";
  expect(warned({})).toEqual([
    "has no effect: it is the name of a plugin of Tauri, and main.ts names none like it; here there is framework-plugin-store",
    opener,
  ]);
  const named = 'export default defineApp({ plugins: [definePlugin({ name: "store" })] });';
  expect(warned({ "src-framework/main.ts": named })).toEqual([opener]);
});

test("a misspelt flag is an error with the nearest one", () => {
  const { problems } = load({ [main]: '{"framework": {"allowlist": {"dialog": {"opn": true}}}}' });
  expect(problems.find((one) => one.code === "unknown-field")).toMatchObject({
    path: "framework.allowlist.dialog.opn",
    suggestions: ["open"],
  });
});

test("a file that is meant for one system and called otherwise gets a warning, and no other file does", () => {
  const mine = "src-framework/framework.win.conf.json";
  const files = {
    [main]: named,
    [mine]: "{}",
    "src-framework/Framework.OSX.toml": "",
    "src-framework/framework.linux.conf.json5": "{}",
    "src-framework/framework.macos.conf.json": "{}",
    "src-framework/framework.windows.json": "{}",
    "src-framework/framework.conf.mac.json5": "{}",
    "src-framework/framework.beta.conf.json": "{}",
    "src-framework/framework.constructor.conf.json": "{}",
    "src-framework/framework.win.txt": "",
  };
  const warned = (options: Partial<LoadOptions> = {}) =>
    load(files, options).warnings.map(({ message }) => message);
  const others = [
    '"Framework.OSX.toml" is not read: call it "Framework.macos.toml"',
    '"framework.conf.mac.json5" is not read: call it "framework.macos.conf.json5"',
  ];
  const windows = '"framework.windows.json" is not read: call it "framework.windows.conf.json"';
  expect(warned()).toEqual([
    ...others,
    '"framework.win.conf.json" is not read: call it "framework.windows.conf.json"',
    windows,
  ]);
  expect(warned({ overrides: [mine] })).toEqual([...others, windows]);
});

test("a manifest that is there and cannot be read is named", () => {
  for (const [file, text] of [
    ["src-framework/Cargo.toml", "[package"],
    ["package.json", '{"versio'],
    ["package.json", "[]"],
  ] as const) {
    const [warning] = load({ [main]: "{}", [file]: text }).warnings;
    expect(warning?.message).toStartWith('is missing, and "');
    expect(warning?.message).toEndWith(`${normalize(file)}" cannot be read as a manifest`);
  }
});

test("without any version nothing is shipped, and work can go on", () => {
  const files = {
    [main]: '{"framework": {"bundle": {"identifier": "org.example.a"}}}',
    "package.json": '{"name": "a"}',
  };
  const [problem] = load(files, { command: "build" }).problems;
  expect(problem).toMatchObject({ code: "missing-field", path: "package.version" });
  expect(load(files, { command: "dev" })).toMatchObject({ problems: [], warnings: [] });
  expect(load(files, { command: "config" })).toMatchObject({
    problems: [],
    warnings: [{ path: "package.version" }],
    config: { package: { version: "0.0.0" } },
  });
});

test("a name that no file may have is refused", () => {
  const errors = (name: string) =>
    output(load({ [main]: JSON.stringify({ package: { productName: name, version: "1.0.0" } }) }));
  for (const name of ["Über 2.0 & Co", "应用", "a'b"]) expect(errors(name)).toEqual([]);
  for (const name of ["", "  ", "a/b", "a\\b", "a:b", 'a"b', "a|b", "a\nb"]) {
    expect(errors(name)).toEqual([
      "src-framework/framework.conf.json:1:27 bad-value package.productName",
    ]);
  }
});

test("the name is the manifest's without its scope, else the project folder's; titles and publisher follow", () => {
  const bundle =
    '{"framework": {"bundle": {"identifier": "org.acme.app"}, "windows": [{}, {"label": "b", "title": "T"}]}}';
  const loaded = load({
    [main]: bundle,
    "package.json": '{"name": "@acme/thing", "version": "1.0.0", "license": "MIT"}',
  });
  expect(loaded.problems).toEqual([]);
  const { config } = loaded;
  expect({
    name: config?.package.productName,
    titles: config?.framework.windows.map((window) => window.title),
    publisher: config?.framework.bundle.publisher,
    license: config?.framework.bundle.rpm.license,
  }).toEqual({ name: "thing", titles: ["thing", "T"], publisher: "acme", license: "MIT" });
  expect(
    load({ [main]: '{"package": {"version": "1.0.0"}}' }).config?.package.productName,
  ).toStartWith("framework-test-");
});

test("a value can be explained: where it came from, what it replaced, and its default", () => {
  const loaded = load(
    {
      [main]:
        '{\n  "package": {"version": "1.0.0"},\n  "build": {"devPath": "a", "runner": "r"}\n}',
      "src-framework/framework.linux.conf.json": '{"build": {\n  "devPath": "b"}}',
    },
    { overrides: ["{build: {devPath: 'c', runner: null}}"] },
  );
  const received = (path: string) => explain(loaded, parsePath(path) ?? []);
  expect(received("build.devPath")).toMatchObject({
    value: "c",
    origin: { file: "--config", line: 1, column: 10, value: "c" },
    replaced: [
      { file: "src-framework/framework.linux.conf.json", line: 2, value: "b" },
      { file: "src-framework/framework.conf.json", line: 3, value: "a" },
    ],
    default: "http://localhost:8080/",
  });
  expect(received("build.runner")).toMatchObject({
    value: null,
    origin: null,
    removedBy: { file: "--config", line: 1, column: 24 },
    replaced: [{ file: "src-framework/framework.conf.json", line: 3, value: "r" }],
  });
  expect(absentItem(loaded, parsePath("framework.windows[3].width") ?? [])).toEqual([
    "framework",
    "windows",
    3,
  ]);
  expect(absentItem(loaded, parsePath("build.devPath") ?? [])).toBeNull();
  expect(received("build.devpath")).toBeNull();
  for (const path of ["constructor", "framework.windows[0].toString", "build.__proto__.x"])
    expect(received(path)).toBeNull();
  expect(absentItem(loaded, ["plugins", "constructor"])).toEqual(["plugins", "constructor"]);
});

test("a property of every object is no field in a merged file, either", () => {
  const patch = '{"constructor": 1, "build": {"toString": {}}}';
  const loaded = load({ [main]: named, "src-framework/framework.linux.conf.json": patch });
  expect(output(loaded)).toEqual([
    "src-framework/framework.linux.conf.json:1:2 unknown-field constructor",
    "src-framework/framework.linux.conf.json:1:30 unknown-field build.toString",
  ]);
});

test("paths are read as they are written", () => {
  for (const path of [["a", 0, "b"], ["plugins", "my plugin", "x.y", 12], [], ["$schema"]]) {
    expect(parsePath(pathText(path))).toEqual(path);
  }
  expect([parsePath("a[b"), parsePath("a..b"), parsePath("[x]")]).toEqual([null, null, null]);
});

test("paths of one project may hold anything a folder may", () => {
  const loaded = load(
    { "a b [c] ü/src-framework/framework.conf.json": named },
    { in: "a b [c] ü" },
  );
  expect(loaded.problems).toEqual([]);
});

test("null of the oldest macOS means something in the main file, and gets a warning in one that is merged", () => {
  const bundle = (minimumSystemVersion: string | null) => ({
    package: { productName: "App", version: "1.0.0" },
    framework: { bundle: { identifier: "org.example.app", macOS: { minimumSystemVersion } } },
  });
  const own = load({ [main]: JSON.stringify(bundle(null)) });
  expect([own.config?.framework.bundle.macOS.minimumSystemVersion, own.warnings]).toEqual([
    null,
    [],
  ]);
  const merged = load(
    { [main]: JSON.stringify(bundle("14.0")) },
    { system: "macos", overrides: [JSON.stringify(bundle(null))] },
  );
  expect(merged.config?.framework.bundle.macOS.minimumSystemVersion).toBe("10.13");
  expect(merged.warnings.map(({ path, message }) => [path, message])).toEqual([
    [
      "framework.bundle.macOS.minimumSystemVersion",
      "takes the field out, so the default is used: write null in the main file, as JSON or JSON5",
    ],
  ]);
});
