/**
 * Splits a path with a pattern of files before its first folder with a glob character:
 * `icons/*.png` is `*.png` in `icons`. `null`: the path has none. Globs do not support `..`, so it
 * may occur in the folder only.
 *
 * @param path with "/" between folders
 */
export function splitGlob(path: string): { readonly folder: string; readonly glob: string } | null {
  const parts = path.split("/");
  const first = parts.findIndex((part) => /[*?[\]{}!]/.test(part));
  if (first === -1) return null;
  const folder = parts.slice(0, first).join("/") || (path.startsWith("/") ? "/" : "");
  return { folder, glob: parts.slice(first).join("/") };
}
