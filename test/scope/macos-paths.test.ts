// The reach of pages on a Mac, where one file has many paths: of any case and composition, through
// firmlinks and links. The disk is that of this machine, see test/support/macos/mac-host.ts.

import { expect, test } from "bun:test";
import { linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { isMac, macHost, type MacDisk } from "../support/macos/mac-host.ts";
import { fsCommandsIn, type FsCommands } from "./fs-fixture.ts";
import type { PathScope } from "../../src/contract/patterns/path-scope.ts";

const composed = "caf\u00e9";
const decomposed = "cafe\u0301";

/** Files in a folder of a Mac, each holding its name. */
function mac(
  files: readonly string[],
  scope: PathScope,
  disk?: MacDisk,
): FsCommands & Disposable & { read(path: string): Promise<unknown> } {
  const folder = tempDir(Object.fromEntries(files.map((file) => [file, `text of ${file}`])));
  const commands = fsCommandsIn(folder.path, scope, {}, macHost(disk));
  return {
    ...commands,
    read: (path) =>
      commands.run("fs.readTextFile", {
        path: path.startsWith("/") ? path : commands.at(path),
      } as never),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

// On a Mac it is that of the Mac.
const testOfOwnDisk = test.skipIf(isMac);

test("a file is the same in any case and composition, for what allows and for what denies", async () => {
  using app = mac([`docs/${composed}.txt`, "docs/secret/key"], {
    allow: ["~/DOCS/**"],
    deny: ["~/docs/Secret/**"],
  });
  for (const path of [
    `docs/${composed}.txt`,
    `Docs/${decomposed}.TXT`,
    `dOcS/${decomposed.toUpperCase()}.txt`,
  ])
    expect(await app.read(path)).toBe(`text of docs/${composed}.txt`);
  for (const path of ["docs/secret/key", "DOCS/SECRET/KEY", "docs/\u017fecret/key"])
    expect(String(await app.read(path))).toContain('denied by "~/docs/Secret/**"');
});

test("a denied path is denied in each of its compositions, also before it exists", async () => {
  using app = mac(["docs/a"], { allow: ["~/docs/**"], deny: [`~/docs/${decomposed}/**`] });
  const made = await app.run("fs.createDir", {
    path: app.at(`docs/${composed.toUpperCase()}`),
  } as never);
  expect(String(made)).toStartWith("out-of-scope: ");
  expect(readdirSync(app.at("docs"))).toEqual(["a"]);
});

test.each([
  ["stra\u00dfe", "STRASSE"],
  ["strasse", "stra\u00dfe"],
  ["STRASSE", "stra\u1e9ee"],
  ["profile", "pro\ufb01le"],
  ["m\u00fcll", "MU\u0308LL"],
  ["*\u00df?", "abSSc"],
])(
  "a folder denied as %s is not made as %s, which a disk may take for the same",
  async (denied, made) => {
    using app = mac(["docs/a"], { allow: ["~/docs/**"], deny: [`~/docs/${denied}/**`] });
    expect(
      String(await app.run("fs.createDir", { path: app.at(`docs/${made}`) } as never)),
    ).toContain("denied by");
    expect(
      await app.run("fs.createDir", { path: app.at(`docs/${made}x`) } as never),
    ).toBeUndefined();
  },
);

testOfOwnDisk(
  "on a disk that takes cases apart, what was not written is not allowed, and what is denied stays so",
  async () => {
    const files = ["docs/a", "Docs/b", "docs/key", "docs/KEY"];
    const scope = { allow: ["~/docs/**"], deny: ["~/docs/key"] };
    using apart = mac(files, scope, { takesCasesApart: true });
    expect(await apart.read("docs/a")).toBe("text of docs/a");
    expect(String(await apart.read("Docs/b"))).toStartWith("out-of-scope: ");
    for (const path of ["docs/key", "docs/KEY"])
      expect(String(await apart.read(path))).toContain('denied by "~/docs/key"');
  },
);

testOfOwnDisk("on a disk that takes cases apart, the user's choice is one folder", async () => {
  using apart = mac(["docs/a", "Docs/b"], [], { takesCasesApart: true });
  apart.grants.allowFolder(apart.at("docs"));
  expect(await apart.read("docs/a")).toBe("text of docs/a");
  expect(String(await apart.read("Docs/b"))).toStartWith("out-of-scope: ");
  using usual = mac(["docs/a"], []);
  usual.grants.allowFolder(usual.at("docs"));
  expect(await usual.read("DOCS/A")).toBe("text of docs/a");
});

test.each([
  ["the number of a file", "/.vol/16777220/42"],
  ["the number of a folder, in any case", "/.VOL/16777220/42/f"],
  ["how links are followed", "/.nofollow/etc/hosts"],
  ["how names are looked up", "/.resolve/1/etc/hosts"],
  ["another fork of a file", "~/docs/a/..namedfork/rsrc"],
  ["another fork, in any case", "~/docs/a/..NamedFork/data"],
])("a path with %s is refused, whatever is allowed", async (_, path) => {
  using app = mac(["docs/a"], ["/**", "~/**"]);
  const answer = await app.read(path.replace(/^~/, app.root));
  expect(String(answer)).toMatch(
    /^bad-argument: .* must not hold "(\.vol|\.nofollow|\.resolve|\.\.namedfork)"/,
  );
});

test("the second root of a Mac's disk leads to the same files", async () => {
  using app = mac(["docs/a", "docs/secret"], { allow: ["~/docs/**"], deny: ["~/docs/secret"] });
  const second = (path: string): string => `/System/Volumes/Data${app.at(path)}`;
  expect(await app.read(second("docs/a"))).toBe("text of docs/a");
  expect(String(await app.read(second("docs/secret")))).toContain("denied by");
  const { run, at } = fsCommandsIn(
    app.root,
    { allow: ["~/docs/**"], deny: [second("docs/a")] },
    {},
    macHost(),
  );
  expect(String(await run("fs.readTextFile", { path: at("docs/a") } as never))).toContain(
    "denied by",
  );
});

test("a folder that a link of the system leads to is the same by both paths, as /var and /private/var are", async () => {
  using app = mac(["private/var/a", "private/var/secret"], []);
  symlinkSync("private/var", app.at("var"));
  for (const [allowed, denied] of [
    ["~/var/**", "~/private/var/secret"],
    ["~/private/var/**", "~/var/secret"],
  ] as const) {
    const { run, at } = fsCommandsIn(app.root, { allow: [allowed], deny: [denied] }, {}, macHost());
    for (const folder of ["var", "private/var", "VAR"]) {
      expect(await run("fs.readTextFile", { path: at(`${folder}/a`) } as never)).toBe(
        "text of private/var/a",
      );
      expect(
        String(await run("fs.readTextFile", { path: at(`${folder}/secret`) } as never)),
      ).toContain("denied by");
    }
  }
});

test("links are followed before they are judged, and an alias of Finder is a file like others", async () => {
  using app = mac(["docs/a", "outside/f"], ["~/docs/**"]);
  symlinkSync("../outside/f", app.at("docs/link"));
  symlinkSync("../outside", app.at("docs/LINKED"));
  // An alias: bookmark data in a file of its own, which only Finder follows.
  writeFileSync(app.at("docs/alias"), "book\0\0\0\0mark");
  for (const path of ["docs/link", "docs/linked/f", "DOCS/Linked/F"])
    expect(String(await app.read(path))).toStartWith("out-of-scope: ");
  expect(await app.read("docs/alias")).toStartWith("book");
});

testOfOwnDisk(
  "a file with several names is opened by the one that is allowed, whichever the system tells",
  async () => {
    using folder = tempDir({ "docs/a": "text", "docs/b": "another" });
    const at = (path: string) => join(folder.path, path);
    linkSync(at("docs/a"), at("outside"));
    const host = macHost({ tells: (path) => path.replace(/\/docs\/[ab]$/, "/outside") });
    const { run } = fsCommandsIn(folder.path, ["~/docs/**"], {}, host);
    expect(await run("fs.readTextFile", { path: at("docs/a") } as never)).toBe("text");
    // It has one name alone, so it was moved there.
    expect(String(await run("fs.readTextFile", { path: at("docs/b") } as never))).toContain(
      "replaced over and over",
    );
  },
);

test("files and folders are made, renamed and removed by any of their names", async () => {
  using app = mac(["docs/Old.txt", "docs/tree/deep/f"], ["~/docs/**"]);
  const at = (path: string) => app.at(path);
  expect(
    await app.run("fs.writeTextFile", { path: at("DOCS/new.txt"), contents: "new" } as never),
  ).toBeUndefined();
  expect(
    await app.run("fs.renameFile", {
      oldPath: at("docs/OLD.TXT"),
      newPath: at("docs/renamed"),
    } as never),
  ).toBeUndefined();
  expect(
    await app.run("fs.createDir", { path: at("Docs/x/y"), options: { recursive: true } } as never),
  ).toBeUndefined();
  expect(
    await app.run("fs.copyFile", {
      source: at("docs/NEW.TXT"),
      destination: at("docs/X/copy"),
    } as never),
  ).toBeUndefined();
  expect(
    await app.run("fs.removeDir", { path: at("docs/TREE"), options: { recursive: true } } as never),
  ).toBeUndefined();
  expect(await app.run("fs.removeFile", { path: at("docs/New.txt") } as never)).toBeUndefined();
  expect(readdirSync(at("docs")).toSorted()).toEqual(["renamed", "x"]);
  expect(readdirSync(at("docs/x")).toSorted()).toEqual(["copy", "y"]);
  expect(readFileSync(at("docs/x/copy"), "utf8")).toBe("new");
});

test("a file can be given its own name in another case and composition, a folder too", async () => {
  using app = mac(["docs/readme", `docs/${composed}/f`], ["~/docs/**"]);
  const rename = (oldPath: string, newPath: string) =>
    app.run("fs.renameFile", { oldPath: app.at(oldPath), newPath: app.at(newPath) } as never);
  expect(await rename("docs/readme", "docs/README")).toBeUndefined();
  expect(await rename(`docs/${composed}`, `DOCS/${decomposed}`)).toBeUndefined();
  expect(readdirSync(app.at("docs")).toSorted()).toEqual(["README", decomposed]);
});
