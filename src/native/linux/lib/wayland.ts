import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/**
 * Wayland's own library, for the one request that GDK keeps for its next frame, and to hear of the
 * compositor's end.
 */
export const wayland = library("libwayland-client.so.0", gtkPackages, {
  // (proxy, number of the request, its arguments)
  wl_proxy_marshal_array: "pun>v",
  wl_display_get_fd: "p>i",
});

/** Number of the request `wl_surface.commit`. */
export const WL_SURFACE_COMMIT = 6;
