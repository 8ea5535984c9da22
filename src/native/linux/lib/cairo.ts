import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/** cairo: regions, which define the clickable part of a window. */
export const cairo = library("libcairo.so.2", gtkPackages, {
  cairo_region_create: ">p",
  cairo_region_destroy: "p>v",
});
