import { inflateSync } from "node:zlib";
import { limits, readFile } from "../../disk/read.ts";
import { largestIcoImage } from "../../contract/picture/ico.ts";
import { pictureFormat } from "../../contract/picture/picture-format.ts";
import { pngSize, reasonAgainstChunks, reasonAgainstIcon } from "../../contract/picture/png.ts";
import { UserError } from "../terminal.ts";

/** Red, green, blue and alpha, a byte each, row by row; colours are not premultiplied. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * Reads a picture for icons: a PNG of any kind unchanged, the largest one of an .ico, an SVG at the
 * requested size.
 * @throws UserError when it is none, or an SVG that would look different elsewhere
 */
export async function readPicture(path: string, svgSize: number): Promise<Picture> {
  const file = readFile(path, { limit: limits.picture });
  if (/\.svg$/i.test(path)) return await renderSvg(path, file.toString("utf8"), svgSize);
  const bytes = pictureFormat(file) === "ico" ? pngInIco(path, file) : file;
  const damage = pngSize(bytes) === null ? null : reasonAgainstChunks(bytes);
  if (damage !== null) throw new UserError(`Cannot read "${path}": it ${damage}`);
  const image = new Bun.Image(bytes);
  try {
    const reason = reasonAgainstIcon(pngSize(bytes) ?? (await image.metadata()));
    if (reason !== null) throw new UserError(`Cannot read "${path}": ${reason}`);
    // For any kind of PNG: Bun writes 8-bit RGBA, not interlaced.
    return decodePng(Buffer.from(await image.png({ compressionLevel: 1 }).bytes()));
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(`Cannot read "${path}": it must be a PNG, ICO or SVG picture`, { cause });
  }
}

function pngInIco(path: string, file: Uint8Array): Uint8Array {
  const image = largestIcoImage(file);
  if (image?.kind === "png") return image.bytes;
  throw new UserError(`Cannot read "${path}": its largest picture must be a PNG`);
}

let isReady: Promise<void> | undefined;

/** The renderer is loaded for the first SVG only. */
async function loadRenderer() {
  const module = await import("@resvg/resvg-wasm");
  isReady ??= module.initWasm(
    readFile(Bun.resolveSync("@resvg/resvg-wasm/index_bg.wasm", import.meta.dir)),
  );
  await isReady;
  return module;
}

async function renderSvg(path: string, text: string, size: number): Promise<Picture> {
  if (/<(?:text|tspan)\b/.test(text)) {
    throw new UserError(
      `Cannot use "${path}": it holds text, which looks different on each machine; turn the text into paths`,
    );
  }
  const { Resvg } = await loadRenderer();
  try {
    using held = new DisposableStack();
    const svg = held.adopt(new Resvg(text), (it) => it.free());
    // The renderer rounds both: if both are 0, neither the aspect ratio nor the number of pixels is
    // known.
    if (svg.width === 0 && svg.height === 0)
      throw new Error("it must be at least a pixel wide or high");
    const side = svg.width > svg.height ? "width" : "height";
    const drawn = held.adopt(new Resvg(text, { fitTo: { mode: side, value: size } }), (it) =>
      it.free(),
    );
    const image = held.adopt(drawn.render(), (it) => it.free());
    return { width: image.width, height: image.height, pixels: separateAlpha(image.pixels) };
  } catch (cause) {
    // The resources of a crashed renderer cannot be freed.
    const isBroken = cause instanceof SuppressedError;
    const reason = isBroken
      ? "it cannot be drawn"
      : cause instanceof Error
        ? cause.message
        : String(cause);
    throw new UserError(`Cannot read "${path}": ${reason}`, { cause });
  }
}

/** The renderer's colours are premultiplied. */
function separateAlpha(pixels: Uint8Array): Uint8Array {
  const separate = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      separate[at + channel] =
        alpha === 0 ? 0 : Math.round(((pixels[at + channel] ?? 0) * 255) / alpha);
    }
    separate[at + 3] = alpha;
  }
  return separate;
}

// Each row of a PNG starts with the number of its filter, which defines the prediction subtracted
// from the row's bytes. Source: W3C Portable Network Graphics, section 9.
function decodePng(bytes: Buffer): Picture {
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (bytes.toString("hex", 24, 29) !== "0806000000") throw new Error("Not RGBA of 8 bits");
  const stride = width * 4;
  const rows = inflateSync(Buffer.concat([...imageData(bytes)]));
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0;
    const above = pixels.subarray((row - 1) * stride, row * stride);
    const line = pixels.subarray(row * stride, (row + 1) * stride);
    for (let at = 0; at < stride; at += 1) {
      const left = at < 4 ? 0 : (line[at - 4] ?? 0);
      const up = row === 0 ? 0 : (above[at] ?? 0);
      const corner = at < 4 || row === 0 ? 0 : (above[at - 4] ?? 0);
      line[at] = (rows[row * (stride + 1) + 1 + at] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return { width, height, pixels };
}

function* imageData(bytes: Buffer): Generator<Buffer> {
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      yield bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
}

/** A PNG filter's prediction of a byte from its neighbours. */
export function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
