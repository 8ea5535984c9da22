import { library } from "../library.ts";

export const advapi32 = library("advapi32.dll", {
  // (key, path below it, value, what it may be, type, data, its bytes) → error
  RegGetValueW: "lnnunnn>i",
});
