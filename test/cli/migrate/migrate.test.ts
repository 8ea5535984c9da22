import { expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { migrateCommand } from "../../../src/cli/migrate/migrate.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import { migrate, part, projectDir, tauriConf, textsOf } from "./migrated.ts";
import { runTool } from "../tool.ts";

/** A project with something of everything. */
const whole = {
  "package.json":
    '{\n  "scripts": { "dev": "tauri dev" },\n  "dependencies": { "@tauri-apps/api": "^1.6.0" }\n}\n',
  "page/main.js": 'import { ask } from "@tauri-apps/api/dialog";\n',
  "src-tauri/tauri.conf.json": tauriConf({
    bundle: { identifier: "org.example.notes", icon: ["icons/icon.png"] },
  }),
  "src-tauri/icons/icon.png": "picture",
  "src-tauri/src/main.rs": "#[tauri::command]\nfn greet(name: &str) -> String { name.into() }\n",
  "src-tauri/Cargo.toml": '[package]\nname = "notes"\n\n[dependencies]\ntauri = "1"\n',
};

test("an app of Tauri 1 becomes one of ours, and src-tauri stays as it was", async () => {
  const { code, err, files, ...rest } = await migrate(whole);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const own = Object.entries(files).filter(([path]) => path.startsWith("src-tauri/"));
  expect(Object.fromEntries(own)).toEqual(
    Object.fromEntries(Object.entries(whole).filter(([path]) => path.startsWith("src-tauri/"))),
  );
  expect(Object.keys(files).filter((path) => !path.startsWith("src-tauri/"))).toEqual([
    "package.json",
    "page/index.html",
    "page/main.js",
    "src-framework/.gitignore",
    "src-framework/framework.conf.json",
    "src-framework/icons/icon.png",
    "src-framework/main.ts",
  ]);
  expect(files["src-framework/framework.conf.json"]).toBe(
    whole["src-tauri/tauri.conf.json"].replace('"tauri"', '"framework"'),
  );
  expect(files["page/main.js"]).toBe('import { ask } from "framework/api/dialog";\n');
  expect(rest.out).toContain("The configuration is in order.");
});

test("the plan comes first, and the list of work for a person last", async () => {
  const migrated = await migrate(whole);
  expect(part(migrated, "This will make:")).toEqual([
    "src-framework/framework.conf.json",
    "src-framework/main.ts",
    "src-framework/.gitignore",
  ]);
  expect(part(migrated, "copy:")).toEqual(["src-framework/icons/icon.png"]);
  expect(part(migrated, "change:")).toEqual(["package.json  (2 places)", "page/main.js"]);
  expect(part(migrated, "Left for you:")).toEqual([
    'src-tauri/src/main.rs:1  the command "greet" is Rust: write it in src-framework/main.ts',
    'package.json:3  "framework" is to be installed here as docs/install.md says: the package "framework" of the npm registry is another one',
    "package.json  without TypeScript, dev and build do not check the types of main.ts: npm install --save-dev typescript",
  ]);
});

for (const [range, reported] of [
  ["~4.9.3", true],
  ["4", true],
  ["^5.0.2", false],
  ["latest", false],
] as const) {
  test(`TypeScript ${range} is ${reported ? "reported as too old" : "passed over"}`, async () => {
    const manifest = {
      dependencies: { "@tauri-apps/api": "1" },
      devDependencies: { typescript: range },
    };
    const migrated = await migrate({ ...whole, "package.json": JSON.stringify(manifest, null, 1) });
    const output = `package.json:6  TypeScript ${range} does not read the types of the package: they need 5.0`;
    expect(part(migrated, "Left for you:").filter((line) => line.includes("TypeScript"))).toEqual(
      reported ? [output] : [],
    );
  });
}

test("the report says to install the package where the command was Cargo's, and there is a main.ts", async () => {
  const rust = { "src-tauri/src/main.rs": "#[tauri::command]\nfn greet() {}\n" };
  const reported = async (files: Readonly<Record<string, string>>) =>
    part(
      await migrate({ "src-tauri/tauri.conf.json": tauriConf(), ...files }),
      "Left for you:",
    ).filter((line) => line.includes("is to be installed"));
  const output = [
    'src-framework/main.ts  "framework" is to be installed here as docs/install.md says: the package "framework" of the npm registry is another one',
  ];
  expect(await reported(rust)).toEqual(output);
  expect(await reported({ ...rust, "package.json": '{"dependencies": {"vue": "3"}}' })).toEqual(
    output,
  );
  expect(
    await reported({
      ...rust,
      "package.json": '{"dependencies": {"framework": "file:../framework.tgz"}}',
    }),
  ).toEqual([]);
  expect(await reported({})).toEqual([]);
});

test("the report says that main.ts is not checked without TypeScript, when there is a main.ts", async () => {
  const output =
    "package.json  without TypeScript, dev and build do not check the types of main.ts: npm install --save-dev typescript";
  const reported = async (files: Readonly<Record<string, string | Uint8Array>>, manifest: object) =>
    part(
      await migrate({ ...files, "package.json": JSON.stringify(manifest) }),
      "Left for you:",
    ).includes(output);
  const manifest = { dependencies: { "@tauri-apps/api": "1" } };
  expect(await reported(whole, manifest)).toBeTrue();
  expect(await reported(whole, { ...manifest, devDependencies: { typescript: "5" } })).toBeFalse();
  expect(await reported({ "src-tauri/tauri.conf.json": tauriConf() }, manifest)).toBeFalse();
});

test("--dry-run tells the same and writes nothing", async () => {
  const { code, files, out } = await migrate(whole, { options: { dryRun: true } });
  expect({ code, files }).toEqual({ code: 0, files: { ...whole, "page/index.html": "<p>\n" } });
  const done = await migrate(whole);
  expect(done.out.replace(/\nDone;[\s\S]*in order\.\n/, "")).toBe(out);
});

for (const { answer, code, changes } of [
  { answer: true, code: 0, changes: true },
  { answer: false, code: 1, changes: false },
]) {
  test(`without --yes the tool asks the user, and takes ${answer ? "yes" : "no"} for an answer`, async () => {
    const migrated = await migrate(whole, { options: {}, answer });
    expect(migrated.code).toBe(code);
    expect("src-framework/main.ts" in migrated.files).toBe(changes);
    expect(migrated.err).toBe(changes ? "" : "Cancelled, nothing was written\n");
  });
}

test("without a terminal nothing is done that was not asked for", async () => {
  using dir = projectDir(whole);
  const { code, err } = await runTool(dir.path, ["migrate"]);
  expect({ code, err }).toEqual({
    code: 1,
    err: "Cannot ask here: use --yes to do this, or --dry-run to only see it\n",
  });
  expect(textsOf(dir.path)).toEqual(whole);
});

test("the tool's command line reaches it", async () => {
  using dir = projectDir({ ...whole, "page/index.html": "" });
  const { code, err } = await runTool(join(dir.path, ".."), [
    "migrate",
    "--yes",
    "--directory",
    dir.path,
  ]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const settled = await runTool(dir.path, ["config"]);
  expect({ code: settled.code, err: settled.err }).toEqual({ code: 0, err: "" });
});

test("in src-tauri the command does the same, icons included", async () => {
  using dir = projectDir({ ...whole, "page/index.html": "" });
  const { code, err } = await runTool(join(dir.path, "src-tauri"), ["migrate", "--yes"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(textsOf(dir.path)["src-framework/icons/icon.png"]).toBe("picture");
});

test("a second run is refused", async () => {
  using dir = projectDir({ ...whole, "page/index.html": "" });
  const terminal = recordedTerminal(dir.path);
  expect(await migrateCommand(terminal, { yes: true })).toBe(0);
  const before = textsOf(dir.path);
  const second = migrateCommand(terminal, { yes: true });
  await expect(second).rejects.toThrow(
    `Cannot migrate "${dir.path}": "${dir.path}/src-framework/framework.conf.json" is there already, move it away first`,
  );
  expect(textsOf(dir.path)).toEqual(before);
});

test("nothing that is there is written over", async () => {
  const there = { ...whole, "src-framework/main.ts": "mine" };
  const { code, err, files } = await migrate(there);
  expect({ code, err }).toEqual({
    code: null,
    err: 'Cannot migrate "": "/src-framework/main.ts" is there already, move it away first',
  });
  expect(files).toEqual({ ...there, "page/index.html": "<p>\n" });
});

test("in a folder without such an app the tool says so", async () => {
  const { code, err } = await migrate({});
  expect({ code, err }).toEqual({
    code: null,
    err: 'Cannot find an app of Tauri in "": wanted is a tauri.conf.json, tauri.conf.json5 or Tauri.toml there, in its src-tauri or another folder of it, or above',
  });
});

for (const from of ["src-tauri", "page", "."]) {
  test(`the project is found from ${from}, and it is said where`, async () => {
    const { code, files, out } = await migrate(whole, { from });
    expect(code).toBe(0);
    expect(out).toStartWith("Found /src-tauri/tauri.conf.json, of Tauri 1.\n\nThis will make:\n");
    expect(Object.keys(files)).toContain("src-framework/framework.conf.json");
  });
}

const version2: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "by what its root holds": {
    "src-tauri/tauri.conf.json":
      '{"identifier": "org.example.notes", "build": {"frontendDist": "../page"}}',
  },
  "by the crate, where an early one has the old names": {
    "src-tauri/tauri.conf.json": tauriConf(),
    "src-tauri/Cargo.toml":
      '[dependencies]\ntauri = { version = "2.0.0-alpha.10", features = [] }\n',
  },
  "by the package, likewise": {
    "src-tauri/tauri.conf.json": tauriConf(),
    "package.json": '{"dependencies": {"@tauri-apps/api": "^2.0.0-alpha.3"}}',
  },
};

for (const [how, files] of Object.entries(version2)) {
  test(`a configuration of version 2 is known ${how}, and the report says how it differs`, async () => {
    const migrated = await migrate(files);
    expect(migrated.code).toBe(1);
    expect(migrated.files).toEqual({ ...files, "page/index.html": "<p>\n" });
    expect(migrated.out).toStartWith("tauri.conf.json belongs to Tauri 2");
    expect(migrated.out).toContain("build.frontendDist          build.distDir");
  });
}

test("a configuration that cannot be read is copied, and said with its line", async () => {
  const text = '{\n  "tauri": {\n    "windows": [ }\n}\n';
  const migrated = await migrate({ "src-tauri/tauri.conf.json": text });
  expect(migrated.code).toBe(1);
  expect(migrated.files["src-framework/framework.conf.json"]).toBe(text);
  expect(part(migrated, "Left for you:")).toEqual([
    'src-tauri/tauri.conf.json:3  cannot be read, and was copied as it is: "}" is not expected here',
  ]);
  expect(migrated.err).toContain('"}" is not expected here');
});

// A file in the place of a folder stops the writing of new files; a folder in the place of a file
// that is being made beside a changed one stops it later.
const obstacles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a new file": { "src-framework": "in the way" },
  "a changed file": { "page/main.js.migrating/in-the-way": "" },
};

for (const [what, obstacle] of Object.entries(obstacles)) {
  test(`when ${what} cannot be written, everything is as it was`, async () => {
    const there = { ...whole, "page/a.js": 'import "@tauri-apps/api";\n', ...obstacle };
    const { code, err, files } = await migrate(there);
    expect(code).toBeNull();
    expect(err).toMatch(/^Cannot move "", and left it as it was: (?:E|Cannot write into)/);
    expect(files).toEqual({ ...there, "page/index.html": "<p>\n" });
  });
}

test("a changed file keeps its mode", async () => {
  using dir = projectDir({ ...whole, "page/index.html": "" });
  chmodSync(join(dir.path, "page/main.js"), 0o755);
  await migrateCommand(recordedTerminal(dir.path), { yes: true });
  expect(statSync(join(dir.path, "page/main.js")).mode & 0o777).toBe(0o755);
});

for (const from of ["desktop", "."]) {
  test(`a project whose configuration lies elsewhere is found from ${from}, and gets ours beside it`, async () => {
    const conf = tauriConf({ build: { devPath: "../page", distDir: "../page" } });
    const files = {
      "package.json": "{}",
      "page/main.js": "window.__TAURI__",
      "desktop/tauri.conf.json": conf,
    };
    const migrated = await migrate(files, { from });
    expect(migrated.code).toBe(0);
    expect(Object.keys(migrated.files)).toEqual([
      "desktop/tauri.conf.json",
      "package.json",
      "page/index.html",
      "page/main.js",
      "src-framework/.gitignore",
      "src-framework/framework.conf.json",
    ]);
    expect(migrated.files["page/main.js"]).toBe("window.__FRAMEWORK__");
  });
}

test("of several projects below a folder none is taken by chance", async () => {
  const conf = tauriConf({ build: { devPath: "../page", distDir: "../page" } });
  const files = { "one/tauri.conf.json": conf, "two/Tauri.toml": "", "three/x": "", "page/x": "" };
  const { code, err } = await migrate(files);
  expect({ code, err }).toEqual({
    code: null,
    err: 'Cannot tell which app of Tauri in "" is meant: say its folder with --directory, one of "one", "two"',
  });
});

test("a project whose configuration is in its own folder gets ours there, and nothing is copied", async () => {
  const conf = tauriConf({
    build: { devPath: "page", distDir: "page" },
    bundle: { identifier: "org.example.notes", icon: ["icons/icon.png"] },
  });
  const files = { "tauri.conf.json": conf, "icons/icon.png": "picture", ".gitignore": "target\n" };
  const migrated = await migrate(files);
  expect(migrated.code).toBe(0);
  expect(Object.keys(migrated.files)).toEqual([
    ".gitignore",
    "framework.conf.json",
    "icons/icon.png",
    "page/index.html",
    "tauri.conf.json",
  ]);
  expect(migrated.files[".gitignore"]).toBe("target\n");
});

test("in a monorepo the one package is moved, and its own packages with it", async () => {
  const app = {
    "apps/notes/package.json": '{"dependencies": {"@tauri-apps/api": "^1.6.0"}}',
    "apps/notes/page/index.html": "<p data-tauri-drag-region>",
    "apps/notes/editor/package.json": '{"scripts": {"start": "tauri dev"}}',
    "apps/notes/src-tauri/tauri.conf.json": tauriConf(),
  };
  const others = {
    "package.json": '{"workspaces": ["apps/*"], "scripts": {"notes": "tauri dev"}}',
    "apps/plain/package.json": "{}",
    "apps/widgets/package.json": '{"peerDependencies": {"@tauri-apps/api": "^1.6.0"}}',
    "apps/todo/package.json": '{"dependencies": {"@tauri-apps/api": "^1.6.0"}}',
    "apps/todo/src-tauri/tauri.conf.json": tauriConf(),
  };
  const migrated = await migrate({ ...app, ...others }, { from: "apps/notes" });
  const { code, files } = migrated;
  expect(code).toBe(0);
  expect(part(migrated, "Left for you:")).toContain(
    '../widgets/package.json  the package "widgets" of the same workspace uses @tauri-apps/api, and was not changed',
  );
  expect(migrated.out).not.toContain("../todo");
  expect(files).toMatchObject({
    ...others,
    "apps/notes/package.json": '{"dependencies": {}}',
    "apps/notes/page/index.html": "<p data-framework-drag-region>",
    "apps/notes/editor/package.json": '{"scripts": {"start": "framework dev"}}',
  });
  expect(Object.keys(files)).toContain("apps/notes/src-framework/framework.conf.json");
});

test("pages that another package of the workspace makes are moved with the app", async () => {
  const { code, files, out } = await migrate(
    {
      "package.json": '{"workspaces": ["apps/*"], "scripts": {"dev": "tauri dev"}}',
      "apps/desktop/package.json": "{}",
      "apps/desktop/src-tauri/tauri.conf.json": tauriConf({
        build: { devPath: "http://localhost:5173", distDir: "../../web/dist" },
      }),
      "apps/web/package.json": '{"dependencies": {"@tauri-apps/api": "1"}}',
      "apps/web/src/main.ts": 'import "@tauri-apps/api/fs";',
      "apps/web/dist/main.js": 'import "@tauri-apps/api/fs";',
    },
    { from: "apps/desktop" },
  );
  expect(code).toBe(0);
  expect(files).toMatchObject({
    "package.json": '{"workspaces": ["apps/*"], "scripts": {"dev": "tauri dev"}}',
    "apps/web/package.json": '{"dependencies": {}}',
    "apps/web/src/main.ts": 'import "framework/api/fs";',
    "apps/web/dist/main.js": 'import "@tauri-apps/api/fs";',
  });
  expect(out).not.toContain("was not changed");
});
