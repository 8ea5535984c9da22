import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** GIO: streams, files and D-Bus. */
export const gio = library("libgio-2.0.so.0", gtkPackages, {
  g_memory_input_stream_new_from_bytes: "p>p",
  g_input_stream_read_all: "ppLpnn>b",
  g_unix_input_stream_new: "ib>p", // (descriptor, whether the stream closes it)

  // (address, context, cancellable, ready, user data)
  g_app_info_launch_default_for_uri_async: "snnnn>v",
  g_app_info_launch_default_for_uri_finish: "pn>b",
  g_app_launch_context_new: ">p",
  g_app_launch_context_setenv: "pss>v",
  g_app_launch_context_unsetenv: "ps>v",

  g_memory_monitor_dup_default: ">p",

  g_bus_get_sync: "inn>n",
  g_dbus_address_get_for_bus_sync: "inn>n", // owned by us
  // (address, flags, observer, cancellable, error)
  g_dbus_connection_new_for_address_sync: "sunnn>n",
  g_dbus_connection_close_sync: "pnn>b",
  g_dbus_connection_get_unique_name: "p>m",
  g_dbus_connection_set_exit_on_close: "pb>v",
  // (bus, name, path, interface, member, arguments, reply type, flags, timeout, cancellable, ready,
  // user data)
  g_dbus_connection_call: "pmsssnnuinnn>v",
  g_dbus_connection_call_finish: "ppn>n",
  // (bus, sender, interface, member, path, first argument, flags, callback, user data, destroy
  // notify)
  g_dbus_connection_signal_subscribe: "pmmmmmupnn>u",
  g_dbus_connection_signal_unsubscribe: "pu>v",
  g_dbus_node_info_new_for_xml: "sn>n",
  g_dbus_node_info_lookup_interface: "ps>n",
  g_dbus_node_info_unref: "p>v",
  // (bus, path, interface, functions, user data, destroy notify, error)
  g_dbus_connection_register_object: "pspnnnn>u",
  g_dbus_connection_unregister_object: "pu>b",
  // (bus, receiver, path, interface, member, arguments, error)
  g_dbus_connection_emit_signal: "pmsssnn>b",
  g_dbus_method_invocation_return_value: "pn>v",
  g_dbus_method_invocation_return_dbus_error: "pss>v",
});
