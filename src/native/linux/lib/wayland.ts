import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/**
 * Wayland's own library, for the one request that GDK delays until its next frame, and for the
 * disconnection of the compositor.
 */
export const wayland = library("libwayland-client.so.0", gtkPackages, {
  // (proxy, opcode of the request, its arguments)
  wl_proxy_marshal_array: "pun>v",
  wl_display_get_fd: "p>i",
});

/** Opcode of the request `wl_surface.commit`. */
export const WL_SURFACE_COMMIT = 6;
