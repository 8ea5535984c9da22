import type { CrashReason } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { warnBlocked, warnWindowBlocked } from "../../page/capability.ts";
import { NSURL } from "../lib/foundation.ts";
import { NSError, NSHTTPURLResponse, NSURLRequest } from "../lib/url-loading.ts";
import { WKFrameInfo, WKNavigationAction, WKNavigationResponse } from "../lib/webkit.ts";
import { Reply } from "../objc/block.ts";
import type { ObjectOf } from "../objc/object.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { nsString, optionalText, textOf } from "../objc/text.ts";

/** A view as its engine's events reach it. */
export interface WatchedView {
  /** Schemes that the app answers. */
  readonly schemes: readonly string[];
  /** The page is about to navigate, if the navigation succeeds. */
  navigationStarted(): void;
  /** The engine is about to show the answer of `address`. */
  expectDocument(address: string): void;
  documentCommitted(navigation: Address | null): void;
  /** The shown document has arrived, or has failed to. */
  loadFinished(): void;
  /** A navigation had no result; the current document stays. */
  navigationFailed(reason: string | null): void;
  /** The web process has ended. */
  crashed(reason: CrashReason): void;
}

const WKNavigationActionPolicyCancel = 0;
const WKNavigationActionPolicyAllow = 1;
const WKNavigationResponsePolicyCancel = 0;
const WKNavigationResponsePolicyAllow = 1;

const NSURLErrorCancelled = -999;
// WebKit's own code for a refused navigation.
const frameLoadInterrupted = 102;

const method = methodOf<WatchedView>();

/** Receives the events of a view's documents, and decides about navigations. */
export const navigationDelegates = new OwnClass<WatchedView>({
  name: "FrameworkNavigationDelegate",
  protocols: ["WKNavigationDelegate"],
  methods: {
    "webView:decidePolicyForNavigationAction:decisionHandler:": method(
      "@@b>v",
      (view, _webView, action, handler) =>
        decide(
          handler,
          () => mayGo(view, action),
          WKNavigationActionPolicyAllow,
          WKNavigationActionPolicyCancel,
        ),
    ),
    "webView:decidePolicyForNavigationResponse:decisionHandler:": method(
      "@@b>v",
      (view, _webView, response, handler) =>
        decide(
          handler,
          () => mayShow(view, response),
          WKNavigationResponsePolicyAllow,
          WKNavigationResponsePolicyCancel,
        ),
    ),
    "webView:didStartProvisionalNavigation:": method("@n>v", (view) => view.navigationStarted()),
    "webView:didCommitNavigation:": method("@n>v", (view, _webView, navigation) =>
      view.documentCommitted(navigation),
    ),
    "webView:didFinishNavigation:": method("@n>v", (view) => view.loadFinished()),
    "webView:didFailNavigation:withError:": method("@n@>v", (view) => view.loadFinished()),
    "webView:didFailProvisionalNavigation:withError:": method(
      "@n@>v",
      (view, _webView, _navigation, error) => view.navigationFailed(reasonOf(error)),
    ),
    "webViewWebContentProcessDidTerminate:": method("@>v", (view) => view.crashed("crashed")), // WebKit omits the reason
  },
});

/** WebKit requires its handler to be called exactly once in any case. */
function decide(
  handler: Address | null,
  isAllowed: () => boolean,
  allow: number,
  cancel: number,
): void {
  if (handler === null) return;
  const reply = new Reply(handler, "q>v");
  let policy = cancel;
  try {
    if (isAllowed()) policy = allow;
  } finally {
    reply.call(policy);
  }
}

const windowSchemes = ["http", "https", "about", "blob"];
const frameSchemes = [...windowSchemes, "data", "javascript"];

/** Whether a navigation may begin. */
function mayGo(view: WatchedView, address: Address): boolean {
  const action = WKNavigationAction.at(address);
  const url = addressOfRequest(action.send("request"));
  if (action.send("shouldPerformDownload")) return refuseDownload();
  const frame = action.send("targetFrame");
  // To a new window: there is none, and the page's own script sends links out of the app to
  // `shell.open`.
  if (frame === null) {
    warnWindowBlocked();
    return false;
  }
  const known = WKFrameInfo.at(frame).send("isMainFrame") ? windowSchemes : frameSchemes;
  const scheme = URL.parse(url)?.protocol.slice(0, -1) ?? "";
  if (known.includes(scheme) || view.schemes.includes(scheme)) return true;
  warnBlocked(`an address of "${scheme}:"`, "pages go to http and https; shell.open opens others");
  return false;
}

/** Whether a response is shown. */
function mayShow(view: WatchedView, address: Address): boolean {
  const navigation = WKNavigationResponse.at(address);
  const response = NSHTTPURLResponse.at(navigation.send("response"));
  const isHttp = response.send("isKindOfClass:", NSHTTPURLResponse);
  // There is no content, and the current document stays.
  if (isHttp && withoutContent.includes(response.send("statusCode"))) return false;
  if (!navigation.send("canShowMIMEType") || (isHttp && isAttachment(response)))
    return refuseDownload();
  if (navigation.send("isForMainFrame")) {
    const url = response.send("URL");
    view.expectDocument(url === null ? "" : addressAt(url));
  }
  return true;
}

// No Content, Reset Content
const withoutContent = [204, 205];

function isAttachment(response: ObjectOf<typeof NSHTTPURLResponse>): boolean {
  const disposition = optionalText(
    response.send("valueForHTTPHeaderField:", nsString("Content-Disposition")),
  );
  return disposition?.toLowerCase().startsWith("attachment") ?? false;
}

function refuseDownload(): false {
  warnBlocked(
    "a download",
    "use save of framework/api/dialog, and write the file by framework/api/fs",
  );
  return false;
}

function addressOfRequest(request: Address): string {
  const url = NSURLRequest.at(request).send("URL");
  return url === null ? "" : addressAt(url);
}

function addressAt(url: Address): string {
  return optionalText(NSURL.at(url).send("absoluteString")) ?? "";
}

/** `null`: it was cancelled. */
function reasonOf(address: Address): string | null {
  const error = NSError.at(address);
  const code = error.send("code");
  return code === NSURLErrorCancelled || code === frameLoadInterrupted
    ? null
    : textOf(error.send("localizedDescription"));
}
