import { expect, test } from "bun:test";
import { arch, release, tmpdir } from "node:os";
import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { relaunch } from "../../src/app/commands/process.ts";
import type { Services } from "../../src/app/services.ts";
import { locale } from "../../src/app/process/locale.ts";
import {
  givenArguments,
  refuseSymlink,
  startedFile,
  type Launch,
} from "../../src/app/process/launch.ts";
import { programPath } from "../../src/app/process/mac-path.ts";
import { baseDirectories } from "../../src/contract/paths.ts";
import { relaunchCode } from "../../src/contract/commands/process.ts";
import { settledConfig } from "../support/config.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection, startWithApi } from "../support/page-api.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { macHost } from "../support/macos/mac-host.ts";
import { here, testOnEach, testWithout } from "../support/each-system.ts";

const testOfPosix = testWithout(["windows"], "its paths are other text");

testOfPosix("paths are joined, cut and resolved as text", async () => {
  using started = await startWithApi({ allow: ["path.all"] });
  const { path } = started.api;
  expect({
    join: await path.join("a", "..", "..", "b", "", "c.txt"),
    joinNothing: await path.join(),
    normalize: await path.normalize("/a//./b/../c/"),
    resolve: await path.resolve("/x", "y", "../z"),
    resolveNothing: await path.resolve(),
    dirname: [await path.dirname("/a/b.txt"), await path.dirname("a"), await path.dirname("/")],
    extname: [
      await path.extname("a.tar.gz"),
      await path.extname(".bashrc"),
      await path.extname("a."),
    ],
    basename: [
      await path.basename("/a/b.txt"),
      await path.basename("/a/b.txt", ".txt"),
      await path.basename("/"),
    ],
    isAbsolute: [await path.isAbsolute("/a"), await path.isAbsolute("a")],
    constants: [path.sep, path.delimiter],
  }).toEqual({
    join: "../b/c.txt",
    joinNothing: ".",
    normalize: "/a/c/",
    resolve: "/x/z",
    resolveNothing: process.cwd(),
    dirname: ["/a", ".", "/"],
    extname: ["gz", "", ""],
    basename: ["b.txt", "b", ""],
    isAbsolute: [true, false],
    constants: ["/", ":"],
  });
});

testOnEach("on Windows paths are joined, cut and resolved by its rules", async () => {
  using started = await startWithApi({ allow: ["path.all"], system: "windows" });
  const { path } = started.api;
  expect({
    join: await path.join("a", "..", "..", "b", "", "c.txt"),
    normalize: await path.normalize("C:/a//./b/../c/"),
    resolve: await path.resolve("C:\\x", "y", "../z"),
    dirname: [
      await path.dirname("C:\\a\\b.txt"),
      await path.dirname("a"),
      await path.dirname("C:\\"),
    ],
    basename: [await path.basename("C:\\a/b.txt"), await path.basename("C:\\a\\b.txt", ".txt")],
    isAbsolute: [
      await path.isAbsolute("C:\\a"),
      await path.isAbsolute("C:a"),
      await path.isAbsolute("a"),
    ],
    constants: [path.sep, path.delimiter],
  }).toEqual({
    join: "..\\b\\c.txt",
    normalize: "C:\\a\\c\\",
    resolve: "C:\\x\\z",
    dirname: ["C:\\a", ".", "C:\\"],
    basename: ["b.txt", "b"],
    isAbsolute: [true, false, false],
    constants: ["\\", ";"],
  });
});

test("each folder has its function, whose result ends in a separator", async () => {
  using started = await startWithApi({ allow: ["path.all"] });
  const { path, fs } = started.api;
  const folders = started.app.services.baseDirectories;
  for (const [name, number] of Object.entries(path.BaseDirectory)) {
    const variable = baseDirectories[number - 1]!;
    const key = `${name[0]?.toLowerCase()}${name.slice(1)}Dir` as "homeDir";
    const folder = folders[variable];
    if (folder === null)
      expect(await rejection(path[key]())).toStartWith("unavailable: Cannot find the folder of");
    // `$TEMP` is `os.tempdir()`.
    else if (variable !== "TEMP") expect(await path[key]()).toBe(folder + path.sep);
  }
  expect(fs.Dir).toEqual(path.BaseDirectory);
});

testOnEach("a resource is where the bundler put it", async () => {
  using started = await startWithApi({ allow: ["path.all"], executable: here("/opt/memory/app") });
  expect(await started.api.path.resolveResource("../data//./a.txt")).toBe(
    here("/opt/memory/_up_/data/a.txt"),
  );
});

const words = {
  linux: { platform: "linux", type: "Linux", EOL: "\n" },
  windows: { platform: "win32", type: "Windows_NT", EOL: "\r\n" },
  macos: { platform: "darwin", type: "Darwin", EOL: "\n" },
} as const;

testOnEach("pages get the facts of the system", async (system) => {
  using started = await startWithApi({ allow: ["os.all"] });
  const { os } = started.api;
  expect({
    platform: await os.platform(),
    version: await os.version(),
    type: await os.type(),
    arch: await os.arch(),
    tempdir: await os.tempdir(),
    EOL: os.EOL,
  }).toEqual({
    ...words[system],
    version: release(),
    arch: arch() === "arm64" ? "aarch64" : "x86_64",
    tempdir: here(realpathSync(tmpdir())),
  });
});

for (const [env, tag] of [
  [{ LANG: "de_DE.UTF-8" }, "de-DE"],
  [{ LANG: "de_DE.UTF-8", LC_ALL: "", LC_MESSAGES: "pt_BR" }, "pt-BR"],
  [{ LANG: "de_DE", LC_ALL: "sr_RS@latin" }, "sr-RS"],
  [{ LANG: "C.UTF-8" }, null],
  [{ LC_ALL: "POSIX", LANG: "de_DE" }, null],
  [{ LANG: "no such thing" }, null],
  [{}, null],
] as const) {
  testOnEach(`the language of ${JSON.stringify(env)} is ${tag}`, () => {
    const facts = { env, preferredLanguage: null, runtimeLocale: "fr-FR" };
    expect(locale({ ...facts, system: "linux" })).toBe(tag);
    expect(locale({ ...facts, system: "windows" })).toBe("fr-FR");
  });
}

for (const tag of ["de-CH", null]) {
  test(`the language on macOS is the user's first one: ${tag}`, () => {
    const facts = { env: { LANG: "it_IT.UTF-8" }, runtimeLocale: "en-US" };
    expect(locale({ ...facts, system: "macos", preferredLanguage: () => tag })).toBe(tag);
  });
}

test("pages on macOS get the language that the system reports", async () => {
  using started = await startWithApi({ allow: ["os.all"], system: "macos" });
  expect(await started.api.os.locale()).toBe(macHost().preferredLanguage?.() ?? null);
});

test("the app has a name and versions, without any flag", async () => {
  using started = await startWithApi({});
  const { app } = started.api;
  expect([await app.getName(), await app.getVersion(), await app.getFrameworkVersion()]).toEqual([
    "Memory",
    "1.0.0",
    "1.2.3",
  ]);
  expect(await rejection(app.show())).toStartWith("not-allowed: ");
});

test("showing and hiding the app is for the ui thread", async () => {
  using started = await startWithApi({ allow: ["app.all"] });
  await started.api.app.hide();
  await started.api.app.show();
  const calls = started.app.platform.recorded.filter(({ call }) => call === "app.setVisible");
  expect(calls.map(({ args }) => args)).toEqual([{ visible: false }, { visible: true }]);
});

for (const code of [undefined, 0, 7, -1]) {
  test(`exit(${code}) ends the app with that code`, async () => {
    using started = await startWithApi({ allow: ["process.exit"] });
    await started.api.process.exit(code);
    expect(started.app.platform.exitCode).toBe(code ?? 0);
  });
}

test("an exit code that is none is refused", async () => {
  using started = await startWithApi({ allow: ["process.exit"] });
  const { exit } = started.api.process;
  expect(await rejection(exit(1.5))).toBe(
    'bad-argument: Cannot run "process.exit": "code" is 1.5, it must be a whole number',
  );
  expect(await rejection(exit(2 ** 31))).toBe(
    'bad-argument: Cannot run "process.exit": "code" is 2147483648, it must be a number of 32 bits',
  );
  for (const code of [NaN, Infinity]) {
    expect(await rejection(exit(code))).toBe(
      `bad-argument: Cannot run "process.exit": "code" is ${code}, it must be a whole number`,
    );
  }
  expect(started.app.platform.exitCode).toBe(null);
});

testOfPosix("a relaunched app is started with its arguments, when all hooks have run", async () => {
  using folder = tempDir({
    app: '#!/bin/sh\nfolder=$(dirname "$0")\ncat "$folder/hook" > "$folder/seen"\nprintf "%s|" "$@" >> "$folder/seen"\nmv "$folder/seen" "$folder/started"\n',
  });
  chmodSync(`${folder.path}/app`, 0o755);
  using app = await startInMemory({
    allow: ["process.relaunch"],
    executable: `${folder.path}/app`,
    arguments: ["a b", "--c"],
  });
  app.services.exit.onExit(async () => {
    await Bun.sleep(5);
    await Bun.write(`${folder.path}/hook`, "hook ran, ");
  });
  await app.page.invoke("process.relaunch", {});
  expect(app.platform.exitCode).toBe(0);
  await waitFor("the app to start again", () => existsSync(`${folder.path}/started`));
  expect(readFileSync(`${folder.path}/started`, "utf8")).toBe("hook ran, a b|--c|");
});

test("in development the tool is asked to start the app again", async () => {
  using app = await startInMemory({
    allow: ["process.relaunch"],
    mode: "dev",
    executable: "/no/such/file",
  });
  await app.page.invoke("process.relaunch", {});
  expect(app.platform.exitCode).toBe(relaunchCode);
});

const launch: Launch = {
  mode: "release",
  system: "linux",
  architecture: "x64",
  frameworkVersion: "1.2.3",
  executable: "/tmp/.mount_x/usr/bin/app",
  arguments: [],
};

testOnEach("an AppImage is started as a whole, but only by the app that is in it", () => {
  const env = { APPIMAGE: "/home/a/App.AppImage", APPDIR: "/tmp/.mount_x" };
  expect(startedFile(launch, env)).toBe("/home/a/App.AppImage");
  expect(startedFile({ ...launch, executable: "/usr/bin/other" }, env)).toBe("/usr/bin/other");
  expect(startedFile(launch, {})).toBe(launch.executable);
  expect(startedFile({ ...launch, system: "windows" }, env)).toBe(launch.executable);
});

test("an app that was started through a link is not started again, unless that is allowed", () => {
  using folder = tempDir({ "real/app": "" });
  symlinkSync("real", `${folder.path}/link`);
  const at = (path: string): string => `${folder.path}/${path}`;
  expect(() => refuseSymlink(at("link/app"), false)).toThrow("its path holds a symbolic link");
  expect(() => refuseSymlink(at("real/../link/app"), false)).toThrow(
    "its path holds a symbolic link",
  );
  for (const [startedAs, allowed] of [
    [at("link/app"), true],
    [at("real/app"), false],
    [at("real/./app"), false],
    [null, false],
  ] as const) {
    expect(() => refuseSymlink(startedAs, allowed)).not.toThrow();
  }
});

test("a relaunch asks how the app was started, before it ends anything", async () => {
  using folder = tempDir({ "real/app": "" });
  symlinkSync("real", `${folder.path}/link`);
  const ended: number[] = [];
  const services = {
    launch,
    host: { startedAs: `${folder.path}/link/app` },
    exit: { quit: (code: number) => void ended.push(code) },
    config: settledConfig({}, ["process.relaunch"]),
  } as unknown as Services;
  expect(await rejection(relaunch(services))).toContain("not-allowed: Cannot relaunch");
  expect(ended).toEqual([]);
  chmodSync(`${folder.path}/real/app`, 0o755);
  const real = { ...launch, executable: `${folder.path}/real/app` };
  await relaunch({ ...services, launch: real, host: { ...services.host, startedAs: null } });
  expect(ended).toEqual([0]);
});

test("an app whose file was removed, or replaced by a folder, is not relaunched, and goes on", async () => {
  using folder = tempDir({ "folder/inside": "" });
  for (const [name, reason] of [
    ["gone", "there is no such file or folder"],
    ["folder", "it is a folder now; install the app again"],
  ] as const) {
    const executable = `${folder.path}/${name}`;
    using app = await startInMemory({ allow: ["process.relaunch"], executable });
    await expect(app.page.invoke("process.relaunch", {})).rejects.toMatchObject({
      message: `Cannot relaunch "${executable}": ${reason}`,
    });
    expect(app.platform.exitCode).toBe(null);
  }
});

testOfPosix("an app whose file goes away while its hooks run ends with 1", async () => {
  using folder = tempDir({ app: "#!/bin/sh\n" });
  const executable = `${folder.path}/app`;
  chmodSync(executable, 0o755);
  using app = await startInMemory({ allow: ["process.relaunch"], executable });
  app.services.exit.onExit(() => rmSync(executable));
  await app.page.invoke("process.relaunch", {});
  expect(app.platform.exitCode).toBe(1);
});

testOnEach("arguments that Finder adds are not the user's", () => {
  const all = ["-psn_0_1234567", "open", "-psn_x", "a.txt"];
  expect(givenArguments("macos", all)).toEqual(["open", "-psn_x", "a.txt"]);
  expect(givenArguments("linux", all)).toEqual(all);
});

test("an app that Finder opens looks for programs in the system's list of folders, and any other in its own", () => {
  const bare = "/usr/bin:/bin:/usr/sbin:/sbin";
  const lists = () => ["/usr/local/bin\n/usr/bin\n/bin\n", "/opt/homebrew/bin\nrelative\n\n"];
  expect(programPath(bare, lists)).toBe(
    "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/usr/sbin:/sbin",
  );
  expect(programPath(undefined, () => [])).toBe(bare);
  expect(programPath(`/mine:${bare}`, lists)).toBe(`/mine:${bare}`);
});

test("without an updater, asking for an update is refused", async () => {
  using started = await startWithApi({});
  const { updater } = started.api;
  expect(await rejection(updater.checkUpdate())).toBe(
    "unavailable: Cannot look for an update: set framework.updater.active to true",
  );
  expect(await rejection(updater.installUpdate())).toBe(
    "unavailable: Cannot install an update: set framework.updater.active to true",
  );
});

test("events of the updater reach the page", async () => {
  using started = await startWithApi({});
  const seen: unknown[] = [];
  await started.api.updater.onUpdaterEvent((status) => seen.push(status));
  started.app.services.events.emit("framework://update-status", { status: "ERROR", error: "no" });
  await waitFor("the event", () => seen.length > 0);
  expect(seen).toEqual([{ status: "ERROR", error: "no" }]);
});

test("exit hooks run last first, one that fails stops no other, and none can keep the app alive", async () => {
  using app = await startInMemory();
  const ran: string[] = [];
  app.services.exit.onExit(() => void ran.push("first"));
  app.services.exit.onExit(() => Promise.reject(new Error("a failing hook, as it should be")));
  app.services.exit.onExit(() => void ran.push("last"));
  await Promise.all([app.services.exit.quit(3), app.services.exit.quit(4)]);
  expect([ran, app.platform.exitCode]).toEqual([["last", "first"], 3]);
});
