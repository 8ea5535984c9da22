import { afterAll, beforeAll } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type app from "../../fixtures/editor-app/src-framework/main.ts";
import { launch, type LaunchOptions } from "../../../src/testing/index.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";

/** A copy of the project in `test/fixtures/editor-app`, which the tests of a file share. */
export function shareEditor(): { readonly folder: string; readonly launch: typeof launchEditor } {
  let project: TempDir | undefined;
  beforeAll(() => {
    project = tempDir();
    cpSync(join(import.meta.dir, "../../fixtures/editor-app"), project.path, { recursive: true });
  });
  afterAll(() => project?.[Symbol.dispose]());
  const folder = (): string => project?.path ?? "";
  return {
    get folder() {
      return folder();
    },
    launch: (options) =>
      launchEditor({ project: folder(), reports: join(folder(), "reports"), ...options }),
  };
}

function launchEditor(options: LaunchOptions = {}) {
  return launch<typeof app>(options);
}
