import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** GLib: the main loop, memory, text and bytes. Names follow the C headers. */
export const glib = library("libglib-2.0.so.0", gtkPackages, {
  g_main_loop_new: "nb>p",
  g_main_loop_run: "p>v",
  g_main_loop_quit: "p>v",
  g_main_loop_unref: "p>v",

  // (priority, …, callback, user data, destroy notify) → source id
  g_idle_add_full: "ipnn>u",
  g_timeout_add_full: "iupnn>u",
  g_unix_fd_add_full: "iiupnn>u",
  g_unix_signal_add_full: "iipnn>u",
  g_source_remove: "u>b",
  g_source_new: "pu>p", // (GSourceFuncs*, size of a struct that begins with a GSource)
  g_main_context_find_source_by_id: "nu>p",
  g_source_set_priority: "pi>v",
  g_source_attach: "pn>u",

  g_free: "n>v",
  g_strfreev: "n>v",
  g_error_free: "p>v",
  g_error_new_literal: "uis>p",
  g_set_error_literal: "nuis>v",
  g_quark_from_string: "s>u",
  g_slist_free: "n>v",
  g_list_nth_data: "nu>n",
  g_list_length: "n>u",
  g_list_free: "n>v",

  g_set_prgname: "s>v",
  g_set_application_name: "s>v",
  g_get_prgname: ">m",
  g_get_application_name: ">m",
  g_setenv: "ssb>b", // (name, value, whether it overwrites)
  g_unsetenv: "s>v",
  g_dgettext: "ms>s",
  g_dpgettext2: "mss>s",
  // (folder, arguments, environment, flags, set-up, user data, process, error)
  g_spawn_async: "mpnunnnn>b",

  g_bytes_new: "nL>p",
  g_bytes_new_with_free_func: "nLpn>p",
  g_bytes_new_from_bytes: "pLL>p",
  g_bytes_get_data: "pn>n",
  g_bytes_get_size: "p>L",
  g_bytes_unref: "p>v",
  g_mapped_file_new_from_fd: "ibn>n",
  g_mapped_file_get_bytes: "p>p",
  g_mapped_file_get_length: "p>L",
  g_mapped_file_unref: "p>v",

  g_variant_new_string: "s>p",
  g_variant_new_boolean: "b>p",
  g_variant_new_object_path: "s>p",
  g_variant_new_int32: "i>p",
  g_variant_new_uint32: "u>p",
  g_variant_new_variant: "p>p",
  g_variant_new_array: "nnL>p",
  g_variant_new_tuple: "nL>p",
  g_variant_new_dict_entry: "pp>p",
  g_variant_new_fixed_array: "pnLL>p",
  g_variant_classify: "p>i",
  g_variant_get_type_string: "p>s",
  g_variant_n_children: "p>L",
  g_variant_get_child_value: "pL>p",
  g_variant_get_string: "pn>s",
  g_variant_get_boolean: "p>b",
  g_variant_get_byte: "p>y",
  g_variant_get_int32: "p>i",
  g_variant_get_uint32: "p>u",
  g_variant_get_variant: "p>p",
  g_variant_unref: "p>v",
});
