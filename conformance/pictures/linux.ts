import type { Address } from "../../src/native/ffi/signature.ts";
import { library } from "../../src/native/linux/library.ts";
import { gdk } from "../../src/native/linux/lib/gdk.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { gtkPackages } from "../../src/native/linux/lib/packages.ts";
import type { Screen } from "../screen.ts";

const gdkPictures = library("libgdk-3.so.0", gtkPackages, {
  gdk_window_get_width: "p>i",
  gdk_window_get_height: "p>i",
  // (window, x, y, width, height) → GdkPixbuf*, ours
  gdk_pixbuf_get_from_window: "piiii>n",
});

const pixbufFiles = library("libgdk_pixbuf-2.0.so.0", gtkPackages, {
  // (picture, file, type, option names, option values, error)
  gdk_pixbuf_savev: "pssnnn>b",
});

/** The screen of X11, read through GDK. Wayland lets no program read the screen. */
export class GdkScreen implements Screen {
  readonly missing =
    process.env["WAYLAND_DISPLAY"] !== undefined && process.env["GDK_BACKEND"] !== "x11"
      ? "Wayland shows the screen to no program"
      : null;
  #picture: Address | null = null;

  take(): void {
    const root = gdk.gdk_get_default_root_window();
    const { gdk_window_get_width: width, gdk_window_get_height: height } = gdkPictures;
    const taken = gdkPictures.gdk_pixbuf_get_from_window(root, 0, 0, width(root), height(root));
    if (taken !== null) this.#keep(taken);
  }

  save(path: string): boolean {
    if (this.#picture === null) return false;
    const isSaved = pixbufFiles.gdk_pixbuf_savev(this.#picture, path, "png", null, null, null);
    this.#keep(null);
    return isSaved !== 0;
  }

  #keep(picture: Address | null): void {
    if (this.#picture !== null) gobject.g_object_unref(this.#picture);
    this.#picture = picture;
  }
}
