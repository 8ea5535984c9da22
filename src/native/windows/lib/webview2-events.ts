import { comInterface } from "../com/client.ts";

// The arguments of WebView2's events (see `webview2.ts`).

export const ICoreWebView2HttpRequestHeaders = comInterface(
  "ICoreWebView2HttpRequestHeaders",
  "e86cac0e-5523-465c-b536-8fb9fc8c8c60",
  { GetIterator: "8:p>i" },
);
export const ICoreWebView2HttpHeadersCollectionIterator = comInterface(
  "ICoreWebView2HttpHeadersCollectionIterator",
  "0702fc30-f43b-47bb-ab52-a42cb552ad9f",
  { GetCurrentHeader: "3:pp>i", get_HasCurrentHeader: "4:p>i", MoveNext: "5:p>i" },
);
export const ICoreWebView2WebResourceRequest = comInterface(
  "ICoreWebView2WebResourceRequest",
  "97055cd4-512c-4264-8b5f-e3f446cea6a5",
  { get_Uri: "3:p>i", get_Method: "5:p>i", get_Content: "7:p>i", get_Headers: "9:p>i" },
);
export const ICoreWebView2WebResourceResponse = comInterface(
  "ICoreWebView2WebResourceResponse",
  "aafcc94f-fa27-48fd-97df-830ef75aaec9",
  {},
);
export const ICoreWebView2WebResourceRequestedEventArgs = comInterface(
  "ICoreWebView2WebResourceRequestedEventArgs",
  "453e667f-12c7-49d4-be6d-ddbe7956f57a",
  {
    get_Request: "3:p>i",
    put_Response: "5:n>i",
    GetDeferral: "6:p>i",
    get_ResourceContext: "7:p>i",
  },
);
export const ICoreWebView2Deferral = comInterface(
  "ICoreWebView2Deferral",
  "c10e7f7b-b585-46f0-a623-8befbf3e4ee0",
  { Complete: "3:>i" },
);
export const ICoreWebView2ScriptDialogOpeningEventArgs = comInterface(
  "ICoreWebView2ScriptDialogOpeningEventArgs",
  "7390bb70-abe0-4843-9529-f143b31b03d6",
  {
    get_Kind: "4:p>i",
    get_Message: "5:p>i",
    Accept: "6:>i",
    get_DefaultText: "7:p>i",
    put_ResultText: "9:p>i",
    GetDeferral: "10:p>i",
  },
);
/**
 * The stream for request bodies and answers. Its first methods are those of `ISequentialStream`.
 */
export const IStream = comInterface("IStream", "0000000c-0000-0000-c000-000000000046", {
  // (memory, size, out bytes read)
  Read: "3:pup>i",
});

export const ICoreWebView2WebMessageReceivedEventArgs = comInterface(
  "ICoreWebView2WebMessageReceivedEventArgs",
  "0f99a40c-e962-4207-9e92-e3d542eff849",
  { get_Source: "3:p>i", TryGetWebMessageAsString: "5:p>i" },
);
export const ICoreWebView2NavigationStartingEventArgs = comInterface(
  "ICoreWebView2NavigationStartingEventArgs",
  "5b495469-e119-438a-9b18-7604f25f2e49",
  { get_Uri: "3:p>i", put_Cancel: "8:b>i", get_NavigationId: "9:p>i" },
);
export const ICoreWebView2ContentLoadingEventArgs = comInterface(
  "ICoreWebView2ContentLoadingEventArgs",
  "0c8a1275-9b6b-4901-87ad-70df25bafa6e",
  { get_IsErrorPage: "3:p>i", get_NavigationId: "4:p>i" },
);
export const ICoreWebView2NavigationCompletedEventArgs = comInterface(
  "ICoreWebView2NavigationCompletedEventArgs",
  "30d68b7d-20d9-4752-a9ca-ec8448fbb5c1",
  { get_NavigationId: "5:p>i" },
);

export const ICoreWebView2NewWindowRequestedEventArgs = comInterface(
  "ICoreWebView2NewWindowRequestedEventArgs",
  "34acb11c-fc37-4418-9132-f9c21d1eafb9",
  { put_Handled: "6:b>i" },
);
export const ICoreWebView2PermissionRequestedEventArgs = comInterface(
  "ICoreWebView2PermissionRequestedEventArgs",
  "973ae2ef-ff18-4894-8fb2-3c758f046810",
  { get_PermissionKind: "4:p>i", put_State: "7:i>i" },
);
export const ICoreWebView2PermissionRequestedEventArgs3 = comInterface(
  "ICoreWebView2PermissionRequestedEventArgs3",
  "e61670bc-3dce-4177-86d2-c629ae3cb6ac",
  { put_SavesInProfile: "12:b>i" },
);
export const ICoreWebView2DownloadStartingEventArgs = comInterface(
  "ICoreWebView2DownloadStartingEventArgs",
  "e99bbe21-43e9-4544-a732-282764eafa60",
  { put_Cancel: "5:b>i", put_Handled: "9:b>i" },
);
export const ICoreWebView2ProcessFailedEventArgs = comInterface(
  "ICoreWebView2ProcessFailedEventArgs",
  "8155a9a4-1474-4a86-8cae-151b0fa6b8ca",
  { get_ProcessFailedKind: "3:p>i" },
);
export const ICoreWebView2ProcessFailedEventArgs2 = comInterface(
  "ICoreWebView2ProcessFailedEventArgs2",
  "4dab9422-46fa-4c3e-a5d2-41d2071d3680",
  { get_Reason: "4:p>i" },
);
export const ICoreWebView2ContextMenuRequestedEventArgs = comInterface(
  "ICoreWebView2ContextMenuRequestedEventArgs",
  "a1d309ee-c03f-11eb-8529-0242ac130003",
  { get_MenuItems: "3:p>i" },
);
export const ICoreWebView2ContextMenuItemCollection = comInterface(
  "ICoreWebView2ContextMenuItemCollection",
  "f562a2f5-c415-45cf-b909-d4b7c1e276d3",
  { get_Count: "3:p>i", GetValueAtIndex: "4:up>i", RemoveValueAtIndex: "5:u>i" },
);
export const ICoreWebView2ContextMenuItem = comInterface(
  "ICoreWebView2ContextMenuItem",
  "7aed49e3-a93f-497a-811c-749c6b6b6c65",
  { get_Name: "3:p>i" },
);
export const ICoreWebView2BasicAuthenticationRequestedEventArgs = comInterface(
  "ICoreWebView2BasicAuthenticationRequestedEventArgs",
  "ef05516f-d897-4f9e-b672-d8e2307a3fb0",
  { get_Uri: "3:p>i", put_Cancel: "7:b>i" },
);
export const ICoreWebView2ServerCertificateErrorDetectedEventArgs = comInterface(
  "ICoreWebView2ServerCertificateErrorDetectedEventArgs",
  "012193ed-7c13-48ff-969d-a84c1f432a14",
  { put_Action: "7:i>i" },
);
export const ICoreWebView2LaunchingExternalUriSchemeEventArgs = comInterface(
  "ICoreWebView2LaunchingExternalUriSchemeEventArgs",
  "07d1a6c3-7175-4ba1-9306-e593ca07e46c",
  { put_Cancel: "7:b>i" },
);
export const ICoreWebView2SaveAsUIShowingEventArgs = comInterface(
  "ICoreWebView2SaveAsUIShowingEventArgs",
  "55902952-0e0d-5aaa-a7d0-e833cdb34f62",
  { put_Cancel: "4:b>i" },
);
export const ICoreWebView2ScreenCaptureStartingEventArgs = comInterface(
  "ICoreWebView2ScreenCaptureStartingEventArgs",
  "892c03fd-aee3-5eba-a1fa-6fd2f6484b2b",
  { put_Cancel: "4:b>i" },
);

export const ICoreWebView2AcceleratorKeyPressedEventArgs = comInterface(
  "ICoreWebView2AcceleratorKeyPressedEventArgs",
  "9f760f8a-fb79-42be-9990-7b56900fa9c7",
  {
    get_KeyEventKind: "3:p>i",
    get_VirtualKey: "4:p>i",
    get_KeyEventLParam: "5:p>i",
    put_Handled: "8:b>i",
  },
);
