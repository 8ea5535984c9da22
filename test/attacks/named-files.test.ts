// Attacks by entries of a foreign project that are not files, or that no memory holds: each command
// reports it within seconds, names the file, and ends. With a regular file in its place it goes on.

import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { blackPng } from "../../harness/png.ts";
import { runTool } from "../cli/tool.ts";
import { root } from "../support/app/display-app.ts";

const configuration = {
  package: { productName: "Small", version: "../package.json" },
  build: { distDir: "../page", devPath: "../page" },
  framework: {
    allowlist: {},
    bundle: {
      active: true,
      targets: ["deb"],
      identifier: "org.example.small",
      icon: ["icon.png"],
      resources: ["data.txt"],
      deb: { changelog: "changelog", desktopTemplate: "app.desktop" },
    },
    systemTray: { iconPath: "tray.png" },
    pattern: { use: "isolation", options: { dir: "../isolation" } },
    windows: [{}],
  },
};

function project(): TempDir {
  return tempDir({
    "package.json":
      '{ "name": "small", "version": "1.0.0", "license": "MIT", "author": "Ada <ada@example.org>" }',
    LICENSE: "Permission is hereby granted.",
    "page/index.html": "<p>Hello",
    "isolation/index.html": "<p>",
    "src-framework/framework.conf.json": JSON.stringify(configuration),
    "src-framework/icon.png": blackPng(32, 32),
    "src-framework/tray.png": blackPng(32, 32),
    "src-framework/data.txt": "data",
    "src-framework/changelog": "small (1.0.0) stable; urgency=low\n",
    "src-framework/app.desktop":
      "[Desktop Entry]\nName={{name}}\nExec={{exec}}\nType=Application\n",
    "app-icon.png": blackPng(512, 512),
  });
}

const milliseconds = 60_000;

/** The end of a command. A command that waits is ended, with code 124. */
async function run(
  folder: TempDir,
  args: readonly string[],
): Promise<{ code: number; err: string; out: string }> {
  return await runTool(
    folder.path,
    args,
    {},
    { before: `set -- timeout ${milliseconds / 1000} "$@";` },
  );
}

/** The replacements of a file. */
const stands = {
  pipe: (path: string) => void execFileSync("mkfifo", [path]),
  socket: (path: string) => {
    // A listener that is stopped takes its socket along, so it is one of a program that was killed.
    const code = `Bun.listen({ unix: ${JSON.stringify(path)}, socket: { data() {} } }); process.kill(process.pid, "SIGKILL")`;
    Bun.spawnSync([process.execPath, "-e", code]);
  },
  device: (path: string) => symlinkSync("/dev/zero", path),
  giant: (path: string) => {
    writeFileSync(path, "");
    truncateSync(path, 8 * 2 ** 30);
  },
} as const;

/** Commands that read a file, and their messages about one that is not a file. */
const files: readonly (readonly [file: string, commands: readonly string[], received: string])[] = [
  [
    "src-framework/framework.conf.json",
    ["config", "audit", "info", "dev", "build"],
    "framework.conf.json",
  ],
  ["package.json", ["config", "audit", "build"], "package.version"],
  ["src-framework/icon.png", ["build"], "framework.bundle.icon"],
  ["src-framework/tray.png", ["config", "audit", "build"], "framework.systemTray.iconPath"],
  ["src-framework/data.txt", ["build"], "data.txt"],
  ["src-framework/changelog", ["build"], "framework.bundle.deb.changelog"],
  ["src-framework/app.desktop", ["build"], "framework.bundle.deb.desktopTemplate"],
  ["page/index.html", ["build"], "index.html"],
  ["isolation/index.html", ["build"], "index.html"],
  ["LICENSE", ["build"], "LICENSE"],
  ["app-icon.png", ["icon"], "app-icon.png"],
];

const anySize = [
  "src-framework/data.txt",
  "page/index.html",
  "isolation/index.html",
  "package.json",
];

for (const [file, commands, printed] of files) {
  for (const kind of ["pipe", "socket", "device", "giant"] as const) {
    // A file that is shipped unchanged may have any size: it is read piece by piece. Bun itself
    // reads all of package.json.
    if (kind === "giant" && anySize.includes(file)) continue;
    test(`a ${kind} stands for ${file}: ${commands.join(", ")} end and say so`, async () => {
      using folder = project();
      const path = join(folder.path, file);
      rmSync(path);
      stands[kind](path);
      for (const command of commands) {
        const { code, err, out } = await run(folder, [command]);
        expect([command, code]).not.toEqual([command, 124]);
        // `info` reports everything that it finds.
        if (command !== "info") expect([command, code]).toEqual([command, 1]);
        expect(`${command}: ${err}${out}`).toContain(command === "info" ? "" : printed);
      }
    });
  }
}

test("with regular files all commands go on", async () => {
  using folder = project();
  for (const command of ["config", "audit", "icon", "build"]) {
    const { code, err } = await run(
      folder,
      command === "build" ? ["build", "--no-bundle"] : [command],
    );
    expect([command, code, err.includes("Cannot")]).toEqual([command, 0, false]);
  }
});

test("a pipe stands where init looks: it ends and says so", async () => {
  for (const [name, printed] of [
    ["package.json", "must be a file, and is a pipe"],
    ["src-tauri/tauri.conf.json", ""],
    ["angular.json", ""],
  ] as const) {
    using folder = tempDir({});
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    const { code, err } = await run(folder, ["init", "--ci"]);
    expect(code).toBe(printed === "" ? 0 : 1);
    expect(err).toContain(printed);
  }
});

test("a pipe among the pages is named", async () => {
  using folder = project();
  const path = join(folder.path, "page/data");
  execFileSync("mkfifo", [path]);
  const { code, err } = await run(folder, ["build", "--no-bundle"]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`Cannot pack "${path}": it must be a file or a folder`),
  ]);
});

test("a pipe that the user names is read: a shell makes one of a command's output", async () => {
  using folder = project();
  const script = `exec timeout 20 "$0" --no-env-file --no-install "$1" config -c <(echo '{"package":{"productName":"Piped"}}')`;
  const { stdout, exitCode } = Bun.spawnSync(
    ["bash", "-c", script, process.execPath, join(root, "src/cli/main.ts")],
    { cwd: folder.path },
  );
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining('"Piped"')]);
});
