// Variables by which Bun and Node load other code: a built app ignores them.
// docs/security/programs.md names the variables that it cannot ignore, because Bun reads them
// before any code of ours.

import { afterAll, expect } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
} from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const folder = tempDir();
afterAll(() => folder[Symbol.dispose]());
const mark = join(folder.path, "ran");
const evil = join(folder.path, "evil.js");
await Bun.write(evil, `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "");`);
await Bun.write(join(folder.path, "bunfig.toml"), `preload = [${JSON.stringify(evil)}]\n`);
await Bun.write(join(folder.path, ".env"), `BUN_OPTIONS=--preload=${evil}\n`);

const shared = shareSession();
const built = shareBuiltApp();

/** True if foreign code ran. */
async function runs(env: Record<string, string>): Promise<boolean> {
  rmSync(mark, { force: true });
  const { executable } = built.built;
  await using app = await startBuiltApp(shared.session, executable, { folder: folder.path, env });
  expect(await app.page().run("return 1")).toBe(1);
  return existsSync(mark);
}

onDisplay(
  "a built app started in a folder with settings for Bun, and with these variables, runs its own code",
  async () => {
    const variables = {
      NODE_OPTIONS: `--require=${evil}`,
      NODE_PATH: folder.path,
      BUN_INSPECT_PRELOAD: evil,
      BUN_CONFIG_PRELOAD: evil,
      BUN_PRELOAD: evil,
      BUN_INSTALL: folder.path,
    };
    expect(await runs(variables)).toBe(false);
  },
);

onDisplay("with the one that Bun reads it runs other code, too", async () => {
  expect(await runs({ BUN_OPTIONS: `--preload=${evil}` })).toBe(true);
});
