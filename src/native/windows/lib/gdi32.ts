import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

export const gdi32 = library("gdi32.dll", {
  // (left, top, right, bottom) → HRGN
  CreateRectRgn: "iiii>l",
  // (result, one, other, mode)
  CombineRgn: "llli>i",
  DeleteObject: "l>b",
  GetStockObject: "i>l",
  // (canvas, description, kind of colours, out: address of the pixels, memory or 0, offset in it)
  CreateDIBSection: "lpuplu>l",
});

/** The description of a bitmap: with a negative height its rows begin at the top. */
export const BITMAPINFOHEADER = struct({
  biSize: "u32",
  biWidth: "i32",
  biHeight: "i32",
  biPlanes: "u16",
  biBitCount: "u16",
  biCompression: "u32",
  biSizeImage: "u32",
  biXPelsPerMeter: "i32",
  biYPelsPerMeter: "i32",
  biClrUsed: "u32",
  biClrImportant: "u32",
});
