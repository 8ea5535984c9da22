import { comInterface } from "../com/client.ts";

// The called interfaces of WebView2: their IIDs, and the slots of their methods. Names are those of
// Microsoft's reference, which is the documentation. Each has the methods of its base interfaces in
// the same slots.
//
// Source: WebView2.idl of the SDK 1.0.2903.40; no IID and no slot ever changed.

export const ICoreWebView2Environment = comInterface(
  "ICoreWebView2Environment",
  "b96d755e-0319-4e92-a296-23436f46a1fc",
  {
    // (window, handler)
    CreateCoreWebView2Controller: "3:ln>i",
    // (IStream or null, status, reason, header lines, out response)
    CreateWebResourceResponse: "4:nippp>i",
  },
);
export const ICoreWebView2Environment5 = comInterface(
  "ICoreWebView2Environment5",
  "319e423d-e0d7-4b8d-9254-ae9475de9b17",
  { add_BrowserProcessExited: "12:np>i" },
);

export const ICoreWebView2Controller = comInterface(
  "ICoreWebView2Controller",
  "4d00c0d1-9434-4eb6-8078-8697a560334f",
  {
    put_IsVisible: "4:b>i",
    // RECT by value: by its address on x64, in two registers on ARM64.
    put_Bounds: "6:p>i",
    put_BoundsInRegisters: "6:LL>i",
    MoveFocus: "12:i>i",
    add_AcceleratorKeyPressed: "19:np>i",
    NotifyParentWindowPositionChanged: "23:>i",
    Close: "24:>i",
    get_CoreWebView2: "25:p>i",
  },
);
export const ICoreWebView2Controller2 = comInterface(
  "ICoreWebView2Controller2",
  "c979903e-d4ca-4228-92eb-47ee3fa96eab",
  // Bytes from the lowest on: alpha, red, green, blue.
  { put_DefaultBackgroundColor: "27:u>i" },
);
export const ICoreWebView2Controller4 = comInterface(
  "ICoreWebView2Controller4",
  "97d418d5-a426-4e49-a151-e1a10f327d9e",
  { put_AllowExternalDrop: "37:b>i" },
);

export const ICoreWebView2 = comInterface("ICoreWebView2", "76eceacb-0462-4d94-ac83-423a6793775e", {
  get_Settings: "3:p>i",
  get_Source: "4:p>i",
  Navigate: "5:p>i",
  add_NavigationStarting: "7:np>i",
  add_ContentLoading: "9:np>i",
  add_NavigationCompleted: "15:np>i",
  add_FrameNavigationStarting: "17:np>i",
  add_ScriptDialogOpening: "21:np>i",
  add_PermissionRequested: "23:np>i",
  add_ProcessFailed: "25:np>i",
  AddScriptToExecuteOnDocumentCreated: "27:pn>i",
  RemoveScriptToExecuteOnDocumentCreated: "28:p>i",
  ExecuteScript: "29:pn>i",
  Reload: "31:>i",
  PostWebMessageAsString: "33:p>i",
  add_WebMessageReceived: "34:np>i",
  // (method, parameters as JSON, handler)
  CallDevToolsProtocolMethod: "36:ppn>i",
  add_NewWindowRequested: "44:np>i",
  OpenDevToolsWindow: "51:>i",
  add_WebResourceRequested: "55:np>i",
  // (pattern, context)
  AddWebResourceRequestedFilter: "57:pi>i",
});
export const ICoreWebView2_4 = comInterface(
  "ICoreWebView2_4",
  "20d02d59-6df2-42dc-bd06-f98a694b1302",
  {
    add_DownloadStarting: "75:np>i",
  },
);
export const ICoreWebView2_10 = comInterface(
  "ICoreWebView2_10",
  "b1690564-6f5a-4983-8e48-31d1143fecdb",
  {
    add_BasicAuthenticationRequested: "97:np>i",
  },
);
export const ICoreWebView2_11 = comInterface(
  "ICoreWebView2_11",
  "0be78e56-c193-4051-b943-23b460c08bdb",
  {
    add_ContextMenuRequested: "100:np>i",
  },
);
export const ICoreWebView2_13 = comInterface(
  "ICoreWebView2_13",
  "f75f09a8-667e-4983-88d6-c8773f315e84",
  {
    get_Profile: "105:p>i",
  },
);
export const ICoreWebView2_14 = comInterface(
  "ICoreWebView2_14",
  "6daa4f10-4a90-4753-8898-77c5df534165",
  {
    add_ServerCertificateErrorDetected: "106:np>i",
  },
);
export const ICoreWebView2_16 = comInterface(
  "ICoreWebView2_16",
  "0eb34dc9-9f91-41e1-8639-95cd5943906b",
  {
    ShowPrintUI: "114:i>i",
  },
);
export const ICoreWebView2_18 = comInterface(
  "ICoreWebView2_18",
  "7a626017-28be-49b2-b865-3ba2b3522d90",
  {
    add_LaunchingExternalUriScheme: "117:np>i",
  },
);
export const ICoreWebView2_22 = comInterface(
  "ICoreWebView2_22",
  "db75dfc7-a857-4632-a398-6969dde26c0a",
  {
    // (pattern, context, source kinds)
    AddWebResourceRequestedFilterWithRequestSourceKinds: "123:piu>i",
  },
);
export const ICoreWebView2_25 = comInterface(
  "ICoreWebView2_25",
  "b5a86092-df50-5b4f-a17b-6c8f8b40b771",
  {
    add_SaveAsUIShowing: "128:np>i",
  },
);
export const ICoreWebView2_27 = comInterface(
  "ICoreWebView2_27",
  "00fbe33b-8c07-517c-aa23-0ddd4b5f6fa0",
  {
    add_ScreenCaptureStarting: "133:np>i",
  },
);

export const ICoreWebView2Settings = comInterface(
  "ICoreWebView2Settings",
  "e562e4f0-d7fa-43ac-8d71-c05150499f00",
  {
    put_IsWebMessageEnabled: "6:b>i",
    put_AreDefaultScriptDialogsEnabled: "8:b>i",
    put_IsStatusBarEnabled: "10:b>i",
    put_AreDevToolsEnabled: "12:b>i",
    put_AreDefaultContextMenusEnabled: "14:b>i",
    put_AreHostObjectsAllowed: "16:b>i",
    put_IsZoomControlEnabled: "18:b>i",
  },
);
export const ICoreWebView2Settings2 = comInterface(
  "ICoreWebView2Settings2",
  "ee9a0f68-f46c-4e32-ac23-ef8cac224d2a",
  { put_UserAgent: "22:p>i" },
);
export const ICoreWebView2Settings3 = comInterface(
  "ICoreWebView2Settings3",
  "fdb5ab74-af33-4854-84f0-0a631deb5eba",
  { put_AreBrowserAcceleratorKeysEnabled: "24:b>i" },
);
export const ICoreWebView2Settings4 = comInterface(
  "ICoreWebView2Settings4",
  "cb56846c-4168-4d53-b04f-03b6d6796ff2",
  { put_IsPasswordAutosaveEnabled: "26:b>i", put_IsGeneralAutofillEnabled: "28:b>i" },
);
export const ICoreWebView2Settings5 = comInterface(
  "ICoreWebView2Settings5",
  "183e7052-1d03-43a0-ab99-98e043b66b39",
  { put_IsPinchZoomEnabled: "30:b>i" },
);
export const ICoreWebView2Settings6 = comInterface(
  "ICoreWebView2Settings6",
  "11cb3acd-9bc8-43b8-83bf-f40753714f87",
  { put_IsSwipeNavigationEnabled: "32:b>i" },
);
export const ICoreWebView2Settings7 = comInterface(
  "ICoreWebView2Settings7",
  "488dc902-35ef-42d2-bc7d-94b65c4bc49c",
  { put_HiddenPdfToolbarItems: "34:i>i" },
);

export const ICoreWebView2Profile = comInterface(
  "ICoreWebView2Profile",
  "79110ad3-cd5d-4373-8bc3-c60658f17a5f",
  { put_PreferredColorScheme: "9:i>i" },
);
