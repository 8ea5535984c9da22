import { FrameworkError } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import type { PixelSize } from "../../../contract/window/window.ts";
import { createObject } from "../com/apartment.ts";
import { addressOf, outNumber, outObject, type ComObject, type Reference } from "../com/client.ts";
import { guid } from "../com/guid.ts";
import { HResultError } from "../com/hresult.ts";
import {
  CLSID_WICImagingFactory,
  GUID_WICPixelFormat32bppBGRA,
  GUID_WICPixelFormat32bppPBGRA,
  IWICBitmapDecoder,
  IWICBitmapScaler,
  IWICBitmapSource,
  IWICFormatConverter,
  IWICImagingFactory,
  IWICStream,
} from "../lib/wincodec.ts";

const WICDecodeMetadataCacheOnDemand = 0;
const WICBitmapInterpolationModeFant = 3;
const WICBitmapDitherTypeNone = 0;
const WICBitmapPaletteTypeCustom = 0;

/** Rows of pixels from the top, each as blue, green, red and alpha, not premultiplied. */
export interface Pixels extends PixelSize {
  readonly bytes: Uint8Array;
}

type Factory = ComObject<(typeof IWICImagingFactory)["methods"]>;
type Source = ComObject<(typeof IWICBitmapSource)["methods"]>;

/**
 * Decodes a picture so that it fills a square of each of these sizes, in pixels, or is centred in
 * it. From an .ico with several pictures it takes, for each size, the smallest sufficient one.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readPicture(bytes: Uint8Array, sides: readonly number[]): Pixels[] {
  const refuse = (reason: string, cause?: unknown) =>
    new FrameworkError(
      "bad-argument",
      `Cannot use a picture of ${bytes.length} bytes as an icon: ${reason}`,
      {
        cause,
      },
    );
  if (bytes.length === 0) throw refuse("it is empty");
  // The decoder does not copy it, and a page's bytes may be part of a larger buffer.
  const copy = new Uint8Array(bytes);
  try {
    using factory = createObject(CLSID_WICImagingFactory, IWICImagingFactory);
    using stream = outObject(IWICStream, (out) => factory.CreateStream(out));
    stream.InitializeFromMemory(copy, copy.length);
    using decoder = outObject(IWICBitmapDecoder, (out) =>
      factory.CreateDecoderFromStream(stream.address, null, WICDecodeMetadataCacheOnDemand, out),
    );
    using frames = new DisposableStack();
    const pictures = Array.from(
      { length: outNumber((out) => decoder.GetFrameCount(out)) },
      (_, index) => {
        const source = frames.use(
          outObject(IWICBitmapSource, (out) => decoder.GetFrame(index, out)),
        );
        return { source, size: sizeOf(source) };
      },
    ).toSorted((one, other) => one.size.width - other.size.width);
    // A picture of a few bytes may claim any number of pixels, and allocating them is slow.
    const most = limits.picturePixels.most;
    if (pictures.some(({ size }) => size.width * size.height > most))
      throw refuse(`want one of at most ${most} pixels`);
    return sides.map((side) => {
      const picture = pictures.find(({ size }) => size.width >= side) ?? pictures.at(-1);
      if (picture === undefined) throw refuse("it holds no image");
      return fitted(factory, picture.source, picture.size, side);
    });
  } catch (error) {
    if (error instanceof HResultError) throw refuse(error.message, error);
    throw error;
  } finally {
    // The bytes must live as long as the decoder.
    addressOf(copy);
  }
}

function sizeOf(source: Source): PixelSize {
  const [width, height] = [new Uint32Array(1), new Uint32Array(1)];
  source.GetSize(width, height);
  return { width: width[0] ?? 0, height: height[0] ?? 0 };
}

function fitted(factory: Factory, source: Source, size: PixelSize, side: number): Pixels {
  const factor = side / Math.max(size.width, size.height);
  const whole = (length: number) => Math.max(Math.round(length * factor), 1);
  const [width, height] = [whole(size.width), whole(size.height)];
  // Scaled with premultiplied alpha: colours of invisible pixels would show at the edges.
  using multiplied = converted(factory, source, GUID_WICPixelFormat32bppPBGRA);
  using scaler = outObject(IWICBitmapScaler, (out) => factory.CreateBitmapScaler(out));
  scaler.Initialize(multiplied.address, width, height, WICBitmapInterpolationModeFant);
  using plain = converted(factory, scaler, GUID_WICPixelFormat32bppBGRA);
  using pixels = plain.again(IWICBitmapSource);
  const rows = new Uint8Array(width * height * 4);
  pixels.CopyPixels(null, width * 4, rows.length, rows);
  return { width: side, height: side, bytes: inSquare(rows, width, height, side) };
}

function converted(factory: Factory, source: Reference, format: string) {
  const converter = outObject(IWICFormatConverter, (out) => factory.CreateFormatConverter(out));
  try {
    const [dither, palette] = [WICBitmapDitherTypeNone, WICBitmapPaletteTypeCustom];
    converter.Initialize(source.address, guid(format), dither, null, 0, palette);
    return converter;
  } catch (error) {
    converter[Symbol.dispose]();
    throw error;
  }
}

function inSquare(rows: Uint8Array, width: number, height: number, side: number): Uint8Array {
  if (width === side && height === side) return rows;
  const square = new Uint8Array(side * side * 4);
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)];
  for (let row = 0; row < height; row++) {
    const from = row * width * 4;
    square.set(rows.subarray(from, from + width * 4), ((top + row) * side + left) * 4);
  }
  return square;
}
