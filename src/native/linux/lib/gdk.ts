import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** GDK 3: the display, its monitors, and the window system below. */
export const gdk = library("libgdk-3.so.0", gtkPackages, {
  gdk_set_program_class: "s>v",
  gdk_display_get_default: ">n",
  gdk_display_get_monitor_at_window: "pp>p",
  gdk_display_get_primary_monitor: "p>n",
  gdk_display_get_monitor: "pi>n",
  gdk_display_get_n_monitors: "p>i",
  gdk_display_get_default_seat: "p>n",
  gdk_display_flush: "p>v",
  gdk_display_get_app_launch_context: "p>p", // owned by us
  gdk_monitor_get_workarea: "pp>v",
  gdk_monitor_get_geometry: "pp>v",
  gdk_monitor_get_scale_factor: "p>i",
  gdk_monitor_get_model: "p>m",
  gdk_seat_get_pointer: "p>n",
  // (window, device, x, y, modifiers) → the child window there
  gdk_window_get_device_position: "ppnnn>n",
  gdk_window_is_destroyed: "p>b",
  gdk_device_warp: "ppii>v",
  gdk_window_get_state: "p>u",
  gdk_window_get_origin: "pnn>i",
  gdk_window_move: "pii>v",
  gdk_window_get_frame_extents: "pp>v",
  gdk_window_set_cursor: "pn>v",
  gdk_window_get_cursor: "p>n",
  gdk_cursor_new_from_name: "ps>n",
  gdk_screen_get_default: ">n",
  gdk_screen_get_rgba_visual: "p>n",
  gdk_screen_is_composited: "p>b",
  // (context, rectangle) → whether something is drawn
  gdk_cairo_get_clip_rectangle: "pp>b",
  gdk_atom_intern: "sb>p",
  gdk_drag_context_list_targets: "p>n", // GList* of atoms, the context's own
  gdk_get_default_root_window: ">p",
  gdk_window_add_filter: "nnn>v",
  gdk_keyval_from_name: "s>u",
  gdk_display_sync: "p>v",
  gdk_event_copy: "p>p",
  gdk_event_free: "p>v",
  gdk_keymap_get_for_display: "p>p",
  // (keymap, keysym, keys, count) → whether there are any
  gdk_keymap_get_entries_for_keyval: "punn>b",
  // (keymap, keycode, state, layout, keysym, …) → whether there is one
  gdk_keymap_translate_keyboard_state: "puuinnnn>b",
});

/** The parts of GDK that exist only in builds for X11. */
export const gdkX11 = library("libgdk-3.so.0", gtkPackages, {
  gdk_x11_window_get_xid: "p>L",
  gdk_x11_display_get_xdisplay: "p>p",
  gdk_x11_get_server_time: "p>u",
  gdk_x11_display_get_user_time: "p>u",
  gdk_x11_get_default_root_xwindow: ">L",
  gdk_x11_display_error_trap_push: "p>v",
  gdk_x11_display_error_trap_pop: "p>i",
});

/** The parts of GDK that exist only in builds for Wayland. */
export const gdkWayland = library("libgdk-3.so.0", gtkPackages, {
  // (window, callback(window, handle, user data), user data, destroy notify)
  gdk_wayland_window_export_handle: "ppnn>b",
  gdk_wayland_window_unexport_handle: "p>v",
  gdk_wayland_window_get_wl_surface: "p>p",
  gdk_wayland_display_get_wl_display: "p>p",
  gdk_wayland_display_set_startup_notification_id: "ps>v",
  gdk_wayland_display_prefers_ssd: "p>b",
  gdk_wayland_window_announce_csd: "p>v",
  gdk_wayland_window_announce_ssd: "p>v",
});
