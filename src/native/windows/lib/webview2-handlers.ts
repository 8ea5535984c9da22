import { servedInterface } from "../com/server.ts";

// The interfaces that WebView2 calls: the handlers of its events, the completion handlers, and the
// options of an environment (see `webview2.ts`).

const event = (iid: string) => servedInterface(iid, { Invoke: "nn>i" });

/** Handlers of events: `Invoke` gets the sender and the event's arguments. */
export const eventHandlers = {
  AcceleratorKeyPressed: event("b29c7e28-fa79-41a8-8e44-65811c76dcb2"),
  BasicAuthenticationRequested: event("58b4d6c2-18d4-497e-b39b-9a96533fa278"),
  BrowserProcessExited: event("fa504257-a216-4911-a860-fe8825712861"),
  ContentLoading: event("364471e7-f2be-4910-bdba-d72077d51c4b"),
  ContextMenuRequested: event("04d3fe1d-ab87-42fb-a898-da241d35b63c"),
  DownloadStarting: event("efedc989-c396-41ca-83f7-07f845a55724"),
  LaunchingExternalUriScheme: event("74f712e0-8165-43a9-a13f-0cce597e75df"),
  NavigationCompleted: event("d33a35bf-1c49-4f98-93ab-006e0533fe1c"),
  NavigationStarting: event("9adbe429-f36d-432b-9ddc-f8881fbd76e3"),
  NewWindowRequested: event("d4c185fe-c81c-4989-97af-2d3fa7ab5651"),
  PermissionRequested: event("15e1c6a3-c72a-4df3-91d7-d097fbec6bfd"),
  ProcessFailed: event("79e0aea4-990b-42d9-aa1d-0fcc2e5bc7f1"),
  SaveAsUIShowing: event("6baa177e-3a2e-5ccf-9a13-fad676cd0522"),
  ScreenCaptureStarting: event("e24ff05a-1db5-59d9-89f3-3c864268db4a"),
  ScriptDialogOpening: event("ef381bf9-afa8-4e37-91c4-8ac48524bdfb"),
  ServerCertificateErrorDetected: event("969b3a26-d85e-4795-8199-fef57344da22"),
  WebMessageReceived: event("57213f19-00e6-49fa-8e07-898ea01ecbd2"),
  WebResourceRequested: event("ab00b74c-15f1-4646-80e8-e76341d25d71"),
} as const;

const completed = (iid: string) => servedInterface(iid, { Invoke: "in>i" });

/** Completion handlers: `Invoke` gets an HRESULT and the result of the call. */
export const completedHandlers = {
  AddScriptToExecuteOnDocumentCreated: completed("b99369f3-9b11-47b5-bc6f-8e7895fcea17"),
  CreateCoreWebView2Controller: completed("6c4819f3-c9b7-4260-8127-c9f5bde7f68c"),
  CreateCoreWebView2Environment: completed("4e8a3389-c9d8-4bd2-b6b5-124fee6cc14d"),
  ExecuteScript: completed("49511172-cc67-4bca-9923-137112f4c4cc"),
} as const;

/** Options of an environment: each is a separate interface. */
export const environmentOptions = [
  servedInterface("2fde08a8-1e9a-4766-8c05-95a9ceb9d1c5", {
    get_AdditionalBrowserArguments: "p>i",
    put_AdditionalBrowserArguments: "p>i",
    get_Language: "p>i",
    put_Language: "p>i",
    get_TargetCompatibleBrowserVersion: "p>i",
    put_TargetCompatibleBrowserVersion: "p>i",
    get_AllowSingleSignOnUsingOSPrimaryAccount: "p>i",
    put_AllowSingleSignOnUsingOSPrimaryAccount: "b>i",
  }),
  servedInterface("ff85c98a-1ba7-4a6b-90c8-2b752c89e9e2", {
    get_ExclusiveUserDataFolderAccess: "p>i",
    put_ExclusiveUserDataFolderAccess: "b>i",
  }),
  servedInterface("4a5c436e-a9e3-4a2e-89c3-910d3513f5cc", {
    get_IsCustomCrashReportingEnabled: "p>i",
    put_IsCustomCrashReportingEnabled: "b>i",
  }),
  servedInterface("ac52d13f-0d38-475a-9dca-876580d6793e", {
    // (out count, out their addresses)
    GetCustomSchemeRegistrations: "pp>i",
    SetCustomSchemeRegistrations: "un>i",
  }),
  servedInterface("0ae35d64-c47f-4464-814e-259c345d1501", {
    get_EnableTrackingPrevention: "p>i",
    put_EnableTrackingPrevention: "b>i",
  }),
  servedInterface("57d29cc3-c84f-42a0-b0e2-effbd5e179de", {
    get_AreBrowserExtensionsEnabled: "p>i",
    put_AreBrowserExtensionsEnabled: "b>i",
  }),
  servedInterface("c48d539f-e39f-441c-ae68-1f66e570bdc5", {
    get_ChannelSearchKind: "p>i",
    put_ChannelSearchKind: "i>i",
    get_ReleaseChannels: "p>i",
    put_ReleaseChannels: "i>i",
  }),
  servedInterface("7c7ecf51-e918-5caf-853c-e9a2bcc27775", {
    get_ScrollBarStyle: "p>i",
    put_ScrollBarStyle: "i>i",
  }),
] as const;
