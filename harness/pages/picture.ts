import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callback } from "../../src/native/ffi/callback.ts";
import { Held } from "../../src/native/ffi/held.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { cairo, webkit } from "./toolkit.ts";

const REGION_VISIBLE = 0;
const TRANSPARENT_BACKGROUND = 2;

const pictures = new Held<(png: Uint8Array) => void>("pictures of pages");

const taken = callback("ppL>v", (view, result, number) => {
  const take = pictures.take(number);
  const surface = webkit.webkit_web_view_get_snapshot_finish(view, result, null);
  if (surface === null) return take?.(new Uint8Array());
  const file = join(tmpdir(), `framework-page-${process.pid}-${number}.png`);
  cairo.cairo_surface_write_to_png(surface, file);
  cairo.cairo_surface_destroy(surface);
  const png = readFileSync(file);
  rmSync(file);
  take?.(png);
});

/** Takes a picture of a view, as a PNG. An empty one if there is none. */
export function takePicture(view: Address, take: (png: Uint8Array) => void): void {
  webkit.webkit_web_view_get_snapshot(
    view,
    REGION_VISIBLE,
    TRANSPARENT_BACKGROUND,
    null,
    taken(),
    pictures.add(take),
  );
}
