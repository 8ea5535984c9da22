// `tools/release.mjs`, in a small repository of its own.

import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

const changelog = `# Changelog

## Unreleased

### What you may have to change

- A door opens outwards.

### Windows

### The tool

- A new lamp.
  It is green.

## 1.0.0

- The first one.
`;

function repository(files: Readonly<Record<string, string>> = {}): TempDir {
  const dir = tempDir({
    "package.json":
      '{\n  "name": "@acme/doors",\n  "version": "1.0.0",\n  "files": ["door.js"]\n}\n',
    "package-lock.json":
      '{\n  "version": "1.0.0",\n  "packages": { "": { "version": "1.0.0" }, "a": { "version": "1.0.0" } }\n}\n',
    "CHANGELOG.md": changelog,
    "docs/install.md": "npm install framework-1.0.0.tgz\n",
    "docs/from-tauri.md": "",
    "docs/first-hour.md": "",
    "docs/templates.md": "npx -p ~/create-framework-1.0.0.tgz create-framework\n",
    "packages/create/package.json": '{\n  "version": "1.0.0"\n}\n',
    "packages/create/README.md": "",
    "door.js": "",
    ".gitignore": "/build/\n/.npm/\n",
    ...files,
  });
  mkdirSync(join(dir.path, "tools"));
  cpSync(join(root, "tools/release.mjs"), join(dir.path, "tools/release.mjs"));
  git(dir, "init", "--quiet");
  git(dir, "add", ".");
  git(dir, "commit", "--quiet", "--message", "all");
  return dir;
}

function say(dir: TempDir, command: readonly string[]) {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: dir.path,
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
    npm_config_update_notifier: "false",
  };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: dir.path, env });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

function git(dir: TempDir, ...args: readonly string[]): string {
  const { code, out, err } = say(dir, ["git", ...args]);
  if (code !== 0) throw new Error(err);
  return out.trim();
}

const release = (dir: TempDir, ...args: readonly string[]) =>
  say(dir, ["node", "tools/release.mjs", ...args]);

test("without --write, a release is only shown", () => {
  using dir = repository();
  const { code, out } = release(dir, "1.1.0");
  expect(code).toBe(0);
  expect(out).toContain("@acme/doors 1.0.0 → 1.1.0");
  expect(out).toContain("Nothing was done");
  expect(git(dir, "status", "--porcelain")).toBe("");
  expect(git(dir, "tag")).toBe("");
});

test("a release has its version, changelog, tag, tarball and provenance notes", () => {
  using dir = repository();
  expect(release(dir, "1.1.0", "--write")).toMatchObject({ code: 0, err: "" });
  const read = (path: string) => readFileSync(join(dir.path, path), "utf8");
  expect(read("CHANGELOG.md")).toBe(`# Changelog

## Unreleased

### What you may have to change

### Windows

### The tool

## 1.1.0

### What you may have to change

- A door opens outwards.

### The tool

- A new lamp.
  It is green.

## 1.0.0

- The first one.
`);
  expect(JSON.parse(read("package.json"))).toMatchObject({ version: "1.1.0" });
  expect(JSON.parse(read("package-lock.json"))).toEqual({
    version: "1.1.0",
    packages: { "": { version: "1.1.0" }, a: { version: "1.0.0" } },
  });
  expect(read("docs/install.md")).toContain("framework-1.1.0.tgz");
  expect(read("docs/templates.md")).toContain("create-framework-1.1.0.tgz");
  expect(JSON.parse(read("packages/create/package.json"))).toEqual({ version: "1.1.0" });

  expect(git(dir, "status", "--porcelain")).toBe("");
  expect(git(dir, "log", "-1", "--format=%s")).toBe("release: cut 1.1.0");
  expect(git(dir, "rev-parse", "v1.1.0^{commit}")).toBe(git(dir, "rev-parse", "HEAD"));

  expect(readdirSync(join(dir.path, "build/release")).toSorted()).toEqual([
    "acme-doors-1.1.0.tgz",
    "acme-doors-1.1.0.tgz.provenance.md",
  ]);
  const bytes = readFileSync(join(dir.path, "build/release/acme-doors-1.1.0.tgz"));
  const notes = read("build/release/acme-doors-1.1.0.tgz.provenance.md");
  expect(notes).toContain(createHash("sha256").update(bytes).digest("hex"));
  expect(notes).toContain(git(dir, "rev-parse", "HEAD"));
  expect(notes).toContain("- A new lamp.");
  expect(notes).not.toContain("- The first one.");
});

test("a version whose part of the changelog is written already keeps it", () => {
  const written = changelog
    .replace("- A door opens outwards.\n\n", "")
    .replace("- A new lamp.\n  It is green.\n\n", "")
    .replace("## 1.0.0", "## 1.1.0\n\n- Doors.\n\n## 1.0.0");
  using dir = repository({ "CHANGELOG.md": written });
  expect(release(dir, "1.1.0", "--write")).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(join(dir.path, "CHANGELOG.md"), "utf8")).toBe(written);
});

const refusals: readonly [
  what: string,
  args: readonly string[],
  before: (dir: TempDir) => void,
  printed: string,
][] = [
  ["no version", [], () => {}, "Usage: node tools/release.mjs VERSION"],
  ["an older version", ["0.9.0"], () => {}, "the version is 1.0.0 already"],
  ["a tag that is there", ["1.1.0"], (dir) => git(dir, "tag", "v1.1.0"), 'there is a tag "v1.1.0"'],
  [
    "changes that are not committed",
    ["1.1.0", "--write"],
    (dir) => void Bun.spawnSync(["sh", "-c", "echo >> door.js"], { cwd: dir.path }),
    "changes that are not committed:\nM door.js",
  ],
];

for (const [what, args, before, output] of refusals) {
  test(`a release with ${what} is refused`, () => {
    using dir = repository();
    before(dir);
    const head = git(dir, "rev-parse", "HEAD");
    const { code, err } = release(dir, ...args);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(output) });
    expect(git(dir, "rev-parse", "HEAD")).toBe(head);
  });
}

test("a release without changes is refused", () => {
  using dir = repository({
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Windows\n\n## 1.0.0\n",
  });
  expect(release(dir, "1.1.0").err).toContain('nothing under "Unreleased"');
});
