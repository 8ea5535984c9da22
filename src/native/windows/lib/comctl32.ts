import { struct } from "../../ffi/struct.ts";

/** The library's file; which version of it a thread gets is decided by its activation context. */
export const comctl32File = "comctl32.dll";

/**
 * (TASKDIALOGCONFIG, out button, out radio button, out check box) → HRESULT; in version 6 alone.
 */
export const taskDialogSignature = "ppnn>i";

// Both stand without gaps, as commctrl.h packs them. Their texts are called as there; what is not
// used has no more than its place.

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
