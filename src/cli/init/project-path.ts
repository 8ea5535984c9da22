import { posix } from "node:path";

/** A path in a project as the configuration has it; `null`: the place is elsewhere. */
export function pathInProject(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, "");
  return posix.isAbsolute(plain) || plain === "." || plain.startsWith("..") ? null : plain;
}
