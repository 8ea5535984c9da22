// Scripts in attributes of pages that the policy blocks, and the message of the build about them.

import { expect, test } from "bun:test";
import type { Csp } from "../../../src/contract/page/csp.ts";
import { findPageFiles } from "../../../src/cli/build/pages/page-files.ts";
import { refusedHandlers } from "../../../src/cli/build/pages/refused-handlers.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

function reported(csp: Csp | null, files: Readonly<Record<string, string>>): string | null {
  using dir = tempDir(files);
  return refusedHandlers(
    findPageFiles({ kind: "folder", folder: dir.path }, { keepSourceMaps: false, pages: [] }).files,
    csp,
  );
}

/** As Angular's tool writes it. */
const page = `<link rel="stylesheet" href="styles.css" media="print" onload="this.media='all'"><noscript></noscript>`;
const remedy = "use addEventListener; what to do about Angular's styles is in docs/front-ends.md";

test("scripts in attributes that the policy refuses are named with the pages that have them", () => {
  const policy = "default-src 'self'";
  const begin = "framework.security.csp lets no script in an attribute run, and";
  expect(reported(policy, { "index.html": page, "plain.html": "<p title=on>", "a.js": page })).toBe(
    `${begin} "index.html" has onload of <link>: ${remedy}`,
  );
  const buttons = "<button onclick=a()></button><BUTTON ONCLICK='b()'></BUTTON><a onclick=c()></a>";
  expect(reported(policy, { "a.html": buttons, "b/c.htm": page })).toBe(
    `${begin} 2 pages, such as "a.html", have onclick of <button>, onclick of <a>: ${remedy}`,
  );
  expect(reported(policy, { "a.html": buttons })).toEndWith("onclick of <a>: use addEventListener");
  expect(reported(policy, { "index.html": "<my-list once>on load</my-list>" })).toBeNull();
});

for (const [csp, runs] of [
  [null, true],
  ["img-src 'self'", true],
  ["script-src-elem 'self'", true],
  ["script-src 'self' 'unsafe-inline'", true],
  ["script-src 'self'; script-src-attr 'unsafe-inline'", true],
  [{ "default-src": "'self' 'unsafe-hashes' 'sha256-x'" }, true],
  ["script-src 'self'", false],
  ["default-src 'self' 'unsafe-inline'; script-src-attr 'none'", false],
  ["script-src 'unsafe-inline' 'nonce-x'", false],
  ["script-src 'unsafe-inline', default-src 'self'", false],
] as const) {
  test(`under ${JSON.stringify(csp)} scripts in attributes ${runs ? "may run" : "do not run"}`, () => {
    expect(reported(csp, { "index.html": page }) === null).toBe(runs);
  });
}
