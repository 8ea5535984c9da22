import { afterAll } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

/** A program to run an app with, in place of Bun (`build.runner`): a ui thread without rules. */
export function unguardedRunner(): string {
  const programs = tempDir({
    "unguarded-bun": `#!/bin/sh
exec ${process.execPath} --preload=${join(root, "test/fixtures/unguarded-ui.ts")} "$@"\n`,
  });
  afterAll(() => programs[Symbol.dispose]());
  const runner = join(programs.path, "unguarded-bun");
  chmodSync(runner, 0o755);
  return runner;
}
