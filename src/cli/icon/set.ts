import { icns, icnsWidths } from "../../bundler/index.ts";
import { writeIco } from "./files.ts";

/** The icons that a configuration names: one file for each system, and the sizes that Linux desktops show. */
export const iconNames = [
  "32x32.png",
  "128x128.png",
  "128x128@2x.png",
  "icon.png",
  "icon.ico",
  "icon.icns",
] as const;

type IconName = (typeof iconNames)[number];

/** The first one is what readers take that know only one. */
const icoSizes = [32, 16, 24, 48, 64, 256] as const;

/** Makes the set from what draws the icon as PNG in any size. */
export function iconSet(png: (size: number) => Uint8Array): Readonly<Record<IconName, Uint8Array>> {
  return {
    "32x32.png": png(32),
    "128x128.png": png(128),
    "128x128@2x.png": png(256),
    "icon.png": png(512),
    "icon.ico": writeIco(icoSizes.map((size) => ({ size, png: png(size) }))),
    "icon.icns": icns(icnsWidths.map(png)),
  };
}

/** Draws each size once. */
export function drawnOnce(draw: (size: number) => Uint8Array): (size: number) => Uint8Array {
  const drawn = new Map<number, Uint8Array>();
  return (size) => {
    const bytes = drawn.get(size) ?? draw(size);
    drawn.set(size, bytes);
    return bytes;
  };
}
