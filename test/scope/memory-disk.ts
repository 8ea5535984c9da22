import { posix } from "node:path";
import type { Disk, Found } from "../../src/app/scope/open/disk.ts";

/** A disk made of a list: `"/a/"` is a folder, `"/a/f"` a file, `"/a/l -> /b"` a link. */
export function memoryDisk(entries: readonly string[], spell?: Disk["spell"]): Disk {
  const found = new Map<string, Found>();
  for (const [i, entry] of entries.entries()) {
    const [path = "", target] = entry.split(" -> ");
    const isFolder = /[\\/]$/.test(path);
    const key = isFolder && !/^(?:\/|[A-Z]:\\)$/.test(path) ? path.slice(0, -1) : path;
    if (target !== undefined) found.set(key, { kind: "link", target });
    else found.set(key, { kind: isFolder ? "folder" : "file", identity: `1:${i}` });
  }
  return {
    lstat: (path) => found.get(path) ?? { kind: "nothing" },
    identify(path) {
      const there = found.get(path);
      return there !== undefined && "identity" in there ? there.identity : null;
    },
    spell: spell ?? ((path) => withLinksFollowed(path, found)),
    takesCasesApart: () => false,
  };
}

/** Links of posix alone: elsewhere a spelling is asked for when links have been followed. */
function withLinksFollowed(path: string, found: ReadonlyMap<string, Found>, left = 40): string {
  if (left === 0) throw Object.assign(new Error("its links lead in a circle"), { code: "ELOOP" });
  for (const [link, there] of found) {
    if (there.kind !== "link" || !`${path}/`.startsWith(`${link}/`)) continue;
    const real = posix.resolve(posix.dirname(link), there.target) + path.slice(link.length);
    return withLinksFollowed(real, found, left - 1);
  }
  return path;
}
