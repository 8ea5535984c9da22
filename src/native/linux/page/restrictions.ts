// The restrictions of the engine's capabilities. `engine-capabilities.ts` lists all of them.

import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gobject } from "../lib/gobject.ts";
import { glib } from "../lib/glib.ts";
import { webkit } from "../lib/webkit.ts";
import { connect, setProperty } from "../object.ts";
import { warnBlocked, warnWindowBlocked, type Capability } from "../../page/capability.ts";
import { dialogAsked } from "./script-dialogs.ts";

/** Engine settings that are off in every view, by their capability. */
export const turnedOff = {
  devices: { "enable-mock-capture-devices": false, "enable-encrypted-media": false },
  popUps: { "javascript-can-open-windows-automatically": false, "allow-modal-dialogs": false },
  otherPages: {
    "allow-file-access-from-file-urls": false,
    "allow-universal-access-from-file-urls": false,
    "allow-top-navigation-to-data-urls": false,
    "disable-web-security": false,
  },
  clipboard: { "javascript-can-access-clipboard": false },
  connections: { "enable-webrtc": false },
  history: { "enable-back-forward-navigation-gestures": false, "enable-page-cache": false },
} as const satisfies Record<string, Capability["settings"]>;

const downloadStarted = callback("ppL>v", (_context, download) => {
  webkit.webkit_download_cancel(download);
  warnBlocked(
    "a download",
    "use save of framework/api/dialog, and write the file by framework/api/fs",
  );
});

const windowAsked = callback("ppL>p", () => {
  warnWindowBlocked();
  return 0; // no view
});

const permissionAsked = callback("ppL>b", (_view, request) => {
  const kind = gobject
    .g_type_name_from_instance(request)
    .replace(/^WebKit|PermissionRequest$/g, "");
  if (kind === "PointerLock") webkit.webkit_permission_request_allow(request);
  else {
    webkit.webkit_permission_request_deny(request);
    warnBlocked(`the engine's "${kind}"`, "pages have no permission for it");
  }
  return true;
});

// For others the engine shows an error page in place of the page, or the file that was dropped on
// it.
const engineSchemes = /^(?:https?|about|blob|data|javascript|webkit-pdfjs-viewer):$/;

/**
 * Refuses a navigation to a scheme that is neither of the web nor the app's; returns whether it
 * did.
 */
export function refuseNavigation(decision: Address, schemes: readonly string[]): boolean {
  const action = webkit.webkit_navigation_policy_decision_get_navigation_action(decision);
  const request = webkit.webkit_navigation_action_get_request(action);
  const { protocol = "about:" } = URL.parse(webkit.webkit_uri_request_get_uri(request)) ?? {};
  if (engineSchemes.test(protocol) || schemes.includes(protocol.slice(0, -1))) return false;
  webkit.webkit_policy_decision_ignore(decision);
  warnBlocked(`an address of "${protocol}"`, "pages go to http and https; shell.open opens others");
  return true;
}

const passwordAsked = callback("ppL>b", (view, request) => {
  // While a page is loading this is already the new address.
  const site = URL.parse(webkit.webkit_web_view_get_uri(view) ?? "");
  const host = webkit.webkit_authentication_request_get_host(request);
  const port = webkit.webkit_authentication_request_get_port(request);
  const isOfPage =
    site !== null &&
    site.hostname === host &&
    Number(site.port || (site.protocol === "https:" ? 443 : 80)) === port;
  if (isOfPage || webkit.webkit_authentication_request_is_for_proxy(request) !== 0) return false;
  webkit.webkit_authentication_request_cancel(request);
  warnBlocked(
    `a dialog for a password of "${host}:${port}"`,
    "it is shown for the site that the window shows",
  );
  return true;
});

// WebKitContextMenuAction: open a link, picture, frame, video or sound in a new window; download
// one.
const refusedItems = new Set([2, 5, 9, 32, 33, 3, 6, 42, 43]);

const menuAsked = callback("ppppL>b", (_view, menu) => {
  const items: Address[] = [];
  for (let list = webkit.webkit_context_menu_get_items(menu), at = 0; ; at++) {
    const item = list === null ? null : glib.g_list_nth_data(list, at);
    if (item === null) break;
    items.push(item);
  }
  for (const item of items) {
    if (refusedItems.has(webkit.webkit_context_menu_item_get_stock_action(item)))
      webkit.webkit_context_menu_remove(menu, item);
  }
  return false; // the engine shows it
});

/** Restricts the capabilities that belong to all views. */
export function restrictContext(webContext: Address): void {
  connect(webContext, "download-started", downloadStarted, 0);
}

const WEBKIT_TLS_ERRORS_POLICY_FAIL = 1;
const WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY = 2;

/** Restricts the capabilities over loaded and stored data. */
export function restrictData(manager: Address): void {
  webkit.webkit_website_data_manager_set_tls_errors_policy(manager, WEBKIT_TLS_ERRORS_POLICY_FAIL);
  webkit.webkit_website_data_manager_set_persistent_credential_storage_enabled(manager, false);
  webkit.webkit_cookie_manager_set_accept_policy(
    webkit.webkit_website_data_manager_get_cookie_manager(manager),
    WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY,
  );
}

/** Restricts the capabilities of one view, before it loads anything. */
export function restrictView(view: Address): void {
  const settings = webkit.webkit_web_view_get_settings(view);
  for (const names of Object.values(turnedOff)) {
    for (const [name, value] of Object.entries(names))
      setProperty(settings, name, { boolean: value });
  }
  connect(view, "create", windowAsked, 0);
  connect(view, "permission-request", permissionAsked, 0);
  connect(view, "authenticate", passwordAsked, 0);
  connect(view, "context-menu", menuAsked, 0);
  connect(view, "script-dialog", dialogAsked, 0);
}
