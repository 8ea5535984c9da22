import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openRoot } from "../src/disk/roots.ts";

/** A folder with the given files in it, by their paths; it goes away with the scope. */
export interface TempDir extends Disposable {
  /** Its real path. */
  readonly path: string;
}

export function tempDir(files: Readonly<Record<string, string | Uint8Array>> = {}): TempDir {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "framework-test-")));
  // Code that a test runs in its own process may write here.
  openRoot(path, { isOwn: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
