import { basedOn, interfaceOf } from "./methods.ts";

// Requests and their answers.

export const ICoreWebView2HttpRequestHeaders = interfaceOf(
  "e86cac0e-5523-465c-b536-8fb9fc8c8c60",
  "GetHeader:pp GetHeaders:pp Contains:pp SetHeader:pp RemoveHeader:p GetIterator:p",
);
export const ICoreWebView2HttpHeadersCollectionIterator = interfaceOf(
  "0702fc30-f43b-47bb-ab52-a42cb552ad9f",
  "GetCurrentHeader:pp get_HasCurrentHeader:p MoveNext:p",
);
export const ICoreWebView2HttpResponseHeaders = interfaceOf(
  "03c5ff5a-9b45-4a88-881c-89a9f328619c",
  "AppendHeader:pp Contains:pp GetHeader:pp GetHeaders:pp GetIterator:p",
);
export const ICoreWebView2WebResourceRequest = interfaceOf(
  "97055cd4-512c-4264-8b5f-e3f446cea6a5",
  "get_Uri:p put_Uri:p get_Method:p put_Method:p get_Content:p put_Content:n get_Headers:p",
);
export const ICoreWebView2WebResourceResponse = interfaceOf(
  "aafcc94f-fa27-48fd-97df-830ef75aaec9",
  "get_Content:p put_Content:n get_Headers:p get_StatusCode:p put_StatusCode:i get_ReasonPhrase:p",
  "put_ReasonPhrase:p",
);
export const ICoreWebView2WebResourceRequestedEventArgs = interfaceOf(
  "453e667f-12c7-49d4-be6d-ddbe7956f57a",
  "get_Request:p get_Response:p put_Response:n GetDeferral:p get_ResourceContext:p",
);
export const ICoreWebView2WebResourceRequestedEventArgs2 = basedOn(
  ICoreWebView2WebResourceRequestedEventArgs,
  "9c562c24-b219-4d7f-92f6-b187fbbadd56",
  "get_RequestedSourceKind:p",
);
export const ICoreWebView2Deferral = interfaceOf(
  "c10e7f7b-b585-46f0-a623-8befbf3e4ee0",
  "Complete:",
);

// The arguments of events.

export const ICoreWebView2WebMessageReceivedEventArgs = interfaceOf(
  "0f99a40c-e962-4207-9e92-e3d542eff849",
  "get_Source:p get_WebMessageAsJson:p TryGetWebMessageAsString:p",
);
export const ICoreWebView2NavigationStartingEventArgs = interfaceOf(
  "5b495469-e119-438a-9b18-7604f25f2e49",
  "get_Uri:p get_IsUserInitiated:p get_IsRedirected:p get_RequestHeaders:p get_Cancel:p put_Cancel:b",
  "get_NavigationId:p",
);
export const ICoreWebView2NavigationStartingEventArgs2 = basedOn(
  ICoreWebView2NavigationStartingEventArgs,
  "9086be93-91aa-472d-a7e0-579f2ba006ad",
  "get_AdditionalAllowedFrameAncestors:p put_AdditionalAllowedFrameAncestors:p",
);
export const ICoreWebView2NavigationStartingEventArgs3 = basedOn(
  ICoreWebView2NavigationStartingEventArgs2,
  "ddffe494-4942-4bd2-ab73-35b8ff40e19f",
  "get_NavigationKind:p",
);
export const ICoreWebView2ContentLoadingEventArgs = interfaceOf(
  "0c8a1275-9b6b-4901-87ad-70df25bafa6e",
  "get_IsErrorPage:p get_NavigationId:p",
);
export const ICoreWebView2SourceChangedEventArgs = interfaceOf(
  "31e0e545-1dba-4266-8914-f63848a1f7d7",
  "get_IsNewDocument:p",
);
export const ICoreWebView2DOMContentLoadedEventArgs = interfaceOf(
  "16b1e21a-c503-44f2-84c9-70aba5031283",
  "get_NavigationId:p",
);
export const ICoreWebView2NavigationCompletedEventArgs = interfaceOf(
  "30d68b7d-20d9-4752-a9ca-ec8448fbb5c1",
  "get_IsSuccess:p get_WebErrorStatus:p get_NavigationId:p",
);
export const ICoreWebView2NavigationCompletedEventArgs2 = basedOn(
  ICoreWebView2NavigationCompletedEventArgs,
  "fdf8b738-ee1e-4db2-a329-8d7d7b74d792",
  "get_HttpStatusCode:p",
);
export const ICoreWebView2NewWindowRequestedEventArgs = interfaceOf(
  "34acb11c-fc37-4418-9132-f9c21d1eafb9",
  "get_Uri:p put_NewWindow:n get_NewWindow:p put_Handled:b get_Handled:p get_IsUserInitiated:p",
  "GetDeferral:p get_WindowFeatures:p",
);
export const ICoreWebView2NewWindowRequestedEventArgs2 = basedOn(
  ICoreWebView2NewWindowRequestedEventArgs,
  "bbc7baed-74c6-4c92-b63a-7f5aeae03de3",
  "get_Name:p",
);
export const ICoreWebView2NewWindowRequestedEventArgs3 = basedOn(
  ICoreWebView2NewWindowRequestedEventArgs2,
  "842bed3c-6ad6-4dd9-b938-28c96667ad66",
  "get_OriginalSourceFrameInfo:p",
);
export const ICoreWebView2PermissionRequestedEventArgs = interfaceOf(
  "973ae2ef-ff18-4894-8fb2-3c758f046810",
  "get_Uri:p get_PermissionKind:p get_IsUserInitiated:p get_State:p put_State:i GetDeferral:p",
);
export const ICoreWebView2PermissionRequestedEventArgs2 = basedOn(
  ICoreWebView2PermissionRequestedEventArgs,
  "74d7127f-9de6-4200-8734-42d6fb4ff741",
  "get_Handled:p put_Handled:b",
);
export const ICoreWebView2PermissionRequestedEventArgs3 = basedOn(
  ICoreWebView2PermissionRequestedEventArgs2,
  "e61670bc-3dce-4177-86d2-c629ae3cb6ac",
  "get_SavesInProfile:p put_SavesInProfile:b",
);
export const ICoreWebView2DownloadStartingEventArgs = interfaceOf(
  "e99bbe21-43e9-4544-a732-282764eafa60",
  "get_DownloadOperation:p get_Cancel:p put_Cancel:b get_ResultFilePath:p put_ResultFilePath:p",
  "get_Handled:p put_Handled:b GetDeferral:p",
);
export const ICoreWebView2ProcessFailedEventArgs = interfaceOf(
  "8155a9a4-1474-4a86-8cae-151b0fa6b8ca",
  "get_ProcessFailedKind:p",
);
export const ICoreWebView2ProcessFailedEventArgs2 = basedOn(
  ICoreWebView2ProcessFailedEventArgs,
  "4dab9422-46fa-4c3e-a5d2-41d2071d3680",
  "get_Reason:p get_ExitCode:p get_ProcessDescription:p get_FrameInfosForFailedProcess:p",
);
export const ICoreWebView2ProcessFailedEventArgs3 = basedOn(
  ICoreWebView2ProcessFailedEventArgs2,
  "ab667428-094d-5fd1-b480-8b4c0fdbdf2f",
  "get_FailureSourceModulePath:p",
);
export const ICoreWebView2BrowserProcessExitedEventArgs = interfaceOf(
  "1f00663f-af8c-4782-9cdd-dd01c52e34cb",
  "get_BrowserProcessExitKind:p get_BrowserProcessId:p",
);
export const ICoreWebView2AcceleratorKeyPressedEventArgs = interfaceOf(
  "9f760f8a-fb79-42be-9990-7b56900fa9c7",
  "get_KeyEventKind:p get_VirtualKey:p get_KeyEventLParam:p get_PhysicalKeyStatus:p get_Handled:p",
  "put_Handled:b",
);
export const ICoreWebView2AcceleratorKeyPressedEventArgs2 = basedOn(
  ICoreWebView2AcceleratorKeyPressedEventArgs,
  "03b2c8c8-7799-4e34-bd66-ed26aa85f2bf",
  "get_IsBrowserAcceleratorKeyEnabled:p put_IsBrowserAcceleratorKeyEnabled:b",
);
export const ICoreWebView2ContextMenuRequestedEventArgs = interfaceOf(
  "a1d309ee-c03f-11eb-8529-0242ac130003",
  "get_MenuItems:p get_ContextMenuTarget:p get_Location:p put_SelectedCommandId:i",
  "get_SelectedCommandId:p put_Handled:b get_Handled:p GetDeferral:p",
);
export const ICoreWebView2ContextMenuItemCollection = interfaceOf(
  "f562a2f5-c415-45cf-b909-d4b7c1e276d3",
  "get_Count:p GetValueAtIndex:up RemoveValueAtIndex:u InsertValueAtIndex:un",
);
export const ICoreWebView2ContextMenuItem = interfaceOf(
  "7aed49e3-a93f-497a-811c-749c6b6b6c65",
  "get_Name:p get_Label:p get_CommandId:p get_ShortcutKeyDescription:p get_Icon:p get_Kind:p",
  "put_IsEnabled:b get_IsEnabled:p put_IsChecked:b get_IsChecked:p get_Children:p",
  "add_CustomItemSelected:np remove_CustomItemSelected:l",
);
export const ICoreWebView2ContextMenuTarget = interfaceOf(
  "b8611d99-eed6-4f3f-902c-a198502ad472",
  "get_Kind:p get_IsEditable:p get_IsRequestedForMainFrame:p get_PageUri:p get_FrameUri:p",
  "get_HasLinkUri:p get_LinkUri:p get_HasLinkText:p get_LinkText:p get_HasSourceUri:p get_SourceUri:p",
  "get_HasSelection:p get_SelectionText:p",
);
export const ICoreWebView2BasicAuthenticationRequestedEventArgs = interfaceOf(
  "ef05516f-d897-4f9e-b672-d8e2307a3fb0",
  "get_Uri:p get_Challenge:p get_Response:p get_Cancel:p put_Cancel:b GetDeferral:p",
);
export const ICoreWebView2BasicAuthenticationResponse = interfaceOf(
  "07023f7d-2d77-4d67-9040-6e7d428c6a40",
  "get_UserName:p put_UserName:p get_Password:p put_Password:p",
);
export const ICoreWebView2ServerCertificateErrorDetectedEventArgs = interfaceOf(
  "012193ed-7c13-48ff-969d-a84c1f432a14",
  "get_ErrorStatus:p get_RequestUri:p get_ServerCertificate:p get_Action:p put_Action:i GetDeferral:p",
);
export const ICoreWebView2ScriptDialogOpeningEventArgs = interfaceOf(
  "7390bb70-abe0-4843-9529-f143b31b03d6",
  "get_Uri:p get_Kind:p get_Message:p Accept: get_DefaultText:p get_ResultText:p put_ResultText:p",
  "GetDeferral:p",
);
export const ICoreWebView2LaunchingExternalUriSchemeEventArgs = interfaceOf(
  "07d1a6c3-7175-4ba1-9306-e593ca07e46c",
  "get_Uri:p get_InitiatingOrigin:p get_IsUserInitiated:p get_Cancel:p put_Cancel:b GetDeferral:p",
);
export const ICoreWebView2NotificationReceivedEventArgs = interfaceOf(
  "1512dd5b-5514-4f85-886e-21c3a4c9cfe6",
  "get_SenderOrigin:p get_Notification:p put_Handled:b get_Handled:p GetDeferral:p",
);
export const ICoreWebView2SaveAsUIShowingEventArgs = interfaceOf(
  "55902952-0e0d-5aaa-a7d0-e833cdb34f62",
  "get_ContentMimeType:p put_Cancel:b get_Cancel:p put_SuppressDefaultDialog:b",
  "get_SuppressDefaultDialog:p GetDeferral:p put_SaveAsFilePath:p get_SaveAsFilePath:p",
  "put_AllowReplace:b get_AllowReplace:p put_Kind:i get_Kind:p",
);
export const ICoreWebView2SaveFileSecurityCheckStartingEventArgs = interfaceOf(
  "cf4ff1d1-5a67-5660-8d63-ef699881ea65",
  "get_CancelSave:p put_CancelSave:b get_DocumentOriginUri:p get_FileExtension:p get_FilePath:p",
  "get_SuppressDefaultPolicy:p put_SuppressDefaultPolicy:b GetDeferral:p",
);
export const ICoreWebView2ScreenCaptureStartingEventArgs = interfaceOf(
  "892c03fd-aee3-5eba-a1fa-6fd2f6484b2b",
  "get_Cancel:p put_Cancel:b get_Handled:p put_Handled:b get_OriginalSourceFrameInfo:p GetDeferral:p",
);
export const ICoreWebView2FrameCreatedEventArgs = interfaceOf(
  "4d6e7b5e-9baa-11eb-a8b3-0242ac130003",
  "get_Frame:p",
);

/** Windows' own; `ISequentialStream` is its first two methods. */
export const IStream = interfaceOf(
  "0000000c-0000-0000-c000-000000000046",
  "Read:pup Write:pup Seek:lup SetSize:L CopyTo:nLpp Commit:u Revert: LockRegion:LLu UnlockRegion:LLu",
  "Stat:pu Clone:p",
);
