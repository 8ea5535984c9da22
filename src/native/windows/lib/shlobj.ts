import { library } from "../library.ts";

/** Where the shell has its folders. */
export const shlobj = library("shell32.dll", {
  // (which folder, flags, whose token, out: a text of CoTaskMemAlloc's) → HRESULT
  SHGetKnownFolderPath: "pulp>i",
});
