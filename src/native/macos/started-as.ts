import { libsystem } from "./lib/libsystem.ts";

/** PATH_MAX, and its NUL. */
const longest = 1025;

/** The path that this process was started by, links and all. Source: dyld(3). */
export function startedAs(): string {
  const room = Buffer.alloc(longest);
  const size = new Uint32Array([room.length]);
  // Its path is longer: Bun tells it without links.
  if (libsystem._NSGetExecutablePath(room, size) !== 0) return process.execPath;
  return room.toString("utf8", 0, room.indexOf(0));
}
