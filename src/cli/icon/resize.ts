import { Pica } from "pica";
import type { Picture } from "./picture.ts";

// Without WebAssembly, so that the same picture gives the same bytes on every machine.
const scaler = new Pica({ features: ["js"] });

/** Scales a picture to a square with Lanczos-3; colours are weighted by their alpha. */
export async function resize({ width, height, pixels }: Picture, size: number): Promise<Picture> {
  if (width === size && height === size) return { width, height, pixels };
  const scaled = await scaler.resizeBuffer({
    src: pixels,
    width,
    height,
    toWidth: size,
    toHeight: size,
    filter: "lanczos3",
  });
  return { width: size, height: size, pixels: scaled };
}
