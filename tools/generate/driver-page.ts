import { join } from "node:path";

const entry = join(import.meta.dirname, "../../src/testing/driver/page/index.ts");

/** The script that the driver places into pages, with the parts of packages that it uses. */
export function driverPage(): string {
  const run = Bun.spawnSync(
    [process.execPath, "build", entry, "--target=browser", "--format=iife", "--minify"],
    { stderr: "pipe" },
  );
  if (run.exitCode !== 0) throw new Error(`Cannot compile ${entry}: ${run.stderr.toString()}`);
  return `// Written by tools/generate.ts from src/testing/driver/page. It holds parts of selenium-webdriver
// (Apache-2.0, the Software Freedom Conservancy) and dom-accessibility-api (MIT, Sebastian
// Silbermann).

// prettier-ignore
export const pageScript = ${JSON.stringify(run.stdout.toString().trim())};
`;
}
