import { icns } from "../../bundler/index.ts";
import { icnsWidths } from "../../contract/picture/icon-sizes.ts";
import { writeIco } from "./files.ts";

/**
 * The icons in a configuration: one file for each system, and the sizes that Linux desktops show.
 */
export const iconNames = [
  "32x32.png",
  "128x128.png",
  "128x128@2x.png",
  "icon.png",
  "icon.ico",
  "icon.icns",
] as const;

type IconName = (typeof iconNames)[number];

/** Readers that support only one picture use the first one. */
const icoSizes = [32, 16, 24, 48, 64, 256] as const;

/** Renders the icon as PNG in a size. */
export type Draw = (size: number) => Promise<Uint8Array>;

/** Makes the set from a renderer of the icon. */
export async function iconSet(png: Draw): Promise<Readonly<Record<IconName, Uint8Array>>> {
  const frames = icoSizes.map(async (size) => ({ size, png: await png(size) }));
  return {
    "32x32.png": await png(32),
    "128x128.png": await png(128),
    "128x128@2x.png": await png(256),
    "icon.png": await png(512),
    "icon.ico": writeIco(await Promise.all(frames)),
    "icon.icns": icns(await Promise.all(icnsWidths.map(png))),
  };
}

/** Renders each size once. */
export function drawnOnce(draw: Draw): Draw {
  const drawn = new Map<number, Promise<Uint8Array>>();
  return (size) => {
    const png = drawn.get(size) ?? draw(size);
    drawn.set(size, png);
    return png;
  };
}
