import { expect, test } from "bun:test";
import { ownPlaces } from "../../src/app/paths/own-places.ts";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import { windowsProgramPlaces, type ProgramPlaces } from "../../src/app/process/program-file.ts";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import { OwnPlaces } from "../../src/app/scope/own-places.ts";
import type { System } from "../../src/contract/target.ts";
import { settledConfig } from "../support/config.ts";
import { memoryDisk } from "./memory-disk.ts";

const identifier = "org.example.app";
const homes: Readonly<Record<System, string>> = {
  linux: "/home/u",
  windows: "C:\\Users\\u",
  macos: "/Users/u",
};

interface Given {
  readonly executable: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly disk?: readonly string[];
  readonly externalBin?: readonly string[];
  readonly mode?: "release" | "dev";
  readonly programPlaces?: readonly ProgramPlaces[];
}

/** The events for a change, and for a rename, of each path. */
function judged(
  system: System,
  {
    executable,
    env = {},
    disk: entries = [],
    externalBin = [],
    mode = "release",
    programPlaces = [],
  }: Given,
  paths: readonly string[],
): Record<string, string> {
  const disk = memoryDisk(entries, system === "linux" ? undefined : (path) => path);
  const config = settledConfig({
    framework: { bundle: { identifier, externalBin: [...externalBin] } },
  });
  const folders = baseDirectories(
    { identifier, executable, name: "App" },
    { system, env, home: homes[system], temp: "/tmp", known: null, readText: () => null },
  );
  const launch = {
    mode,
    system,
    architecture: "x64",
    frameworkVersion: "1.2.3",
    executable,
    arguments: [],
  } as const;
  const isFile = (path: string): boolean => disk.lstat(path).kind === "file";
  const isFolder = (path: string): boolean => disk.lstat(path).kind === "folder";
  const basis = { config, launch, env, folders, denied: [], programs: [] };
  const find = () => ownPlaces({ ...basis, programPlaces, isFile, isFolder });
  const now = new OwnPlaces({ find, system, disk }).now();
  const may = (step: () => void): boolean => {
    try {
      step();
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(
    paths.map((text) => {
      const path = parsePath(text, system);
      if (!may(() => now.refuseChange(path))) return [text, "nothing"];
      return [text, may(() => now.refuseMove(path)) ? "all" : "not moved"];
    }),
  );
}

test("on Windows programs and libraries beside the app stay, in any case, and its data may change", () => {
  const folder = "C:\\Apps\\My App";
  const paths = {
    [`${folder}\\app.exe`]: "nothing",
    [`${folder}\\APP.EXE`]: "nothing",
    [`${folder}\\tool.exe`]: "nothing",
    [`${folder}\\Version.DLL`]: "nothing",
    [`${folder}\\app.exe.local\\user32.dll`]: "nothing",
    [`${folder}\\webview\\msedgewebview2.exe`]: "nothing",
    [`${folder}\\app\\main.js`]: "nothing",
    "C:\\Apps\\.my app.1234.new\\app\\app.exe": "nothing",
    [folder]: "not moved",
    "C:\\Apps": "not moved",
    [`${folder}\\notes.txt`]: "all",
    [`${folder}\\data\\library.dll`]: "all",
    "C:\\Apps\\Other App\\app.exe": "all",
    "D:\\Apps\\My App\\app.exe": "all",
  };
  const app = { executable: `${folder}\\app.exe`, disk: [`${folder}\\app\\app.pack`] };
  expect(judged("windows", { ...app, externalBin: ["bin/tool"] }, Object.keys(paths))).toEqual(
    paths,
  );
});

test("on Windows no file may run in place of a program of the configuration", () => {
  const paths = {
    "D:\\Tools\\pack.COM": "nothing",
    "D:\\Tools\\pack.cmd": "nothing",
    "D:\\Tools": "not moved",
    "D:\\Tools\\pack.txt": "all",
    "D:\\Tools\\more\\pack.exe": "all",
    "D:\\Bin\\tar.exe": "nothing",
    "D:\\Later\\tar.exe": "nothing",
    "D:\\Bin\\pack.exe": "all",
    "D:\\Bin\\tar.com": "all",
  };
  const env = { Path: 'D:\\Bin;"D:\\Later";relative' };
  const programPlaces = ["D:\\Tools\\pack", "tar.exe"].map((cmd) => windowsProgramPlaces(cmd, env));
  const given = { executable: "C:\\Apps\\app.exe", programPlaces };
  expect(judged("windows", given, Object.keys(paths))).toEqual(paths);
});

test("on macOS the whole bundle stays, in any spelling", () => {
  const paths = {
    "/Users/u/Applications/Café.app/Contents/MacOS/app": "nothing",
    "/Users/u/Applications/CAFE\u0301.APP/Contents/Resources/app/main.js": "nothing",
    "/Users/u/Applications/.Café.app.0a1b2c3d.previous/Contents": "nothing",
    "/Users/u/Applications": "not moved",
    "/Users/u/Applications/Other.app/Contents/MacOS/app": "all",
  };
  const executable = "/Users/u/Applications/Café.app/Contents/MacOS/app";
  expect(judged("macos", { executable }, Object.keys(paths))).toEqual(paths);
});

test("of an AppImage its own file stays, and what its update makes beside it", () => {
  const paths = {
    "/home/u/Apps/App.AppImage": "nothing",
    "/tmp/.mount_App/usr/lib/gstreamer-1.0/libgstapp.so": "nothing",
    "/home/u/Apps/.App.AppImage.77.new": "nothing",
    "/home/u/Apps": "not moved",
    "/home/u/.cache/org.example.app/gstreamer-1.0.registry": "nothing",
    "/home/u/Apps/App.AppImage.txt": "all",
    "/home/u/Apps/app": "all",
  };
  const env = { APPIMAGE: "/home/u/Apps/App.AppImage", APPDIR: "/tmp/.mount_App" };
  const given = { executable: "/tmp/.mount_App/usr/bin/app", env };
  expect(judged("linux", given, Object.keys(paths))).toEqual(paths);
});

test("beside an AppImage no page makes a home for its next start, and one of the user's is kept", () => {
  const home = "/home/u/Apps/App.AppImage.home";
  const config = "/home/u/Apps/App.AppImage.config";
  const env = { APPIMAGE: "/home/u/Apps/App.AppImage", APPDIR: "/tmp/.mount_App" };
  const given = { executable: "/tmp/.mount_App/usr/bin/app", env };
  const paths = { [home]: "nothing", [`${home}/.cache/x`]: "nothing", [config]: "nothing" };
  expect(judged("linux", given, Object.keys(paths))).toEqual(paths);
  const data = { [`${home}/.local/share/notes.txt`]: "all", [config]: "nothing" };
  const disk = [`${home}/`];
  expect(judged("linux", { ...given, disk }, Object.keys(data))).toEqual(data);
});

test("native addons and libraries that the runtime keeps for the next start stay", () => {
  const paths = {
    "/tmp/.bun-1000-c5c7ed3dc36d4663.node": "nothing",
    "/tmp/.dd2b1ffe6280971c-0.node": "nothing",
    "/tmp/.bun-1000-8721353569061f2a.so": "nothing",
    "/tmp/.bun-1000-8721353569061f2a.dylib": "nothing",
    "/tmp/.bun-1000-8721353569061f2a.DLL": "nothing",
    "/tmp": "not moved",
    "/tmp/addon.node": "all",
    "/tmp/library.so": "all",
    "/tmp/.bun-1000/a.node": "all",
  };
  expect(judged("linux", { executable: "/opt/app" }, Object.keys(paths))).toEqual(paths);
});

test("of a package of Linux the whole folder stays", () => {
  const paths = {
    "/home/u/opt/lib/app/native/shrink.cjs": "nothing",
    "/home/u/opt/bin/app": "nothing",
    "/home/u/opt/lib": "not moved",
    "/home/u/opt/lib/other": "all",
  };
  expect(judged("linux", { executable: "/home/u/opt/bin/app" }, Object.keys(paths))).toEqual(paths);
});

test("a folder called app beside an app with a runtime of its own is the user's", () => {
  const paths = { "/home/u/Downloads/app/main.js": "all", "/home/u/Downloads/My App": "nothing" };
  expect(judged("linux", { executable: "/home/u/Downloads/My App" }, Object.keys(paths))).toEqual(
    paths,
  );
});

test("in development what the tool makes to be run stays", () => {
  const paths = {
    "/home/u/p/src-framework/target/dev/entry/main.js": "nothing",
    "/home/u/p/src-framework/target/dev": "nothing",
    "/home/u/p/notes.txt": "all",
  };
  const executable = "/home/u/p/src-framework/target/dev/app/app";
  expect(judged("linux", { executable, mode: "dev" }, Object.keys(paths))).toEqual(paths);
});
