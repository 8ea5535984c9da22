import { writePng } from "../icon/files.ts";
import type { Picture } from "../icon/picture.ts";
import { drawnOnce, iconSet } from "../icon/set.ts";

/** The icon of a new project in every size and format that bundles need. */
export function newIcons(): ReturnType<typeof iconSet> {
  return iconSet(drawnOnce(async (size) => writePng(draw(size))));
}

// Red, green, blue: the background is a gradient from one to the other.
const top = [99, 102, 241];
const bottom = [14, 165, 233];
const paper = 255;

/**
 * A window on a rounded square, drawn from distances, so that every size is sharp. RGBA, row by
 * row, with colours not multiplied by alpha.
 */
function draw(size: number): Picture {
  const pixels = new Uint8Array(size * size * 4);
  const unit = 1 / size;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const x = (column + 0.5) * unit;
      const y = (row + 0.5) * unit;
      const plate = coverage(roundedBox(x - 0.5, y - 0.5, 0.46, 0.46, 0.2), unit);
      const frame = coverage(roundedBox(x - 0.5, y - 0.5, 0.28, 0.23, 0.05), unit);
      const hole = coverage(roundedBox(x - 0.5, y - 0.545, 0.235, 0.14, 0.015), unit);
      const paint = frame * (1 - hole);
      const at = (row * size + column) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = mix(top[channel] ?? 0, bottom[channel] ?? 0, y);
        pixels[at + channel] = Math.round(mix(ground, paper, paint));
      }
      pixels[at + 3] = Math.round(plate * 255);
    }
  }
  return { width: size, height: size, pixels };
}

/** The distance of a point from a box with round corners around the origin. Negative inside. */
function roundedBox(
  x: number,
  y: number,
  halfWidth: number,
  halfHeight: number,
  radius: number,
): number {
  const outX = Math.abs(x) - halfWidth + radius;
  const outY = Math.abs(y) - halfHeight + radius;
  return (
    Math.min(Math.max(outX, outY), 0) + Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) - radius
  );
}

/** The part of a pixel that is covered by a shape whose edge is at this distance. */
function coverage(distance: number, pixel: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / pixel));
}

function mix(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}
