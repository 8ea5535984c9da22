// Attacks by a foreign project that its user runs with `framework dev`: a page without any flag
// reads files outside of its folder, by links in it, or by a folder that the configuration names;
// and data that one project's pages leave in the engine reaches another project. Without the rule a
// server takes every address for a file.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { profileFolders } from "../../src/app/identity.ts";
import { Assets } from "../../src/app/pages/assets.ts";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import { refusePagesOutside } from "../../src/cli/dev/page-places.ts";
import { frontEnd } from "../../src/cli/project/front-end.ts";
import type { Project } from "../../src/cli/project/project.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { WebView2Stage } from "../native/windows/webview2-stage.ts";
import { attack, secret } from "./attack.ts";

/** A user's home with a foreign project, whose page has links. */
function home(): TempDir {
  const dir = tempDir({
    "project/page/index.html": "<title>Harmless</title>",
    "project/page/own.txt": "the page's own",
    "project/page/.env": secret,
    "project/page/sub/.keep": "",
    "project/src-framework/.keep": "",
    "project/art/picture.txt": "the project's own",
    ".ssh/id_ed25519": secret,
    "documents/letter.txt": secret,
  });
  const link = (path: string, target: string): void =>
    symlinkSync(target, join(dir.path, "project", path));
  link("page/key.txt", "../../.ssh/id_ed25519");
  link("page/whole.txt", join(dir.path, ".ssh/id_ed25519"));
  link("page/up", "../..");
  link("page/sub/twice.txt", "../key.txt");
  link("page/harmless.txt", ".env");
  link("page/again.txt", "own.txt");
  link("documents", "../documents");
  link("shown", "page");
  return dir;
}

function answer(folder: string, path: string): unknown {
  const assets = new Assets({ kind: "folder", folder }, { path: "", descriptor: -1 }, () => null);
  const { body } = assets.respond({
    method: "GET",
    url: `framework://localhost/${path}`,
    headers: {},
  });
  if (body.kind === "file") return readFileSync(body.path, "utf8");
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString() : null;
}

for (const path of [
  "key.txt",
  "whole.txt",
  "up/.ssh/id_ed25519",
  "up/documents/letter.txt",
  "sub/twice.txt",
  "harmless.txt",
]) {
  // The isolation folder is served by the same class.
  attack(`a page reads ${path} in its folder, which is a link`, (isWeak) => {
    using dir = home();
    const folder = join(dir.path, "project/page");
    return isWeak ? readFileSync(join(folder, path), "utf8") : answer(folder, path);
  });
}

test("the targets of links within the page's folder are served, also when the folder itself is a link", () => {
  using dir = home();
  for (const folder of ["project/page", "project/shown"])
    for (const path of ["own.txt", "again.txt"])
      expect(answer(join(dir.path, folder), path)).toBe("the page's own");
  expect(answer(join(dir.path, "project/page"), "key.txt")).toBe(
    'Cannot find "key.txt" among the files of the app: a link leads out of its folder, so a built app has no such file',
  );
});

// Folders of pages
// ---------------------------------------------------------------------------------------

interface Named {
  readonly devPath?: string | readonly string[];
  readonly isolation?: string;
}

/** Lets a project serve its page, and returns the result of a page's read. */
function serve(
  { path }: TempDir,
  { devPath = "../page", isolation }: Named,
  isWeak: boolean,
  user = path,
): string[] {
  const configFolder = join(path, "project/src-framework");
  const pattern =
    isolation === undefined
      ? { use: "brownfield" }
      : { use: "isolation", options: { dir: isolation } };
  const config = { framework: { pattern } };
  const project = { config, configFolder, frontEndFolder: configFolder } as unknown as Project;
  const front = frontEnd(devPath as string, configFolder);
  if (!isWeak) {
    try {
      refusePagesOutside(project, front, user);
    } catch (cause) {
      throw new FrameworkError("not-allowed", (cause as Error).message);
    }
  }
  const folders = [
    ...(front.kind === "folder" ? [front.folder] : []),
    ...(isolation === undefined ? [] : [join(configFolder, isolation)]),
  ];
  const files = front.kind === "files" ? front.files.map((file) => readFileSync(file, "utf8")) : [];
  const names = ["letter.txt", "picture.txt"];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [
    ...files,
    ...found.filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8")),
  ];
}

for (const [what, named] of [
  ["a folder beside the project", { devPath: "../../documents" }],
  ["a folder in the project that is a link", { devPath: "../documents" }],
  ["a list of files", { devPath: ["../page/index.html", "../../.ssh/id_ed25519"] }],
  ["a list with a link", { devPath: ["../page/key.txt"] }],
  ["the isolation folder", { isolation: "../../documents" }],
] as const satisfies readonly (readonly [string, Named])[]) {
  attack(`the configuration names ${what} for pages`, (isWeak) => {
    using dir = home();
    return serve(dir, named, isWeak);
  });
  // A repository of all the user has would make all of it the project's.
  attack(`the configuration names ${what} for pages, in a home under git`, (isWeak) => {
    using dir = home();
    mkdirSync(join(dir.path, ".git"));
    return serve(dir, named, isWeak);
  });
}

test("folders of the project, and of its repository, are served", () => {
  using dir = home();
  for (const named of [
    { devPath: "../art" },
    { isolation: "../art" },
    { devPath: ["../art/picture.txt"] },
  ])
    expect(serve(dir, named, false)).toEqual(["the project's own"]);
  // A hook may be about to make it.
  expect(serve(dir, { devPath: "../nothing/yet" }, false)).toEqual([]);

  using work = tempDir({
    "repository/.git/HEAD": "",
    "repository/apps/project/src-framework/.keep": "",
    "repository/web/letter.txt": "of the repository",
  });
  const folder = { path: join(work.path, "repository/apps") } as TempDir;
  expect(serve(folder, { devPath: "../../../web" }, false, "/home/ada")).toEqual([
    "of the repository",
  ]);
});

// Profiles of the engine
// ---------------------------------------------------------------------------------

const folders = { APPLOCALDATA: "/data/app", APPCACHE: "/cache/app" } as BaseDirectories;

attack(
  "storage of one project's pages meets another project with the same identifier",
  (isWeak) => {
    const folderOf = (name: string): string | null => {
      const profile = isWeak ? null : { name, forgetsWorkers: true, keepsPages: true };
      return profileFolders(folders, "linux", profile).dataDirectory;
    };
    const stored = new Map([[folderOf("one"), secret]]);
    return stored.get(folderOf("other"));
  },
);

attack("the cache of one project's pages meets another project", (isWeak) => {
  const folderOf = (name: string): string | null => {
    const profile = isWeak ? null : { name, forgetsWorkers: true, keepsPages: true };
    return profileFolders(folders, "linux", profile).cacheDirectory;
  };
  const stored = new Map([[folderOf("one"), secret]]);
  return stored.get(folderOf("other"));
});

attack("on Windows a service worker outlives its session", (isWeak) => {
  const worker = "EBWebView/Default/Service Worker";
  using dir = tempDir({
    [`${worker}/Database/CURRENT`]: secret,
    [`${worker}/ScriptCache/index`]: secret,
    [`${worker}/CacheStorage/index`]: "of the page",
  });
  const profile = { name: "one", forgetsWorkers: !isWeak, keepsPages: true };
  using _ = new WebView2Stage({ dataDirectory: dir.path, profile });
  const read = (name: string): string => {
    const path = join(dir.path, worker, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "nothing";
  };
  // Data that pages keep for themselves stays.
  expect(read("CacheStorage/index")).toBe("of the page");
  return [read("Database/CURRENT"), read("ScriptCache/index")];
});
