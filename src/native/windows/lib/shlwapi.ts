import { library } from "../library.ts";

export const shlwapi = library("shlwapi.dll", {
  // (function, its argument, flags, function that runs before it, out thread)
  SHCreateThreadWithHandle: "pnunp>b",
  // (bytes or null, how many) → IStream or null. It copies the bytes, and may be read from any
  // thread.
  SHCreateMemStream: "nu>n",
});
