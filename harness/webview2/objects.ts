import { basedOn, interfaceOf } from "./methods.ts";

// The environment.

export const ICoreWebView2Environment = interfaceOf(
  "b96d755e-0319-4e92-a296-23436f46a1fc",
  "CreateCoreWebView2Controller:ln CreateWebResourceResponse:nippp get_BrowserVersionString:p",
  "add_NewBrowserVersionAvailable:np remove_NewBrowserVersionAvailable:l",
);
export const ICoreWebView2Environment2 = basedOn(
  ICoreWebView2Environment,
  "41f3632b-5ef4-404f-ad82-2d606c5a9a21",
  "CreateWebResourceRequest:ppnpp",
);
export const ICoreWebView2Environment3 = basedOn(
  ICoreWebView2Environment2,
  "80a22ae3-be7c-4ce2-afe1-5a50056cdeeb",
  "CreateCoreWebView2CompositionController:ln CreateCoreWebView2PointerInfo:p",
);
export const ICoreWebView2Environment4 = basedOn(
  ICoreWebView2Environment3,
  "20944379-6dcf-41d6-a0a0-abc0fc50de0d",
  "GetAutomationProviderForWindow:lp",
);
export const ICoreWebView2Environment5 = basedOn(
  ICoreWebView2Environment4,
  "319e423d-e0d7-4b8d-9254-ae9475de9b17",
  "add_BrowserProcessExited:np remove_BrowserProcessExited:l",
);

// The options of a new environment: an object of the app, which the runtime calls. None extends
// another.

export const ICoreWebView2EnvironmentOptions = interfaceOf(
  "2fde08a8-1e9a-4766-8c05-95a9ceb9d1c5",
  "get_AdditionalBrowserArguments:p put_AdditionalBrowserArguments:p get_Language:p put_Language:p",
  "get_TargetCompatibleBrowserVersion:p put_TargetCompatibleBrowserVersion:p",
  "get_AllowSingleSignOnUsingOSPrimaryAccount:p put_AllowSingleSignOnUsingOSPrimaryAccount:b",
);
export const ICoreWebView2EnvironmentOptions2 = interfaceOf(
  "ff85c98a-1ba7-4a6b-90c8-2b752c89e9e2",
  "get_ExclusiveUserDataFolderAccess:p put_ExclusiveUserDataFolderAccess:b",
);
export const ICoreWebView2EnvironmentOptions3 = interfaceOf(
  "4a5c436e-a9e3-4a2e-89c3-910d3513f5cc",
  "get_IsCustomCrashReportingEnabled:p put_IsCustomCrashReportingEnabled:b",
);
export const ICoreWebView2EnvironmentOptions4 = interfaceOf(
  "ac52d13f-0d38-475a-9dca-876580d6793e",
  "GetCustomSchemeRegistrations:pp SetCustomSchemeRegistrations:un",
);
export const ICoreWebView2EnvironmentOptions5 = interfaceOf(
  "0ae35d64-c47f-4464-814e-259c345d1501",
  "get_EnableTrackingPrevention:p put_EnableTrackingPrevention:b",
);
export const ICoreWebView2EnvironmentOptions6 = interfaceOf(
  "57d29cc3-c84f-42a0-b0e2-effbd5e179de",
  "get_AreBrowserExtensionsEnabled:p put_AreBrowserExtensionsEnabled:b",
);
export const ICoreWebView2EnvironmentOptions7 = interfaceOf(
  "c48d539f-e39f-441c-ae68-1f66e570bdc5",
  "get_ChannelSearchKind:p put_ChannelSearchKind:i get_ReleaseChannels:p put_ReleaseChannels:i",
);
export const ICoreWebView2EnvironmentOptions8 = interfaceOf(
  "7c7ecf51-e918-5caf-853c-e9a2bcc27775",
  "get_ScrollBarStyle:p put_ScrollBarStyle:i",
);

// The place of a view in a window.

export const ICoreWebView2Controller = interfaceOf(
  "4d00c0d1-9434-4eb6-8078-8697a560334f",
  "get_IsVisible:p put_IsVisible:b get_Bounds:p put_Bounds:p get_ZoomFactor:p put_ZoomFactor:d",
  "add_ZoomFactorChanged:np remove_ZoomFactorChanged:l SetBoundsAndZoomFactor:pd MoveFocus:i",
  "add_MoveFocusRequested:np remove_MoveFocusRequested:l add_GotFocus:np remove_GotFocus:l",
  "add_LostFocus:np remove_LostFocus:l add_AcceleratorKeyPressed:np remove_AcceleratorKeyPressed:l",
  "get_ParentWindow:p put_ParentWindow:l NotifyParentWindowPositionChanged: Close: get_CoreWebView2:p",
);
export const ICoreWebView2Controller2 = basedOn(
  ICoreWebView2Controller,
  "c979903e-d4ca-4228-92eb-47ee3fa96eab",
  "get_DefaultBackgroundColor:p put_DefaultBackgroundColor:u",
);
export const ICoreWebView2Controller3 = basedOn(
  ICoreWebView2Controller2,
  "f9614724-5d2b-41dc-aef7-73d62b51543b",
  "get_RasterizationScale:p put_RasterizationScale:d get_ShouldDetectMonitorScaleChanges:p",
  "put_ShouldDetectMonitorScaleChanges:b add_RasterizationScaleChanged:np",
  "remove_RasterizationScaleChanged:l get_BoundsMode:p put_BoundsMode:i",
);
export const ICoreWebView2Controller4 = basedOn(
  ICoreWebView2Controller3,
  "97d418d5-a426-4e49-a151-e1a10f327d9e",
  "get_AllowExternalDrop:p put_AllowExternalDrop:b",
);

// The view.

export const ICoreWebView2 = interfaceOf(
  "76eceacb-0462-4d94-ac83-423a6793775e",
  "get_Settings:p get_Source:p Navigate:p NavigateToString:p add_NavigationStarting:np",
  "remove_NavigationStarting:l add_ContentLoading:np remove_ContentLoading:l add_SourceChanged:np",
  "remove_SourceChanged:l add_HistoryChanged:np remove_HistoryChanged:l add_NavigationCompleted:np",
  "remove_NavigationCompleted:l add_FrameNavigationStarting:np remove_FrameNavigationStarting:l",
  "add_FrameNavigationCompleted:np remove_FrameNavigationCompleted:l add_ScriptDialogOpening:np",
  "remove_ScriptDialogOpening:l add_PermissionRequested:np remove_PermissionRequested:l",
  "add_ProcessFailed:np remove_ProcessFailed:l AddScriptToExecuteOnDocumentCreated:pn",
  "RemoveScriptToExecuteOnDocumentCreated:p ExecuteScript:pn CapturePreview:inn Reload:",
  "PostWebMessageAsJson:p PostWebMessageAsString:p add_WebMessageReceived:np",
  "remove_WebMessageReceived:l CallDevToolsProtocolMethod:ppn get_BrowserProcessId:p get_CanGoBack:p",
  "get_CanGoForward:p GoBack: GoForward: GetDevToolsProtocolEventReceiver:pp Stop:",
  "add_NewWindowRequested:np remove_NewWindowRequested:l add_DocumentTitleChanged:np",
  "remove_DocumentTitleChanged:l get_DocumentTitle:p AddHostObjectToScript:pn",
  "RemoveHostObjectFromScript:p OpenDevToolsWindow: add_ContainsFullScreenElementChanged:np",
  "remove_ContainsFullScreenElementChanged:l get_ContainsFullScreenElement:p",
  "add_WebResourceRequested:np remove_WebResourceRequested:l AddWebResourceRequestedFilter:pi",
  "RemoveWebResourceRequestedFilter:pi add_WindowCloseRequested:np remove_WindowCloseRequested:l",
);
export const ICoreWebView2_2 = basedOn(
  ICoreWebView2,
  "9e8f0cf8-e670-4b5e-b2bc-73e061e3184c",
  "add_WebResourceResponseReceived:np remove_WebResourceResponseReceived:l",
  "NavigateWithWebResourceRequest:n add_DOMContentLoaded:np remove_DOMContentLoaded:l",
  "get_CookieManager:p get_Environment:p",
);
export const ICoreWebView2_3 = basedOn(
  ICoreWebView2_2,
  "a0d6df20-3b92-416d-aa0c-437a9c727857",
  "TrySuspend:n Resume: get_IsSuspended:p SetVirtualHostNameToFolderMapping:ppi",
  "ClearVirtualHostNameToFolderMapping:p",
);
export const ICoreWebView2_4 = basedOn(
  ICoreWebView2_3,
  "20d02d59-6df2-42dc-bd06-f98a694b1302",
  "add_FrameCreated:np remove_FrameCreated:l add_DownloadStarting:np remove_DownloadStarting:l",
);
export const ICoreWebView2_5 = basedOn(
  ICoreWebView2_4,
  "bedb11b8-d63c-11eb-b8bc-0242ac130003",
  "add_ClientCertificateRequested:np remove_ClientCertificateRequested:l",
);
export const ICoreWebView2_6 = basedOn(
  ICoreWebView2_5,
  "499aadac-d92c-4589-8a75-111bfc167795",
  "OpenTaskManagerWindow:",
);
export const ICoreWebView2_7 = basedOn(
  ICoreWebView2_6,
  "79c24d83-09a3-45ae-9418-487f32a58740",
  "PrintToPdf:pnn",
);
export const ICoreWebView2_8 = basedOn(
  ICoreWebView2_7,
  "e9632730-6e1e-43ab-b7b8-7b2c9e62e094",
  "add_IsMutedChanged:np remove_IsMutedChanged:l get_IsMuted:p put_IsMuted:b",
  "add_IsDocumentPlayingAudioChanged:np remove_IsDocumentPlayingAudioChanged:l",
  "get_IsDocumentPlayingAudio:p",
);
export const ICoreWebView2_9 = basedOn(
  ICoreWebView2_8,
  "4d7b2eab-9fdc-468d-b998-a9260b5ed651",
  "add_IsDefaultDownloadDialogOpenChanged:np remove_IsDefaultDownloadDialogOpenChanged:l",
  "get_IsDefaultDownloadDialogOpen:p OpenDefaultDownloadDialog: CloseDefaultDownloadDialog:",
  "get_DefaultDownloadDialogCornerAlignment:p put_DefaultDownloadDialogCornerAlignment:i",
  "get_DefaultDownloadDialogMargin:p put_DefaultDownloadDialogMargin:L",
);
export const ICoreWebView2_10 = basedOn(
  ICoreWebView2_9,
  "b1690564-6f5a-4983-8e48-31d1143fecdb",
  "add_BasicAuthenticationRequested:np remove_BasicAuthenticationRequested:l",
);
export const ICoreWebView2_11 = basedOn(
  ICoreWebView2_10,
  "0be78e56-c193-4051-b943-23b460c08bdb",
  "CallDevToolsProtocolMethodForSession:pppn add_ContextMenuRequested:np remove_ContextMenuRequested:l",
);
export const ICoreWebView2_12 = basedOn(
  ICoreWebView2_11,
  "35d69927-bcfa-4566-9349-6b3e0d154cac",
  "add_StatusBarTextChanged:np remove_StatusBarTextChanged:l get_StatusBarText:p",
);
export const ICoreWebView2_13 = basedOn(
  ICoreWebView2_12,
  "f75f09a8-667e-4983-88d6-c8773f315e84",
  "get_Profile:p",
);
export const ICoreWebView2_14 = basedOn(
  ICoreWebView2_13,
  "6daa4f10-4a90-4753-8898-77c5df534165",
  "add_ServerCertificateErrorDetected:np remove_ServerCertificateErrorDetected:l",
  "ClearServerCertificateErrorActions:n",
);
export const ICoreWebView2_15 = basedOn(
  ICoreWebView2_14,
  "517b2d1d-7dae-4a66-a4f4-10352ffb9518",
  "add_FaviconChanged:np remove_FaviconChanged:l get_FaviconUri:p GetFavicon:in",
);
export const ICoreWebView2_16 = basedOn(
  ICoreWebView2_15,
  "0eb34dc9-9f91-41e1-8639-95cd5943906b",
  "Print:nn ShowPrintUI:i PrintToPdfStream:nn",
);
export const ICoreWebView2_17 = basedOn(
  ICoreWebView2_16,
  "702e75d4-fd44-434d-9d70-1a68a6b1192a",
  "PostSharedBufferToScript:nip",
);
export const ICoreWebView2_18 = basedOn(
  ICoreWebView2_17,
  "7a626017-28be-49b2-b865-3ba2b3522d90",
  "add_LaunchingExternalUriScheme:np remove_LaunchingExternalUriScheme:l",
);
export const ICoreWebView2_19 = basedOn(
  ICoreWebView2_18,
  "6921f954-79b0-437f-a997-c85811897c68",
  "get_MemoryUsageTargetLevel:p put_MemoryUsageTargetLevel:i",
);
export const ICoreWebView2_20 = basedOn(
  ICoreWebView2_19,
  "b4bc1926-7305-11ee-b962-0242ac120002",
  "get_FrameId:p",
);
export const ICoreWebView2_21 = basedOn(
  ICoreWebView2_20,
  "c4980dea-587b-43b9-8143-3ef3bf552d95",
  "ExecuteScriptWithResult:pn",
);
export const ICoreWebView2_22 = basedOn(
  ICoreWebView2_21,
  "db75dfc7-a857-4632-a398-6969dde26c0a",
  "AddWebResourceRequestedFilterWithRequestSourceKinds:pii",
  "RemoveWebResourceRequestedFilterWithRequestSourceKinds:pii",
);
export const ICoreWebView2_23 = basedOn(
  ICoreWebView2_22,
  "508f0db5-90c4-5872-90a7-267a91377502",
  "PostWebMessageAsJsonWithAdditionalObjects:pn",
);
export const ICoreWebView2_24 = basedOn(
  ICoreWebView2_23,
  "39a7ad55-4287-5cc1-88a1-c6f458593824",
  "add_NotificationReceived:np remove_NotificationReceived:l",
);
export const ICoreWebView2_25 = basedOn(
  ICoreWebView2_24,
  "b5a86092-df50-5b4f-a17b-6c8f8b40b771",
  "add_SaveAsUIShowing:np remove_SaveAsUIShowing:l ShowSaveAsUI:n",
);
export const ICoreWebView2_26 = basedOn(
  ICoreWebView2_25,
  "806268b8-f897-5685-88e5-c45fca0b1a48",
  "add_SaveFileSecurityCheckStarting:np remove_SaveFileSecurityCheckStarting:l",
);
export const ICoreWebView2_27 = basedOn(
  ICoreWebView2_26,
  "00fbe33b-8c07-517c-aa23-0ddd4b5f6fa0",
  "add_ScreenCaptureStarting:np remove_ScreenCaptureStarting:l",
);

// Its settings.

export const ICoreWebView2Settings = interfaceOf(
  "e562e4f0-d7fa-43ac-8d71-c05150499f00",
  "get_IsScriptEnabled:p put_IsScriptEnabled:b get_IsWebMessageEnabled:p put_IsWebMessageEnabled:b",
  "get_AreDefaultScriptDialogsEnabled:p put_AreDefaultScriptDialogsEnabled:b get_IsStatusBarEnabled:p",
  "put_IsStatusBarEnabled:b get_AreDevToolsEnabled:p put_AreDevToolsEnabled:b",
  "get_AreDefaultContextMenusEnabled:p put_AreDefaultContextMenusEnabled:b get_AreHostObjectsAllowed:p",
  "put_AreHostObjectsAllowed:b get_IsZoomControlEnabled:p put_IsZoomControlEnabled:b",
  "get_IsBuiltInErrorPageEnabled:p put_IsBuiltInErrorPageEnabled:b",
);
export const ICoreWebView2Settings2 = basedOn(
  ICoreWebView2Settings,
  "ee9a0f68-f46c-4e32-ac23-ef8cac224d2a",
  "get_UserAgent:p put_UserAgent:p",
);
export const ICoreWebView2Settings3 = basedOn(
  ICoreWebView2Settings2,
  "fdb5ab74-af33-4854-84f0-0a631deb5eba",
  "get_AreBrowserAcceleratorKeysEnabled:p put_AreBrowserAcceleratorKeysEnabled:b",
);
export const ICoreWebView2Settings4 = basedOn(
  ICoreWebView2Settings3,
  "cb56846c-4168-4d53-b04f-03b6d6796ff2",
  "get_IsPasswordAutosaveEnabled:p put_IsPasswordAutosaveEnabled:b get_IsGeneralAutofillEnabled:p",
  "put_IsGeneralAutofillEnabled:b",
);
export const ICoreWebView2Settings5 = basedOn(
  ICoreWebView2Settings4,
  "183e7052-1d03-43a0-ab99-98e043b66b39",
  "get_IsPinchZoomEnabled:p put_IsPinchZoomEnabled:b",
);
export const ICoreWebView2Settings6 = basedOn(
  ICoreWebView2Settings5,
  "11cb3acd-9bc8-43b8-83bf-f40753714f87",
  "get_IsSwipeNavigationEnabled:p put_IsSwipeNavigationEnabled:b",
);
export const ICoreWebView2Settings7 = basedOn(
  ICoreWebView2Settings6,
  "488dc902-35ef-42d2-bc7d-94b65c4bc49c",
  "get_HiddenPdfToolbarItems:p put_HiddenPdfToolbarItems:i",
);
export const ICoreWebView2Settings8 = basedOn(
  ICoreWebView2Settings7,
  "9e6b0e8f-86ad-4e81-8147-a9b5edb68650",
  "get_IsReputationCheckingRequired:p put_IsReputationCheckingRequired:b",
);
export const ICoreWebView2Settings9 = basedOn(
  ICoreWebView2Settings8,
  "0528a73b-e92d-49f4-927a-e547dddaa37d",
  "get_IsNonClientRegionSupportEnabled:p put_IsNonClientRegionSupportEnabled:b",
);

// The profile, whose data views share.

export const ICoreWebView2Profile = interfaceOf(
  "79110ad3-cd5d-4373-8bc3-c60658f17a5f",
  "get_ProfileName:p get_IsInPrivateModeEnabled:p get_ProfilePath:p get_DefaultDownloadFolderPath:p",
  "put_DefaultDownloadFolderPath:p get_PreferredColorScheme:p put_PreferredColorScheme:i",
);
export const ICoreWebView2Profile2 = basedOn(
  ICoreWebView2Profile,
  "fa740d4b-5eae-4344-a8ad-74be31925397",
  "ClearBrowsingData:in ClearBrowsingDataInTimeRange:iddn ClearBrowsingDataAll:n",
);
export const ICoreWebView2Profile3 = basedOn(
  ICoreWebView2Profile2,
  "b188e659-5685-4e05-bdba-fc640e0f1992",
  "get_PreferredTrackingPreventionLevel:p put_PreferredTrackingPreventionLevel:i",
);
export const ICoreWebView2Profile4 = basedOn(
  ICoreWebView2Profile3,
  "8f4ae680-192e-4ec8-833a-21cfadaef628",
  "SetPermissionState:ipin GetNonDefaultPermissionSettings:n",
);
export const ICoreWebView2Profile5 = basedOn(
  ICoreWebView2Profile4,
  "2ee5b76e-6e80-4df2-bcd3-d4ec3340a01b",
  "get_CookieManager:p",
);
export const ICoreWebView2Profile6 = basedOn(
  ICoreWebView2Profile5,
  "bd82fa6a-1d65-4c33-b2b4-0393020cc61b",
  "get_IsPasswordAutosaveEnabled:p put_IsPasswordAutosaveEnabled:b get_IsGeneralAutofillEnabled:p",
  "put_IsGeneralAutofillEnabled:b",
);
export const ICoreWebView2Profile7 = basedOn(
  ICoreWebView2Profile6,
  "7b4c7906-a1aa-4cb4-b723-db09f813d541",
  "AddBrowserExtension:pn GetBrowserExtensions:n",
);
export const ICoreWebView2Profile8 = basedOn(
  ICoreWebView2Profile7,
  "fbf70c2f-eb1f-4383-85a0-163e92044011",
  "Delete: add_Deleted:np remove_Deleted:l",
);
