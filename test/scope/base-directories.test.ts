import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  baseDirectories,
  folderHost,
  parseUserDirs,
  type FolderHost,
} from "../../src/app/paths/base-directories.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const app = { identifier: "com.example.app", executable: "/opt/app/my-app", name: "My App" };

function host(given: Partial<FolderHost>): FolderHost {
  return {
    system: "linux",
    env: {},
    home: "/home/me",
    temp: "/tmp",
    known: null,
    readText: () => null,
    ...given,
  };
}

test("Linux, nothing set: the XDG defaults and the usual names", () => {
  expect(baseDirectories(app, host({}))).toEqual({
    AUDIO: "/home/me/Music",
    CACHE: "/home/me/.cache",
    CONFIG: "/home/me/.config",
    DATA: "/home/me/.local/share",
    LOCALDATA: "/home/me/.local/share",
    DESKTOP: "/home/me/Desktop",
    DOCUMENT: "/home/me/Documents",
    DOWNLOAD: "/home/me/Downloads",
    EXE: "/home/me/.local/bin",
    FONT: "/home/me/.local/share/fonts",
    HOME: "/home/me",
    PICTURE: "/home/me/Pictures",
    PUBLIC: "/home/me/Public",
    RUNTIME: null,
    TEMPLATE: "/home/me/Templates",
    VIDEO: "/home/me/Videos",
    RESOURCE: "/opt/app",
    APP: "/home/me/.config/com.example.app",
    LOG: "/home/me/.config/com.example.app/logs",
    TEMP: "/tmp",
    APPCONFIG: "/home/me/.config/com.example.app",
    APPDATA: "/home/me/.local/share/com.example.app",
    APPLOCALDATA: "/home/me/.local/share/com.example.app",
    APPCACHE: "/home/me/.cache/com.example.app",
    APPLOG: "/home/me/.config/com.example.app/logs",
  });
});

test("Linux: XDG variables count when they are whole paths, and user-dirs.dirs names the rest", () => {
  const env = {
    XDG_CONFIG_HOME: "/c",
    XDG_DATA_HOME: "data",
    XDG_CACHE_HOME: "",
    XDG_RUNTIME_DIR: "/run/user/1",
    XDG_BIN_HOME: "/b",
  };
  const readText = (path: string) =>
    path === "/c/user-dirs.dirs" ? 'XDG_MUSIC_DIR="$HOME/Musik"\nXDG_DESKTOP_DIR="$HOME/"\n' : null;
  const { CONFIG, DATA, CACHE, RUNTIME, EXE, AUDIO, DESKTOP, DOCUMENT } = baseDirectories(
    app,
    host({ env, readText }),
  );
  expect({ CONFIG, DATA, CACHE, RUNTIME, EXE, AUDIO, DESKTOP, DOCUMENT }).toEqual({
    CONFIG: "/c",
    DATA: "/home/me/.local/share",
    CACHE: "/home/me/.cache",
    RUNTIME: "/run/user/1",
    EXE: "/b",
    AUDIO: "/home/me/Musik",
    DESKTOP: null,
    DOCUMENT: null,
  });
});

test("user-dirs.dirs is read as a shell would", () => {
  const text = [
    '# XDG_VIDEOS_DIR="$HOME/no"',
    'XDG_MUSIC_DIR="$HOME/My Music/"',
    '  XDG_PICTURES_DIR = "/mnt/a\\"b\\$c"',
    'XDG_DOCUMENTS_DIR="$HOME"',
    'XDG_DOWNLOAD_DIR="relative"',
    "XDG_TEMPLATES_DIR=$HOME/x",
    'XDG_DESKTOP_DIR="$HOMEWARD/x"',
    'XDG_PUBLICSHARE_DIR="/first"',
    'XDG_PUBLICSHARE_DIR="/second"',
  ].join("\n");
  expect(Object.fromEntries(parseUserDirs(text, "/h"))).toEqual({
    MUSIC: "/h/My Music",
    PICTURES: '/mnt/a"b$c',
    PUBLICSHARE: "/second",
  });
});

test("Windows: from the user's environment", () => {
  const env = {
    APPDATA: "C:\\U\\me\\Roaming",
    LOCALAPPDATA: "C:\\U\\me\\Local",
    PUBLIC: "C:\\U\\Public",
  };
  const folders = baseDirectories(
    { ...app, executable: "C:\\P\\app\\app.exe" },
    host({ system: "windows", env, home: "C:\\U\\me", temp: "C:\\T" }),
  );
  expect(folders).toEqual({
    AUDIO: "C:\\U\\me\\Music",
    CACHE: "C:\\U\\me\\Local",
    CONFIG: "C:\\U\\me\\Roaming",
    DATA: "C:\\U\\me\\Roaming",
    LOCALDATA: "C:\\U\\me\\Local",
    DESKTOP: "C:\\U\\me\\Desktop",
    DOCUMENT: "C:\\U\\me\\Documents",
    DOWNLOAD: "C:\\U\\me\\Downloads",
    EXE: null,
    FONT: null,
    HOME: "C:\\U\\me",
    PICTURE: "C:\\U\\me\\Pictures",
    PUBLIC: "C:\\U\\Public",
    RUNTIME: null,
    TEMPLATE: "C:\\U\\me\\Roaming\\Microsoft\\Windows\\Templates",
    VIDEO: "C:\\U\\me\\Videos",
    RESOURCE: "C:\\P\\app",
    APP: "C:\\U\\me\\Roaming\\com.example.app",
    LOG: "C:\\U\\me\\Roaming\\com.example.app\\logs",
    TEMP: "C:\\T",
    APPCONFIG: "C:\\U\\me\\Roaming\\com.example.app",
    APPDATA: "C:\\U\\me\\Roaming\\com.example.app",
    APPLOCALDATA: "C:\\U\\me\\Local\\com.example.app",
    APPCACHE: "C:\\U\\me\\Local\\com.example.app",
    APPLOG: "C:\\U\\me\\Roaming\\com.example.app\\logs",
  });
});

test("macOS: in the user's home and its library", () => {
  const mac = host({ system: "macos", home: "/Users/me", temp: "/private/var/folders/zz/0/T" });
  const support = "/Users/me/Library/Application Support";
  expect(
    baseDirectories({ ...app, executable: "/Applications/My App.app/Contents/MacOS/app" }, mac),
  ).toEqual({
    AUDIO: "/Users/me/Music",
    CACHE: "/Users/me/Library/Caches",
    CONFIG: support,
    DATA: support,
    LOCALDATA: support,
    DESKTOP: "/Users/me/Desktop",
    DOCUMENT: "/Users/me/Documents",
    DOWNLOAD: "/Users/me/Downloads",
    EXE: null,
    FONT: "/Users/me/Library/Fonts",
    HOME: "/Users/me",
    PICTURE: "/Users/me/Pictures",
    PUBLIC: "/Users/me/Public",
    RUNTIME: null,
    TEMPLATE: null,
    VIDEO: "/Users/me/Movies",
    RESOURCE: "/Applications/My App.app/Contents/Resources",
    APP: `${support}/com.example.app`,
    TEMP: "/private/var/folders/zz/0/T",
    APPCONFIG: `${support}/com.example.app`,
    APPDATA: `${support}/com.example.app`,
    APPLOCALDATA: `${support}/com.example.app`,
    APPCACHE: "/Users/me/Library/Caches/com.example.app",
    LOG: "/Users/me/Library/Logs/com.example.app",
    APPLOG: "/Users/me/Library/Logs/com.example.app",
  });
  const unpacked = "/Users/me/build/app";
  expect(baseDirectories({ ...app, executable: unpacked }, mac).RESOURCE).toBe("/Users/me/build");
});

test("without an identifier the app has no folders of its own", () => {
  const { APP, APPCONFIG, APPDATA, APPLOCALDATA, APPCACHE, APPLOG, LOG } = baseDirectories(
    { ...app, identifier: "" },
    host({}),
  );
  expect([APP, APPCONFIG, APPDATA, APPLOCALDATA, APPCACHE, APPLOG, LOG]).toEqual(
    Array(7).fill(null),
  );
});

test.each([
  ["/usr/bin/my-app", "/usr/lib/my-app"],
  ["/tmp/.mount_x/usr/bin/my-app", "/tmp/.mount_x/usr/lib/my-app"],
  ["/home/me/my-app", "/home/me"],
])("the resources of %s are in %s, whatever the environment says", (executable, expected) => {
  const env = { APPDIR: "/evil" };
  expect(baseDirectories({ ...app, executable }, host({ env })).RESOURCE).toBe(expected);
});

// The packages are tested with their own words for it in test/bundler.
test.each([
  ["Grüße, Welt!", "/usr/bin/grusse-welt", "/usr/lib/grusse-welt"],
  ["日本語", "/usr/bin/app", "/usr/lib/com.example.app"],
  ["Bin", "/usr/bin/bin", "/usr/lib/bin"],
  ["Bin", "/usr/lib/bin/bin", "/usr/lib/bin"],
])("the resources of %s, run from %s, are in %s", (name, executable, expected) => {
  expect(baseDirectories({ ...app, name, executable }, host({})).RESOURCE).toBe(expected);
});

test.each(["rel", "../rel"])("a home folder that is named %s is a whole path", (named) => {
  using folder = tempDir();
  const cwd = join(folder.path, "cwd");
  mkdirSync(cwd);
  // The runtime reads the variable once, and keeps things of its own in that folder.
  const module = join(import.meta.dir, "../../src/app/paths/base-directories.ts");
  const script = `import { folderHost } from ${JSON.stringify(module)}; console.log(folderHost("linux").home);`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd, env: { HOME: named } });
  expect(stdout.toString()).toBe(`${join(cwd, named)}\n`);
});

test.each([
  ["gone", "gone"],
  ["link", "there"],
])("a folder for temporary files that is named %s is %s", (named, meant) => {
  using folder = tempDir({ "there/a": "" });
  symlinkSync("there", join(folder.path, "link"));
  const module = join(import.meta.dir, "../../src/app/paths/base-directories.ts");
  const script = `import { folderHost } from ${JSON.stringify(module)}; console.log(folderHost("linux").temp);`;
  const env = { ...process.env, TMPDIR: join(folder.path, named) };
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env });
  expect(stdout.toString()).toBe(`${join(folder.path, meant)}\n`);
});

test("this machine's folders are whole paths", () => {
  const folders = baseDirectories({ ...app, executable: process.execPath }, folderHost("linux"));
  expect(folders.HOME).toStartWith("/");
  expect(folders.TEMP).toStartWith("/");
});
