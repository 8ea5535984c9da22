// Attacks by another user of the machine who may write to a folder above the project, such as
// `/tmp`: files there are found by a search upwards, and would run or be shipped. Without the rule
// the same files belong to the user.

import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { readLockedPackages, readProjectFacts, publishedVersion } from "../../src/bundler/index.ts";
import { foundAbove, refuseForeignAbove } from "../../src/config/read/ancestors.ts";
import { findConfiguration } from "../../src/config/read/find.ts";
import { nearestManifest } from "../../src/config/read/package-manifest.ts";
import type { Target } from "../../src/contract/target.ts";
import { bunTarget, findRuntime } from "../../src/cli/build/build-target.ts";
import { findTauriProject } from "../../src/cli/migrate/tauri-project.ts";
import { neighbours } from "../../src/cli/migrate/configuration/workspace.ts";
import { childEnvironment } from "../../src/cli/programs/hooks.ts";
import {
  frameworkPackageOptions,
  nearestSettings,
} from "../../src/cli/project/framework-package.ts";
import { openProject } from "../../src/cli/project/project.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { thisMachine } from "../support/this-machine.ts";
import { runTool } from "../cli/tool.ts";

const noRoot = process.getuid?.() === 0 ? null : "only root gives files to others";
const mallory = 12_345;
const configuration = JSON.stringify({
  package: { productName: "Small", version: "1.2.3" },
  build: { devPath: "../page", distDir: "../page" },
  framework: { bundle: { identifier: "org.example.small" } },
});

/** A project in a folder that others may write to, with `files` of theirs beside it. */
function shared(files: Readonly<Record<string, string>>): TempDir {
  const dir = tempDir({
    "mine/project/src-framework/framework.conf.json": configuration,
    "mine/project/page/index.html": "<title>Small</title>",
    ...files,
  });
  chmodSync(dir.path, 0o1777);
  return dir;
}

/** Gives the files beside the user's own folder to another user. */
function giveAway(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "mine") continue;
    const path = join(folder, entry.name);
    for (const below of entry.isDirectory() ? readdirSync(path, { recursive: true }) : [])
      lchownSync(join(path, String(below)), mallory, mallory);
    lchownSync(path, mallory, mallory);
  }
}

const project = (folder: string): string => join(folder, "mine/project");
const source = (folder: string): string => join(project(folder), "src-framework");
const other: Target = {
  system: thisMachine.system === "windows" ? "linux" : "windows",
  architecture: "x64",
};
const runtime = `node_modules/${bunTarget(other).package}`;
const terminal = (cwd: string) => ({
  cwd,
  host: thisMachine,
  color: false,
  out: () => {},
  err: () => {},
});

interface Planted {
  readonly what: string;
  /** The refused file comes first. */
  readonly files: Readonly<Record<string, string>>;
  readonly refused?: string;
  /** The tool's result for it. */
  readonly take: (folder: string) => unknown;
}

const planted: readonly Planted[] = [
  {
    what: "settings of the compiler, with paths of its own",
    files: { "tsconfig.json": "{}" },
    take: (folder) => nearestSettings(source(folder)),
  },
  {
    what: "a package in place of framework/app",
    files: { "node_modules/framework/package.json": "{}" },
    refused: "node_modules",
    take: async (folder) =>
      (
        await frameworkPackageOptions({
          sourceFolder: source(folder),
          workFolder: join(folder, "mine/work"),
        })
      ).length === 0 && folder,
  },
  {
    what: "a program that a hook finds before those of the system",
    files: { "node_modules/.bin/npm": "#!/bin/sh" },
    refused: "node_modules",
    take: (folder) => childEnvironment(project(folder))["PATH"]?.split(":").slice(0, 3),
  },
  {
    what: "a package.json, in whose folder hooks would run",
    files: { "package.json": "{}" },
    take: (folder) =>
      openProject(terminal(project(folder)), { system: thisMachine.system, command: "build" })
        .frontEndFolder,
  },
  {
    what: "a package.json, whose name and version the app would have",
    files: { "package.json": "{}" },
    take: (folder) => nearestManifest(source(folder)),
  },
  {
    what: "a package.json, whose author would stand in packages",
    files: { "package.json": '{ "author": "mallory" }' },
    take: (folder) => readProjectFacts(source(folder)).author === "mallory" && folder,
  },
  {
    what: "a lock file, whose packages the bill of materials would name",
    files: {
      "yarn.lock": '# yarn lockfile v1\n\nleft@^1.0.0:\n  version "1.0.0"\n',
      "package.json": '{ "dependencies": { "left": "^1.0.0" } }',
    },
    take: (folder) => readLockedPackages(source(folder)).length === 1 && folder,
  },
  {
    what: "a configuration",
    files: { "src-framework/framework.conf.json": configuration },
    take: (folder) => {
      const from = join(folder, "mine");
      const found = findConfiguration(from);
      if (found.found === "of-another-user") throw new Error(`Cannot use "${found.folder}"`);
      return found;
    },
  },
  {
    what: "a project for migrate",
    files: { "src-tauri/tauri.conf.json": "{}" },
    refused: "src-tauri",
    take: (folder) => findTauriProject(project(folder))?.source,
  },
  {
    what: "a workspace for migrate",
    files: {
      "pnpm-workspace.yaml": "",
      "package.json": '{ "dependencies": { "@tauri-apps/api": "1" } }',
    },
    take: (folder) => {
      const front = project(folder);
      const peer = { folder: front, frontEnds: [front] } as unknown as Parameters<
        typeof neighbours
      >[0];
      return neighbours(peer).length === 1 && folder;
    },
  },
];

describe.skipIf(noRoot !== null)(
  `another user's files in a folder above (${noRoot ?? "as root"})`,
  () => {
    for (const { what, files, take, refused = Object.keys(files)[0] ?? "" } of planted) {
      const path = (folder: string): string => join(folder, refused);
      test(`${what}: it is refused`, async () => {
        using dir = shared(files);
        giveAway(dir.path);
        const attempt = async () => take(dir.path);
        const message = await attempt().then(String, (error: Error) => error.message);
        expect(message).toStartWith(
          `Cannot use "${dirname(path(dir.path)) === dir.path ? path(dir.path) : ""}`,
        );
      });
      test(`${what}: of the user's own it is taken`, async () => {
        using dir = shared(files);
        expect(JSON.stringify(await take(dir.path))).toContain(dir.path);
      });
    }

    test("the body of an app for another system is refused", () => {
      using dir = shared({
        [`${runtime}/package.json`]: JSON.stringify({ version: publishedVersion }),
      });
      mkdirSync(join(dir.path, runtime, "bin"));
      writeFileSync(join(dir.path, runtime, "bin/bun.exe"), "evil");
      const find = () => findRuntime(other, source(dir.path), join(dir.path, "mine/tools"));
      // A file of the user is accepted as one, and then its sum is checked.
      expect(find).toThrow("its SHA-256 is another; remove the package and add it anew");
      giveAway(dir.path);
      expect(find).toThrow(
        `Cannot use "${join(dir.path, "node_modules")}": it belongs to another user, ${mallory}`,
      );
    });

    test("a package that Bun would find by itself is refused in the user's own folder of packages", () => {
      const files = { "node_modules/left/index.js": "", "node_modules/@a/right/index.js": "" };
      using dir = shared(files);
      refuseForeignAbove(source(dir.path));
      for (const name of ["left", "@a", "@a/right"]) {
        const path = join(dir.path, "node_modules", name);
        lchownSync(path, mallory, mallory);
        expect(() => refuseForeignAbove(source(dir.path))).toThrow(`Cannot use "${path}"`);
        lchownSync(path, 0, 0);
      }
    });

    for (const name of ["linked", "@a/linked"])
      test(`a package that is linked as ${name} is searched from where it lies`, () => {
        using dir = shared({
          "tools/linked/index.js": "",
          "tools/node_modules/left/index.js": "",
          "mine/project/node_modules/@a/.keep": "",
        });
        const link = join(project(dir.path), "node_modules", name);
        symlinkSync(join(dir.path, "tools/linked"), link);
        // Links in a circle end, too.
        symlinkSync(project(dir.path), join(dir.path, "tools/node_modules/back"));
        refuseForeignAbove(source(dir.path));
        const left = join(dir.path, "tools/node_modules/left");
        lchownSync(left, mallory, mallory);
        expect(() => refuseForeignAbove(source(dir.path))).toThrow(`Cannot use "${left}"`);
        rmSync(link);
        refuseForeignAbove(source(dir.path));
      });

    test("a folder of programs that is not there yet is found where no other user can make it", () => {
      using dir = shared({});
      const path = (): string[] => childEnvironment(project(dir.path))["PATH"]?.split(":") ?? [];
      const [own, above] = [
        join(project(dir.path), "node_modules/.bin"),
        join(dir.path, "node_modules/.bin"),
      ];
      expect([path().includes(own), path().includes(above)]).toEqual([true, false]);
      chmodSync(dir.path, 0o755);
      expect([path().includes(own), path().includes(above)]).toEqual([true, true]);
      lchownSync(dir.path, mallory, mallory);
      expect([path().includes(own), path().includes(above)]).toEqual([true, false]);
    });

    test("a file of the user's own in a folder of another user is refused, since that one chose its name", () => {
      using dir = shared({ "tsconfig.json": "{}" });
      lchownSync(dir.path, mallory, mallory);
      expect(() => nearestSettings(source(dir.path))).toThrow(`Cannot use "${dir.path}"`);
    });

    test("a tree that belongs to another user as a whole, as in a container, is accepted", () => {
      using dir = shared({ "tsconfig.json": "{}" });
      giveAway(dir.path);
      lchownSync(source(dir.path), mallory, mallory);
      expect(nearestSettings(source(dir.path))).toBe(join(dir.path, "tsconfig.json"));
    });

    test("commands say so before they run anything, with the owner and what to do", async () => {
      using dir = shared({ "node_modules/left/index.js": "" });
      const attempt = async (command: string) => await runTool(project(dir.path), [command]);
      giveAway(dir.path);
      for (const command of ["build", "dev"]) {
        const { code, err } = await attempt(command);
        expect([code, err]).toEqual([
          1,
          `Cannot use "${join(dir.path, "node_modules")}": it belongs to another user, ${mallory}, who could have this ` +
            "command run any program; if you trust it, change its owner, else remove it or move the project to a " +
            "folder of your own\n",
        ]);
      }
    });
  },
);

test("searches upwards that meet nothing find nothing", () => {
  using dir = tempDir({ "a/b/c": "" });
  expect([...foundAbove(join(dir.path, "a/b"), "no such name")]).toEqual([]);
});
