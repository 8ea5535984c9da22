/**
 * Where a resource lies below the resource folder. It keeps the path it was named by, and nothing
 * lands outside: `./a` → `a`, `../a` → `_up_/a`, `/a` and `C:\a` → `_root_/a`. The bundler puts it
 * there, and the app looks for it there, on every system by the same rule.
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
    // Nothing is above the root.
    else if (!isAbsolute) parts.push(part);
  }
  return [
    ...(isAbsolute ? ["_root_"] : []),
    ...parts.map((part) => (part === ".." ? "_up_" : part)),
  ].join("/");
}
