import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeDataFolder } from "../../src/native/data-folder.ts";
import { tempDir } from "../../harness/temp-dir.ts";

test("a folder for data that cannot be made is named, with why and what is wanted", () => {
  using dir = tempDir({ home: "no folder" });
  const path = join(dir.path, "home/.local/share/org.example.app");
  expect(() => makeDataFolder(path)).toThrow(
    `Cannot keep what pages store in "${path}": the user's folder for data must be one that can be written to (ENOTDIR`,
  );
  expect(makeDataFolder(join(dir.path, "a/b"))).toBe(join(dir.path, "a/b"));
});
