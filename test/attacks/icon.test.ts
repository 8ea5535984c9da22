// Attacks by pictures that a page sets as an icon. They are read on the thread that all windows
// live on.

import { expect } from "bun:test";
import type { FrameworkError } from "../../src/contract/errors.ts";
import { readIcon } from "../../src/native/linux/window/icon.ts";
import { pixbuf } from "../../src/native/linux/lib/gdk-pixbuf.ts";
import { Reference } from "../../src/native/linux/memory.ts";
import { Random } from "../scope/random.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { blackPng } from "../../harness/png.ts";

/** The number of pixels that memory was reserved for. A refusal reserves none. */
function pixelsOf(read: () => number): number {
  try {
    return read();
  } catch (error) {
    expect((error as FrameworkError).code).toBe("bad-argument");
    return 0;
  }
}

function asIcon(bytes: Uint8Array): number {
  using icon = readIcon(bytes);
  return pixbuf.gdk_pixbuf_get_width(icon.address) * pixbuf.gdk_pixbuf_get_height(icon.address);
}

/** The library's own reading, without the check. */
function unchecked(bytes: Uint8Array): number {
  using loader = new Reference(pixbuf.gdk_pixbuf_loader_new());
  pixbuf.gdk_pixbuf_loader_write(loader.address, bytes, bytes.length, null);
  pixbuf.gdk_pixbuf_loader_close(loader.address, null);
  const picture = pixbuf.gdk_pixbuf_loader_get_pixbuf(loader.address);
  return picture === null
    ? 0
    : pixbuf.gdk_pixbuf_get_width(picture) * pixbuf.gdk_pixbuf_get_height(picture);
}

for (const [what, bytes] of [
  ["is small as a file and large as a picture", blackPng(5000, 5000)],
  ["only claims to be large", blackPng(5000, 5000, 0)],
] as const) {
  onDisplay(`TAU2-012: an icon that ${what}: it is refused`, () =>
    expect(pixelsOf(() => asIcon(bytes))).toBe(0),
  );
  onDisplay(`TAU2-012: an icon that ${what}: without the rule room is made for it`, () =>
    expect(pixelsOf(() => unchecked(bytes))).toBe(5000 * 5000),
  );
}

onDisplay("TAU2-012: icons of sizes that no number holds are refused, and say why", () => {
  for (const [width, height] of [
    [0, 0],
    [60_000, 60_000],
    [1_000_000, 1_000_000],
    [0x7fff_ffff, 0x7fff_ffff],
    [0xffff_ffff, 1],
    [0x1_0000, 0x1_0000],
  ] as const) {
    expect(pixelsOf(() => asIcon(blackPng(width, height, 0)))).toBe(0);
  }
  expect(() => readIcon(blackPng(60_000, 60_000, 0))).toThrow(
    "want one of at most 16777216 pixels",
  );
  const svg = (side: number): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`);
  expect(() => readIcon(svg(20_000))).toThrow("want one of at most 16777216 pixels");
});

onDisplay("icons of every shape are scaled to what a window shows", () => {
  expect(pixelsOf(() => asIcon(blackPng(1_000_000, 1)))).toBe(256);
  expect(pixelsOf(() => asIcon(blackPng(4096, 4096)))).toBe(256 * 256);
  expect(pixelsOf(() => asIcon(blackPng(3, 2)))).toBe(6);
});

onDisplay("2,000 damaged icons become pictures or are refused", () => {
  const random = new Random(12);
  const whole = blackPng(40, 30);
  for (let round = 0; round < 2000; round++) {
    const bytes = new Uint8Array(whole.subarray(0, 8 + random.below(whole.length - 8)));
    for (let change = random.below(4); change > 0; change--)
      bytes[random.below(bytes.length)] = random.below(256);
    expect(pixelsOf(() => asIcon(bytes))).toBeLessThanOrEqual(256 * 256);
  }
});
