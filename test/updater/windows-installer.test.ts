// The handling of a download on Windows, and the start of its installer: with real files, on the
// machine that runs the test.

import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Launch } from "../../src/app/process/launch.ts";
import {
  afterEnd,
  failureOf,
  installerRun,
  reasonOf,
} from "../../src/app/updater/install/windows-run.ts";
import { commandLine, startWaiter } from "../../src/app/updater/install/windows-waiter.ts";
import { takeInstaller } from "../../src/app/updater/install/installer-file.ts";
import { installedProgram } from "../../src/app/updater/install/windows.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";
import type { RegistryText } from "../../src/contract/host/windows-calls.ts";
import { zip } from "../../src/bundler/write/zip.ts";
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import { settledConfig } from "../support/config.ts";
import { windowsHost } from "../support/windows/windows-host.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const exe = Buffer.from(`MZ${"program ".repeat(1000)}`);
const msi = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("package")]);
const entry = (path: string, bytes: Uint8Array) =>
  ({ kind: "file", path, mode: 0o644, bytes }) as const;

interface Taken {
  readonly kind: string;
  readonly bytes: Buffer;
}

async function taken(bytes: Uint8Array, { size = 1_000_000, sha512 = "" } = {}): Promise<Taken> {
  using dir = tempDir();
  await using payload = await Payload.open(dir.path);
  await payload.append(bytes);
  const sum = sha512 === "" ? createHash("sha512").update(bytes).digest("hex") : sha512;
  const parts: Uint8Array[] = [];
  const kind = await takeInstaller({ payload, sha512: sum, size }, (part) =>
    parts.push(Buffer.from(part)),
  );
  return { kind, bytes: Buffer.concat(parts) };
}

/** An archive whose content is not packed, as others make them. */
function stored(path: string, bytes: Uint8Array): Buffer {
  const archive = Buffer.from(zip([entry(path, bytes)]));
  const head = 30 + Buffer.byteLength(path);
  const packed = archive.readUInt32LE(18);
  archive.writeUInt16LE(0, 8);
  archive.writeUInt32LE(bytes.length, 18);
  return Buffer.concat([archive.subarray(0, head), bytes, archive.subarray(head + packed)]);
}

test("an installer comes as it is, or alone in an archive, packed or not", async () => {
  for (const [kind, bytes, name] of [
    ["nsis", exe, "setup.exe"],
    ["msi", msi, "Setup.MSI"],
  ] as const) {
    for (const download of [bytes, zip([entry(name, bytes)]), stored(name, bytes)]) {
      expect(await taken(download)).toEqual({ kind, bytes });
    }
  }
});

const whole = zip([entry("setup.exe", exe)]);
const withFlag = Buffer.from(whole);
withFlag.writeUInt16LE(8, 6);
const packedOtherwise = Buffer.from(whole);
packedOtherwise.writeUInt16LE(12, 8);
for (const [what, bytes, reason] of [
  ["nothing", Buffer.alloc(0), "it is empty"],
  ["a text", Buffer.from("<html>"), "it is no installer"],
  ["an archive of a text", zip([entry("setup.exe", Buffer.from("text"))]), "it is no installer"],
  [
    "an archive of something else",
    zip([entry("setup.txt", exe)]),
    '"setup.txt" in it is no installer',
  ],
  ["an archive of two", zip([entry("a.exe", exe), entry("b.exe", exe)]), "it must hold one file"],
  [
    "an archive of a program and a library",
    zip([entry("a.exe", exe), entry("b.dll", exe)]),
    "it must hold one file",
  ],
  ["an archive that was cut in its head", whole.subarray(0, 20), "it is cut short"],
  ["an archive that was cut in its content", whole.subarray(0, 60), "it is cut short"],
  ["an archive whose sizes come later", withFlag, "is packed in a way that is not known here"],
  [
    "an archive packed in another way",
    packedOtherwise,
    "is packed in a way that is not known here",
  ],
  [
    "an archive whose content is broken",
    Buffer.concat([whole.subarray(0, 39), Buffer.alloc(20, 0xff), whole.subarray(59)]),
    "it cannot be unpacked",
  ],
] as const) {
  test(`${what} is refused`, async () => {
    const refused = expect.objectContaining({
      code: "bad-update",
      message: expect.stringContaining(reason),
    });
    expect(await taken(bytes).catch((error: unknown) => error)).toEqual(refused);
  });
}

test("an archive that grows beyond the limit is given up", async () => {
  const bomb = zip([entry("setup.exe", Buffer.concat([exe, Buffer.alloc(5_000_000)]))]);
  expect(bomb.length).toBeLessThan(50_000);
  await expect(taken(bomb)).rejects.toThrow("it must be smaller than 1000000 bytes");
  expect(deflateRawSync(exe).length).toBeLessThan(bomb.length);
});

test("an unverified download is refused", async () => {
  await expect(taken(whole, { sha512: "0" })).rejects.toThrow(
    "it has changed since it was verified",
  );
});

const launchAt = (executable: string): Launch => ({
  mode: "release",
  system: "windows",
  architecture: "x64",
  frameworkVersion: "1.2.3",
  executable,
  arguments: [],
});

const place = { installer: "C:\\u\\update.exe", task: null, installerArgs: ["/X=a b"] };
for (const [installMode, nsis, package_] of [
  ["basicUi", [], ["/qb+"]],
  ["quiet", ["/S"], ["/quiet"]],
  ["passive", ["/P"], ["/passive"]],
] as const) {
  test(`installMode "${installMode}" says to each installer what it shows`, () => {
    const wish = { ...place, installMode };
    expect(installerRun({ kind: "nsis", root: "user" }, wish)).toEqual({
      program: place.installer,
      options: [...nsis, "/UPDATE", "/CurrentUser", '"/X=a b"'].join(" "),
      restartsApp: installMode === "basicUi",
    });
    const restart = installMode === "quiet" ? "/norestart" : "/promptrestart";
    expect(installerRun({ kind: "msi", root: "machine" }, wish)).toEqual({
      program: "msiexec.exe",
      options: ["/i", place.installer, ...package_, restart, '"/X=a b"'].join(" "),
      restartsApp: false,
    });
  });
}

test("installerArgs are written as each installer parses them", () => {
  const optionsOf = (kind: "nsis" | "msi", ...installerArgs: string[]) =>
    installerRun(
      { kind, root: "user" },
      { installer: "i", task: null, installMode: "quiet", installerArgs },
    ).options;
  expect(optionsOf("nsis", "/NoShortcut", "/X=a b", "/D=C:\\My Apps")).toBe(
    '/S /UPDATE /CurrentUser /NoShortcut "/X=a b" /D=C:\\My Apps',
  );
  const quoted = 'QUOTED="C:\\My Apps"';
  expect(
    optionsOf(
      "msi",
      "A=1",
      "DIR=C:\\My Apps",
      'SAY=a "b" c',
      quoted,
      "/log",
      "C:\\a b.txt",
      "NONE=",
    ),
  ).toBe(
    `/i i /quiet /norestart A=1 DIR="C:\\My Apps" SAY="a ""b"" c" ${quoted} /log "C:\\a b.txt" NONE=`,
  );
});

test("an installer for all users gets that option; with the elevated task, the task is run", () => {
  const wish = { ...place, installMode: "passive" } as const;
  expect(installerRun({ kind: "nsis", root: "machine" }, wish).options).toContain("/AllUsers");
  expect(
    installerRun({ kind: "msi", root: "machine" }, { ...wish, task: "org.example.app update" }),
  ).toEqual({
    program: "schtasks.exe",
    options: '/run /tn "org.example.app update"',
    restartsApp: true,
  });
});

test("the result of a failed installer has a text", () => {
  expect([0, 1, 2, 1223, 77].map((code) => reasonOf(code, "nsis"))).toEqual([
    null,
    "the installer ended with 1: it was called off",
    "the installer ended with 2: it cannot take the place of a newer version or of one that runs, cannot write a file, or cannot get what the app runs with",
    "the installer ended with 1223: the user gave it no rights",
    "the installer ended with 77",
  ]);
  expect([0, 3010, 1641, 1602].map((code) => reasonOf(code, "msi"))).toEqual([
    null,
    null,
    null,
    "the installer ended with 1602: it was called off",
  ]);
});

test("an installer that failed in the middle has not left what was there, and one that refused has", () => {
  expect([0, 2, 3, 77].map((code) => failureOf(code, "nsis")?.isWhole)).toEqual([
    undefined,
    true,
    false,
    false,
  ]);
  expect([1, 1223].map((code) => failureOf(code, "nsis")?.isWhole)).toEqual([true, true]);
  expect([3010, 1603, 77].map((code) => failureOf(code, "msi")?.isWhole)).toEqual([
    undefined,
    true,
    false,
  ]);
  expect([1223, 1602, 1618, 1625].map((code) => failureOf(code, "msi")?.isWhole)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("when the waiting program cannot be started, the app gets an error, and goes on", async () => {
  using dir = tempDir();
  const places = {
    folder: dir.path,
    result: join(dir.path, "result.txt"),
    windows: dir.path,
  };
  const run = installerRun({ kind: "nsis", root: "user" }, { ...place, installMode: "quiet" });
  const launch = launchAt("C:\\x.exe");
  await expect(startWaiter(afterEnd(places, run), launch, dir.path)).rejects.toMatchObject({
    code: "io",
    message: expect.stringMatching(/^Cannot have ".+\.cmd" wait for the end of the app: /),
  });
});

test("arguments reach a program as they are", () => {
  expect(commandLine(["a", "a b", "", 'say "hi"', "end\\", "a b\\", '\\"'])).toBe(
    'a "a b" "" "say \\"hi\\"" end\\ "a b\\\\" "\\\\\\""',
  );
});

// The installed app
// -----------------------------------------------------------------------------------------

const identifier = "org.example.memory";
const uninstall = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;

function installedWith(registryText: RegistryText, wix = {}) {
  const executable = "C:\\Apps\\Memory\\memory.exe";
  const host = { ...windowsHost(), registryText };
  const config = settledConfig({ framework: { bundle: { identifier, windows: { wix } } } });
  const folders = baseDirectories({ identifier, executable, name: "Memory" }, host);
  return installedProgram({ launch: launchAt(executable), host, config, folders });
}

test("the registry names the installer of the app, by the folder that it runs from", () => {
  const says = (wanted: readonly string[], folder: string): RegistryText => {
    return (...asked) => (asked.join() === wanted.join() ? folder : null);
  };
  const byUser = ["user", uninstall, "InstallLocation"];
  for (const [wanted, folder] of [
    [byUser, "C:\\Apps\\Memory"],
    [["machine", uninstall, "InstallLocation"], "c:\\apps\\memory"],
    [["machine", `Software\\${identifier}`, "InstallDir"], "C:\\Apps\\Memory\\"],
  ] as const) {
    expect(installedWith(says(wanted, folder))).toMatchObject({
      kind: "left",
      place: "c:\\apps\\memory",
    });
  }
  for (const registry of [says(byUser, "C:\\Apps\\Other"), () => null]) {
    expect(() => installedWith(registry)).toThrow(
      'Cannot install an update: no installer has put "C:\\Apps\\Memory\\memory.exe" there; replace it the way it was put there',
    );
  }
});
