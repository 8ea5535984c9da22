import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** GdkPixbuf: pictures. */
export const pixbuf = library("libgdk_pixbuf-2.0.so.0", gtkPackages, {
  gdk_pixbuf_loader_new: ">p",
  gdk_pixbuf_loader_new_with_type: "sn>n",
  gdk_pixbuf_loader_set_size: "pii>v",
  gdk_pixbuf_loader_write: "ppLn>b",
  gdk_pixbuf_loader_close: "pn>b",
  gdk_pixbuf_loader_get_pixbuf: "p>n",
  gdk_pixbuf_get_width: "p>i",
  gdk_pixbuf_get_height: "p>i",
  gdk_pixbuf_get_rowstride: "p>i",
  gdk_pixbuf_get_has_alpha: "p>b",
  gdk_pixbuf_read_pixels: "p>p",
  gdk_pixbuf_scale_simple: "piii>n",
});
