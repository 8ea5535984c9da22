import type { Picture } from "./picture.ts";

/** How far the Lanczos window reaches, in pixels of the smaller picture. */
const reach = 3;

/**
 * Scales a picture with Lanczos-3. Colours are weighed with their alpha: otherwise the colour of invisible pixels,
 * mostly black, would show at the edges.
 */
export function resize(picture: Picture, size: number): Picture {
  const { width, height, pixels } = picture;
  if (width === size && height === size) return picture;
  const weighed = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      weighed[at + channel] = (pixels[at + channel] ?? 0) * alpha;
    weighed[at + 3] = pixels[at + 3] ?? 0;
  }
  const narrow = scaleRows({ values: weighed, width, height }, size);
  const turned = scaleRows(turn(narrow), size);
  const { values } = turn(turned);
  const result = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 4) {
    const alpha = clamp(values[at + 3] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      result[at + channel] =
        alpha === 0 ? 0 : clamp(((values[at + channel] ?? 0) * 255) / (values[at + 3] ?? 1));
    }
    result[at + 3] = alpha;
  }
  return { width: size, height: size, pixels: result };
}

interface Plane {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

function scaleRows({ values, width, height }: Plane, size: number): Plane {
  const weights = Array.from({ length: size }, (_, column) => weightsOf(column, width / size, width));
  const scaled = new Float32Array(size * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const { first, factors } = weights[column] as Weights;
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let index = 0; index < factors.length; index += 1) {
        const factor = factors[index] as number;
        const from = (row * width + first + index) * 4;
        red += (values[from] as number) * factor;
        green += (values[from + 1] as number) * factor;
        blue += (values[from + 2] as number) * factor;
        alpha += (values[from + 3] as number) * factor;
      }
      const to = (row * size + column) * 4;
      scaled[to] = red;
      scaled[to + 1] = green;
      scaled[to + 2] = blue;
      scaled[to + 3] = alpha;
    }
  }
  return { values: scaled, width: size, height };
}

interface Weights {
  /** The first pixel that gives something. */
  readonly first: number;
  readonly factors: Float32Array;
}

/** What each pixel of a row gives to one pixel of the scaled row; together 1. */
function weightsOf(column: number, step: number, width: number): Weights {
  const stretch = Math.max(1, step);
  const center = (column + 0.5) * step - 0.5;
  const first = Math.max(0, Math.ceil(center - reach * stretch));
  const last = Math.min(width - 1, Math.floor(center + reach * stretch));
  const factors = Float32Array.from({ length: last - first + 1 }, (_, index) =>
    lanczos((first + index - center) / stretch),
  );
  const sum = factors.reduce((total, factor) => total + factor, 0);
  return { first, factors: factors.map((factor) => factor / sum) };
}

function lanczos(x: number): number {
  if (Math.abs(x) < 1e-8) return 1;
  if (Math.abs(x) >= reach) return 0;
  const angle = Math.PI * x;
  return (reach * Math.sin(angle) * Math.sin(angle / reach)) / (angle * angle);
}

/** Rows become columns. */
function turn({ values, width, height }: Plane): Plane {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = (row * width + column) * 4;
      const to = (column * height + row) * 4;
      for (let channel = 0; channel < 4; channel += 1)
        turned[to + channel] = values[from + channel] as number;
    }
  }
  return { values: turned, width: height, height: width };
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
