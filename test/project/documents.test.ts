// The rules for every document of the repository: its links have targets, the files that it names
// exist, and the first documents to read stay short.

import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dir, "../..");

const files = Bun.spawnSync(
  ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.md"],
  {
    cwd: root,
  },
);
const documents = files.stdout
  .toString()
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The text without blocks and spans of code. */
function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "``");
}

/** The anchors of a page, as GitHub makes them from headings. */
function anchors(text: string): Set<string> {
  const found = new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = ""]) => id));
  const outside = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  for (const [, title = ""] of outside.matchAll(/^#+ (.+)$/gm)) {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    let [anchor, count] = [slug, 0];
    while (found.has(anchor)) anchor = `${slug}-${(count += 1)}`;
    found.add(anchor);
  }
  return found;
}

test("every link leads to a file, and every anchor to a place in it", () => {
  expect(documents.length).toBeGreaterThan(40);
  const dead = documents.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, file = "", anchor]) => {
        if (/^[a-z]+:/.test(file)) return [];
        const target = join(root, file === "" ? path : join(dirname(path), decodeURI(file)));
        if (!existsSync(target)) return [`${path}: ${link}`];
        if (anchor === undefined) return [];
        return anchors(readFileSync(target, "utf8")).has(anchor) ? [] : [`${path}: ${link}`];
      },
    ),
  );
  expect(dead).toEqual([]);
});

for (const folder of ["docs", "docs/how-to"])
  test(`${folder}/README.md links every page beside it`, () => {
    const index = readFileSync(join(root, folder, "README.md"), "utf8");
    const pages = documents
      .filter(({ path }) => dirname(path) === folder)
      .map(({ path }) => basename(path));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => page !== "README.md" && !index.includes(`](${page})`))).toEqual(
      [],
    );
  });

test("a page of how-to fits on a screen and a half, and has code", () => {
  const pages = documents.filter(
    ({ path }) => dirname(path) === "docs/how-to" && basename(path) !== "README.md",
  );
  const unfit = pages.filter(({ text }) => text.split("\n").length > 75 || !text.includes("\n```"));
  expect(unfit.map(({ path }) => path)).toEqual([]);
});

/** Code spans that look like a path of this repository. */
function namedPaths(path: string, text: string): string[] {
  // Under the title of a folder, paths begin there; in a folder's own README, they begin in the
  // folder.
  const own = path.endsWith("README.md") && path.startsWith("src/") ? dirname(path) : null;
  return text.split(/^(?=###? )/m).flatMap((section) => {
    const [, titled = null] = /^###? `((?:src|test)\/[\w/-]+)`/.exec(section) ?? [];
    const spans = [...section.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)*\/?)`/g)].map(
      ([, span = ""]) => span,
    );
    return spans.flatMap((span) => {
      if (span.includes("*")) return [];
      if (/^(?:src|test|tools|harness|stub|bench|verify|docs|examples|plugins|bin)\//.test(span))
        return [span];
      const base = titled ?? own;
      return base !== null && /(?:\.ts|\/)$/.test(span) ? [`${base}/${span}`] : [];
    });
  });
}

test("every file of the repository that a document names is there", () => {
  const reported = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
  const checked = documents.filter(
    ({ path }) =>
      reported.includes(path) ||
      // The README of templates is that of a project.
      /^(?:src(?!\/cli\/init\/templates)|docs\/(?:decisions|internals|security))\//.test(path) ||
      path === "docs/glossary.md",
  );
  const missing = checked.flatMap(({ path, text }) =>
    namedPaths(path, text)
      .filter((named) => !existsSync(join(root, named)) && !/(?:^|\/)target\//.test(named))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test("guides name who does something", () => {
  // docs/changes quotes older words; the pages that are made from tables are checked with these.
  const guides = documents.filter(
    ({ path }) => !/^docs\/(?:changes|reference)\/|CHANGELOG|node_modules/.test(path),
  );
  const vague = guides.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\b(?:nobody|somebody|(?:is|are) told|by and by)\b/gi)].map(
      ([word]) => `${path}: ${word}`,
    ),
  );
  expect(vague).toEqual([]);
});

const kilobytes = { "README.md": 6, "ARCHITECTURE.md": 14, "SECURITY.md": 12 };

for (const [path, most] of Object.entries(kilobytes)) {
  test(`${path} has at most ${most} KB`, () => {
    expect(statSync(join(root, path)).size).toBeLessThanOrEqual(most * 1024);
  });
}

test("a version of the changelog fits on two screens, and Unreleased comes first", () => {
  const [, ...versions] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  expect(versions[0]).toStartWith("Unreleased\n");
  for (const version of versions.slice(1)) {
    const [name = "", ...lines] = version.split("\n");
    expect([name, lines.length]).toEqual([name, Math.min(lines.length, 110)]);
  }
});
