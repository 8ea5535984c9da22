import { library } from "../library.ts";

export const gdi32 = library("gdi32.dll", {
  // (left, top, right, bottom) → HRGN
  CreateRectRgn: "iiii>l",
  // (result, one, other, mode)
  CombineRgn: "llli>i",
  DeleteObject: "l>b",
  GetStockObject: "i>l",
  // (width, height, planes, bits per pixel, rows of pixels from the top)
  CreateBitmap: "iiuup>l",
});
