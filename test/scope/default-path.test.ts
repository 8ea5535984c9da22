import { expect, test } from "bun:test";
import { posix, win32 } from "node:path";
import { baseDirectories as variables } from "../../src/contract/paths.ts";
import type { FileRequest } from "../../src/contract/ui/index.ts";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import { startingPoint } from "../../src/app/paths/default-path.ts";
import { Random } from "./random.ts";

type Dialect = "linux" | "windows";

const homes = { linux: "/home/me", windows: "C:\\Users\\me" };
const documents = { linux: "/home/me/Docs", windows: "D:\\Docs" };

const folders = {
  linux: ["/", "/home", "/home/me", "/home/me/Docs", "/home/me/Docs/old", "/tmp"],
  windows: ["C:\\", "C:\\Users", "C:\\Users\\me", "D:\\", "D:\\Docs", "D:\\Docs\\old", "C:\\tmp"],
};
const files = {
  linux: ["/home/me/Docs/a.txt", "/home/me/b.txt"],
  windows: ["D:\\Docs\\a.txt", "C:\\Users\\me\\b.txt"],
};

function start(
  text: string | null,
  mode: FileRequest["mode"],
  system: Dialect,
  looked: string[] = [],
) {
  const baseDirectories = {
    ...Object.fromEntries(variables.map((name) => [name, null])),
    HOME: homes[system],
    DOCUMENT: documents[system],
  } as unknown as BaseDirectories;
  const disk = {
    isFolder: (path: string) => (looked.push(path), folders[system].includes(path)),
    isFile: (path: string) => (looked.push(path), files[system].includes(path)),
  };
  const { folder, name } = startingPoint(text, mode, { baseDirectories, disk, system });
  return [folder, name];
}

// text, then folder and name for open, save and folder
type Row = readonly [string | null, ...(readonly (readonly [string | null, string | null])[])];

const linux: readonly Row[] = [
  [null, [null, null], [null, null], [null, null]],
  ["", [null, null], [null, null], [null, null]],
  ["/tmp", ["/tmp", null], ["/tmp", null], ["/tmp", null]],
  ["/tmp/", ["/tmp", null], ["/tmp", null], ["/tmp", null]],
  ["/", ["/", null], ["/", null], ["/", null]],
  ["/home/me/b.txt", ["/home/me", "b.txt"], ["/home/me", "b.txt"], ["/home/me", null]],
  ["/home/me/new.txt", ["/home/me", null], ["/home/me", "new.txt"], ["/home/me", null]],
  ["/home/me/new/", ["/home/me", null], ["/home/me", "new"], ["/home/me", null]],
  ["/tmp/x/y/new.txt", ["/tmp", null], ["/tmp", "new.txt"], ["/tmp", null]],
  ["/no/where/new.txt", ["/", null], ["/", "new.txt"], ["/", null]],
  ["$DOCUMENT", ["/home/me/Docs", null], ["/home/me/Docs", null], ["/home/me/Docs", null]],
  [
    "$DOCUMENT/a.txt",
    ["/home/me/Docs", "a.txt"],
    ["/home/me/Docs", "a.txt"],
    ["/home/me/Docs", null],
  ],
  [
    "$DOCUMENT/new.txt",
    ["/home/me/Docs", null],
    ["/home/me/Docs", "new.txt"],
    ["/home/me/Docs", null],
  ],
  ["$AUDIO/new.txt", ["/home/me", null], ["/home/me", "new.txt"], ["/home/me", null]],
  ["$DOCUMENTS/new.txt", ["/home/me", null], ["/home/me", "new.txt"], ["/home/me", null]],
  ["~", ["/home/me", null], ["/home/me", null], ["/home/me", null]],
  [
    "~/Docs/old",
    ["/home/me/Docs/old", null],
    ["/home/me/Docs/old", null],
    ["/home/me/Docs/old", null],
  ],
  ["~me/x", ["/home/me", null], ["/home/me", "x"], ["/home/me", null]],
  ["b.txt", ["/home/me", "b.txt"], ["/home/me", "b.txt"], ["/home/me", null]],
  ["./Docs/../b.txt", ["/home/me", "b.txt"], ["/home/me", "b.txt"], ["/home/me", null]],
  ["a\\b.txt", ["/home/me", null], ["/home/me", "a\\b.txt"], ["/home/me", null]],
  ["new\\", ["/home/me", null], ["/home/me", "new\\"], ["/home/me", null]],
];

const windows: readonly Row[] = [
  ["C:\\tmp", ["C:\\tmp", null], ["C:\\tmp", null], ["C:\\tmp", null]],
  ["C:/tmp/", ["C:\\tmp", null], ["C:\\tmp", null], ["C:\\tmp", null]],
  ["C:\\", ["C:\\", null], ["C:\\", null], ["C:\\", null]],
  [
    "C:\\Users\\me\\b.txt",
    ["C:\\Users\\me", "b.txt"],
    ["C:\\Users\\me", "b.txt"],
    ["C:\\Users\\me", null],
  ],
  [
    "C:/Users/me/x/new.txt",
    ["C:\\Users\\me", null],
    ["C:\\Users\\me", "new.txt"],
    ["C:\\Users\\me", null],
  ],
  ["$DOCUMENT\\a.txt", ["D:\\Docs", "a.txt"], ["D:\\Docs", "a.txt"], ["D:\\Docs", null]],
  ["$DOCUMENT/old", ["D:\\Docs\\old", null], ["D:\\Docs\\old", null], ["D:\\Docs\\old", null]],
  ["~\\b.txt", ["C:\\Users\\me", "b.txt"], ["C:\\Users\\me", "b.txt"], ["C:\\Users\\me", null]],
  ["b.txt", ["C:\\Users\\me", "b.txt"], ["C:\\Users\\me", "b.txt"], ["C:\\Users\\me", null]],
  ["\\tmp", ["C:\\tmp", null], ["C:\\tmp", null], ["C:\\tmp", null]],
  ["D:new.txt", ["C:\\Users\\me", null], ["C:\\Users\\me", "new.txt"], ["C:\\Users\\me", null]],
  ["E:\\x\\new.txt", [null, null], [null, "new.txt"], [null, null]],
  ["\\\\evil\\share\\a.txt", [null, null], [null, "a.txt"], [null, null]],
  ["\\\\.\\pipe\\x", [null, null], [null, "x"], [null, null]],
];

const modes = ["open", "save", "folder"] as const;

test.each(linux)("POSIX: %p", (text, ...expected) => {
  expect(modes.map((mode) => start(text, mode, "linux"))).toEqual(
    expected.map((pair) => [...pair]),
  );
});

test.each(windows)("Windows: %p", (text, ...expected) => {
  expect(modes.map((mode) => start(text, mode, "windows"))).toEqual(
    expected.map((pair) => [...pair]),
  );
});

test("a share that a page names is not even looked at", () => {
  const looked: string[] = [];
  for (const text of [
    "\\\\evil\\share\\a",
    "//evil/share/a",
    "\\\\?\\UNC\\evil\\share\\a",
    "\\\\.\\pipe\\x",
    "//evil/share",
  ]) {
    for (const mode of modes) start(text, mode, "windows", looked);
  }
  expect(looked).toEqual([]);
});

test("NUL is refused", () => {
  expect(() => start("/tmp/a\0b", "save", "linux")).toThrow("must not hold a NUL character");
});

test.each([
  ["linux", "/", 4095],
  ["windows", "C:\\", 32_766],
] as const)("%s: a path that is longer than any is refused", (system, root, most) => {
  const longest = root + "a".repeat(most - root.length);
  expect(start(longest, "open", system)).toEqual([root, null]);
  expect(() => start(`${longest}a`, "open", system)).toThrow(
    `must have at most ${most} characters`,
  );
});

test.each(["linux", "windows"] as const)(
  "%s: 100,000 random paths give an existing folder and a plain name, or nothing",
  (system) => {
    const random = new Random(3);
    const { sep, isAbsolute } = system === "windows" ? win32 : posix;
    const parts = [
      "/",
      "\\",
      "..",
      ".",
      "home",
      "me",
      "Docs",
      "old",
      "a.txt",
      "new",
      "C:",
      "D:",
      "$DOCUMENT",
      "$HOME",
      "~",
      "tmp",
      " ",
      "//",
      "\\\\",
    ];
    for (let i = 0; i < 100_000; i++) {
      const text = random.list(1, 7, () => random.pick(parts)).join("");
      const mode = random.pick(modes);
      const [folder, name] = start(text, mode, system) as [string | null, string | null];
      const folderFits =
        folder === null
          ? system === "windows"
          : folders[system].includes(folder) && isAbsolute(folder);
      const nameFits = name === null || (name !== "" && !name.includes(sep) && mode !== "folder");
      if (!folderFits || !nameFits)
        throw new Error(`${mode} "${text}" gave ${JSON.stringify([folder, name])}`);
    }
  },
);
