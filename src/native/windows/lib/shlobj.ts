import { library } from "../library.ts";

/** The shell's folders. */
export const shlobj = library("shell32.dll", {
  // (folder id, flags, token, out: a text of CoTaskMemAlloc's) → HRESULT
  SHGetKnownFolderPath: "pulp>i",
});
