// The engine's capabilities: the actions that WebView2 performs by itself for any page, with an
// empty allowlist, and their handling here. Every event by which it asks or reports, and every
// setting it has, is in one row; a test compares the rows with the interfaces.
// `docs/reference/engine-powers.md` is generated from them.

import type { Capability } from "../../page/capability.ts";

/** The fixed arguments of the browser process, in addition to the app's own. */
export const alwaysGiven: readonly string[] = [
  "--autoplay-policy=no-user-gesture-required",
  "--disable-back-forward-cache",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/**
 * Features that are off, unless the app names them itself: Local Network Access would keep the
 * app's own pages from a server of the app on this computer. WebView2 has it off, and plans to let
 * apps decide by a permission (WebView2Announcements #126); no other engine of ours has it.
 */
export const featuresOff: readonly string[] = ["LocalNetworkAccessChecks"];

/** The default arguments: `additionalBrowserArgs` of the app replaces them. */
export const usuallyGiven = "--disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection";

export const engineCapabilities: readonly Capability[] = [
  {
    capability: "Downloads, and saving a page",
    engine:
      "writes a file that a page or a server marks as one into the user's folder for downloads, with a panel of its own",
    decision: "refused; `dialog.save` and `fs` are the way",
    signals: [
      "DownloadStarting",
      "IsDefaultDownloadDialogOpenChanged",
      "SaveAsUIShowing",
      "SaveFileSecurityCheckStarting",
    ],
    settings: {
      DefaultDownloadFolderPath: null,
      DefaultDownloadDialogCornerAlignment: null,
      DefaultDownloadDialogMargin: null,
      // Saving, in two ways; printing depends on the window.
      HiddenPdfToolbarItems: null,
    },
  },
  {
    capability: "Printing",
    engine: "`window.print()` shows the print dialog, from any frame",
    decision:
      "the dialog is shown where `window.print` is allowed, else every document has a `print` that does nothing",
  },
  {
    capability:
      "Geolocation, notifications, camera, microphone, sensors, files, fonts, windows on other screens, clipboard",
    engine: "asks the user, and keeps the answer",
    decision:
      "refused, each by name once in the log, and nothing is kept; notifications are sent by `notification`",
    signals: ["PermissionRequested", "NotificationReceived"],
  },
  {
    capability: "Capture of the screen by a page (`getDisplayMedia`)",
    engine: "asks the user what to show",
    decision: "refused",
    signals: ["ScreenCaptureStarting"],
  },
  {
    capability: "Pointer lock",
    engine: "allows it after a gesture, until Escape is pressed",
    decision: "allowed: games need it, and it gives no more than the window's own pointer",
  },
  {
    capability: "Full screen",
    engine: "fills the view, and asks the app to fill the screen with it",
    decision: "fills the inside of the window",
    signals: ["ContainsFullScreenElementChanged"],
  },
  {
    capability: "Requests to this computer and to the local network",
    engine: "makes them; newer ones may come to ask the user first",
    decision:
      "makes them without asking, as the page's policy and the server's CORS headers allow; the engine's `LocalNetworkAccessChecks` is off unless `additionalBrowserArgs` names it",
  },
  {
    capability: "Pop-ups, and links to new windows",
    engine: "opens a window of its own",
    decision:
      "none: `window.open` gives `null`, and links out of the app go to `shell.open`, by its flag; windows are opened by `window.create`",
    signals: ["NewWindowRequested", "WindowCloseRequested"],
  },
  {
    capability: "Going to another site of `http:` or `https:`",
    engine: "goes to it",
    decision:
      "as it is: no policy restricts it; its pages may call only if `dangerousRemoteDomainIpcAccess` says so",
  },
  {
    capability:
      "Addresses that lead out of the web: `file:`, `edge:`, `data:`, those of other programs",
    engine: "goes to some of them, and asks the user about other programs",
    decision: "refused, in windows and in frames; a frame may show `data:`",
    signals: ["NavigationStarting", "FrameNavigationStarting", "LaunchingExternalUriScheme"],
  },
  {
    capability: "Fields for files and colours",
    engine: "show the system's dialog",
    decision:
      "as it is: the user chooses, and the page gets the content and a name, no path and no grant",
  },
  {
    capability: "`alert`, `confirm`, `prompt`, and the question before a page is left",
    engine: "shows a dialog of its own over the page",
    decision: "as it is",
    signals: ["ScriptDialogOpening"],
    settings: { AreDefaultScriptDialogsEnabled: null },
  },
  {
    capability: "Passwords that servers ask for",
    engine: "shows a dialog of its own for any server that a page loads anything from",
    decision: "the dialog is shown for the site that the window shows or goes to; nothing is kept",
    signals: ["BasicAuthenticationRequested"],
  },
  {
    capability: "Certificates of the user's that servers ask for",
    engine: "shows a dialog of its own",
    decision: "as it is",
    signals: ["ClientCertificateRequested"],
  },
  {
    capability: "The context menu",
    engine: "offers to open in new windows, to save, to print, to share, and the inspector",
    decision: "without the refused items, and the inspector in development and debug builds alone",
    signals: ["ContextMenuRequested"],
    settings: { AreDefaultContextMenusEnabled: null },
  },
  {
    capability: "The inspector, and the keys of a browser: reloading, searching, printing, zooming",
    engine: "has them",
    decision: "in development and debug builds",
    signals: ["AcceleratorKeyPressed"],
    settings: { AreDevToolsEnabled: null, AreBrowserAcceleratorKeysEnabled: null },
  },
  {
    capability: "Objects of the app in the page's own language",
    engine: "makes those that the app adds",
    decision: "off: there are none",
    settings: { AreHostObjectsAllowed: false },
  },
  {
    capability: "Messages between page and app",
    engine: "takes them from every frame",
    decision: "on: the bridge uses them; a call without the key of the document is refused",
    signals: ["WebMessageReceived"],
    settings: { IsWebMessageEnabled: true },
  },
  {
    capability: "Video and sound, without a gesture, too",
    engine: "plays sound after a gesture",
    decision: "plays",
    signals: ["IsDocumentPlayingAudioChanged", "IsMutedChanged"],
    settings: { IsMuted: null },
  },
  {
    capability: "WebRTC, which tells others the addresses of this machine",
    engine: "on, and has no setting against it",
    decision: "told to use no address but a proxy's; `connect-src` says nothing about it",
  },
  {
    capability: "Filling in fields, and keeping passwords",
    engine: "keeps the entries of fields, and asks about passwords",
    decision: "keeps nothing",
    settings: { IsPasswordAutosaveEnabled: false, IsGeneralAutofillEnabled: false },
  },
  {
    capability: "Certificates that cannot be trusted",
    engine: "shows a page that lets the user go on",
    decision: "fails",
    signals: ["ServerCertificateErrorDetected"],
  },
  {
    capability:
      "Asking Microsoft about addresses and downloads (SmartScreen), and keeping trackers off",
    engine: "does both as the user's settings say",
    decision:
      "SmartScreen is off unless the app has `additionalBrowserArgs`, which take the place of that; trackers are as they are",
    settings: { IsReputationCheckingRequired: null, PreferredTrackingPreventionLevel: null },
  },
  {
    capability: "Cookies of other sites than the window shows",
    engine: "takes them, but for known trackers'",
    decision: "as it is: the engine has no setting for it",
  },
  {
    capability: "Local storage, databases and service workers",
    engine: "keeps them below the app's own folder",
    decision:
      "as it is: no other app's and no browser's are there. Scripts of service workers are not served from the app's addresses",
    signals: ["Deleted"],
  },
  {
    capability: "Going back and forward by gestures, and zooming",
    engine: "both, by fingers, keys and wheel; pages that were left may be kept alive",
    decision: "neither by fingers and wheel; no page is kept, since each has a key of its own",
    signals: ["HistoryChanged", "ZoomFactorChanged"],
    settings: {
      IsSwipeNavigationEnabled: false,
      IsPinchZoomEnabled: false,
      IsZoomControlEnabled: false,
      ZoomFactor: null,
    },
  },
  {
    capability: "Files and links that are dragged onto a page",
    engine: "gives them to the page, which may go to them",
    decision:
      "not where the window takes files that are dropped (`fileDropEnabled`); elsewhere the app's own pages stay, unless they go by themselves",
    settings: { AllowExternalDrop: null },
  },
  {
    capability: "Processes that end",
    engine: "shows a page that says so, or none",
    decision:
      "the page is loaded again, at most once in 10 seconds; a browser process that ended is started again",
    signals: ["ProcessFailed", "BrowserProcessExited"],
  },
  {
    capability: "A bar with the address of a link",
    engine: "shows it at the window's lower edge",
    decision: "none",
    signals: ["StatusBarTextChanged"],
    settings: { IsStatusBarEnabled: false },
  },
  {
    capability: "How pages look and run",
    engine: "see the engine's manual",
    decision: "as it is, or as the window's fields say",
    signals: [
      "ContentLoading",
      "SourceChanged",
      "DOMContentLoaded",
      "NavigationCompleted",
      "FrameNavigationCompleted",
      "FrameCreated",
      "DocumentTitleChanged",
      "FaviconChanged",
      "GotFocus",
      "LostFocus",
      "MoveFocusRequested",
      "RasterizationScaleChanged",
      "NewBrowserVersionAvailable",
      "WebResourceRequested",
      "WebResourceResponseReceived",
    ],
    settings: {
      IsScriptEnabled: null,
      IsBuiltInErrorPageEnabled: null,
      IsNonClientRegionSupportEnabled: null,
      UserAgent: null,
      PreferredColorScheme: null,
      DefaultBackgroundColor: null,
      MemoryUsageTargetLevel: null,
      RasterizationScale: null,
      ShouldDetectMonitorScaleChanges: null,
      BoundsMode: null,
      Bounds: null,
      IsVisible: null,
      ParentWindow: null,
    },
  },
];
