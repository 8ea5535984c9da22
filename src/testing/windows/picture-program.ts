// A program of Bun that copies a part of the screen and writes the pixels to its output, from the
// upper left corner, four bytes each: blue, green, red and nothing. The area is its one argument,
// as JSON, in pixels of the screen.

import { dlopen, toArrayBuffer, type Pointer } from "bun:ffi";

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const { symbols: user32 } = dlopen("user32.dll", {
  GetDC: { args: ["i64"], returns: "i64" },
  SetProcessDpiAwarenessContext: { args: ["i64"], returns: "i32" },
});
const { symbols: gdi32 } = dlopen("gdi32.dll", {
  BitBlt: {
    args: ["i64", "i32", "i32", "i32", "i32", "i64", "i32", "i32", "u32"],
    returns: "i32",
  },
  CreateCompatibleDC: { args: ["i64"], returns: "i64" },
  CreateDIBSection: { args: ["i64", "ptr", "u32", "ptr", "i64", "u32"], returns: "i64" },
  GdiFlush: { args: [], returns: "i32" },
  SelectObject: { args: ["i64", "i64"], returns: "i64" },
});

const perMonitorAware = -4n;
const SRCCOPY = 0x00cc0020;
/** Also windows with an alpha channel. */
const CAPTUREBLT = 0x40000000;
const bitsPerPixel = 32;

/** A `BITMAPINFO` of rows from the top. */
function header({ width, height }: Area): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.writeUInt32LE(40, 0);
  bytes.writeInt32LE(width, 4);
  bytes.writeInt32LE(-height, 8);
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt16LE(bitsPerPixel, 14);
  return bytes;
}

// The system frees all of it with this process.
user32.SetProcessDpiAwarenessContext(perMonitorAware);
const area = JSON.parse(process.argv[2] ?? "") as Area;
const { x, y, width, height } = area;
const screen = user32.GetDC(0n);
const memory = gdi32.CreateCompatibleDC(screen);
const place = new BigUint64Array(1);
const bitmap = gdi32.CreateDIBSection(memory, header(area), 0, place, 0n, 0);
gdi32.SelectObject(memory, bitmap);
if (gdi32.BitBlt(memory, 0, 0, width, height, screen, x, y, SRCCOPY | CAPTUREBLT) === 0)
  throw new Error("Cannot copy the screen");
gdi32.GdiFlush();
const pixels = toArrayBuffer(Number(place[0]) as Pointer, 0, 4 * width * height);
process.stdout.write(new Uint8Array(pixels));
