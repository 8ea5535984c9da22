import { library } from "../library.ts";
import { webkitPackages } from "./packages.ts";

/** libsoup 3: the headers of requests and responses. */
export const soup = library("libsoup-3.0.so.0", webkitPackages, {
  soup_message_headers_new: "i>p",
  soup_message_headers_append: "pss>v",
  soup_message_headers_get_one: "ps>m",
});
