import type { WindowSpec } from "../../../contract/ui/index.ts";
import {
  _WKInspector,
  WKPreferences,
  WKWebViewConfiguration,
  type WKWebView,
} from "../lib/webkit.ts";
import { NSColor } from "../lib/appkit/window.ts";
import type { ObjectOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";
import { setPrivate } from "./private-key.ts";

// Implements the restrictions in `engine-capabilities.ts`, together with `view-events.ts` and
// `ui-delegate.ts`.

type View = ObjectOf<typeof WKWebView>;

const WKAudiovisualMediaTypeNone = 0;
const WKInactiveSchedulingPolicyNone = 2;

/** Restricts the capabilities of views with a configuration. */
export function restrictConfiguration(
  configuration: ObjectOf<typeof WKWebViewConfiguration>,
): void {
  configuration.send("setMediaTypesRequiringUserActionForPlayback:", WKAudiovisualMediaTypeNone);
  const preferences = WKPreferences.at(configuration.send("preferences"));
  preferences.send("setJavaScriptCanOpenWindowsAutomatically:", false);
  preferences.send("setFraudulentWebsiteWarningEnabled:", false);
  // The public name of `fullScreenEnabled`, which `macOSPrivateApi` turns on: it needs no private
  // API any more.
  preferences.send("setElementFullscreenEnabled:", true);
  // Pages of hidden windows stay active, as on the other systems.
  if (preferences.respondsTo("setInactiveSchedulingPolicy:"))
    preferences.send("setInactiveSchedulingPolicy:", WKInactiveSchedulingPolicyNone);
}

/** Restricts the capabilities of one view, before it loads a page. */
export function restrictView(view: View, spec: WindowSpec, usesPrivateApi: boolean): void {
  withPool(() => {
    view.send("setAllowsBackForwardNavigationGestures:", false);
    view.send("setAllowsMagnification:", false);
    view.send("setAllowsLinkPreview:", false);
    if (spec.userAgent !== null) view.send("setCustomUserAgent:", nsString(spec.userAgent));
    if (view.respondsTo("setInspectable:")) view.send("setInspectable:", spec.devTools);
    const configuration = WKWebViewConfiguration.at(view.send("configuration"));
    const preferences = WKPreferences.at(configuration.send("preferences"));
    if (spec.devTools) setPrivate(preferences, "developerExtrasEnabled", true);
    const isClear = spec.transparent || spec.effects.length > 0;
    if (!isClear || !usesPrivateApi) return;
    setPrivate(view, "drawsBackground", false);
    view.send("setUnderPageBackgroundColor:", NSColor.send("clearColor"));
  });
}

/** Toggles the engine's inspector. */
export function toggleInspector(view: View): void {
  if (!view.respondsTo("_inspector")) return;
  withPool(() => {
    const address = view.send("_inspector");
    if (address === null) return;
    const inspector = _WKInspector.at(address);
    inspector.send(inspector.send("isVisible") ? "close" : "show");
  });
}
