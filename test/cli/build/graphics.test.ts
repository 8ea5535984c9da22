import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { linuxGraphics, macGraphics, windowsGraphics } from "../../../src/cli/info/graphics.ts";
import { sessionType } from "../../../src/cli/info/session.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

test("on Linux each card has its maker, its number and its driver", () => {
  using dir = tempDir({
    "drivers/i915/bind": "",
    "drivers/panfrost/bind": "",
    "drm/card0/device/vendor": "0x8086\n",
    "drm/card0/device/device": "0x9a49\n",
    "drm/card0-HDMI-A-1/status": "connected\n",
    "drm/card1/device/vendor": "0x9999\n",
    "drm/card1/device/device": "0x0001\n",
    "drm/card2/device/uevent": "",
    "drm/renderD128/device/vendor": "0x8086\n",
  });
  const link = (driver: string, card: string) =>
    symlinkSync(join(dir.path, "drivers", driver), join(dir.path, "drm", card, "device/driver"));
  link("i915", "card0");
  link("panfrost", "card2");
  expect(linuxGraphics(join(dir.path, "drm"))).toEqual([
    "Intel 0x9a49, driver i915",
    "0x9999 0x0001, driver none",
    "card2, driver panfrost",
  ]);
  expect(linuxGraphics(join(dir.path, "nowhere"))).toEqual([]);
});

test("adapters come from the registry on Windows, and from the system's own report on macOS", () => {
  const registry: Readonly<Record<string, string>> = {
    "0000 DriverDesc": "NVIDIA GeForce RTX 3060",
    "0000 DriverVersion": "31.0.15.5222",
    "0001 DriverDesc": "Microsoft Basic Render Driver",
  };
  expect(
    windowsGraphics((key, value) => registry[`${key.split("\\").at(-1)} ${value}`] ?? null),
  ).toEqual([
    "NVIDIA GeForce RTX 3060, driver 31.0.15.5222",
    "Microsoft Basic Render Driver, driver unknown",
  ]);
  const report = {
    SPDisplaysDataType: [{ _name: "kHW_AppleM2Item", sppci_model: "Apple M2" }, { _name: "Other" }],
  };
  expect(macGraphics(() => JSON.stringify(report))).toEqual(["Apple M2", "Other"]);
  for (const output of [null, "", "no JSON"]) expect(macGraphics(() => output)).toEqual([]);
});

const sessions: readonly [
  system: "linux" | "windows" | "macos",
  environment: Readonly<Record<string, string>>,
  type: string | null,
][] = [
  ["linux", {}, null],
  ["linux", { DISPLAY: ":0" }, "x11"],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "wayland"],
  ["linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }, "wayland, with x11"],
  ["windows", { SESSIONNAME: "RDP-Tcp#1" }, "RDP-Tcp#1"],
  ["macos", {}, "aqua"],
  ["macos", { SSH_CONNECTION: "10.0.0.1 22" }, "ssh"],
];

for (const [system, environment, type] of sessions) {
  test(`${system} with ${JSON.stringify(environment)} is a session of the type ${type}`, () => {
    expect(sessionType(system, environment)).toBe(type);
  });
}
