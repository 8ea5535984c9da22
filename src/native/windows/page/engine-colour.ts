import { parseColour } from "../../colour.ts";

/** A colour without transparency, as a COREWEBVIEW2_COLOR: bytes of alpha, red, green and blue. */
export function engineColour(text: string): number {
  const { red, green, blue } = parseColour(text);
  return (0xff | (red << 8) | (green << 16) | (blue << 24)) >>> 0;
}
