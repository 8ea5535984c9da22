import { writeFileSync } from "node:fs";
import { pngFile, type Picture } from "../../src/testing/png.ts";
import { library } from "../../src/native/windows/library.ts";
import { gdi32 } from "../../src/native/windows/lib/gdi32.ts";
import type { Screen } from "../screen.ts";

const user = library("user32.dll", {
  GetDC: "l>l",
  ReleaseDC: "ll>i",
  GetSystemMetrics: "i>i",
});

const gdi = library("gdi32.dll", {
  CreateCompatibleDC: "l>l",
  CreateCompatibleBitmap: "lii>l",
  SelectObject: "ll>l",
  DeleteDC: "l>b",
  // (to, x, y, width, height, from, x, y, how)
  BitBlt: "liiiiliiu>b",
  // (context, bitmap, first row, rows, out: pixels, in and out: BITMAPINFO, kind of colours)
  GetDIBits: "lluupnu>i",
});

const SM_CXSCREEN = 0;
const SM_CYSCREEN = 1;
const SRCCOPY = 0x00cc_0020;
const CAPTUREBLT = 0x4000_0000;
const DIB_RGB_COLORS = 0;

/** The primary screen, copied by GDI. */
export class GdiScreen implements Screen {
  readonly missing = null;
  #picture: Picture | null = null;

  take(): void {
    this.#picture = readScreen();
  }

  save(path: string): boolean {
    if (this.#picture === null) return false;
    writeFileSync(path, pngFile(this.#picture));
    this.#picture = null;
    return true;
  }
}

function readScreen(): Picture | null {
  const [width, height] = [user.GetSystemMetrics(SM_CXSCREEN), user.GetSystemMetrics(SM_CYSCREEN)];
  const screen = user.GetDC(0);
  const copy = gdi.CreateCompatibleDC(screen);
  const bitmap = gdi.CreateCompatibleBitmap(screen, width, height);
  const before = gdi.SelectObject(copy, bitmap);
  const isCopied = gdi.BitBlt(copy, 0, 0, width, height, screen, 0, 0, SRCCOPY | CAPTUREBLT);
  gdi.SelectObject(copy, before);
  const rows = new Uint8Array(width * height * 4);
  const read = gdi.GetDIBits(
    screen,
    bitmap,
    0,
    height,
    rows,
    bitmapInfo(width, height),
    DIB_RGB_COLORS,
  );
  gdi32.DeleteObject(bitmap);
  gdi.DeleteDC(copy);
  user.ReleaseDC(0, screen);
  if (isCopied === 0 || read !== height) return null;
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rows.length; from += 4, to += 3) {
    pixels[to] = rows[from + 2] ?? 0;
    pixels[to + 1] = rows[from + 1] ?? 0;
    pixels[to + 2] = rows[from] ?? 0;
  }
  return { width, height, pixels };
}

/** BITMAPINFOHEADER: 32 bits a pixel, uncompressed. A negative height: rows from the top. */
function bitmapInfo(width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(40));
  header.setUint32(0, 40, true);
  header.setInt32(4, width, true);
  header.setInt32(8, -height, true);
  header.setUint16(12, 1, true);
  header.setUint16(14, 32, true);
  return new Uint8Array(header.buffer);
}
