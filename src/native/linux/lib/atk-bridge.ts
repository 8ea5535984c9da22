import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** Exposes GTK's widgets to screen readers. GTK 3 opens it itself, if it was built with it. */
export const atkBridge = library("libatk-bridge-2.0.so.0", gtkPackages, {
  atk_bridge_adaptor_init: "nn>i", // (argc, argv): 0 on success
});
