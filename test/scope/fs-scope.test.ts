import { expect, test } from "bun:test";
import { baseDirectories as variables } from "../../src/contract/paths.ts";
import type { PathScope } from "../../src/contract/patterns/path-scope.ts";
import type { System } from "../../src/contract/target.ts";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Disk, Found } from "../../src/app/scope/open/disk.ts";
import { FsScope } from "../../src/app/scope/fs.ts";
import type { KeptGrant } from "../../src/app/scope/grants/grant.ts";
import { Grants } from "../../src/app/scope/grants/grants.ts";
import { problemOf } from "../../src/app/paths/path-problem.ts";
import { memoryDisk } from "./memory-disk.ts";

const notInScope = "not in framework.allowlist.fs.scope and not chosen by the user";

interface Given {
  readonly scope?: PathScope;
  readonly disk?: readonly string[];
  readonly folders?: Partial<BaseDirectories>;
  readonly denied?: readonly string[];
  readonly system?: System;
  readonly spell?: (path: string) => string;
  /** Default: no disk of this one takes names that differ in case for two. */
  readonly takesCasesApart?: boolean;
}

/** A scope over a disk in memory, with the grants it consults. */
function make({
  scope = [],
  disk = [],
  folders = {},
  denied = [],
  system = "linux",
  spell,
  takesCasesApart = false,
}: Given) {
  const inMemory = { ...memoryDisk(disk, spell), takesCasesApart: () => takesCasesApart };
  const grants = new Grants({ system, disk: inMemory });
  const log: string[] = [];
  const all = Object.fromEntries(variables.map((name) => [name, folders[name] ?? null])) as Record<
    (typeof variables)[number],
    string | null
  >;
  const fs = new FsScope({
    scope,
    folders: all,
    grants,
    denied,
    system,
    disk: inMemory,
    log: (line) => log.push(line),
  });
  /** `true`, or the reason it is refused with. */
  const ask = (path: string, window: string | null = "main"): true | string => {
    try {
      fs.check(path, window);
      return true;
    } catch (error) {
      return problemOf(error).message;
    }
  };
  return { fs, grants, log, ask };
}

/** The paths of `paths` that are allowed. */
function allowed(given: Given, paths: readonly string[]): string[] {
  const { ask } = make(given);
  return paths.filter((path) => ask(path) === true);
}

const relative =
  "must be a whole path: join it with appDataDir() or the like of framework/api/path, in own code with a folder of app.paths";

test("nothing is allowed by an empty scope", () => {
  expect(make({ disk: ["/a"] }).ask("/a")).toBe(notInScope);
});

test("a folder whose name looks like a pattern is only itself", () => {
  const given = { scope: ["$DOCUMENT/*"], folders: { DOCUMENT: "/h/[x]*" } };
  expect(allowed(given, ["/h/[x]*/a", "/h/x/a", "/h/xy/a", "/h/[x]y/a"])).toEqual(["/h/[x]*/a"]);
});

test("a folder named ** is only itself", () => {
  const given = { scope: ["$DOCUMENT/*"], folders: { DOCUMENT: "/h/**" } };
  expect(allowed(given, ["/h/**/a", "/h/a", "/h/x/a", "/h/**/x/a"])).toEqual(["/h/**/a"]);
});

test("a variable counts as the whole first part only", () => {
  const folders = { DOCUMENT: "/docs" };
  expect(() => make({ scope: ["$DOCUMENTS/*"], folders })).toThrow(
    'it has an unknown variable, "$DOCUMENTS"',
  );
  expect(allowed({ scope: ["/x/$DOCUMENT/*"], folders }, ["/docs/a", "/x/$DOCUMENT/a"])).toEqual([
    "/x/$DOCUMENT/a",
  ]);
});

test("a pattern may have a slash or a dot too many", () => {
  expect(allowed({ scope: ["/d//./s/", "/e//*"] }, ["/d/s", "/d/a", "/e/a", "/e/a/b"])).toEqual([
    "/d/s",
    "/e/a",
  ]);
});

test.each([
  ["a/b", 'it must start with "/", "**" or a variable such as $DOCUMENT'],
  ["*", 'it must start with "/", "**" or a variable such as $DOCUMENT'],
  ["", 'it must start with "/", "**" or a variable such as $DOCUMENT'],
  ["/a/../b", 'it may not hold ".."'],
  ["/a/b**", 'it must have "**" as a whole part'],
  ["$HOME\\a\\**", 'it must have "/" after "$HOME"'],
])("the pattern %p stops the app", (pattern, wanted) => {
  expect(() => make({ scope: [pattern] })).toThrow(wanted);
  expect(() => make({ scope: { deny: [pattern] } })).toThrow(wanted);
});

test.each([
  "docs\\**",
  "**x",
  "\\docs",
  "\\docs\\a\\b",
  "\\\\files",
  "\\\\\\files\\team",
  "C:docs",
  "\\\\?\\C:\\docs\\**",
  "\\\\.\\C:\\docs",
  "\\\\files\\*\\docs",
  "\\\\*\\team\\**",
])("Windows: the pattern %p stops the app", (pattern) => {
  const wanted = 'it must start with a drive, a share, "**" or a variable such as $DOCUMENT';
  expect(() => make({ scope: [pattern], system: "windows" })).toThrow(wanted);
});

test("an allowed variable without a folder grants nothing and says so; a denied one stops the app", () => {
  const { ask, log } = make({ scope: ["$RUNTIME/**"] });
  expect(ask("/a")).toBe(notInScope);
  expect(log).toEqual([
    '"$RUNTIME/**" in framework.allowlist.fs.scope allows nothing: this system has no folder for its variable',
  ]);
  expect(() => make({ scope: { deny: ["$RUNTIME/**"] } })).toThrow(
    'Cannot deny "$RUNTIME/**" in framework.allowlist.fs.scope: this system has no folder for its variable; write the path itself',
  );
});

test("the objects of a list are one scope: what one denies is denied in all", () => {
  const scope = [
    { allow: ["/d/**"], requireLiteralLeadingDot: false },
    { allow: ["/e/*"], deny: ["/d/*.key"], requireLiteralLeadingDot: false },
  ];
  const paths = ["/d/a", "/d/.a", "/d/a.key", "/e/a", "/e/.a", "/e/a/b", "/f"];
  expect(allowed({ scope }, paths)).toEqual(["/d/a", "/d/.a", "/e/a", "/e/.a"]);
  expect(
    allowed({ scope: ["/e/*", { allow: ["/d/**"], deny: ["/e/b"] }] }, [...paths, "/e/b"]),
  ).toEqual(["/d/a", "/d/a.key", "/e/a"]);
});

test("deny wins over allow and over what the user chose, and says by which pattern", () => {
  const { ask, grants } = make({ scope: { allow: ["/d/**"], deny: ["/d/secret/**", "/d/*.key"] } });
  grants.allowFile("/d/secret/a");
  grants.allowFile("/d/a.key");
  expect(
    ["/d/a", "/d/secret", "/d/secret/a", "/d/a.key", "/d/s/a.key"].map((path) => ask(path)),
  ).toEqual([
    true,
    'denied by "/d/secret/**" in framework.allowlist.fs.scope',
    'denied by "/d/secret/**" in framework.allowlist.fs.scope',
    'denied by "/d/*.key" in framework.allowlist.fs.scope',
    true,
  ]);
});

test("the app's own folders stay shut, whatever is allowed or chosen, in any case of letters", () => {
  const given = {
    scope: ["**"],
    denied: ["/data/app/webview"],
    disk: ["/", "/data/", "/data/app/", "/data/app/webview/", "/l -> /data/app"],
  };
  const { ask, grants } = make(given);
  grants.allowFolder("/data/app/webview", { recursive: true });
  const own = "the app keeps it for itself";
  expect(
    [
      "/data/app",
      "/data/app/webview",
      "/data/app/webview/Cookies",
      "/data/APP/WebView/x",
      "/l/webview/x",
      "/data/app/webview2",
    ].map((path) => ask(path)),
  ).toEqual([true, own, own, own, own, true]);
});

const linked = [
  "/",
  "/d/",
  "/d/s/",
  "/d/s/a",
  "/etc/",
  "/etc/passwd",
  "/d/out -> /etc",
  "/d/up -> ../etc/passwd",
  "/d/in -> s/a",
  "/d/new -> /etc/new",
  "/d/loop -> loop",
  "/d/nowhere -> missing/../s/a",
  ...Array.from({ length: 41 }, (_, i) => `/d/l${i + 1} -> l${i}`),
  "/d/l0",
];

test.each([
  ["/d/s/a", true],
  ["/d/in", true],
  ["/d/missing", true],
  ["/d/missing/below", true],
  ["/d/out", notInScope],
  ["/d/out/passwd", notInScope],
  ["/d/out/new", notInScope],
  ["/d/up", notInScope],
  ["/d/new", notInScope],
  ["/d/new/x", notInScope],
  ["/d/loop", "its links lead in a circle"],
  ["/d/nowhere", "a link in it leads nowhere"],
  ["/d/l40", true],
  ["/d/l41", "its links lead in a circle"],
  ["/etc/passwd", notInScope],
  ["/d/../etc/passwd", 'must not hold ".."'],
  ["d/a", relative],
  ["", "must not be empty"],
  ["/d/a\0", "must not hold a NUL character"],
  ["/d/\udc00", "must be valid Unicode"],
])("links are followed before the scope is asked: %j", (path, expected) => {
  expect(make({ scope: ["/d/**"], disk: linked }).ask(path as string)).toBe(
    expected as true | string,
  );
});

test("a pattern holds for its folder under both names when that is reached through a link", () => {
  const disk = ["/", "/home -> /var/home", "/var/", "/var/home/", "/var/home/me/"];
  const given = {
    scope: { allow: ["$HOME/**"], deny: ["$HOME/keys/**"] },
    folders: { HOME: "/home/me" },
    disk,
  };
  expect(
    allowed(given, ["/home/me/a", "/var/home/me/a", "/home/me/keys/a", "/var/home/me/keys/a"]),
  ).toEqual(["/home/me/a", "/var/home/me/a"]);
});

test("an allowed link does not allow what it points to; a denied link denies it", () => {
  const disk = ["/", "/d/", "/d/l -> /e/f", "/e/", "/e/f"];
  expect(allowed({ scope: ["/d/l"], disk }, ["/d/l", "/e/f"])).toEqual([]);
  expect(
    allowed({ scope: { allow: ["/e/**"], deny: ["/d/l"] }, disk }, ["/d/l", "/e/f", "/e/g"]),
  ).toEqual(["/e/g"]);
});

test("a path is denied by the name it is asked for, too", () => {
  const disk = ["/", "/d/", "/d/a.key -> /e/x", "/e/", "/e/x"];
  const given = { scope: { allow: ["/d/**", "/e/**"], deny: ["/d/*.key"] }, disk };
  expect(allowed(given, ["/d/a.key", "/e/x"])).toEqual(["/e/x"]);
});

test("a refusal does not say why a path outside cannot be resolved", () => {
  const { ask } = make({ scope: ["/d/**"], disk: ["/", "/x/", "/x/loop -> loop"] });
  expect(ask("/x/loop")).toBe(notInScope);
});

test("hidden names need their own dot, unless the scope says otherwise; Windows starts without that rule", () => {
  const paths = ["/d/a", "/d/.b", "/d/s/.b/c"];
  expect(allowed({ scope: { allow: ["/d/**"] } }, paths)).toEqual(["/d/a"]);
  expect(allowed({ scope: { allow: ["/d/**"], requireLiteralLeadingDot: null } }, paths)).toEqual([
    "/d/a",
  ]);
  expect(allowed({ scope: { allow: ["/d/**"], requireLiteralLeadingDot: false } }, paths)).toEqual(
    paths,
  );
  expect(make({ scope: [], system: "macos" }).fs.requireLiteralLeadingDot).toBe(true);
  expect(make({ scope: [], system: "windows" }).fs.requireLiteralLeadingDot).toBe(false);
});

const odd = ["/g/[a].txt", "/g/*", "/g/a?b", "/g/**", "/g/a\nb", "/g/{a,b}", "/g/a\\b", "/g/ü"];

test.each(odd)("the chosen file %p is granted, and nothing else", (path) => {
  const { ask, grants } = make({});
  grants.allowFile(path);
  const others = [
    "/g/a.txt",
    "/g/x",
    "/g/axb",
    "/g/a",
    "/g/x/y",
    "/g",
    `${path}/x`,
    ...odd.filter((other) => other !== path),
  ];
  expect(ask(path)).toBe(true);
  expect(others.filter((other) => ask(other) === true)).toEqual([]);
});

test.each([
  ["folder", false, ["/g/*", "/g/*/a"]],
  ["tree", true, ["/g/*", "/g/*/a", "/g/*/s/b"]],
] as const)("a chosen %s grants itself and what belongs to it", (_, recursive, expected) => {
  const { ask, grants } = make({});
  grants.allowFolder("/g/*", { recursive });
  const paths = [
    "/g/*",
    "/g/*/a",
    "/g/*/s/b",
    "/g/*/.h",
    "/g/*/.h/x",
    "/g/*/s/.h",
    "/g/x",
    "/g/x/a",
    "/g",
  ];
  expect(paths.filter((path) => ask(path) === true)).toEqual([...expected]);
});

test("hidden entries of a chosen folder follow the scope; a hidden folder that was itself chosen is open", () => {
  const { ask, grants } = make({ scope: { requireLiteralLeadingDot: false } });
  grants.allowFolder("/g", { recursive: true });
  expect(["/g/.h", "/g/s/.h/x"].map((path) => ask(path))).toEqual([true, true]);

  const strict = make({});
  strict.grants.allowFolder("/g/.h");
  expect(["/g/.h", "/g/.h/x", "/g/.h/.x"].map((path) => strict.ask(path))).toEqual([
    true,
    true,
    notInScope,
  ]);
});

test("a grant is for the file that was chosen, not for a link put in its place", () => {
  const disk = ["/", "/g/", "/g/l -> /e/f", "/e/", "/e/f", "/e/g"];
  const { ask, grants } = make({ disk });
  const grant = grants.allowFile("/g/l");
  expect(grant).toEqual({
    id: 1,
    kind: "file",
    path: "/e/f",
    identity: "1:4",
    window: null,
    by: "user",
  });
  expect([ask("/g/l"), ask("/e/f"), ask("/e/g")]).toEqual([true, true, notInScope]);
});

test("grants are listed once, can be for one window, and can be taken back", () => {
  const { ask, grants } = make({});
  const all = grants.allowFile("/g/a");
  expect(grants.allowFile("/g/a")).toBe(all);
  const one = grants.allowFolder("/g/s", { window: "main" });
  expect(grants.list()).toEqual([
    { id: 1, kind: "file", path: "/g/a", identity: null, window: null, by: "user" },
    { id: 2, kind: "folder", path: "/g/s", identity: null, window: "main", by: "user" },
  ]);
  expect([ask("/g/s/x", "main"), ask("/g/s/x", "other"), ask("/g/a", "other")]).toEqual([
    true,
    notInScope,
    true,
  ]);
  expect([grants.revoke(one.id), grants.revoke(one.id)]).toEqual([true, false]);
  expect(ask("/g/s/x", "main")).toBe(notInScope);
  expect(grants.list()).toEqual([all]);
});

test("the whole disk may be chosen, too", () => {
  const { ask, grants } = make({});
  grants.allowFolder("/", { recursive: true });
  expect(["/", "/a", "/a/b", "/.h"].map((path) => ask(path))).toEqual([
    true,
    true,
    true,
    notInScope,
  ]);
});

/** A disk that holds one thing, which can become another. */
function changingDisk(found: Found): Disk & { found: Found } {
  return {
    found,
    lstat(path) {
      return path === "/g/a" ? this.found : { kind: "folder", identity: "1:0" };
    },
    identify(path) {
      const there = this.lstat(path);
      return "identity" in there ? there.identity : null;
    },
    spell: (path) => path,
    takesCasesApart: () => false,
  };
}

test("a grant of the same path is another one for another file, of another kind, for a window, and by the app", () => {
  const disk = changingDisk({ kind: "file", identity: "1:1" });
  const grants = new Grants({ system: "linux", disk });
  const first = grants.allowFile("/g/a");
  const others = [
    grants.allowFile("/g/a", { window: "main" }),
    grants.allowFile("/g/a", { by: "app" }),
    grants.allowFolder("/g/a"),
  ];
  disk.found = { kind: "file", identity: "1:2" };
  others.push(grants.allowFile("/g/a"));
  expect(grants.list()).toEqual([first, ...others]);
  expect(new Set(grants.list()).size).toBe(5);
});

test("a place to save that was granted is granted again for a file or nothing, not for what else came there", () => {
  const kept = { kind: "file", path: "/g/a", identity: null, window: null } as const;
  const restored = (found: Found, change: Partial<KeptGrant> = {}) =>
    new Grants({ system: "linux", disk: changingDisk(found) }).restore({ ...kept, ...change }) !==
    null;
  expect([
    restored({ kind: "nothing" }),
    restored({ kind: "file", identity: "1:1" }),
    restored({ kind: "folder", identity: "1:1" }),
    restored({ kind: "other", identity: "1:1" }),
    restored({ kind: "folder", identity: "1:1" }, { kind: "folder" }),
    restored({ kind: "folder", identity: "1:1" }, { kind: "tree" }),
  ]).toEqual([true, true, false, false, false, false]);
});

test("a path that cannot be granted is named", () => {
  expect(() => make({}).grants.allowFile("/a/../b")).toThrow(
    'Cannot let pages use "/a/../b": must not hold ".."',
  );
});

test("a decision names the pattern or the grant it rests on", () => {
  const { fs, grants } = make({ scope: ["/d/*"], denied: ["/own"] });
  const grant = grants.allowFile("/e");
  const decide = (text: string) => {
    const path = { text, names: text.slice(1).split("/") };
    return fs.decide(path, path, null);
  };
  expect(["/d/a", "/e", "/own/x", "/f"].map(decide)).toEqual([
    { allowed: true, by: { pattern: "/d/*" } },
    { allowed: true, by: { grant } },
    { allowed: false, by: { ownFolder: "/own" } },
    { allowed: false, by: null },
  ]);
});

test("Windows: case, separators and drives make no difference, short names are asked for", () => {
  const disk = [
    "C:\\",
    "C:\\Data\\",
    "C:\\Data\\Long name\\",
    "C:\\Data\\LONGNA~1\\",
    "C:\\Data\\Long name\\a.txt",
    "C:\\Data\\LONGNA~1\\a.txt",
  ];
  const spell = (path: string) => path.replace("LONGNA~1", "Long name");
  const { ask } = make({
    scope: { allow: ["C:/data/**"], deny: ["c:\\Data\\Long name\\*"] },
    disk,
    spell,
    system: "windows",
  });
  const denied = 'denied by "c:\\Data\\Long name\\*" in framework.allowlist.fs.scope';
  expect(
    [
      "c:/DATA/x",
      "C:\\Data\\Long name\\a.txt",
      "C:\\Data\\LONGNA~1\\a.txt",
      "\\\\?\\C:\\data\\long NAME\\A.TXT",
      "D:\\data\\x",
    ].map((path) => ask(path)),
  ).toEqual([true, denied, denied, denied, notInScope]);
  expect(ask("C:\\Data\\NEWFIL~1.TXT")).toBe(
    'must have long names only, and "NEWFIL~1.TXT" could be short for another',
  );
});

test("Windows: a link that is meant itself has a long name, too", () => {
  const link = "C:\\Users\\a";
  const disk = [
    "C:\\",
    "C:\\d\\",
    `C:\\d\\Long name -> ${link}`,
    `C:\\d\\LONGNA~1 -> ${link}`,
    "C:\\Users\\a\\",
  ];
  const scope = { allow: ["C:/d/*"], deny: ["C:/d/Long *"] };
  const { fs } = make({ scope, disk, spell: (path) => path, system: "windows" });
  const ask = (name: string) => fs.checkPlace(`C:\\d\\${name}`, null).text;
  expect(() => ask("Long name")).toThrow('denied by "C:/d/Long *"');
  expect(() => ask("LONGNA~1")).toThrow('"LONGNA~1" could be short for another');
});

test.each(["linux", "macos"] as const)(
  "%s: what a link names by '..' is granted as itself",
  (system) => {
    const { grants } = make({
      system,
      disk: ["/", "/d/", "/d/s/", "/d/s/up -> ..", "/d/s/t/", "/d/s/two -> t/../.."],
    });
    for (const path of ["/d", "/d/s/up", "/d/s/two"]) {
      const grant = grants.allowFolder(path);
      expect([grant.path, grant.identity]).toEqual(["/d", "1:1"]);
      expect(grants.restore(grant)?.path).toBe("/d");
    }
  },
);

test("macOS: what allows a name allows it in any case, but on a disk that takes those apart; what denies it does so everywhere", () => {
  const scope = { allow: ["/docs/*", "/[A-C]x"], deny: ["/docs/key"] };
  const asked = (takesCasesApart: boolean) => {
    const { ask, grants } = make({ scope, system: "macos", takesCasesApart });
    grants.allowFile("/g/a");
    return ["/docs/a", "/DOCS/a", "/Bx", "/bx", "/g/a", "/G/A", "/docs/KEY"].map((path) =>
      ask(path),
    );
  };
  const denied = 'denied by "/docs/key" in framework.allowlist.fs.scope';
  expect(asked(false)).toEqual([true, true, true, true, true, true, denied]);
  expect(asked(true)).toEqual([true, notInScope, true, notInScope, true, notInScope, denied]);
});

test("Windows: a pattern for everywhere is for every drive, and for no share", () => {
  const { ask } = make({ scope: ["**"], system: "windows" });
  expect(["C:\\a", "D:\\a\\b", "\\\\evil\\x\\a"].map((path) => ask(path))).toEqual([
    true,
    true,
    notInScope,
  ]);
});

test("Windows: a share is looked at only when the scope or the user names it", () => {
  const looked: string[] = [];
  const disk: Disk = {
    lstat(path) {
      looked.push(path);
      return { kind: "nothing" };
    },
    identify: () => null,
    spell: (path) => path,
    takesCasesApart: () => false,
  };
  const grants = new Grants({ system: "windows", disk });
  const folders = Object.fromEntries(
    variables.map((name) => [name, null]),
  ) as unknown as BaseDirectories;
  const scope = new FsScope({
    scope: ["\\\\files\\team\\*"],
    folders,
    grants,
    denied: [],
    system: "windows",
    disk,
  });
  looked.length = 0;
  expect(() => scope.check("\\\\evil\\x\\a", null)).toThrow(notInScope);
  expect(looked).toEqual([]);
  scope.check("\\\\FILES\\team\\a", null);
  grants.allowFile("\\\\other\\share\\a");
  scope.check("\\\\other\\share\\a", null);
  expect(() => scope.check("\\\\other\\share\\b", null)).toThrow(notInScope);
});
