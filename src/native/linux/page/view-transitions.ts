import type { Address } from "../../ffi/signature.ts";
import { webkit } from "../lib/webkit.ts";

// WebKitGTK may be unable to composite: without OpenGL, or with WEBKIT_DISABLE_DMABUF_RENDERER or
// WEBKIT_DISABLE_COMPOSITING_MODE. The first view transition of any page, also of a remote one,
// then makes the engine follow a null pointer in the app's own process. Seen in 2.50.6, and
// reported of 2.52.3: https://github.com/block/buzz/issues/3654.

const features = new Set(["ViewTransitions", "CrossDocumentViewTransitions"]);
const WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER = 2;

/** Takes view transitions from a view whose engine cannot composite. */
export function withholdViewTransitions(settings: Address): void {
  // We never set it: this value is the engine's own finding.
  const policy = webkit.webkit_settings_get_hardware_acceleration_policy(settings);
  // Features are listed from 2.42 on, and these are newer.
  if (
    policy !== WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER ||
    webkit.webkit_get_minor_version() < 42
  )
    return;
  const list = webkit.webkit_settings_get_all_features();
  const length = webkit.webkit_feature_list_get_length(list);
  for (let at = 0; at < length; at++) {
    const feature = webkit.webkit_feature_list_get(list, at);
    if (features.has(webkit.webkit_feature_get_identifier(feature)))
      webkit.webkit_settings_set_feature_enabled(settings, feature, false);
  }
  webkit.webkit_feature_list_unref(list);
}
