import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/**
 * What tells screen readers of GTK's widgets. GTK 3 opens it itself, where it was built with it.
 */
export const atkBridge = library("libatk-bridge-2.0.so.0", gtkPackages, {
  atk_bridge_adaptor_init: "nn>i", // (argc, argv): 0 when it is open
});
