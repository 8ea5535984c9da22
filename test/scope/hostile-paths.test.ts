import { expect, test } from "bun:test";
import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fsFixture } from "./fs-fixture.ts";
import { Random } from "./random.ts";

const tree = [
  "d/a",
  "d/[a]",
  "d/*",
  "d/a b",
  "d/%2e%2e",
  "d/s/a",
  "d/s/t/b",
  "d/...",
  "d/-rf",
  "d/ü\n",
  "d/.h/x",
  "out/a",
  "out/s/t/b",
  "da/a",
  "d/up -> ..",
  "d/root -> /",
  "d/out -> ../out",
  "d/chain -> up",
  "d/abs -> ~/out/s",
  "d/dangling -> ../out/none",
  "d/in -> s/t",
  "d/self -> self",
  "d/s/back -> ../../d",
  "d/long -> ./.././d/./s",
  "out/in -> ../d/s",
  "d/file -> a/..",
];

const names = [
  "a",
  "[a]",
  "*",
  "a b",
  "%2e%2e",
  "s",
  "t",
  "b",
  "...",
  "-rf",
  "ü\n",
  ".h",
  "x",
  "..",
  ".",
  "",
  "up",
  "root",
  "out",
  "chain",
  "abs",
  "dangling",
  "in",
  "self",
  "back",
  "long",
  "file",
  "none",
  "d",
  "\0",
  "\ud800",
  "~",
  "$HOME",
  "a\\..\\b",
  "a\t",
];

/**
 * The target of a path by the system itself. For a missing file, the target of its nearest folder.
 */
function whereItLeads(path: string): string {
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return realpathSync.native(existing) + path.slice(existing.length);
    } catch {
      if (existing === "/") return path;
    }
  }
}

test("100,000 hostile paths on a tree of links: what is allowed lies inside, what exists inside is allowed", () => {
  using app = fsFixture(tree, { allow: ["~/d/**"], requireLiteralLeadingDot: false });
  const random = new Random(7);
  const inside = (path: string) => path === app.at("d") || path.startsWith(app.at("d/"));
  const seen = { allowed: 0, refused: 0 };
  for (let i = 0; i < 100_000; i++) {
    const start = random.pick([app.at("d"), app.at("d"), app.at("out"), app.root, ""]);
    const path = `${start}${random.pick(["/", "/", "/", "//", "", "/./"])}${random.list(0, 5, () => random.pick(names)).join("/")}`;
    let real: string | null = null;
    try {
      real = app.scope.check(path, null).text;
    } catch {
      seen.refused++;
    }
    const usable =
      path.startsWith("/") &&
      !path.split("/").includes("..") &&
      !path.includes("\0") &&
      path.isWellFormed();
    if (real !== null) {
      seen.allowed++;
      if (!usable || !inside(real) || !inside(existsSync(path) ? realpathSync.native(path) : real))
        throw new Error(`"${path}" was allowed`);
    } else if (usable && existsSync(path) && inside(whereItLeads(path))) {
      throw new Error(`"${path}" was refused`);
    }
  }
  expect(seen.allowed).toBeGreaterThan(1000);
  expect(seen.refused).toBeGreaterThan(1000);
});
