/**
 * The path of a resource below the resource folder. It keeps the path of its name, and never leaves
 * the folder: `./a` → `a`, `../a` → `_up_/a`, `/a` and `C:\a` → `_root_/a`. The bundler and the app
 * use the same rule on every system.
 */
export function resourcePath(named: string): string {
  const path = named.replaceAll("\\", "/").replace(/^[a-z]:/i, "");
  const isAbsolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const above = parts.at(-1);
    if (part !== "..") parts.push(part);
    else if (above !== undefined && above !== "..") parts.pop();
    // The root has no parent.
    else if (!isAbsolute) parts.push(part);
  }
  return [
    ...(isAbsolute ? ["_root_"] : []),
    ...parts.map((part) => (part === ".." ? "_up_" : part)),
  ].join("/");
}
