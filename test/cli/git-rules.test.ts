// The files that git ignores, compared with git itself.

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitRules } from "../../src/cli/dev/git-rules.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const files: Record<string, string> = {
  ".gitignore": "*.log\n!keep.log\n/build/\nnode_modules\n# a comment\n*.db*\ntrailing \\ \n",
  "page/.gitignore": "uploads/*\n!uploads/.gitkeep\n!shown.db\ndeep/**/x\n",
  "page/index.html": "",
  "page/a.log": "",
  "page/keep.log": "",
  "page/notes.db": "",
  "page/notes.db-wal": "",
  "page/shown.db": "",
  "page/uploads/1.png": "",
  "page/uploads/.gitkeep": "",
  "page/deep/one/two/x": "",
  "page/deep/one/two/y": "",
  "page/build/a": "",
  "build/index.html": "",
  "build/keep.log": "",
  "excluded/x": "",
};

test("rules of all folders count as they do for git, its own list, too (needs git)", () => {
  using dir = tempDir(files);
  const git = (...args: string[]) => Bun.spawnSync(["git", ...args], { cwd: dir.path });
  expect(git("init", "-q").exitCode).toBe(0);
  mkdirSync(join(dir.path, ".git/info"), { recursive: true });
  writeFileSync(join(dir.path, ".git/info/exclude"), "excluded\n");
  const rules = new GitRules(dir.path);
  const names = Object.keys(files);
  const byGit = git("check-ignore", ...names)
    .stdout.toString()
    .split("\n")
    .filter((line) => line !== "");
  expect(names.filter((name) => rules.ignores(join(dir.path, name)))).toEqual(byGit);
  expect(byGit).toContain("page/notes.db-wal");
});

test("a folder that git ignores as a whole, such as a built page, has the rules in it alone", () => {
  using dir = tempDir({
    ...files,
    ".git/HEAD": "",
    "build/.gitignore": "cache\n",
    "build/cache/a": "",
  });
  const rules = new GitRules(join(dir.path, "build"));
  expect(
    ["build/index.html", "build/cache/a"].map((name) => rules.ignores(join(dir.path, name))),
  ).toEqual([false, true]);
});

test("rules count without a repository, and nothing outside of it is ignored", () => {
  using dir = tempDir(files);
  const rules = new GitRules(join(dir.path, "page"));
  const ignored = ["page/uploads/1.png", "page/a.log", "elsewhere"].map((name) =>
    rules.ignores(join(dir.path, name)),
  );
  expect(ignored).toEqual([true, false, false]);
});
