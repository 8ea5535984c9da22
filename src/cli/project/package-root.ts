import { join, sep } from "node:path";

/** The folder of the framework's own package: the checkout, or the installed one. */
export const packageRoot = join(import.meta.dir, "../../..");

/** Empty settings for Bun: by default it reads those of its working directory. */
export const emptySettings = {
  bunfig: join(packageRoot, "bin", "bunfig.toml"),
  tsconfig: join(packageRoot, "bin", "tsconfig.json"),
};

/** A source file of the framework, by its path below `src/`. */
export function source(path: string): string {
  return join(packageRoot, "src", path);
}

/** Whether a file is a framework module that apps contain. */
export function isFrameworkModule(path: string): boolean {
  return path.startsWith(source("") + sep);
}
