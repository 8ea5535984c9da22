import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "plist";
import { bundle } from "../../../src/bundler/index.ts";
import type { MacApp } from "../../../src/bundler/macos/macos-app.ts";
import { withFolders, type Entry } from "../../../src/bundler/write/entries.ts";
import { compareNames } from "../../../src/bundler/write/hfsplus/names.ts";
import { hfsPlusVolume } from "../../../src/bundler/write/hfsplus/volume.ts";
import { readPart } from "../../../src/bundler/write/source.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, png, run, type AppCase, type Project } from "../project.ts";
import { makeDeveloperId, team } from "./developer-id.ts";
import { bunFor, missingBun } from "./programs.ts";
import { macProject } from "./project.ts";
import { problemsOf, readSignature } from "./verifier.ts";
import { readDmg, readStore, readVolume, type Image } from "./volume-reader.ts";

async function made(project: Project, app: AppCase | MacApp = {}): Promise<string> {
  const staged = "target" in app ? app : project.stageFor("macos", app as AppCase);
  const packages = await bundle({ staged, formats: ["dmg"], outDir: join(project.folder, "out") });
  return packages.at(-1)?.path ?? "";
}

/** The look of an image's window, as Finder gets it. */
function windowOf({ files }: Image): Record<string, unknown> {
  const store = readStore(files.get(".DS_Store")?.content ?? Buffer.alloc(0));
  const list = (key: string) => parse(store.get(`. ${key}`) as Buffer) as Record<string, unknown>;
  const place = (name: string) => {
    const bytes = store.get(`${name} Iloc`) as Buffer;
    return { x: bytes.readUInt32BE(0), y: bytes.readUInt32BE(4) };
  };
  const { backgroundType, backgroundImageAlias } = list("icvp");
  return {
    bounds: list("bwsp")["WindowBounds"],
    app: place("Greeter.app"),
    applications: place("Applications"),
    backgroundType,
    alias: backgroundImageAlias,
  };
}

test("a disk image holds the app, and a link to where apps belong", async () => {
  using project = macProject();
  const path = await made(project);
  expect(path).toEndWith("/dmg/greeter_1.2.3_x64.dmg");
  const image = readDmg(readFileSync(path));
  expect(image.name).toBe("Greeter");
  expect([...image.files.keys()].filter((name) => name !== "").toSorted()).toEqual([
    ".DS_Store",
    ".VolumeIcon.icns",
    "Applications",
    "Greeter.app",
    "Greeter.app/Contents",
    "Greeter.app/Contents/Info.plist",
    "Greeter.app/Contents/MacOS",
    "Greeter.app/Contents/MacOS/app",
    "Greeter.app/Contents/PkgInfo",
    "Greeter.app/Contents/Resources",
    "Greeter.app/Contents/Resources/greeter.icns",
    "Greeter.app/Contents/_CodeSignature",
    "Greeter.app/Contents/_CodeSignature/CodeResources",
  ]);
  expect(image.files.get("Applications")).toMatchObject({ kind: "link", type: "slnk" });
  expect(image.files.get("Applications")?.content.toString()).toBe("/Applications");
  expect(image.files.get("Greeter.app/Contents/MacOS/app")).toMatchObject({
    kind: "file",
    mode: 0o755,
  });
  expect(image.files.get("Greeter.app/Contents/MacOS/app")?.content).toEqual(
    readFileSync(join(project.folder, "out/app/Greeter.app/Contents/MacOS/app")),
  );
  expect(image.signature).toHaveLength(0);
});

test("the volume has the app's icon, and none where the app has none", async () => {
  using project = macProject();
  const withIcon = readDmg(readFileSync(await made(project)));
  expect(withIcon.files.get("")?.finderFlags).toBe(0x0400);
  expect(withIcon.files.get(".VolumeIcon.icns")).toMatchObject({
    type: "icnC",
    finderFlags: 0x4000,
  });
  const without = readDmg(readFileSync(await made(project, { bundle: { icon: [] } })));
  expect(without.files.get("")?.finderFlags).toBe(0);
  expect(without.files.has(".VolumeIcon.icns")).toBeFalse();
});

test("the window is as usual where nothing is said", async () => {
  using project = macProject();
  expect(windowOf(readDmg(readFileSync(await made(project))))).toEqual({
    bounds: "{{200, 120}, {660, 400}}",
    app: { x: 180, y: 170 },
    applications: { x: 480, y: 170 },
    backgroundType: 0,
    alias: undefined,
  });
});

test("the window is as the configuration says", async () => {
  using project = macProject({ "art/back.png": png(800, 500) });
  const path = await made(project, {
    dmg: {
      background: "art/back.png",
      windowPosition: { x: 10, y: 60 },
      windowSize: { width: 800, height: 500 },
      appPosition: { x: 200, y: 250 },
      applicationFolderPosition: { x: 600, y: 251 },
    },
  });
  const image = readDmg(readFileSync(path));
  const { alias, ...window } = windowOf(image);
  expect(window).toEqual({
    bounds: "{{10, 60}, {800, 500}}",
    app: { x: 200, y: 250 },
    applications: { x: 600, y: 251 },
    backgroundType: 2,
  });
  expect(image.files.get(".background/background.png")?.content).toEqual(
    Buffer.from(png(800, 500)),
  );
  const bytes = Buffer.from(alias as Uint8Array);
  expect(bytes.readUInt16BE(4)).toBe(bytes.length);
  expect(bytes.includes("/.background/background.png")).toBeTrue();
  expect(bytes.includes("/Volumes/Greeter")).toBeTrue();
});

test("a background that is no picture is refused, and one that is not there", () => {
  const damaged = png(800, 500).map((byte, at) => (at === 29 ? byte ^ 1 : byte));
  using project = macProject({ "damaged.png": damaged });
  const staging = (background: string) => () => project.stageFor("macos", { dmg: { background } });
  expect(staging("LICENSE")).toThrow('Cannot use "LICENSE": it must be a PNG, JPEG or GIF file');
  expect(staging("damaged.png")).toThrow("whole PNG file, and has a wrong checksum");
  expect(staging("none.png")).toThrow('Cannot read "none.png"');
});

test("a license is shown before the image opens, in any script", async () => {
  using project = macProject({ "terms.txt": "Größe {1} \\ 日本\n\tEnd" });
  const resources = readDmg(
    readFileSync(await made(project, { macOS: { license: "terms.txt" } })),
  ).resources;
  const bytes = (kind: string): Buffer => Buffer.from(resources[kind]?.[0]?.Data ?? []);
  expect(bytes("LPic").toString("hex")).toBe("00000001000000000000");
  expect(bytes("STR#").readUInt16BE(0)).toBe(6);
  expect(bytes("STR#").toString("latin1")).toContain("\u0005Agree\u0008Disagree");
  expect(bytes("RTF ").toString()).toContain(
    "Gr\\u246?\\u223?e \\'7b1\\'7d \\'5c \\u26085?\\u26412?\\par\n\\tab End}",
  );
  project.write({ "terms.rtf": Buffer.from("{\\rtf1 Gr\xf6\xdfe}", "latin1") });
  const own = readDmg(readFileSync(await made(project, { macOS: { license: "terms.rtf" } })));
  expect(Buffer.from(own.resources["RTF "]?.[0]?.Data ?? []).toString()).toBe(
    "{\\rtf1 Gr\\'f6\\'dfe}",
  );
  const none = readDmg(readFileSync(await made(project)));
  expect(Object.keys(none.resources)).toEqual(["blkx", "plst"]);
});

test("the same sources have the same image, in any folder and time zone", async () => {
  const sums: string[] = [];
  for (const zone of ["UTC", "Pacific/Kiritimati"]) {
    using project = macProject({ "bg.png": png(10, 10) });
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      sums.push(
        Bun.hash(readFileSync(await made(project, { dmg: { background: "bg.png" } }))).toString(),
      );
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  }
  expect(sums[0]).toBe(sums[1] ?? "");
});

function volumeOf(entries: readonly Entry[], name: string): Buffer {
  const volume = hfsPlusVolume(withFolders(entries), { name, time: 0, finder: new Map() });
  return readPart(volume, 0, volume.length);
}

test("a volume holds names of every script, in the order that the system looks for them", () => {
  const names = ["Zebra", "apple", "Äpfel", "日本語", "ß", "a:b", "Ω", "İstanbul", "_", "😀"];
  const entries = names.map((name): Entry => ({
    kind: "file",
    path: name,
    mode: 0o644,
    bytes: Buffer.from(name),
  }));
  const { files, name } = readVolume(volumeOf(entries, "Größe"));
  expect(name).toBe("Größe");
  // The catalog is in the order of the tree.
  expect([...files.keys()].filter((path) => path !== "")).toEqual([
    "_",
    "a/b",
    "apple",
    "Äpfel",
    "İstanbul",
    "Zebra",
    "ß",
    "Ω",
    "日本語",
    "😀",
  ]);
});

test("names are the same in capitals and small letters as Apple settled it, and no others", () => {
  for (const same of ["Aa", "Ææ", "Ɣɣ", "Ǆǆ", "Ωω", "Жж", "Աա", "Ⴀა", "Ⅷⅷ", "Ａａ"])
    expect(compareNames(same.charAt(0), same.charAt(1))).toBe(0);
  for (const other of ["Ʀʀ", "Ϙϙ", "Ҋҋ", "Ӏӏ", "Ԁԁ", "Ⲁⲁ"])
    expect(compareNames(other.charAt(0), other.charAt(1))).not.toBe(0);
  expect(compareNames("a\u200db", "ab")).toBe(0);
});

test("a thousand files in a folder are found through index nodes", () => {
  const entries = Array.from({ length: 1000 }, (_, index): Entry => {
    const path = `folder/file ${index} with a name of some length`;
    return { kind: "file", path, mode: 0o644, bytes: Buffer.from(String(index)) };
  });
  const volume = volumeOf(entries, "Many");
  const { files } = readVolume(volume);
  expect(files.size).toBe(1002);
  for (const { path, content } of files.values())
    if (path.includes("file ")) expect(path).toContain(`file ${content.toString()} with`);
});

test("names that differ in their case alone are refused", () => {
  const file = (path: string): Entry => ({
    kind: "file",
    path,
    mode: 0o644,
    bytes: Buffer.alloc(0),
  });
  const options = { name: "Twice", time: 0, finder: new Map() };
  expect(() => hfsPlusVolume(withFolders([file("a/Read"), file("a/rEAD")]), options)).toThrow(
    "on macOS they are the same name",
  );
});

const noOpenssl = missingTool("openssl");
test.skipIf(noOpenssl !== null)(
  `an image is signed by a certificate (${noOpenssl ?? "of openssl's"})`,
  async () => {
    using folder = tempDir();
    using project = macProject();
    const { root, signing } = makeDeveloperId(folder.path);
    const by = signing();
    const macSigning =
      by.kind === "certificate" ? { ...by, by: { ...by.by, timeStamp: null } } : by;
    const staged = project.stageFor("macos", {}, { macSigning });
    const { signature, signed } = readDmg(readFileSync(await made(project, staged)));
    const { directory, problems, blobs } = readSignature(signature, signed.content);
    expect(problems).toEqual([]);
    expect(directory).toMatchObject({
      identifier: "org.example.greeter",
      team,
      version: 0x20200,
      flags: 0,
    });
    const trailer = new Bun.CryptoHasher("sha256").update(signed.trailer).digest("hex");
    expect(directory.others.get(6)).toBe(trailer);
    writeFileSync(join(folder.path, "cms.der"), blobs.get(0x10000)?.subarray(8) ?? "");
    writeFileSync(join(folder.path, "directory"), blobs.get(0) ?? "");
    const files = ["-inform", "DER", "-in", "cms.der", "-content", "directory", "-CAfile", root];
    run(["openssl", "cms", "-verify", "-binary", "-purpose", "any", ...files, "-out", "x"], {
      cwd: folder.path,
    });
  },
);

describe("read by other programs", () => {
  const skip7z = missingTool("7z");
  test.skipIf(skip7z !== null)(`7z unpacks it, and sees damage (${skip7z ?? "7z"})`, async () => {
    using project = macProject({ "data/ünï.txt": "x".repeat(300_000), "data/sub/a.txt": "a" });
    const path = await made(project, { bundle: { resources: ["data"] } });
    const out = join(project.folder, "unpacked");
    run(["7z", "x", "-snld20", `-o${out}`, path]);
    expect(problemsOf(join(out, "Greeter/Greeter.app/Contents"), "MacOS/app")).toEqual([]);
    const damaged = readFileSync(path);
    damaged[5000] = (damaged[5000] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    expect(() => run(["7z", "t", path])).toThrow();
  });

  test.skipIf(skip7z !== null)(
    `7z unpacks a small one, packed by lzma (${skip7z ?? "7z"})`,
    async () => {
      using project = macProject({
        "data/a.txt": "x".repeat(3_000_000),
        "data/noise": png(900, 900),
      });
      const app = { bundle: { resources: ["data"] } };
      const zlib = readFileSync(await made(project, app));
      const path = await made(project, { ...app, dmg: { compression: "lzma" } });
      expect(run(["7z", "l", path])).toContain("Method = XZ");
      const out = join(project.folder, "unpacked");
      run(["7z", "x", "-snld20", `-o${out}`, path]);
      expect(problemsOf(join(out, "Greeter/Greeter.app/Contents"), "MacOS/app")).toEqual([]);
      expect(readFileSync(path).length).toBeLessThan(zlib.length);
    },
  );

  const skipImg = missingTool("dmg2img") ?? missingTool("fls");
  test.skipIf(skipImg !== null)(
    `dmg2img and sleuthkit read the volume (${skipImg ?? "both"})`,
    async () => {
      using project = macProject();
      const path = await made(project);
      const volume = join(project.folder, "volume.img");
      run(["dmg2img", "-s", path, volume]);
      expect(readVolume(readFileSync(volume)).name).toBe("Greeter");
      expect(run(["fsstat", "-f", "hfs", volume])).toContain("Volume Unmounted Properly");
      expect(run(["fls", "-f", "hfs", "-r", "-p", volume])).toContain(
        "Greeter.app/Contents/MacOS/app",
      );
    },
  );

  const skipList = missingTool("plistutil");
  test.skipIf(skipList !== null)(
    `plistutil reads the lists (${skipList ?? "plistutil"})`,
    async () => {
      using project = macProject();
      const { files } = readDmg(readFileSync(await made(project)));
      const store = readStore(files.get(".DS_Store")?.content ?? Buffer.alloc(0));
      const binary = join(project.folder, "window.plist");
      writeFileSync(binary, store.get(". bwsp") as Buffer);
      expect(run(["plistutil", "-i", binary])).toContain("{{200, 120}, {660, 400}}");
      const contents = join(project.folder, "out/app/Greeter.app/Contents");
      for (const list of ["Info.plist", "_CodeSignature/CodeResources"])
        expect(run(["plistutil", "-i", join(contents, list), "-o", "-", "-f", "bin"])).toStartWith(
          "bplist00",
        );
    },
  );
});

test.skipIf(missingBun !== null)(
  `an image holds Bun (${missingBun ?? "its own executable"})`,
  async () => {
    using project = macProject({ "bin/app": readFileSync(bunFor("arm64") ?? "") });
    const path = await made(project);
    expect(
      readDmg(readFileSync(path)).files.get("Greeter.app/Contents/MacOS/app")?.content.length,
    ).toBeGreaterThan(8e7);
  },
  60_000,
);
