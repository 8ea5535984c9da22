import { libsystem } from "./lib/libsystem.ts";

/** PATH_MAX, and its NUL. */
const longest = 1025;

/** The path that started this process, with its links. Source: dyld(3). */
export function startedAs(): string {
  const room = Buffer.alloc(longest);
  const size = new Uint32Array([room.length]);
  // Its path is longer: Bun returns it without links.
  if (libsystem._NSGetExecutablePath(room, size) !== 0) return process.execPath;
  return room.toString("utf8", 0, room.indexOf(0));
}
