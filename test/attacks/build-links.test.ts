// Attacks by links and pipes in the output folder of a foreign project: nothing outside of that
// folder changes. The same project with folders and files in their places builds.

import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { blackPng } from "../../harness/png.ts";
import { runTool, type ToolResult } from "../cli/tool.ts";

/** A user's folder with a project in it. Its app is called as a program that the user runs. */
function home(bundle: object = {}): TempDir {
  const configuration = {
    package: { productName: "git", version: "1.2.3" },
    build: { distDir: "../page", devPath: "../page" },
    framework: {
      bundle: {
        identifier: "org.example.small",
        icon: ["icon.png"],
        resources: { "notes.txt": ".bashrc" },
        ...bundle,
      },
      allowlist: {},
      windows: [{}],
    },
  };
  return tempDir({
    ".bashrc": "mine",
    "bin/git": "mine",
    "autostart/letter.txt": "mine",
    "project/package.json":
      '{ "name": "small", "license": "MIT", "author": "Ada <ada@example.org>" }',
    "project/page/index.html": "<p>Hello",
    "project/src-framework/framework.conf.json": JSON.stringify(configuration),
    "project/src-framework/main.ts": "export default {};",
    "project/src-framework/icon.png": blackPng(32, 32),
    "project/src-framework/notes.txt": "evil",
  });
}

/** The content outside of the project. */
function outside({ path }: TempDir): Readonly<Record<string, string>> {
  const others = readdirSync(path).filter((name) => name !== "project");
  const names = others.flatMap((name) =>
    lstatSync(join(path, name)).isDirectory()
      ? readdirSync(join(path, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(path, name), "utf8")]),
  );
}

const untouched = { ".bashrc": "mine", "autostart/letter.txt": "mine", "bin/git": "mine" };

const target = ({ path }: TempDir): string => join(path, "project/src-framework/target");

/** Puts a link below the output folder. */
function link(folder: TempDir, place: string, to: string): string {
  const path = join(target(folder), place);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(folder.path, to), path);
  return path;
}

/** Ended after two minutes, so that a read of a pipe fails its test. */
async function run(folder: TempDir, args: readonly string[]): Promise<ToolResult> {
  const limit = { before: 'set -- timeout 280 "$@";' };
  return await runTool(join(folder.path, "project"), args, {}, limit);
}

test("the project without links builds", async () => {
  using folder = home();
  expect(await run(folder, ["build", "--no-bundle"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(target(folder), "release/.bashrc"), "utf8")).toBe("evil");
  expect(existsSync(join(target(folder), "release/git"))).toBe(true);
  expect(outside(folder)).toEqual(untouched);
});

const packed = { active: true, targets: ["deb"] };

/** Packages are made with little compression. */
const buildOf = (bundle: object = {}): readonly string[] =>
  "active" in bundle ? ["build", "--debug"] : ["build"];

const folders: Readonly<Record<string, readonly [place: string, to: string, bundle?: object]>> = {
  "the folder of the executable, to the user's own": ["release", "."],
  "the folder of the executable, to one of programs": ["release", "bin"],
  "the folder of what is compiled": ["work/compiled", "autostart"],
  "the folder of entries": ["work/entry", "autostart"],
  "the folder of their order": ["work/entry-order", "autostart"],
  "the folder of modules": ["work/modules", "autostart"],
  "the folder that it all is made in": ["work", "autostart"],
  "the folder of source maps": ["source-maps/release", "autostart"],
  "the folder around that": ["source-maps", "autostart"],
  "the folder of a format": ["debug/bundle/deb", "autostart", packed],
  "the folder that a format works in": ["debug/bundle/deb.part", "autostart", packed],
  "the folder of packages": ["debug/bundle", "autostart", packed],
  "the folder of a shared app": ["debug/app", "autostart", { ...packed, runtime: "shared" }],
};

for (const [what, [place, to, bundle]] of Object.entries(folders)) {
  test(`${what} is a link: the build is refused, and names it`, async () => {
    using folder = home(bundle);
    const path = link(folder, place, to);
    const { code, err } = await run(folder, buildOf(bundle));
    expect(outside(folder)).toEqual(untouched);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        `Cannot write into "${path}": it is a link to "${join(folder.path, to)}"`,
      ),
    ]);

    writeFileSync(join(path, "letter.txt"), "evil");
    expect(outside(folder)).not.toEqual(untouched);
  });
}

const builds: Readonly<Record<string, object>> = {
  "without packages": {},
  "with a package": packed,
  "with a shared runtime": { ...packed, runtime: "shared" },
};

for (const [how, bundle] of Object.entries(builds)) {
  test(`with folders in the places of these links, a build ${how} succeeds`, async () => {
    using folder = home(bundle);
    for (const [place, , needed = {}] of Object.values(folders)) {
      if (Object.keys(needed).every((name) => name in bundle))
        mkdirSync(join(target(folder), place), { recursive: true });
    }
    expect((await run(folder, buildOf(bundle))).code).toBe(0);
    expect(outside(folder)).toEqual(untouched);
  });
}

test("files that are written are links, other names of a file, or pipes: new files take their places", async () => {
  using folder = home();
  for (const place of [
    "work/package-paths.json",
    "work/entry/main.js",
    "work/entry/app-thread.js",
    "work/modules.json",
    "release/.bashrc",
    "release/git",
    ".framework-target",
  ])
    link(folder, place, ".bashrc");
  for (const place of ["work.lock", "work.lock-journal", "work.lock-wal", "source-maps.new"])
    link(folder, place, "autostart/evil.desktop");
  expect(readFileSync(join(target(folder), "work/package-paths.json"), "utf8")).toBe("mine");
  expect(await run(folder, ["build", "--no-bundle"])).toMatchObject({ code: 0 });
  expect(outside(folder)).toEqual(untouched);

  for (const place of [
    "work/package-paths.json",
    "work/entry/main.js",
    "release/.bashrc",
    "release/git",
  ]) {
    rmSync(join(target(folder), place), { force: true });
    linkSync(join(folder.path, ".bashrc"), join(target(folder), place));
  }
  expect(await run(folder, ["build", "--no-bundle"])).toMatchObject({ code: 0 });
  expect(outside(folder)).toEqual(untouched);

  for (const place of ["work.lock", "work/entry/main.js", "work/modules.json", "release/.bashrc"]) {
    rmSync(join(target(folder), place), { force: true });
    execFileSync("mkfifo", [join(target(folder), place)]);
  }
  expect(await run(folder, ["build", "--no-bundle"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(target(folder), "release/.bashrc"), "utf8")).toBe("evil");
});

test("folders and files of an app in development are links: they are refused or replaced", async () => {
  const dev = async (folder: TempDir): Promise<ToolResult> =>
    await runTool(
      join(folder.path, "project"),
      ["dev", "--no-watch"],
      { DISPLAY: "", WAYLAND_DISPLAY: "" },
      { before: 'set -- timeout 60 "$@";' },
    );
  for (const place of ["dev/app", "dev"]) {
    using folder = home();
    const path = link(folder, place, "autostart");
    const { code, err } = await dev(folder);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`Cannot write into "${path}": it is a link`),
    ]);
    expect(outside(folder)).toEqual(untouched);
  }
  using folder = home();
  for (const place of [
    "dev/main.js",
    "dev/app-thread.js",
    "dev/app-spec.json",
    "dev/tsconfig.json",
  ])
    link(folder, place, ".bashrc");
  link(folder, "dev.lock", "autostart/evil.desktop");
  await dev(folder);
  expect(lstatSync(join(target(folder), "dev/main.js")).isFile()).toBe(true);
  expect(readFileSync(join(target(folder), "dev/main.js"), "utf8")).toContain("startUi");
  expect(outside(folder)).toEqual(untouched);
});

for (const command of [["build", "--no-bundle"], ["dev"]]) {
  test(`the folder for what is built is a link: ${command[0]} is refused without the word of the user`, async () => {
    using folder = home();
    symlinkSync(join(folder.path, "autostart"), target(folder));
    const { code, err } = await run(folder, command);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`Cannot build into "${target(folder)}"`),
    ]);
    // The marker of another project, and one that is a link into this project, are no word for this
    // one.
    const marker = join(folder.path, "autostart/.framework-target");
    writeFileSync(marker, `${join(folder.path, "other/src-framework")}\n`);
    expect((await run(folder, command)).code).toBe(1);
    rmSync(marker);
    writeFileSync(join(folder.path, "project/word"), dirname(target(folder)));
    symlinkSync(join(folder.path, "project/word"), marker);
    expect((await run(folder, command)).code).toBe(1);
    rmSync(marker);
    expect(outside(folder)).toEqual(untouched);
  });
}

test("the folder for what is built is a link: audit warns of it, and goes on", async () => {
  using folder = home();
  symlinkSync(join(folder.path, "autostart"), target(folder));
  const audit = async (...args: string[]) => {
    const { code, out } = await run(folder, ["audit", "--json", ...args]);
    const { warnings } = JSON.parse(out) as { warnings: { level: string; about: string[] }[] };
    return [code, warnings.filter(({ about }) => about.includes("target"))];
  };
  const warning = {
    level: "high",
    about: ["target"],
    danger: expect.stringContaining(`Cannot build into "${target(folder)}": it is a link to "`),
  };
  expect(await audit()).toEqual([0, [warning]]);
  expect(await audit("--fail-on", "high")).toEqual([1, [warning]]);
  // The features that pages used are recorded there.
  const { code, err } = await run(folder, ["audit", "--suggest"]);
  expect([code, err]).toEqual([1, expect.stringContaining("Cannot build into")]);
  expect(outside(folder)).toEqual(untouched);
  rmSync(target(folder));
  expect(await audit()).toEqual([0, []]);
});

test("a private key, and what a link leads to, are not put beside an executable without packages", async () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}\n-----END PRIVATE KEY-----\n`;
  for (const [what, refusal] of [
    ["key", "it holds a private key"],
    ["link", "a link leads out of the project"],
    ["sidecar", "it holds a private key"],
  ] as const) {
    using folder = home({
      resources: ["data"],
      ...(what === "sidecar" && { externalBin: ["tool"] }),
    });
    const data = join(folder.path, "project/src-framework/data");
    mkdirSync(data);
    writeFileSync(join(data, "a.txt"), "text");
    if (what === "key") writeFileSync(join(data, "my.txt"), key);
    else if (what === "link") symlinkSync(join(folder.path, ".bashrc"), join(data, "b.txt"));
    else {
      const name = `tool-${process.arch === "x64" ? "x86_64" : "aarch64"}-unknown-linux-gnu`;
      writeFileSync(join(dirname(data), name), key, { mode: 0o755 });
    }
    const { code, err } = await run(folder, ["build", "--no-bundle"]);
    expect([code, err]).toEqual([1, expect.stringContaining(refusal)]);
    const placed = ["data/my.txt", "data/b.txt", "tool"].filter((name) =>
      existsSync(join(target(folder), "release", name)),
    );
    expect(placed).toEqual([]);
  }
});

test("the folder of pages is a link out of the project: the build names what it ships", async () => {
  using folder = home();
  const page = join(folder.path, "project/page");
  renameSync(page, join(folder.path, "built"));
  symlinkSync(join(folder.path, "built"), page);
  const output = `Shipping "${join(folder.path, "built")}", which the link "${page}" leads to`;
  const { code, out, err } = await run(folder, ["build", "--no-bundle"]);
  expect([code, out + err]).toEqual([0, expect.stringContaining(output)]);
  rmSync(page);
  renameSync(join(folder.path, "built"), page);
  const again = await run(folder, ["build", "--no-bundle"]);
  expect([again.code, again.out + again.err]).toEqual([
    0,
    expect.not.stringContaining("which the link"),
  ]);
});
