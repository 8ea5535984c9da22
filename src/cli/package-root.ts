import { join } from "node:path";

/** The folder of the framework's own package: the checkout, or where it is installed. */
export const packageRoot = join(import.meta.dir, "../..");

/** A source file of the framework, by its path below `src/`. */
export function source(path: string): string {
  return join(packageRoot, "src", path);
}
