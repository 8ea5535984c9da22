import { library } from "../library.ts";

export const shlwapi = library("shlwapi.dll", {
  // (function, its argument, flags, function that runs before it, out thread)
  SHCreateThreadWithHandle: "pnunp>b",
});
