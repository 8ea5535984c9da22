// The documents that the tool's messages refer to.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { documentPath, documentsIn } from "../../src/cli/project/documents.ts";
import { root } from "../support/app/display-app.ts";

const sources = [...new Bun.Glob("src/cli/**/*.ts").scanSync(root)].map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

test("documents are named as the project sees them", () => {
  expect(documentsIn("/home/ada/notes/node_modules/@acme/desktop")).toBe(
    "node_modules/@acme/desktop/docs",
  );
  expect(documentsIn("/home/ada/framework")).toBe("docs");
  expect(documentPath("packages.md")).toBe("docs/packages.md");
});

test("every document that a message names is there, with the title that it names, and in the package", () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:see "([^"]+)" in )?\$\{documentPath\("([^"]+)"\)\}/g)].map(
      ([, title, page = ""]) => ({
        path,
        title,
        page,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  for (const { path, title, page } of named) {
    const text = readFileSync(join(root, "docs", page), "utf8");
    const hasTitle = title === undefined || text.includes(`\n## ${title}\n`);
    expect({ path, page, title, hasTitle }).toEqual({ path, page, title, hasTitle: true });
  }
  expect(packageJson.files).toContain("docs");
});

test("no message names a document otherwise", () => {
  const loose = sources.flatMap(({ path, text }) => {
    const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "");
    return [...code.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([page]) => `${path}: ${page}`);
  });
  expect(loose).toEqual([]);
});
