import { join } from "node:path";
import type { App } from "../../src/testing/index.ts";

/**
 * Keeps a picture for docs/gallery.md where GALLERY_PICTURES names a folder; a run of the tests
 * makes none by itself.
 */
export async function keepPicture(app: App, name: string, window = "main"): Promise<void> {
  const folder = process.env["GALLERY_PICTURES"];
  if (folder === undefined) return;
  const page = await app.window(window);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
