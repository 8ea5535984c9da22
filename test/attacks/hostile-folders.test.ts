// Folders that somebody else has made, and that take much longer than they look.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parsePath } from "../../src/app/scope/absolute-path.ts";
import { linuxOpener } from "../../src/app/scope/open-linux.ts";
import { portableOpener } from "../../src/app/scope/open-portable.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { macHost } from "../support/mac-host.ts";

test.skipIf(process.platform !== "linux").each([
  ["linux", linuxOpener],
  ["macos", macHost().opener],
  ["portable", portableOpener("linux")],
] as const)("calls of other pages go on while a large folder is removed: %s", async (_, opener) => {
  using folder = tempDir({});
  const path = join(folder.path, "d");
  for (let number = 0; number < 50; number++) {
    mkdirSync(join(path, String(number)), { recursive: true });
    for (let file = 0; file < 100; file++) writeFileSync(join(path, String(number), String(file)), "");
  }
  using place = opener.place(parsePath(path, "linux"));
  let turns = 0;
  let isRemoved = false;
  const remove = async () => {
    await place.removeTree();
    isRemoved = true;
  };
  const removed = remove();
  while (!isRemoved) {
    await setImmediate();
    turns++;
  }
  await removed;
  expect(existsSync(path)).toBe(false);
  // The first one comes in any case.
  expect(turns).toBeGreaterThan(1);
});
