import { expect, test } from "bun:test";
import { extensionPattern, pathOf } from "../../../src/native/windows/file-name.ts";

test("paths on drives and shares are given, without the prefix for long ones", () => {
  for (const [given, path] of [
    ["C:\\a\\[b] ü 日本.txt", "C:\\a\\[b] ü 日本.txt"],
    ["d:\\", "d:\\"],
    ["\\\\server\\share\\a.txt", "\\\\server\\share\\a.txt"],
    ["\\\\?\\C:\\a", "C:\\a"],
    ["\\\\?\\UNC\\server\\share\\a", "\\\\server\\share\\a"],
    [`C:\\${"a\\".repeat(300)}b`, `C:\\${"a\\".repeat(300)}b`],
  ] as const)
    expect(pathOf(given)).toBe(path);
});

test("a name of no file is refused, and so is malformed text", () => {
  for (const given of [
    "\\\\.\\pipe\\a",
    "\\\\?\\GLOBALROOT\\Device\\Harddisk0",
    "\\\\.\\C:\\a",
    "C:\\a.txt:stream",
    "\\\\server\\share\\a:b",
    "\\\\server",
    "::{20D04FE0-3AEA-1069-A2D8-08002B30309D}",
    "C:a.txt",
    "\\a.txt",
    "",
    "C:\\half \ud800 pair",
  ])
    expect(() => pathOf(given)).toThrow(expect.objectContaining({ code: "bad-path" }));
  expect(() => pathOf("C:\\\udc00")).toThrow('"C:\\\\udc00"');
});

test("marks of patterns in an extension stand for any character", () => {
  expect(["txt", "tar.gz", "*", "a;b"].map(extensionPattern)).toEqual([
    "*.txt",
    "*.tar.gz",
    "*.*",
    "*.a?b",
  ]);
});
