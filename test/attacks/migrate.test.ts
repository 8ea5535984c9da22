// Attacks by a foreign Tauri app that is moved over: by links and paths that lead to other files of
// the user, by names of files, and by entries that are not files.

import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { blackPng } from "../../harness/png.ts";
import { runTool, type ToolResult } from "../cli/tool.ts";
import { tauriConf } from "../cli/migrate/migrated.ts";

const command = "#[tauri::command]\nfn greet(name: &str) -> String { name.into() }\n";

interface HomeOptions {
  readonly bundle?: object;
  readonly build?: object;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A user's folder with another project of the user's, and a stranger's. */
function home({ bundle, build, files = {} }: HomeOptions): TempDir {
  const own = Object.entries(files).map(([path, content]) => [`project/${path}`, content]);
  return tempDir({
    "letter.txt": "mine",
    "other/package.json": '{ "scripts": { "dev": "tauri dev" } }\n',
    "other/page/main.js": 'import { ask } from "@tauri-apps/api/dialog";\n',
    "project/package.json": '{ "scripts": { "dev": "tauri dev" } }\n',
    "project/page/index.html": "<p>\n",
    "project/src-tauri/tauri.conf.json": tauriConf({
      bundle: { identifier: "org.example.notes", ...bundle },
      ...(build !== undefined && { build }),
    }),
    "project/src-tauri/src/main.rs": command,
    ...Object.fromEntries(own),
  });
}

const at = ({ path }: TempDir, name: string): string => join(path, name);

/** Ended after half a minute, so that a read of a pipe fails its test. */
async function migrate(folder: TempDir, from = "project"): Promise<ToolResult> {
  const limit = { before: 'set -- timeout 30 "$@";' };
  return await runTool(at(folder, from), ["migrate", "--yes"], {}, limit);
}

const otherProject = ({ path }: TempDir): readonly string[] =>
  ["package.json", "page/main.js"].map((name) => readFileSync(join(path, "other", name), "utf8"));

const outsiders: Readonly<Record<string, (folder: TempDir) => void>> = {
  "a path": () => {},
  "a link to its folder": (folder) => symlinkSync(at(folder, "other"), at(folder, "project/web")),
  "a link to its pages": (folder) => {
    mkdirSync(at(folder, "project/web"));
    writeFileSync(at(folder, "project/web/package.json"), "{}");
    symlinkSync(at(folder, "other/page"), at(folder, "project/web/page"));
  },
};

for (const [what, prepare] of Object.entries(outsiders)) {
  test(`the pages are said to be in another project of the user's, by ${what}: that stays as it is`, async () => {
    const distDir = what === "a path" ? "../../other/page" : "../web/page";
    using folder = home({ build: { distDir, devPath: distDir } });
    prepare(folder);
    const before = otherProject(folder);
    await migrate(folder);
    expect(otherProject(folder)).toEqual(before);
  });
}

test("pages in another package of the same repository or workspace are changed", async () => {
  const distDir = "../../other/page";
  for (const [whole, content] of [
    [".git/HEAD", "ref: refs/heads/main\n"],
    ["package.json", '{ "workspaces": ["*"] }'],
  ] as const) {
    using folder = home({ build: { distDir, devPath: distDir } });
    const path = at(folder, whole);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    expect((await migrate(folder)).code).toBe(0);
    expect(otherProject(folder)).toEqual([
      '{ "scripts": { "dev": "framework dev" } }\n',
      'import { ask } from "framework/api/dialog";\n',
    ]);
  }
});

test("a file that changes is a link, or lies behind one: what that leads to stays as it is", async () => {
  for (const place of ["page/main.js", "lib"]) {
    using folder = home({});
    const before = otherProject(folder);
    symlinkSync(
      at(folder, place === "lib" ? "other/page" : "other/page/main.js"),
      at(folder, `project/${place}`),
    );
    await migrate(folder);
    expect(otherProject(folder)).toEqual(before);
  }
});

const linked: Readonly<Record<string, readonly [bundle: object, place: string, to: string]>> = {
  "an icon": [{ icon: ["icons/icon.png"] }, "icons/icon.png", "letter.txt"],
  "a resource": [{ resources: ["data.txt"] }, "data.txt", "letter.txt"],
  "a folder of resources": [{ resources: ["data/package.json"] }, "data", "other"],
  "a pattern of resources": [{ resources: ["data/*"] }, "data/mine.txt", "letter.txt"],
  "a sidecar": [{ externalBin: ["bin/tool"] }, "bin/tool-x86_64-unknown-linux-gnu", "letter.txt"],
  "a licence": [{ macOS: { license: "LICENSE" } }, "LICENSE", "letter.txt"],
};

for (const [what, [bundle, place, to]] of Object.entries(linked)) {
  test(`${what} is a link out of the project: no copy of that is made`, async () => {
    using folder = home({ bundle });
    const path = at(folder, `project/src-tauri/${place}`);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(at(folder, to), path);
    const { code, err } = await migrate(folder);
    expect(existsSync(at(folder, `project/src-framework/${place}`))).toBe(false);
    // Patterns match no links.
    if (place === "data/mine.txt") return;
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`a link leads out of "${at(folder, "project")}"`),
    ]);
    // A link within the project is followed.
    const inside = at(folder, `project/${to}`);
    mkdirSync(dirname(inside), { recursive: true });
    if (to === "other") {
      mkdirSync(inside);
      writeFileSync(join(inside, "package.json"), "{}");
    } else writeFileSync(inside, what === "an icon" ? blackPng(1, 1) : "own");
    rmSync(path);
    symlinkSync(inside, path);
    expect((await migrate(folder)).err).not.toContain("a link leads out");
  });
}

test("a pipe among the files that are moved is refused, and none is waited for", async () => {
  for (const [place, refusal] of [
    ["src-tauri/data.txt", "must be a file"],
    ["src-tauri/Cargo.toml", "must be a file, and is a pipe"],
    ["src-tauri/src/greet.rs", "must be a file, and is a pipe"],
    ["package.json", "must be a file, and is a pipe"],
  ] as const) {
    using folder = home({
      bundle: { resources: ["data.txt"] },
      files: { "src-tauri/src/main.rs": `mod greet;\n${command}`, "src-tauri/data.txt": "text" },
    });
    const path = at(folder, `project/${place}`);
    rmSync(path, { force: true });
    execFileSync("mkfifo", [path]);
    const { code, err } = await migrate(folder);
    expect([code, err]).toEqual([1, expect.stringContaining(refusal)]);
    expect(err).toContain(path);
  }
});

test("a Rust file of a tool's size is left out, and said to be", async () => {
  const large = `${"// made by a tool\n".repeat(150_000)}${command}`;
  using folder = home({
    files: { "src-tauri/src/main.rs": `mod made;\n${command}`, "src-tauri/src/made.rs": large },
  });
  const { code, out } = await migrate(folder);
  expect(code).toBe(0);
  expect(out).toContain("src-tauri/src/made.rs  is larger than 2 MB, so nothing in it was read");
  expect(readFileSync(at(folder, "project/src-framework/main.ts"), "utf8")).toContain("greet(");
});

const names = {
  "a quote": "x'+process.exit(7)+'.rs",
  "a line end": "x\nprocess.exit(7)\n.rs",
  "a line end of Unicode": "x\u2028process.exit(7)\u2028.rs",
  "a backslash": "x\\.rs",
  "a colour": "x\u001b[31mred\u001b[0m.rs",
};

for (const [what, name] of Object.entries(names)) {
  test(`${what} in the name of a Rust file is text, in code and on the terminal`, async () => {
    const path = name.replace(/[\\"]/g, (sign) => `\\${sign}`);
    using folder = home({
      files: {
        "src-tauri/src/main.rs": `#[path = "${path}"]\nmod x;\nfn main() {}\n`,
        [`src-tauri/src/${name}`]: `${command}fn main() { tauri::Builder::default().on_window_event(|e| {}); }\n`,
      },
    });
    // A name with a backslash cannot be distinguished from a path of Rust: such a file may stay
    // unread.
    const { out } = await migrate(folder);
    expect(out).not.toContain("\u001b[31m");
    expect(out).not.toMatch(/^process\.exit/m);
    const module = at(folder, "project/src-framework/main.ts");
    if (what === "a backslash") return;
    const text = readFileSync(module, "utf8");
    expect(text).not.toMatch(/\u2028|^process\.exit/m);
    expect(text).not.toContain("\u001b");
    writeFileSync(module, text.replace(/^import .*$/m, "const defineApp = (app) => app;"));
    const run = Bun.spawnSync([
      process.execPath,
      "-e",
      `const { default: app } = await import(${JSON.stringify(module)}); try { app.commands.greet({}) } catch (error) { console.log(error.message) }`,
    ]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout.toString()).toContain(`"greet" is not written yet: see src-tauri/src/x`);
  });
}
