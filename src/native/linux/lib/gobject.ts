import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** GObject: references, signals, properties. */
export const gobject = library("libgobject-2.0.so.0", gtkPackages, {
  g_object_ref: "p>p",
  g_object_ref_sink: "p>p",
  g_object_unref: "p>v",
  // (type, count, names: char*[], values: GValue[])
  g_object_new_with_properties: "Lunn>p",
  g_object_get_property: "psp>v",
  g_object_set_property: "psp>v",
  // (object, detailed signal, callback, user data, destroy notify, flags) → handler id
  g_signal_connect_data: "pspnnu>L",
  g_cclosure_new: "pnn>p", // (callback, user data, destroy notify)
  g_signal_handler_disconnect: "pL>v",

  g_type_name_from_instance: "p>s",

  g_value_init: "pL>p",
  g_value_unset: "p>v",
  g_value_set_boolean: "pb>v",
  g_value_set_int: "pi>v",
  g_value_set_enum: "pi>v",
  g_value_set_string: "pm>v",
  g_value_set_object: "pn>v",
  g_value_get_boolean: "p>b",
  g_value_get_string: "p>m",
});
