import type { Address } from "../../src/native/ffi/signature.ts";
import { cairo } from "../../src/native/linux/lib/cairo.ts";
import { gdk as gdkOfApps } from "../../src/native/linux/lib/gdk.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { gtk } from "../../src/native/linux/lib/gtk.ts";
import { gdkX11, x11 } from "./toolkit.ts";
import type { PixelArea } from "./protocol.ts";

const GTK_WINDOW_POPUP = 1;

/**
 * The window that shows a view: an unmanaged window, or one inside a window of the host. In the
 * second case that window gets the user's input and forwards it (`Command` "pointer", "press").
 */
export class Surface {
  readonly window: Address;
  /** Its number on the X server. */
  readonly number: number;

  constructor(view: Address, area: PixelArea, parent: number | null) {
    // The X server can remove it with a host's window, at any time. The GTK object must still exist
    // then.
    this.window = gobject.g_object_ref(gtk.gtk_window_new(GTK_WINDOW_POPUP));
    // As a window for pages with a transparent background: on a screen without a compositor they
    // stay opaque.
    const visual = gdkOfApps.gdk_screen_get_rgba_visual(gtk.gtk_widget_get_screen(this.window));
    if (parent === null && visual !== null) gtk.gtk_widget_set_visual(this.window, visual);
    gtk.gtk_container_add(this.window, view);
    gtk.gtk_widget_show(view);
    gtk.gtk_widget_realize(this.window);
    const surface = gtk.gtk_widget_get_window(this.window);
    if (surface === null) throw new Error("Cannot show a page: its window has no surface");
    this.number = gdkX11.gdk_x11_window_get_xid(surface);
    if (parent !== null) this.#moveInto(parent, area);
    this.place(area, true);
  }

  #moveInto(parent: number, { x, y }: PixelArea): void {
    const nothing = cairo.cairo_region_create();
    gtk.gtk_widget_input_shape_combine_region(this.window, nothing);
    cairo.cairo_region_destroy(nothing);
    const display = gdkOfApps.gdk_display_get_default();
    if (display === null) throw new Error("Cannot show a page: there is no display");
    const server = gdkX11.gdk_x11_display_get_xdisplay(display);
    x11.XReparentWindow(server, this.number, parent, x, y);
    x11.XFlush(server);
  }

  place({ x, y, width, height }: PixelArea, isShown: boolean): void {
    gtk.gtk_window_move(this.window, x, y);
    gtk.gtk_window_resize(this.window, Math.max(1, width), Math.max(1, height));
    if (isShown && width > 0 && height > 0) gtk.gtk_widget_show(this.window);
    else gtk.gtk_widget_hide(this.window);
  }

  close(): void {
    gtk.gtk_widget_destroy(this.window);
    gobject.g_object_unref(this.window);
  }
}
