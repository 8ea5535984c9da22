import { library } from "../library.ts";

export const shlwapi = library("shlwapi.dll", {
  // (function, its argument, flags, function that runs first, out thread)
  SHCreateThreadWithHandle: "pnunp>b",
  // (bytes or null, count) → IStream or null. It copies the bytes, and any thread may read from it.
  SHCreateMemStream: "nu>n",
});
