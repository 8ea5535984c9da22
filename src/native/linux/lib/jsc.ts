import { library } from "../library.ts";
import { webkitPackages } from "./packages.ts";

/** The part of the page's JavaScript engine that messages need. */
export const jsc = library("libjavascriptcoregtk-4.1.so.0", webkitPackages, {
  jsc_value_is_string: "p>b",
  jsc_value_object_get_property: "ps>p",
  jsc_value_object_get_property_at_index: "pu>p",
  jsc_value_to_int32: "p>i",
  jsc_value_to_string_as_bytes: "p>p",
});
