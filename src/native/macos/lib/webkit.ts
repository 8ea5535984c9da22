import { objcClass } from "../objc/object.ts";

/** WebKit. Names are Apple's. */
export const WKWebView = objcClass(
  "WKWebView",
  {
    // (frame, configuration)
    "initWithFrame:configuration:": "R@>@",
    configuration: ">@",
    "setNavigationDelegate:": "n>v",
    "setUIDelegate:": "n>v",
    "loadRequest:": "@>n",
    "loadHTMLString:baseURL:": "@n>n",
    reload: ">n",
    stopLoading: ">v",
    URL: ">n",
    // (script, frame, world, completion(result, error))
    "evaluateJavaScript:inFrame:inContentWorld:completionHandler:": "@n@b>v",
    "setCustomUserAgent:": "n>v",
    "setAllowsBackForwardNavigationGestures:": "B>v",
    "setAllowsLinkPreview:": "B>v",
    "setAllowsMagnification:": "B>v",
    // macOS 13.3
    "setInspectable:": "B>v",
    "setUnderPageBackgroundColor:": "n>v",
    "printOperationWithPrintInfo:": "@>@",
    // NSView
    window: ">n",
    bounds: ">R",
    removeFromSuperview: ">v",
    // Private.
    _inspector: ">n",
  },
  { "handlesURLScheme:": "@>B" },
);

export const WKWebViewConfiguration = objcClass("WKWebViewConfiguration", {
  init: ">@",
  preferences: ">@",
  userContentController: ">@",
  "setUserContentController:": "@>v",
  "setWebsiteDataStore:": "@>v",
  "setMediaTypesRequiringUserActionForPlayback:": "Q>v",
  // (handler, scheme)
  "setURLSchemeHandler:forURLScheme:": "n@>v",
});

export const WKPreferences = objcClass("WKPreferences", {
  "setJavaScriptCanOpenWindowsAutomatically:": "B>v",
  "setFraudulentWebsiteWarningEnabled:": "B>v",
  "setElementFullscreenEnabled:": "B>v",
  // macOS 14
  "setInactiveSchedulingPolicy:": "q>v",
});

export const WKWebsiteDataStore = objcClass(
  "WKWebsiteDataStore",
  // macOS 14, as stores by identifier are
  { identifier: ">n" },
  {
    defaultDataStore: ">@",
    nonPersistentDataStore: ">@",
    // macOS 14
    "dataStoreForIdentifier:": "@>@",
  },
);

export const WKUserContentController = objcClass("WKUserContentController", {
  init: ">@",
  "addUserScript:": "@>v",
  removeAllUserScripts: ">v",
  // (handler, world, name)
  "addScriptMessageHandlerWithReply:contentWorld:name:": "@@@>v",
  removeAllScriptMessageHandlers: ">v",
  "addContentRuleList:": "@>v",
});

export const WKUserScript = objcClass("WKUserScript", {
  // (source, time, main frame only)
  "initWithSource:injectionTime:forMainFrameOnly:": "@qB>@",
});

export const WKContentWorld = objcClass(
  "WKContentWorld",
  {},
  { pageWorld: ">@", "worldWithName:": "@>@" },
);

export const WKContentRuleListStore = objcClass(
  "WKContentRuleListStore",
  {
    // (identifier, rules, completion(list, error))
    "compileContentRuleListForIdentifier:encodedContentRuleList:completionHandler:": "nnb>v",
  },
  { defaultStore: ">n" },
);

export const WKScriptMessage = objcClass("WKScriptMessage", {
  name: ">@",
  body: ">@",
  frameInfo: ">@",
});

export const WKFrameInfo = objcClass("WKFrameInfo", {
  isMainFrame: ">B",
  securityOrigin: ">@",
});

export const WKSecurityOrigin = objcClass("WKSecurityOrigin", {
  protocol: ">@",
  host: ">@",
  port: ">q",
});

export const WKNavigation = objcClass("WKNavigation", {});

export const WKNavigationAction = objcClass("WKNavigationAction", {
  request: ">@",
  targetFrame: ">n",
  shouldPerformDownload: ">B",
});

export const WKNavigationResponse = objcClass("WKNavigationResponse", {
  response: ">@",
  isForMainFrame: ">B",
  canShowMIMEType: ">B",
});

export const WKOpenPanelParameters = objcClass("WKOpenPanelParameters", {
  allowsMultipleSelection: ">B",
  allowsDirectories: ">B",
});

/** A protocol: the argument of a scheme handler. */
export const WKURLSchemeTask = objcClass("WKURLSchemeTask", {
  request: ">@",
  "didReceiveResponse:": "@>v",
  "didReceiveData:": "@>v",
  didFinish: ">v",
  "didFailWithError:": "@>v",
});

export const WKContentRuleList = objcClass("WKContentRuleList", {});

/** Private: the result of a view's `_inspector` in development. */
export const _WKInspector = objcClass("_WKInspector", {
  isVisible: ">B",
  show: ">v",
  close: ">v",
});
