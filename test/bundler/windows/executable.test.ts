import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brandExecutable, type ExecutableFacts } from "../../../src/bundler/windows/executable.ts";
import { readWindowsIcon } from "../../../src/bundler/windows/windows-icon.ts";
import { windowsVersion } from "../../../src/bundler/windows/windows-version.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { png } from "../project.ts";
import { readVersionBlock, resourcesOf, runtime, subsystemOf } from "./resources.ts";

const facts: ExecutableFacts = {
  productName: 'Größe & "Co"',
  version: "1.2.3-beta.4",
  publisher: "Somebody",
  description: "What it is",
  copyright: "© Somebody",
  fileName: "Groesse.exe",
  icon: null,
};

const branded = (change: Partial<ExecutableFacts> = {}): Uint8Array =>
  brandExecutable(runtime(), { ...facts, ...change });

test("an executable says the app's name, version, publisher, description and copyright, and nothing of Bun's", () => {
  const [info = Buffer.alloc(0), ...others] = resourcesOf(branded(), 16);
  expect(others).toEqual([]);
  const { name, value, inside } = readVersionBlock(info);
  const [strings, languages] = inside;
  const [table] = strings?.inside ?? [];
  const texts = table?.inside.map((each) => [
    each.name,
    each.value.toString("utf16le").replace("\0", ""),
  ]);
  expect([name, table?.name, languages?.inside[0]?.value.toString("hex")]).toEqual([
    "VS_VERSION_INFO",
    "040904B0",
    "0904b004",
  ]);
  expect(Object.fromEntries(texts ?? [])).toEqual({
    CompanyName: "Somebody",
    FileDescription: "What it is",
    FileVersion: "1.2.3-beta.4",
    InternalName: "Groesse.exe",
    LegalCopyright: "© Somebody",
    OriginalFilename: "Groesse.exe",
    ProductName: 'Größe & "Co"',
    ProductVersion: "1.2.3-beta.4",
  });
  expect([value.readUInt32LE(8), value.readUInt32LE(12)]).toEqual([0x10002, 0x30000]);
});

test("it opens no console window", () => {
  expect([runtime(), branded()].map(subsystemOf)).toEqual([3, 2]);
});

test("its manifest asks for scale awareness, common controls 6, long paths and UTF-8, and for no more rights", () => {
  const [manifest, ...others] = resourcesOf(branded(), 24);
  expect(others).toEqual([]);
  const text = manifest?.toString();
  for (const words of [
    'name="Microsoft.Windows.Common-Controls" version="6.0.0.0"',
    ">PerMonitorV2, PerMonitor<",
    "longPathAware",
    ">UTF-8<",
    'level="asInvoker"',
  ])
    expect(text).toContain(words);
});

test("it has the icon that bundle.icon names", () => {
  using folder = tempDir({
    "32.png": png(32, 32),
    "128.png": png(128, 128),
    "512.png": png(512, 512),
  });
  const icon = readWindowsIcon(folder.path, ["32.png", "128.png", "512.png"]);
  const executable = branded({ icon });
  const [group] = resourcesOf(executable, 14);
  expect([group?.readUInt16LE(4), group?.readUInt8(6), group?.readUInt16LE(18)]).toEqual([
    1, 128, 1,
  ]);
  const [picture = Buffer.alloc(0), ...others] = resourcesOf(executable, 3);
  expect(others).toEqual([]);
  expect(picture.equals(readFileSync(join(folder.path, "128.png")))).toBeTrue();
});

test("an .ico is taken before a PNG, and one that is none is refused", () => {
  using folder = tempDir({ "a.png": png(32, 32), "b.ico": "no icon" });
  expect(() => readWindowsIcon(folder.path, ["a.png", "b.ico"])).toThrow("it must be an ICO file");
  expect(readWindowsIcon(folder.path, [])).toBeNull();
});

test("the same facts give the same bytes", () => {
  expect(
    Buffer.from(brandExecutable(runtime(), facts)).equals(brandExecutable(runtime(), facts)),
  ).toBeTrue();
});

test("a version keeps its three numbers, which must fit", () => {
  expect(windowsVersion("1.2.3-beta.4+5")).toEqual([1, 2, 3, 0]);
  expect(() => windowsVersion("1.70000.0")).toThrow('"70000" may be at most 65535');
});
