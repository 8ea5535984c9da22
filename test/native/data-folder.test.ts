import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { makeDataFolder } from "../../src/native/data-folder.ts";
import { tempDir } from "../../harness/temp-dir.ts";

test("a folder for data that cannot be made is none, and standard error names it with the reason", () => {
  using dir = tempDir({ home: "no folder" });
  const path = join(dir.path, "home/.local/share/org.example.app");
  const written = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    expect(makeDataFolder(path)).toBeNull();
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      expect.stringContaining(
        `framework: the data that pages store is lost when the app ends: "${path}" cannot be written to (ENOTDIR`,
      ),
    ]);
  } finally {
    written.mockRestore();
  }
  expect(makeDataFolder(join(dir.path, "a/b"))).toBe(join(dir.path, "a/b"));
});
