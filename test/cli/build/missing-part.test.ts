// Scripts and style sheets of the start page that the app does not have.

import { expect, test } from "bun:test";
import { findPageFiles } from "../../../src/cli/build/pages/page-files.ts";
import { missingPart } from "../../../src/cli/build/pages/missing-part.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

function reported(page: string, files: Readonly<Record<string, string>> = {}): string | null {
  using dir = tempDir({ "index.html": page, "assets/a.js": "", "assets/a.css": "", ...files });
  const place = { kind: "folder", folder: dir.path } as const;
  return missingPart(findPageFiles(place, { keepSourceMaps: false, pages: [] }).files);
}

test("a part of the start page that the app lacks is named, with the base path that it was built for", () => {
  const forBase = (part: string, base: string, file: string): string =>
    `The page "index.html" asks for "${part}", which the app does not have: ` +
    `it has "${file}", so build the page for the path "/" in place of "${base}"`;
  expect(reported('<script type="module" crossorigin src="/app/assets/a.js"></script>')).toBe(
    forBase("/app/assets/a.js", "/app/", "assets/a.js"),
  );
  expect(reported('<link rel="StyleSheet" href="/my/app/assets/a.css?1">')).toBe(
    forBase("/my/app/assets/a.css?1", "/my/app/", "assets/a.css"),
  );
  expect(reported('<base href="/app/"><script src="assets/a.js"></script>')).toBe(
    forBase("assets/a.js", "/app/", "assets/a.js"),
  );
  expect(reported('<script src="assets/b.js"></script>')).toBe(
    'The page "index.html" asks for "assets/b.js", which the app does not have: ' +
      "have build.beforeBuildCommand write it into build.distDir",
  );
});

test.each([
  '<script src="/assets/a.js?v=1#x"></script><link rel="stylesheet" href="./assets/a.css">',
  '<base href="/"><script src="assets/a.js"></script>',
  '<base href="https://cdn.example.com/"><script src="x.js"></script>',
  '<script src="https://cdn.example.com/x.js"></script><script src="//cdn.example.com/x.js"></script>',
  '<script type="text/babel" src="x.babel"></script><script src="data:text/javascript,1"></script>',
  '<link rel="icon" href="/favicon.ico"><!-- <script src="/old.js"></script> --><script>"</p>"</script>',
])("nothing is reported of a page with all of its parts: %s", (page) => {
  expect(reported(page)).toBeNull();
});
