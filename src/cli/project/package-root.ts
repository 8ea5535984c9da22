import { join, sep } from "node:path";

/** The folder of the framework's own package: the checkout, or where it is installed. */
export const packageRoot = join(import.meta.dir, "../../..");

/**
 * Settings of nothing, for Bun: it reads those of the folder it is started in when it is given
 * none.
 */
export const emptySettings = {
  bunfig: join(packageRoot, "bin", "bunfig.toml"),
  tsconfig: join(packageRoot, "bin", "tsconfig.json"),
};

/** A source file of the framework, by its path below `src/`. */
export function source(path: string): string {
  return join(packageRoot, "src", path);
}

/** Whether a file is one of ours that an app is made of. */
export function isFrameworkModule(path: string): boolean {
  return path.startsWith(source("") + sep);
}
