// The engine's capabilities: the actions that WKWebView performs by itself for any page, with an
// empty allowlist, and their handling here. Every delegate method by which it asks or reports, and
// every setting that Apple publishes, is in one row; a test compares the rows with a public
// binding. `docs/reference/engine-powers.md` is generated from them.

import type { Capability } from "../../page/capability.ts";

export const engineCapabilities: readonly Capability[] = [
  {
    capability: "Downloads",
    engine: "asks the app, and shows the content that it can show and does not ask about",
    decision: "refused; `dialog.save` and `fs` are the way",
    signals: [
      "webView:navigationAction:didBecomeDownload:",
      "webView:navigationResponse:didBecomeDownload:",
      "webView:decidePolicyForNavigationResponse:decisionHandler:",
    ],
  },
  {
    capability: "Printing",
    engine: "`window.print()` does nothing",
    decision: "the dialog is shown where `window.print` is allowed, else nothing happens",
    settings: { shouldPrintBackgrounds: null },
  },
  {
    capability: "Camera and microphone",
    engine: "asks the app, else the user",
    decision: "refused, each by name once in the log",
    signals: [
      "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:",
    ],
  },
  {
    capability: "Geolocation, notifications, sensors",
    engine: "refuses them to pages of apps",
    decision: "as it is; notifications are sent by `notification`",
    signals: [
      "webView:requestDeviceOrientationAndMotionPermissionForOrigin:initiatedByFrame:decisionHandler:",
    ],
  },
  {
    capability: "Full screen",
    engine: "no, unless turned on; then after a gesture, until Escape is pressed",
    decision: "allowed: video needs it, and the engine says so on the screen",
    settings: { elementFullscreenEnabled: true },
  },
  {
    capability: "Pop-ups, and links to new windows",
    engine: "opens one only when the app makes its view",
    decision:
      "none: `window.open` gives `null`, and links out of the app go to `shell.open`, by its flag; windows are opened by `window.create`",
    signals: [
      "webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:",
      "webViewDidClose:",
    ],
    settings: { javaScriptCanOpenWindowsAutomatically: false },
  },
  {
    capability: "Going to another site of `http:` or `https:`",
    engine: "goes to it",
    decision:
      "as it is: no policy restricts it; its pages may call only if `dangerousRemoteDomainIpcAccess` says so",
  },
  {
    capability: "Addresses that lead out of the web: `file:`, `data:`, those of other programs",
    engine: "asks the app, else opens other programs",
    decision: "refused, in windows and in frames; a frame may show `data:`",
    signals: [
      "webView:decidePolicyForNavigationAction:decisionHandler:",
      "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
    ],
    settings: { limitsNavigationsToAppBoundDomains: null },
  },
  {
    capability: "Fields for files",
    engine: "do nothing unless the app shows a dialog",
    decision:
      "the system's dialog: the user chooses, and the page gets the content and a name, no path and no grant",
    signals: ["webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:"],
  },
  {
    capability: "`alert`, `confirm`, `prompt`",
    engine: "answers them as cancelled unless the app shows a dialog",
    decision: "sheets on the window, with the site's address where it is no page of the app's",
    signals: [
      "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:",
      "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:",
      "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:",
    ],
  },
  {
    capability: "Passwords and certificates of the user's that servers ask for",
    engine: "asks the app, else gives none and shows the server's own page",
    decision: "as it is: there is no dialog",
    signals: ["webView:didReceiveAuthenticationChallenge:completionHandler:"],
  },
  {
    capability: "Certificates that cannot be trusted, and old versions of TLS",
    engine: "fails",
    decision: "fails",
    signals: ["webView:authenticationChallenge:shouldAllowDeprecatedTLS:"],
    settings: { upgradeKnownHostsToHTTPS: null, preferredHTTPSNavigationPolicy: null },
  },
  {
    capability: "The context menu",
    engine:
      "offers to open in new windows, to download, to share, to search the web, and in development the inspector",
    decision: "without the refused items and links to other services",
  },
  {
    capability: "The inspector",
    engine: "none unless it is turned on",
    decision: "in development and debug builds",
    settings: { inspectable: null },
  },
  {
    capability: "Looking at links by a deep click",
    engine: "shows their targets",
    decision: "none",
    settings: { allowsLinkPreview: false },
  },
  {
    capability: "Asking Google or Tencent, through Apple, about addresses (fraudulent sites)",
    engine: "does",
    decision: "off",
    settings: { fraudulentWebsiteWarningEnabled: false },
  },
  {
    capability: "Video and sound, without a gesture, too",
    engine: "plays sound after a gesture",
    decision: "plays",
    settings: { mediaTypesRequiringUserActionForPlayback: 0, allowsAirPlayForMediaPlayback: null },
  },
  {
    capability: "WebRTC, which tells others the addresses of this machine",
    engine: "on, and has no setting against it; addresses of the local network are hidden",
    decision: "as it is; `connect-src` says nothing about it",
  },
  {
    capability: "Cookies of other sites than the window shows",
    engine: "takes none",
    decision: "as it is",
  },
  {
    capability: "Local storage and databases",
    engine: "keeps them in the user's library, under the identifier of the bundle",
    decision: "as it is; in development, without a bundle, in a store of the app's identifier",
    settings: { websiteDataStore: null },
  },
  {
    capability: "Going back and forward by gestures, and zooming",
    engine: "no gestures and no zoom; pages that were left are kept alive",
    decision:
      "neither; a page that comes back is loaded anew before anybody hears of it, since each has a key of its own",
    signals: ["webView:shouldGoToBackForwardListItem:willUseInstantBack:completionHandler:"],
    settings: {
      allowsBackForwardNavigationGestures: false,
      allowsMagnification: false,
      magnification: null,
      pageZoom: null,
      interactionState: null,
    },
  },
  {
    capability: "Extensions, plug-ins and Java",
    engine: "has none unless the app brings some",
    decision: "none",
    settings: { webExtensionController: null, javaEnabled: null, plugInsEnabled: null },
  },
  {
    capability: "Resting while the page is hidden",
    engine: "pages in no window stand still, since macOS 14",
    decision: "they go on, as on the other systems",
    settings: { inactiveSchedulingPolicy: 2 },
  },
  {
    capability: "Processes that end",
    engine: "leaves the window empty",
    decision: "the page is loaded again, at most once in 10 seconds",
    signals: ["webViewWebContentProcessDidTerminate:"],
  },
  {
    capability: "How pages look and run",
    engine: "see the engine's manual",
    decision: "as it is, or as the window's fields say",
    signals: [
      "webView:didStartProvisionalNavigation:",
      "webView:didReceiveServerRedirectForProvisionalNavigation:",
      "webView:didFailProvisionalNavigation:withError:",
      "webView:didCommitNavigation:",
      "webView:didFinishNavigation:",
      "webView:didFailNavigation:withError:",
    ],
    settings: Object.fromEntries(
      [
        "allowsContentJavaScript",
        "allowsInlinePredictions",
        "applicationNameForUserAgent",
        "customUserAgent",
        "defaultWebpagePreferences",
        "isLookToScrollEnabled",
        "javaScriptEnabled",
        "lockdownModeEnabled",
        "mediaType",
        "minimumFontSize",
        "navigationDelegate",
        "obscuredContentInsets",
        "preferences",
        "preferredContentMode",
        "processPool",
        "securityRestrictionMode",
        "showsSystemScreenTimeBlockingView",
        "siteSpecificQuirksModeEnabled",
        "supportsAdaptiveImageGlyph",
        "suppressesIncrementalRendering",
        "tabFocusesLinks",
        "textInteractionEnabled",
        "UIDelegate",
        "underPageBackgroundColor",
        "userContentController",
        "userInterfaceDirectionPolicy",
      ].map((name) => [name, null]),
    ),
  },
];
