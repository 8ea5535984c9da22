import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { lchownSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { iconCommand } from "../../../src/cli/icon/icon.ts";
import { writeIco, writePng } from "../../../src/cli/icon/files.ts";
import { readPicture } from "../../../src/cli/icon/picture.ts";
import { resize } from "../../../src/cli/icon/resize.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

/** An orange disc on nothing. */
function disc(size: number): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  for (let at = 0; at < size * size; at += 1) {
    const distance = Math.hypot(
      (at % size) + 0.5 - size / 2,
      Math.floor(at / size) + 0.5 - size / 2,
    );
    if (distance < size * 0.4) pixels.set([250, 100, 30, 255], at * 4);
  }
  return writePng({ width: size, height: size, pixels });
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#fa641e"/></svg>';

async function make(files: Record<string, string | Uint8Array>, options = {}) {
  using dir = tempDir(files);
  const terminal = recordedTerminal(dir.path);
  await iconCommand(terminal, { output: "out", ...options });
  const out = join(dir.path, "out");
  const made = new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
  return { made, err: terminal.written.err };
}

const pngSize = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test("the largest PNG of an .ico makes the same icons as that PNG", async () => {
  const images = [16, 512, 48].map((size) => ({ size, png: disc(size) }));
  const { made } = await make({ "old.ico": writeIco(images) }, { picture: "old.ico" });
  expect([...made]).toEqual([...(await make({ "app-icon.png": disc(512) })).made]);
});

test("--json lists what was written", async () => {
  using dir = tempDir({ "app-icon.png": disc(64) });
  const terminal = recordedTerminal(dir.path);
  await iconCommand(terminal, { output: "out", png: "16,32", json: true });
  expect(JSON.parse(terminal.written.out)).toEqual({
    files: ["16x16.png", "32x32.png"].map((name) => join(dir.path, "out", name)),
  });
});

test("the set holds every icon in its size", async () => {
  const { made, err } = await make({ "app-icon.png": disc(512) });
  expect(err).toBe("");
  const sizes = [...made]
    .filter(([name]) => name.endsWith(".png"))
    .map(([name, png]) => `${name} ${pngSize(png)}`);
  const squares = [107, 142, 150, 284, 30, 310, 44, 71, 89].map(
    (size) => `Square${size}x${size}Logo.png ${size}x${size}`,
  );
  expect(sizes.sort()).toEqual([
    "128x128.png 128x128",
    "128x128@2x.png 256x256",
    "32x32.png 32x32",
    ...squares,
    "StoreLogo.png 50x50",
    "icon.png 512x512",
  ]);
  const ico = made.get("icon.ico") ?? Buffer.alloc(6);
  const frames = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const [length, offset] = [14, 18].map((field) => ico.readUInt32LE(index * 16 + field)) as [
      number,
      number,
    ];
    return pngSize(ico.subarray(offset, offset + length));
  });
  expect(frames).toEqual(["32x32", "16x16", "24x24", "48x48", "64x64", "256x256"]);
  const icns = made.get("icon.icns") ?? Buffer.alloc(8);
  const entries: string[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    entries.push(`${icns.toString("latin1", at, at + 4)} ${pngSize(icns.subarray(at + 8))}`);
  }
  // Those for 16 and 32 points at one pixel each, `icp4` and `icp5`, macOS shows as noise where
  // they are PNGs.
  expect(entries).toEqual([
    "ic11 32x32",
    "ic12 64x64",
    "ic07 128x128",
    "ic08 256x256",
    "ic13 256x256",
    "ic09 512x512",
    "ic14 512x512",
    "ic10 1024x1024",
  ]);
});

test("the same picture gives the same bytes", async () => {
  const sums = [];
  for (const files of [{ "app-icon.svg": svg }, { "app-icon.svg": svg }]) {
    const { made } = await make(files);
    sums.push(
      Object.fromEntries(
        [...made].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]),
      ),
    );
  }
  expect(sums[0]).toEqual(sums[1]);
});

test("edges keep the colour of the picture, whatever lies under invisible pixels", async () => {
  using dir = tempDir({ "a.png": disc(301), "b.svg": svg });
  for (const name of ["a.png", "b.svg"]) {
    const small = await resize(await readPicture(join(dir.path, name), 512), 20);
    const edges = [...Array(400).keys()]
      .map(
        (at) => [...small.pixels.subarray(at * 4, at * 4 + 4)] as [number, number, number, number],
      )
      .filter(([, , , alpha]) => alpha > 40 && alpha < 215);
    expect(edges.length).toBeGreaterThan(10);
    for (const [red, green, blue] of edges) {
      expect([Math.abs(red - 250) < 9, Math.abs(green - 100) < 9, Math.abs(blue - 30) < 9]).toEqual(
        [true, true, true],
      );
    }
  }
});

test("--png makes these sizes and nothing else", async () => {
  const { made } = await make({ "logo.svg": svg }, { picture: "logo.svg", png: "16,24" });
  expect(Object.fromEntries([...made].map(([name, png]) => [name, pngSize(png)]))).toEqual({
    "16x16.png": "16x16",
    "24x24.png": "24x24",
  });
});

test("a small picture is used with a warning, and what cannot be one is refused", async () => {
  expect((await make({ "app-icon.png": disc(64) })).err).toContain("is 64 pixels wide");
  const wide = svg.replace("0 0 10 10", "0 0 20 10");
  const refused: readonly [Record<string, string | Uint8Array>, object, string][] = [
    [{ "app-icon.svg": wide }, {}, "1024 × 512 pixels, and must be square"],
    [
      { "app-icon.svg": svg.replace("<circle", "<text>A</text><circle") },
      {},
      "turn the text into paths",
    ],
    [{ "app-icon.png": "no picture" }, {}, "it must be a PNG, ICO or SVG picture"],
    [
      { "app-icon.png": disc(64).subarray(0, 100) },
      {},
      "it must be a whole PNG file, and breaks off",
    ],
    [
      { "app-icon.png": disc(64).map((byte, at) => (at === 60 ? byte ^ 1 : byte)) },
      {},
      "it must be a whole PNG file, and has a wrong checksum",
    ],
    [{}, {}, 'app-icon.svg": name a PNG, ICO or SVG picture'],
    [{ "app-icon.svg": svg }, { png: "16,0" }, "use sizes from 1 to 4096"],
  ];
  for (const [files, options, says] of refused) {
    await expect(make(files, options)).rejects.toThrow(says);
  }
});

const noRoot = process.getuid?.() === 0 ? null : "only root gives files to others";
test.skipIf(noRoot !== null)(
  `a project of another user in a folder above gets no icons, and is named (${noRoot ?? "as root"})`,
  async () => {
    using dir = tempDir({
      "src-framework/framework.conf.json": "{}",
      "mine/app-icon.png": disc(512),
    });
    const source = join(dir.path, "src-framework");
    lchownSync(source, 12_345, 12_345);
    await expect(iconCommand(recordedTerminal(join(dir.path, "mine")), {})).rejects.toThrow(
      `Cannot tell where the icons go: "${source}" belongs to another user; use --output <folder>`,
    );
    expect(readdirSync(source)).toEqual(["framework.conf.json"]);
  },
);
