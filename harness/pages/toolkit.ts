import { library } from "../../src/native/linux/library.ts";
import { gtkPackages, webkitPackages } from "../../src/native/linux/lib/packages.ts";

// The toolkit functions of the program that shows pages, beyond those that apps use.

export const webkit = library("libwebkit2gtk-4.1.so.0", webkitPackages, {
  webkit_user_content_manager_register_script_message_handler_in_world: "pss>b",
  webkit_user_content_manager_remove_script: "pp>v",
  // (source, frames, time, world, allow list, block list)
  webkit_user_script_new_for_world: "siisnn>p",
  webkit_javascript_result_get_js_value: "p>p",
  webkit_web_view_evaluate_javascript_finish: "ppn>n",
  webkit_web_view_stop_loading: "p>v",
  webkit_web_view_go_back: "p>v",
  webkit_web_view_go_forward: "p>v",
  webkit_web_view_terminate_web_process: "p>v",
  webkit_web_view_set_zoom_level: "pd>v",
  webkit_web_view_get_title: "p>m",
  // (view, region, options, cancellable, ready, user data)
  webkit_web_view_get_snapshot: "piunnn>v",
  webkit_web_view_get_snapshot_finish: "ppn>n",
  webkit_navigation_policy_decision_get_navigation_action: "p>p",
  webkit_navigation_action_get_request: "p>p",
  webkit_navigation_action_is_user_gesture: "p>b",
  webkit_uri_request_get_uri: "p>s",
  webkit_response_policy_decision_is_mime_type_supported: "p>b",
  webkit_response_policy_decision_get_request: "p>p",
  webkit_uri_response_get_http_headers: "p>n",
  webkit_uri_response_get_status_code: "p>u",
  webkit_uri_response_get_mime_type: "p>m",
  webkit_policy_decision_use: "p>v",
  webkit_policy_decision_ignore: "p>v",
  webkit_download_get_request: "p>p",
  webkit_script_dialog_ref: "p>p",
  webkit_script_dialog_unref: "p>v",
  webkit_script_dialog_close: "p>v",
  webkit_script_dialog_get_dialog_type: "p>i",
  webkit_script_dialog_get_message: "p>m",
  webkit_script_dialog_confirm_set_confirmed: "pb>v",
  webkit_script_dialog_prompt_get_default_text: "p>m",
  webkit_script_dialog_prompt_set_text: "ps>v",
});

export const soup = library("libsoup-3.0.so.0", webkitPackages, {
  // (headers, callback(name, value, user data), user data)
  soup_message_headers_foreach: "ppn>v",
});

export const jsc = library("libjavascriptcoregtk-4.1.so.0", webkitPackages, {
  jsc_value_is_undefined: "p>b",
  jsc_value_to_json: "pu>n", // ours to free
});

export const gtk = library("libgtk-3.so.0", gtkPackages, {
  gtk_widget_event: "pp>b",
});

export const gdk = library("libgdk-3.so.0", gtkPackages, {
  gdk_event_new: "i>p",
  gdk_event_free: "p>v",
  gdk_event_set_device: "pn>v",
  gdk_seat_get_keyboard: "p>n",
  gdk_keyval_from_name: "s>u",
  gdk_unicode_to_keyval: "u>u",
  // (keymap, key, keys: GdkKeymapKey**, how many)
  gdk_keymap_get_entries_for_keyval: "pupp>b",
});

export const gdkX11 = library("libgdk-3.so.0", gtkPackages, {
  gdk_x11_display_get_xdisplay: "p>p",
  gdk_x11_window_get_xid: "p>L",
});

export const x11 = library("libX11.so.6", gtkPackages, {
  XReparentWindow: "pLLii>i",
  XFlush: "p>i",
});

export const cairo = library("libcairo.so.2", gtkPackages, {
  cairo_surface_write_to_png: "ps>i",
  cairo_surface_destroy: "p>v",
});
