import { expect, test } from "bun:test";
import { join } from "node:path";
import { syncFile, syncFolder } from "../../src/app/updater/state/sync.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const fail = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code });
};

test("on a system that cannot open or sync folders, names reach the disk when the system says so", () => {
  for (const code of ["EISDIR", "EPERM", "EACCES", "EINVAL"]) syncFolder("/", fail(code));
});

test("a failure of the disk is an error", () => {
  for (const code of ["EIO", "ENOSPC", "ENOENT"])
    expect(() => syncFolder("/", fail(code))).toThrow(code);
});

test("files and folders that are there are synced", () => {
  using folder = tempDir({ a: "" });
  syncFile(join(folder.path, "a"));
  syncFolder(folder.path);
  expect(() => syncFile(join(folder.path, "b"))).toThrow("ENOENT");
});
