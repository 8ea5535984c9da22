import type { Disk, Found } from "../../src/app/scope/disk.ts";

/** A disk made of a list: `"/a/"` is a folder, `"/a/f"` a file, `"/a/l -> /b"` a link. */
export function memoryDisk(entries: readonly string[], spell: Disk["spell"] = (path) => path): Disk {
  const found = new Map<string, Found>();
  for (const [i, entry] of entries.entries()) {
    const [path = "", target] = entry.split(" -> ");
    const isFolder = /[\\/]$/.test(path);
    const key = isFolder && !/^(?:\/|[A-Z]:\\)$/.test(path) ? path.slice(0, -1) : path;
    if (target !== undefined) found.set(key, { kind: "link", target });
    else found.set(key, { kind: isFolder ? "folder" : "file", identity: `1:${i}` });
  }
  return { look: (path) => found.get(path) ?? { kind: "nothing" }, spell, takesCasesApart: () => false };
}
