import { resolve } from "node:path";
import type { ResolvedConfig } from "../../config/index.ts";

type Build = ResolvedConfig["build"];

/** The target of a `devPath` or `distDir`: a server, a folder, or a list of files. */
export type FrontEnd =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "files"; readonly files: readonly string[] };

/**
 * Parses a `devPath` or `distDir`; an address stays as it was written, and paths are relative to
 * the configuration file.
 */
export function frontEnd(place: Build["distDir"], configFolder: string): FrontEnd {
  if (typeof place !== "string")
    return { kind: "files", files: place.map((path) => resolve(configFolder, path)) };
  if (/^https?:\/\//i.test(place)) return { kind: "address", address: place };
  return { kind: "folder", folder: resolve(configFolder, place) };
}
