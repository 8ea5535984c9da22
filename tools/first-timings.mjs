// Durations of test files before any run has measured them: a first run, such as one in CI, starts
// with the slowest as well. Bun takes a file of unknown duration before all others, so every file
// needs an entry.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Adds each test file without a duration to a file of timings, in milliseconds. `slow` has the
 * seconds of the slow ones; all others take next to none.
 *
 * @param {string} root
 * @param {string} path
 * @param {Readonly<Record<string, number>>} slow
 */
export function completeTimings(root, path, slow) {
  const measured = measuredIn(path);
  const files = [...testFiles(root, "test"), ...testFiles(root, "site")].map((name) => [
    name,
    (slow[name] ?? 1) * 1000,
  ]);
  mkdirSync(dirname(path), { recursive: true });
  const timings = { version: 1, files: { ...Object.fromEntries(files), ...measured } };
  writeFileSync(path, `${JSON.stringify(timings, null, 2)}\n`);
}

function measuredIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).files;
  } catch {
    // No run has written it, or one that was killed has left a part.
    return {};
  }
}

/** The test files below a folder, as Bun names them. */
function testFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : testFiles(root, name);
    return entry.name.endsWith(".test.ts") ? [name] : [];
  });
}
