// Attacks by a foreign project in which a command runs that runs none of its code. By links where
// the tool writes its files: nothing outside of the project changes, and a check without the rule
// shows the effect of the link. By names and values that a terminal interprets.

import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { blackPng } from "../../harness/png.ts";
import { sourceDate } from "../../src/bundler/source-date.ts";
import { runTool } from "../cli/tool.ts";

const configuration = JSON.stringify({
  package: { productName: "Small", version: "1.2.3" },
  framework: { bundle: { identifier: "org.example.small" } },
});
const peer = JSON.stringify({
  build: { devPath: "../page", distDir: "../page" },
  package: { productName: "Notes", version: "1.0.0" },
  tauri: { bundle: { identifier: "org.example.notes", resources: ["run-me.desktop"] } },
});

/** A user's folder with a project in it, and a link in that. */
function home(
  files: Readonly<Record<string, string | Uint8Array>>,
  link: string,
  target: string,
): TempDir {
  const inProject = Object.entries(files).map(([path, content]) => [`project/${path}`, content]);
  const folder = tempDir({
    "letter.txt": "dear Ada",
    "autostart/.keep": "",
    ...Object.fromEntries(inProject),
  });
  const path = join(folder.path, "project", link);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return folder;
}

/** The content outside of the project. */
function outside({ path }: TempDir): Readonly<Record<string, string>> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1));
  const others = paths.filter((each) => !each.startsWith("project/")).toSorted();
  return Object.fromEntries(others.map((each) => [each, readFileSync(join(path, each), "utf8")]));
}

const untouched = { "autostart/.keep": "", "letter.txt": "dear Ada" };
const project = ({ path }: TempDir): string => join(path, "project");

test("a link that leads nowhere stands where init writes: it is refused", async () => {
  const link = "src-framework/framework.conf.json";
  using folder = home({ "package.json": '{ "name": "$(evil)" }' }, link, "../../.zshenv");
  const { code, err } = await runTool(project(folder), ["init", "--ci"]);
  expect([code, err]).toEqual([
    1,
    `Cannot write ${link}: use --force to overwrite existing files\n`,
  ]);
  expect(outside(folder)).toEqual(untouched);
  expect((await runTool(project(folder), ["init", "--ci", "--force"])).code).toBe(0);
  expect(outside(folder)).toEqual(untouched);

  using open = home({}, link, "../../.zshenv");
  const file = join(project(open), link);
  if (!existsSync(file)) writeFileSync(file, "evil");
  expect(outside(open)).toEqual({ ".zshenv": "evil", ...untouched });
});

for (const [command, files] of [
  [["init", "--ci"], {}],
  [
    ["migrate", "--yes"],
    { "src-tauri/tauri.conf.json": peer, "src-tauri/run-me.desktop": "[Desktop Entry]" },
  ],
] as const) {
  test(`a folder that ${command[0]} writes to is a link out of the project: it is refused`, async () => {
    using folder = home(files, "src-framework", "../autostart");
    const { code, err } = await runTool(project(folder), command);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`a link leads out of "${project(folder)}"`),
    ]);
    expect(outside(folder)).toEqual(untouched);
    writeFileSync(join(project(folder), "src-framework/run-me.desktop"), "evil");
    expect(outside(folder)).toEqual({ "autostart/run-me.desktop": "evil", ...untouched });
  });
}

test("a link stands where icon writes: the icon takes its place", async () => {
  const files = {
    "src-framework/framework.conf.json": configuration,
    "app-icon.png": blackPng(512, 512),
  };
  using folder = home(files, "src-framework/icons/icon.png", "../../../letter.txt");
  expect((await runTool(project(folder), ["icon"])).code).toBe(0);
  expect(outside(folder)).toEqual(untouched);
  expect(
    readFileSync(join(project(folder), "src-framework/icons/icon.png")).toString("latin1", 1, 4),
  ).toBe("PNG");
});

test("the folder of icons is a link out of the project: it is refused, but not one within", async () => {
  const files = {
    "src-framework/framework.conf.json": configuration,
    "app-icon.png": blackPng(512, 512),
  };
  using folder = home(files, "src-framework/icons", "../../autostart");
  const { code, err } = await runTool(project(folder), ["icon"]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`a link leads out of "${project(folder)}"`),
  ]);
  expect(outside(folder)).toEqual(untouched);

  using shared = home({ ...files, "art/icons/.keep": "" }, "src-framework/icons", "../art/icons");
  expect((await runTool(project(shared), ["icon"])).code).toBe(0);
  expect(existsSync(join(project(shared), "art/icons/icon.png"))).toBe(true);
});

test("text in a configuration cannot erase earlier output of the terminal", async () => {
  const erase = "\u001b[2K\r";
  const cmd = `sh${erase}\u001b[1A\u001b[8m`;
  const config = JSON.stringify({
    package: { productName: "Small", version: "1.2.3" },
    build: { beforeDevCommand: `evil${erase}vite` },
    framework: {
      bundle: { identifier: "org.example.small" },
      allowlist: {
        shell: { execute: true, scope: [{ name: "sh", cmd, args: ["\u202e", "\u009b1A"] }] },
      },
    },
  });
  using dir = tempDir({ "src-framework/framework.conf.json": config });
  const [audit, info] = [await runTool(dir.path, ["audit"]), await runTool(dir.path, ["info"])];
  expect(audit.out).toContain(String.raw`"sh\u001b[2K\u000d\u001b[1A\u001b[8m"`);
  expect(audit.out).toContain(String.raw`"\u202e" "\u009b1A"`);
  expect(info.out).toContain(String.raw`evil\u001b[2K\u000dvite`);
});

const signed = `author A <a@b> 1700000000 +0000
committer A <a@b> 1700000000 +0000
gpgsig -----BEGIN PGP SIGNATURE-----
 x
 -----END PGP SIGNATURE-----

x
`;

/** A repository whose settings name a program, which leaves a file. */
const repositories: readonly (readonly [
  what: string,
  spoil: (git: Git, folder: string) => void,
])[] = [
  [
    "checks signatures",
    (git, folder) => {
      const tree = git(["write-tree"]);
      const commit = git(
        ["hash-object", "-t", "commit", "-w", "--stdin"],
        `tree ${tree}\n${signed}`,
      );
      git(["update-ref", "HEAD", commit]);
      git(["config", "log.showSignature", "true"]);
      git(["config", "gpg.program", join(folder, "evil.sh")]);
    },
  ],
  [
    "fetches missing commits",
    (git, folder) => {
      git(["update-ref", "HEAD", git(["commit-tree", "-m", "x", git(["write-tree"])])]);
      const commit = git(["rev-parse", "HEAD"]);
      git(["config", "core.repositoryFormatVersion", "1"]);
      git(["config", "extensions.partialClone", "origin"]);
      git(["config", "remote.origin.promisor", "true"]);
      git(["config", "remote.origin.url", `file://${folder}`]);
      git(["config", "remote.origin.uploadPack", join(folder, "evil.sh")]);
      rmSync(join(folder, ".git/objects", commit.slice(0, 2), commit.slice(2)));
    },
  ],
];
type Git = (args: readonly string[], input?: string) => string;

for (const [what, spoil] of repositories)
  test(`a repository names a program that ${what}: only git itself runs it, not a build`, () => {
    using folder = tempDir({ "evil.sh": '#!/bin/sh\ntouch "${0%/*}/ran"\n' });
    const { path } = folder;
    chmodSync(join(path, "evil.sh"), 0o755);
    const git: Git = (args, input = "") => {
      const identity = ["-c", "user.name=A", "-c", "user.email=a@b"];
      const command = ["git", ...identity, ...args];
      return Bun.spawnSync(command, { cwd: path, stdin: Buffer.from(input) })
        .stdout.toString()
        .trim();
    };
    git(["init", "--quiet"]);
    spoil(git, path);
    sourceDate(path, {});
    expect(existsSync(join(path, "ran"))).toBe(false);
    git(["log", "-1", "--format=%ct"]);
    expect(existsSync(join(path, "ran"))).toBe(true);
  });
