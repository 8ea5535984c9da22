import { struct } from "../../ffi/struct.ts";

/** The library's file; the activation context of a thread selects its version. */
export const comctl32File = "comctl32.dll";

/** (TASKDIALOGCONFIG, out button, out radio button, out check box) → HRESULT; in version 6 only. */
export const taskDialogSignature = "ppnn>i";

// Both are packed without gaps, as in commctrl.h. Text fields have its names; unused ones are only
// placeholders.

export const TASKDIALOG_BUTTON = struct({ nButtonID: "i32", pszButtonText: "ptr" }, 1);

export const TASKDIALOGCONFIG = struct(
  {
    cbSize: "u32",
    hwndParent: "i64",
    hInstance: "i64",
    dwFlags: "u32",
    dwCommonButtons: "u32",
    pszWindowTitle: "ptr",
    pszMainIcon: "i64",
    pszMainInstruction: "ptr",
    pszContent: "ptr",
    cButtons: "u32",
    pButtons: "ptr",
    nDefaultButton: "i32",
    cRadioButtons: "u32",
    pRadioButtons: "ptr",
    nDefaultRadioButton: "i32",
    pszVerificationText: "ptr",
    pszExpandedInformation: "ptr",
    pszExpandedControlText: "ptr",
    pszCollapsedControlText: "ptr",
    pszFooterIcon: "i64",
    pszFooter: "ptr",
    pfCallback: "ptr",
    lpCallbackData: "i64",
    cxWidth: "u32",
  },
  1,
);
