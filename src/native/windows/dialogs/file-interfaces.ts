import { comInterface } from "../com/client.ts";
import { servedInterface } from "../com/server.ts";
import { struct } from "../../ffi/struct.ts";

// The called methods of Windows' file dialogs, and their callbacks. Names and IIDs follow
// shobjidl_core.h.

export const FileOpenDialog = "dc1c5a9c-e88a-4dde-a5a1-60f82a20aef7";
export const FileSaveDialog = "c0b4e2f3-ba21-4773-8dba-335ec946eb8b";

const methods = {
  // (owner) → HRESULT
  Show: "3:l>i",
  SetFileTypes: "4:up>i",
  // (out index, the first one is 1)
  GetFileTypeIndex: "6:p>i",
  // (events, out cookie)
  Advise: "7:pp>i",
  Unadvise: "8:u>i",
  SetOptions: "9:u>i",
  GetOptions: "10:p>i",
  SetFolder: "12:p>i",
  SetFileName: "15:p>i",
  // (out text)
  GetFileName: "16:p>i",
  SetTitle: "17:p>i",
  GetResult: "20:p>i",
  SetDefaultExtension: "22:p>i",
  // (the result of `Show`)
  Close: "23:i>i",
} as const;

export const IFileOpenDialog = comInterface(
  "IFileOpenDialog",
  "d57c7288-d4ad-4768-be02-9d969532d960",
  {
    ...methods,
    GetResults: "27:p>i",
  },
);
export const IFileSaveDialog = comInterface(
  "IFileSaveDialog",
  "84bccd23-5fde-4cdb-aea4-af64b83d78ab",
  methods,
);
export const IFileDialogCustomize = comInterface(
  "IFileDialogCustomize",
  "e6fdd21a-163f-4975-9c8c-a69f1ba37034",
  // (id of the control, text)
  { AddText: "11:up>i" },
);
export const IOleWindow = comInterface("IOleWindow", "00000114-0000-0000-c000-000000000046", {
  GetWindow: "3:p>i",
});

export const ServedFileDialogEvents = servedInterface("973510db-7d7f-452b-8975-74a85828d354", {
  OnFileOk: "p>i",
  OnFolderChanging: "pp>i",
  OnFolderChange: "p>i",
  OnSelectionChange: "p>i",
  // (dialog, item, out answer)
  OnShareViolation: "ppp>i",
  OnTypeChange: "p>i",
  // (dialog, item, out answer)
  OnOverwrite: "ppp>i",
});

/** A file type: the shown name, and its patterns. */
export const COMDLG_FILTERSPEC = struct({ pszName: "ptr", pszSpec: "ptr" });
