// Files and folders that another user has made, and that are much larger than they look.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import { linuxOpener } from "../../src/app/scope/open/open-linux.ts";
import { portableOpener } from "../../src/app/scope/open/open-portable.ts";
import { limits } from "../../src/contract/limits.ts";
import { fsFixture, testOfPosix } from "../scope/fs-fixture.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { macHost } from "../support/macos/mac-host.ts";

test.skipIf(process.platform !== "linux").each([
  ["linux", linuxOpener],
  ["macos", macHost().opener],
  ["portable", portableOpener("linux")],
] as const)("calls of other pages go on while a large folder is removed: %s", async (_, opener) => {
  using folder = tempDir({});
  const path = join(folder.path, "d");
  for (let number = 0; number < 50; number++) {
    mkdirSync(join(path, String(number)), { recursive: true });
    for (let file = 0; file < 100; file++)
      writeFileSync(join(path, String(number), String(file)), "");
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

// With a dozen such folders there are more paths than any test waits for.
testOfPosix(
  "folders that hold links to one another are not listed in every order that there is",
  async () => {
    const names = ["a", "b", "c", "e", "f"];
    const links = names.flatMap((from) => names.map((to) => `d/${from}/${to} -> ../${to}`));
    using app = fsFixture(links, ["~/d/**"]);
    const list = () => app.run("fs.readDir", { path: app.at("d"), options: { recursive: true } });
    const limit = limits.listedEntries as { most: number };
    const { most } = limit;
    try {
      limit.most = 1000;
      expect(await list()).toBe(
        'bad-argument: Cannot list "~/d": it holds more than 1000 entries, list its folders one by one',
      );
      limit.most = 10_000;
      expect(JSON.stringify(await list()).length).toBeGreaterThan(50_000);
    } finally {
      limit.most = most;
    }
  },
);

testOfPosix("a file that says to be larger than a page can hold is not read", async () => {
  using app = fsFixture(["d/f"], ["~/d/*"]);
  truncateSync(app.at("d/f"), 3 * 2 ** 30);
  for (const command of ["fs.readTextFile", "fs.readBinaryFile"] as const)
    expect(await app.run(command, { path: app.at("d/f") })).toBe(
      'bad-argument: Cannot read "~/d/f": it holds 3221225472 bytes, want at most 536870912',
    );
});
