import { posix } from "node:path";

/**
 * Where a resource lies below the resource folder. The bundler keeps a resource under the path it was named by
 * in `bundle.resources`, so that nothing lands outside: `..` becomes `_up_` and a leading `/` becomes `_root_`.
 */
export function resourcePath(named: string): string {
  const text = named.replaceAll("\\", "/").replace(/^[a-z]:/i, "");
  const parts = posix.normalize(text).split("/");
  return parts
    .map((part, index) => (part === ".." ? "_up_" : part === "" && index === 0 ? "_root_" : part))
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
