import type { Properties } from "./served-object.ts";

// The defaults of WebView2. Source: its reference.

/** The default user agent of pages. */
export const defaultUserAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0";

export const defaultSettings = (): Properties => ({
  IsScriptEnabled: true,
  IsWebMessageEnabled: true,
  AreDefaultScriptDialogsEnabled: true,
  IsStatusBarEnabled: true,
  AreDevToolsEnabled: true,
  AreDefaultContextMenusEnabled: true,
  AreHostObjectsAllowed: true,
  IsZoomControlEnabled: true,
  IsBuiltInErrorPageEnabled: true,
  UserAgent: defaultUserAgent,
  AreBrowserAcceleratorKeysEnabled: true,
  IsPasswordAutosaveEnabled: false,
  IsGeneralAutofillEnabled: true,
  IsPinchZoomEnabled: true,
  IsSwipeNavigationEnabled: true,
  HiddenPdfToolbarItems: 0,
  IsReputationCheckingRequired: true,
  IsNonClientRegionSupportEnabled: false,
});

export const defaultProfile = (folder: string): Properties => ({
  ProfileName: "Default",
  IsInPrivateModeEnabled: false,
  ProfilePath: `${folder}/Default`,
  DefaultDownloadFolderPath: "C:\\users\\Public\\Downloads",
  PreferredColorScheme: 0,
  PreferredTrackingPreventionLevel: 2,
  IsPasswordAutosaveEnabled: false,
  IsGeneralAutofillEnabled: true,
});
