import type { PixelSize } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gtk } from "../lib/gtk.ts";

// On Wayland desktops without server-side decorations GTK draws them inside of its own window: a
// shadow all around, absent while the window is maximized, and a title bar.

/** A window with its view. */
export interface FramedWindow {
  readonly address: Address;
  readonly view: { readonly address: Address };
}

/** The size that the window has beyond its page, in GTK's pixels. */
export function drawnFrame({ address, view }: FramedWindow): PixelSize {
  return {
    width:
      gtk.gtk_widget_get_allocated_width(address) -
      gtk.gtk_widget_get_allocated_width(view.address),
    height:
      gtk.gtk_widget_get_allocated_height(address) -
      gtk.gtk_widget_get_allocated_height(view.address),
  };
}

let parts: Address[] = [];

const found = callback("pL>v", (part) => parts.push(part));

/** The height of the title bar that GTK draws; 0 when it draws none. */
export function titleBarHeight({ address }: Pick<FramedWindow, "address">): number {
  parts = [];
  // GTK provides no other access to its own title bar.
  gtk.gtk_container_forall(address, found(), null);
  const content = gtk.gtk_bin_get_child(address);
  const bar = parts.find((part) => part !== content);
  return bar === undefined || !gtk.gtk_widget_get_mapped(bar)
    ? 0
    : gtk.gtk_widget_get_allocated_height(bar);
}
