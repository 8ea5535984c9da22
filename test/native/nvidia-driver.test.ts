// The driver that draws the desktop, as the kernel lists it.

import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasNvidiaDriver } from "../../src/native/linux/page/nvidia-driver.ts";
import { tempDir } from "../../harness/temp-dir.ts";

type Card = readonly [driver: string | null, isFirst?: boolean];

function found(...cards: readonly Card[]): boolean {
  using dir = tempDir({ "card0-HDMI-A-1/status": "connected\n", "renderD128/dev": "226:128\n" });
  for (const [place, [driver, isFirst]] of cards.entries()) {
    const device = join(dir.path, `card${place}/device`);
    mkdirSync(device, { recursive: true });
    if (driver !== null) symlinkSync(`../../bus/pci/drivers/${driver}`, join(device, "driver"));
    if (driver !== null)
      mkdirSync(join(dir.path, `bus/pci/drivers/${driver}`), { recursive: true });
    if (isFirst !== undefined) writeFileSync(join(device, "boot_vga"), isFirst ? "1\n" : "0\n");
  }
  return hasNvidiaDriver(dir.path);
}

test("NVIDIA's driver counts where it draws the desktop", () => {
  expect(found(["nvidia", true])).toBe(true);
  expect(found(["amdgpu", false], ["nvidia", true])).toBe(true);
  // A board without a marked processor.
  expect(found(["nvidia"])).toBe(true);
});

test("it does not beside another processor that draws, and the kernel's own driver never does", () => {
  expect(found(["i915", true], ["nvidia", false])).toBe(false);
  expect(found(["nouveau", true])).toBe(false);
  expect(found(["amdgpu"], ["nvidia"])).toBe(false);
});

test("a machine without graphics, or one that hides them, has none", () => {
  expect(found()).toBe(false);
  expect(found([null])).toBe(false);
  expect(hasNvidiaDriver("/nowhere/at/all")).toBe(false);
});
