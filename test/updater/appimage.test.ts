// Replacement of an AppImage, and its presence after every failure.

import { gzipSync } from "node:zlib";
import { expect, spyOn, test } from "bun:test";
import { chmodSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adopt, installedAppImage, steps } from "../../src/app/updater/install/linux.ts";
import type { Launch } from "../../src/app/process/launch.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { image, UpdateSite } from "../support/update-site.ts";
import { expectRefused, replaceInstalled } from "./replacing.ts";

const launchOf = ({ folder }: UpdateSite): Launch => ({
  mode: "release",
  system: "linux",
  architecture: "x64",
  frameworkVersion: "1.2.3",
  executable: join(folder, "mount/usr/bin/memory"),
  arguments: [],
});

/** Prepares what was downloaded, and puts it into its place. */
async function replace(site: UpdateSite, bytes: Uint8Array, size = 1_000_000): Promise<string> {
  return await replaceInstalled(installedAppImage({ launch: launchOf(site) }), bytes, size);
}

const file = (path: string, bytes: Uint8Array = image("new")): Entry => ({
  kind: "file",
  path,
  mode: 0o755,
  bytes,
});
const archive = (...entries: Entry[]): Uint8Array =>
  gzipSync(tar(entries, { time: 0, prefix: "" }));

test("folders in an archive do not count", async () => {
  using site = new UpdateSite(image("old"));
  const folder: Entry = { kind: "folder", path: "dist" };
  await replace(site, archive(folder, file("dist/My App.AppImage")));
  expect(site.installed).toBe("new");
});

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = byte;
  return changed;
}

const whole = archive(file("App.AppImage", image("x".repeat(100_000))));
for (const [what, bytes, reason] of [
  ["nothing", new Uint8Array(), "it is empty"],
  ["a text", Buffer.from("<html>"), "it is no AppImage"],
  [
    "another program",
    Buffer.concat([Buffer.from("\x7fELF"), Buffer.alloc(60)]),
    "it is no AppImage",
  ],
  [
    "a program that only has the number of a type",
    Buffer.concat([Buffer.from("\x7fELF\0\0\0\0\0\0\x02"), Buffer.alloc(60)]),
    "it is no AppImage",
  ],
  ["an AppImage of a type that there is not", withByte(image("new"), 10, 3), "it is no AppImage"],
  ["an AppImage that is no program", withByte(image("new"), 1, 0x65), "it is no AppImage"],
  [
    "an AppImage for another processor",
    image("new", { processor: process.arch === "arm64" ? "x64" : "arm64" }),
    "it is for another processor",
  ],
  ["an empty archive", archive(), "it holds no AppImage"],
  ["an archive of something else", archive(file("App.zip")), '"App.zip" in it is no AppImage'],
  [
    "an archive of a text by that name",
    archive(file("App.AppImage", Buffer.from("text"))),
    "it is no AppImage",
  ],
  [
    "an archive of two",
    archive(file("A.AppImage"), file("B.AppImage")),
    'it holds "A.AppImage" and "B.AppImage", and must hold one file',
  ],
  [
    "an archive of a link",
    archive({ kind: "link", path: "App.AppImage", to: "/bin/sh" }),
    '"App.AppImage" in it is a symlink, and must be a file',
  ],
  ["an archive that was cut", whole.subarray(0, -50), "it cannot be unpacked"],
  [
    "an archive with something behind it",
    Buffer.concat([whole, Buffer.from("more")]),
    "it cannot be unpacked",
  ],
  [
    "a file that only looks like an archive",
    Buffer.from("\x1f\x8b and so on", "latin1"),
    "it cannot be unpacked",
  ],
] as const) {
  test(`${what} takes no place`, async () => {
    using site = new UpdateSite(image("old"));
    await expectRefused(() => replace(site, bytes), reason);
    expect([site.installed, site.names]).toEqual(["old", ["Memory.AppImage"]]);
  });
}

test("an archive that grows beyond the limit is given up", async () => {
  using site = new UpdateSite(image("old"));
  const bomb = archive(file("App.AppImage", image("0".repeat(5_000_000))));
  expect(bomb.length).toBeLessThan(50_000);
  await expect(replace(site, bomb)).rejects.toThrow("it must be smaller than 1000000 bytes");
  expect(site.names).toEqual(["Memory.AppImage"]);
});

// Fail the 1st step, then the 2nd, … until one run gets through. Each time the old version must be
// there, whole.
test("a replacement that fails at any step leaves the old version", async () => {
  const names = Object.keys(steps) as (keyof typeof steps)[];
  const failed: string[] = [];
  for (let at = 1, isThrough = false; !isThrough; at++) {
    using site = new UpdateSite(image("old"));
    let count = 0;
    using stack = new DisposableStack();
    for (const name of names) {
      const step = steps[name] as (...args: unknown[]) => unknown;
      stack.use(spyOn(steps, name)).mockImplementation(((...args: unknown[]) => {
        // At every moment there is a version, the old one or the new one.
        expect(["old", "new"]).toContain(site.installed);
        if (++count !== at) return step(...args);
        failed.push(name);
        throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      }) as never);
    }
    const result = await replace(site, archive(file("App.AppImage"))).catch(
      (error: unknown) => error,
    );
    isThrough = typeof result === "string";
    if (isThrough) continue;
    expect(result).toMatchObject({
      code: "io",
      message: expect.stringContaining("no space is left on the disk"),
    });
    expect([site.installed, site.mode, site.names]).toEqual(["old", 0o751, ["Memory.AppImage"]]);
  }
  expect(failed).toEqual([
    "create",
    "write",
    "permit",
    "sync",
    "link",
    "syncName",
    "rename",
    "isSame",
    "syncName",
  ]);
});

const refuse = (code: string) => () => {
  throw Object.assign(new Error("refused"), { code });
};

/**
 * The owner and mode of a new file that replaces another user's file. Owners are set as far as the
 * user may.
 */
function adopted(
  site: UpdateSite,
  old: number,
  mayOwn: (uid: number, gid: number) => boolean,
): number {
  const fd = openSync(site.file, "r+");
  try {
    using _own = spyOn(steps, "own").mockImplementation((_fd, uid, gid) => {
      if (!mayOwn(uid, gid)) refuse("EPERM")();
    });
    adopt(fd, { mode: old, uid: 54_321, gid: 54_322 });
  } finally {
    closeSync(fd);
  }
  return site.mode;
}

for (const [what, old, mayOwn, mode] of [
  ["of the one who may give files away is as it was", 0o775, () => true, 0o775],
  [
    "of another in one's group is as it was, for that group",
    0o775,
    (uid: number) => uid !== 54_321,
    0o775,
  ],
  ["of another's group gives no new user the right to write", 0o775, () => false, 0o755],
  ["of another's group gives no new user the right to run or read", 0o750, () => false, 0o700],
  ["that everybody may write stays everybody's", 0o777, () => false, 0o777],
  ["that all but its group may write is no more so", 0o707, () => false, 0o700],
] as const) {
  test(`an AppImage ${what}`, () => {
    using site = new UpdateSite();
    expect(adopted(site, old, mayOwn)).toBe(mode);
  });
}

for (const code of ["EPERM", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"])
  test(`a disk that refuses chmod with ${code} takes a version that its user can run and no new user can write`, () => {
    using site = new UpdateSite();
    using _permit = spyOn(steps, "permit").mockImplementation(refuse(code));
    for (const [is, fits] of [
      [0o755, true],
      [0o666, false],
      [0o775, false],
    ] as const) {
      chmodSync(site.file, is);
      const adopting = () => adopted(site, 0o755, () => true);
      if (fits) expect(adopting()).toBe(is);
      else expect(adopting).toThrow("its disk does not let the new version be as the old one");
    }
  });

test("an operation that the disk refuses for another reason is an error", () => {
  using site = new UpdateSite();
  using _permit = spyOn(steps, "permit").mockImplementation(refuse("EIO"));
  expect(() => adopted(site, 0o755, () => true)).toThrow("refused");
});

for (const [what, code] of [
  ["second names the old version gets one", null],
  ["no second names the old version is copied", "EPERM"],
] as const) {
  test(`on a disk with ${what}`, async () => {
    using site = new UpdateSite(image("old"));
    const { ino } = statSync(site.file);
    const { link } = steps;
    using _link = spyOn(steps, "link").mockImplementation((from, to) => {
      if (code !== null) throw Object.assign(new Error("no second names"), { code });
      link(from, to);
    });
    const backup = await replace(site, image("new"));
    expect([site.installed, readFileSync(backup).subarray(64).toString()]).toEqual(["new", "old"]);
    expect(statSync(backup).ino === ino).toBe(code === null);
  });
}

test("unfinished files of an earlier process are removed, those of a running one stay", async () => {
  using site = new UpdateSite(image("old"));
  const beside = (name: string) => join(site.folder, "apps", name);
  const running = `.Memory.AppImage.${process.ppid}.new`;
  writeFileSync(beside(".Memory.AppImage.999999999.new"), "");
  writeFileSync(beside(running), "");
  writeFileSync(beside(".Other.AppImage.999999999.new"), "");
  const backup = await replace(site, image("new"));
  expect(site.names).toEqual(
    [
      ".Other.AppImage.999999999.new",
      running,
      backup.split("/").at(-1) ?? "",
      "Memory.AppImage",
    ].sort(),
  );
});

test("a name of the greatest length has room for what is beside it", async () => {
  using site = new UpdateSite(image("old"));
  const long = join(site.folder, "apps", `${"ü".repeat(123)}.AppImage`);
  writeFileSync(long, image("old"));
  process.env["APPIMAGE"] = long;
  await replace(site, image("new"));
  expect(readFileSync(long).subarray(64).toString()).toBe("new");
});

test("neither a file that is no AppImage nor one without write permission is replaced", () => {
  using site = new UpdateSite(Buffer.from("#!/bin/sh"));
  expect(() => installedAppImage({ launch: launchOf(site) })).toThrow(
    `Cannot replace "${site.file}": it is no AppImage`,
  );
  process.env["APPIMAGE"] = site.folder;
  expect(() => installedAppImage({ launch: launchOf(site) })).toThrow(
    `Cannot replace "${site.folder}": it is no file`,
  );
});
