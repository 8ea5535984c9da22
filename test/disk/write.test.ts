import { afterEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, folderHandles } from "../../src/disk/place.ts";
import { makePrivateRoot, markerName, openRoot, openTarget } from "../../src/disk/roots.ts";
import {
  copyFile,
  emptyFolder,
  makeFolder,
  makeLink,
  move,
  openForChange,
  removeFile,
  removeFolder,
  setMode,
  setTimes,
  touchFile,
  writeFile,
  writeWhole,
} from "../../src/disk/write.ts";

/** A root with a link in it to a folder beside it. No other root is around. */
function setUp(isOwn = true) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "framework-disk-")));
  const root = join(folder, "root");
  const beside = join(folder, "beside");
  for (const path of [root, beside]) mkdirSync(path);
  writeFileSync(join(beside, "letter"), "mine");
  symlinkSync(beside, join(root, "link"));
  openRoot(root, { isOwn });
  return {
    folder,
    root,
    beside,
    letters: () =>
      readdirSync(beside).map((name) => [name, readFileSync(join(beside, name), "utf8")]),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const untouched = [["letter", "mine"]];

const ways: Readonly<Record<string, boolean>> = {
  ...(process.platform === "linux" && { "by handles": true }),
  "by looking at each step": false,
};

for (const [way, areUsable] of Object.entries(ways)) {
  describe(way, () => {
    const before = folderHandles.areUsable;
    afterEach(() => {
      folderHandles.areUsable = before;
    });

    test("files and folders below a root are written, changed, moved and removed", async () => {
      folderHandles.areUsable = areUsable;
      using place = setUp();
      const at = (name: string): string => join(place.root, name);
      expect(makeFolder(at("a/b"))).toEqual([at("a"), at("a/b")]);
      writeFile(
        at("a/b/one"),
        ["1", "2"].map((text) => Buffer.from(text)),
        0o640,
      );
      expect([readFileSync(at("a/b/one"), "utf8"), statSync(at("a/b/one")).mode & 0o777]).toEqual([
        "12",
        0o640,
      ]);
      writeWhole(at("c/two"), "two", 0o600);
      expect([readFileSync(at("c/two"), "utf8"), readdirSync(at("c"))]).toEqual(["two", ["two"]]);
      await copyFile(at("c/two"), at("a/copy"));
      setMode(at("a/copy"), 0o700);
      setTimes(at("a/copy"), 5, 7);
      expect([statSync(at("a/copy")).mode & 0o777, statSync(at("a/copy")).mtimeMs]).toEqual([
        0o700, 7000,
      ]);
      await using file = await openForChange(at("a/copy"));
      await file.write(Buffer.from("T"), 0, 1, 0);
      expect(readFileSync(at("a/copy"), "utf8")).toBe("Two");
      move(at("a"), at("d"));
      makeLink("copy", at("d/short"));
      touchFile(at("e/lock"));
      expect(readdirSync(place.root).toSorted()).toEqual(["c", "d", "e", "link"]);
      removeFile(at("d/short"));
      removeFile(at("d/missing"));
      expect(readdirSync(at("d")).toSorted()).toEqual(["b", "copy"]);
      emptyFolder(at("d"));
      removeFolder(at("c"));
      removeFolder(at("missing"));
      expect([readdirSync(at("d")), existsSync(at("c"))]).toEqual([[], false]);
    });

    test("no link on the way is followed", async () => {
      folderHandles.areUsable = areUsable;
      using place = setUp();
      const path = join(place.root, "link/letter");
      const own = join(place.root, "own");
      writeFile(own, "own");
      const refused = `Cannot write into "${join(place.root, "link")}": it is a link to "${place.beside}"`;
      const attempts: Readonly<Record<string, () => unknown>> = {
        makeFolder: () => makeFolder(join(path, "more")),
        writeFile: () => writeFile(path, "evil"),
        writeWhole: () => writeWhole(path, "evil", 0o644),
        move: () => move(own, path),
        "move out": () => move(path, own),
        makeLink: () => makeLink("own", `${path}.link`),
        touchFile: () => touchFile(`${path}.lock`),
        removeFile: () => removeFile(path),
        removeFolder: () => removeFolder(path),
        "remove the link as a folder": () => removeFolder(join(place.root, "link")),
        emptyFolder: () => emptyFolder(join(place.root, "link")),
        setMode: () => setMode(path, 0o777),
        "set the mode of the link": () => setMode(join(place.root, "link"), 0o777),
        setTimes: () => setTimes(path, 1, 1),
      };
      for (const [name, attempt] of Object.entries(attempts)) {
        let printed = "";
        try {
          attempt();
        } catch (error) {
          printed = String(error);
        }
        expect([name, printed]).toEqual([name, expect.stringContaining(refused)]);
      }
      expect(await copyFile(own, path).catch(String)).toContain(refused);
      expect(await openForChange(path).then(() => "", String)).toContain(refused);
      expect(place.letters()).toEqual(untouched);
      expect(statSync(join(place.beside, "letter")).mtimeMs).toBeGreaterThan(1000);
      // Without the rule all of them would reach it.
      writeFileSync(path, "evil");
      expect(place.letters()).toEqual([["letter", "evil"]]);
    });

    test("a write replaces a link or another name of a file, not its target", async () => {
      folderHandles.areUsable = areUsable;
      using place = setUp();
      const letter = join(place.beside, "letter");
      const [link, name, lock] = ["l", "n", "k"].map((one) => join(place.root, one)) as [
        string,
        string,
        string,
      ];
      symlinkSync(letter, link);
      linkSync(letter, name);
      symlinkSync(join(place.beside, "new"), lock);
      for (const path of [link, name]) writeFile(path, "own");
      touchFile(lock);
      expect([link, name, lock].map((path) => lstatSync(path).isFile())).toEqual([
        true,
        true,
        true,
      ]);
      rmSync(link);
      symlinkSync(letter, link);
      await copyFile(name, link);
      rmSync(link);
      symlinkSync(letter, link);
      move(name, link);
      expect(readFileSync(link, "utf8")).toBe("own");
      expect(place.letters()).toEqual(untouched);
      symlinkSync(letter, name);
      expect(await openForChange(name).then(() => "", String)).not.toBe("");
    });

    test("a refusal of the system names the path that the user knows", () => {
      folderHandles.areUsable = areUsable;
      using place = setUp();
      const path = join(place.root, "missing/file");
      expect(() => writeFile(path, "")).toThrow(`'${join(place.root, "missing")}'`);
      expect(() => writeFile(place.root, "")).toThrow(place.root);
      expect(() => move(join(place.root, "none"), join(place.root, "other"))).toThrow(
        `'${join(place.root, "none")}' -> '${join(place.root, "other")}'`,
      );
    });
  });
}

test.skipIf(process.platform !== "linux")(
  "a folder that becomes a link meanwhile is still the folder",
  () => {
    using place = setUp();
    const folder = join(place.root, "folder");
    makeFolder(folder);
    const swap = (path: string): void => {
      at(path, (step) => {
        renameSync(folder, join(place.folder, "moved"));
        symlinkSync(place.beside, folder);
        writeFileSync(step, "evil");
      });
    };
    swap(join(folder, "letter"));
    expect(place.letters()).toEqual(untouched);
    rmSync(folder);
    rmSync(join(place.folder, "moved"), { recursive: true });
    makeFolder(folder);
    // If the system has no such handles, a program of the same user may win that race.
    folderHandles.areUsable = false;
    try {
      swap(join(folder, "letter"));
    } finally {
      folderHandles.areUsable = true;
    }
    expect(place.letters()).toEqual([["letter", "evil"]]);
  },
);

test("nothing is written where no root is, and no folder is removed that is not the tool's", () => {
  using place = setUp(false);
  expect(() => writeFile(join(place.beside, "letter"), "evil")).toThrow(
    "the tool may not write there",
  );
  expect(() => writeFile(`${place.root}side`, "evil")).toThrow("the tool may not write there");
  makeFolder(join(place.root, "folder"));
  expect(() => removeFolder(join(place.root, "folder"))).toThrow("the tool has not made it");
  expect(() => emptyFolder(join(place.root, "folder"))).toThrow("the tool has not made it");
  // Within it the output of a build may be a root of its own.
  const target = openTarget(join(place.root, "target"));
  emptyFolder(join(target, "folder"));
  expect(readdirSync(target).toSorted()).toEqual([markerName, "folder"]);
});

test("a folder for output that was there before is taken over; a link to one is not", () => {
  using place = setUp(false);
  const target = join(place.root, "target");
  mkdirSync(join(target, "release"), { recursive: true });
  openTarget(target);
  makeFolder(join(target, "release"));
  expect(existsSync(join(target, markerName))).toBe(true);
  renameSync(target, join(place.beside, "target"));
  symlinkSync(join(place.beside, "target"), target);
  // The marker that the tool writes names no project.
  expect(() => openTarget(target)).toThrow(
    `"${join(place.beside, "target", markerName)}" with the line ${place.root}`,
  );
  writeFileSync(join(place.beside, "target", markerName), `first\r\n${place.root}\r\n`);
  expect(openTarget(target)).toBe(join(place.beside, "target"));
});

test("a folder that the user names by a link is written to by that name", () => {
  using place = setUp();
  const link = join(place.folder, "named");
  symlinkSync(place.beside, link);
  expect(() => writeFile(join(link, "letter"), "own")).toThrow("the tool may not write there");
  expect(openRoot(link)).toBe(place.beside);
  for (const folder of [link, place.beside]) writeWhole(join(folder, "a/letter"), folder, 0o644);
  expect(readFileSync(join(place.beside, "a/letter"), "utf8")).toBe(place.beside);
  symlinkSync(place.root, join(place.beside, "out"));
  expect(() => writeFile(join(link, "out/letter"), "evil")).toThrow(
    `Cannot write into "${join(link, "out")}"`,
  );
  // Within a root a link stays one, whoever opens it.
  openRoot(join(place.root, "link"), { isOwn: true });
  expect(() => writeFile(join(place.root, "link/letter"), "evil")).toThrow("it is a link");
});

test("a folder of the tool alone is not made where anything is", () => {
  using place = setUp();
  const path = join(place.folder, "private");
  symlinkSync(place.beside, path);
  expect(() => makePrivateRoot(path)).toThrow("EEXIST");
  rmSync(path);
  expect(statSync(makePrivateRoot(path)).mode & 0o777).toBe(0o700);
  removeFolder(path);
  expect(existsSync(path)).toBe(false);
});
