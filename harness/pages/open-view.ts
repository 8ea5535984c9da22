import { read, type Pointer } from "bun:ffi";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { callback } from "../../src/native/ffi/callback.ts";
import { Held } from "../../src/native/ffi/held.ts";
import { textAt, type Address } from "../../src/native/ffi/signature.ts";
import { glib } from "../../src/native/linux/lib/glib.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { jsc } from "../../src/native/linux/lib/jsc.ts";
import { soup } from "../../src/native/linux/lib/soup.ts";
import { webkit as webkitOfApps } from "../../src/native/linux/lib/webkit.ts";
import { textOf } from "../../src/native/linux/memory.ts";
import { connect, create, setProperty } from "../../src/native/linux/object.ts";
import type { Gate } from "./navigations.ts";
import type { ViewSettings } from "./protocol.ts";
import { openSchemes, type SchemeRequest } from "./schemes.ts";
import { handlerName, StartScripts } from "./start-scripts.ts";
import { Surface } from "./surface.ts";
import { webkit } from "./toolkit.ts";
import { View, type Tell } from "./view.ts";

const views = new Held<View>("views of pages");

const NAVIGATION_ACTION = 0;
const RESPONSE = 2;
const LOAD_STARTED = 0;
const LOAD_REDIRECTED = 1;
const LOAD_COMMITTED = 2;
const HANDLED = true;

const decidePolicy = callback("ppiL>b", (_view, decision, type, number) => {
  const view = views.get(number);
  if (view === undefined) return false;
  if (type === NAVIGATION_ACTION) {
    const action = webkit.webkit_navigation_policy_decision_get_navigation_action(decision);
    view.navigations.begins(
      webkit.webkit_uri_request_get_uri(webkit.webkit_navigation_action_get_request(action)),
      webkit.webkit_navigation_action_is_user_gesture(action) !== 0,
    );
    webkit.webkit_policy_decision_use(decision);
    return HANDLED;
  }
  if (type !== RESPONSE) return false;
  if (view.asks.asksForResponses) {
    if (webkitOfApps.webkit_response_policy_decision_is_main_frame_main_resource(decision))
      view.navigations.answered(decision);
    else view.responses.ask(decision);
    return HANDLED;
  }
  if (isFile(decision)) {
    const request = webkit.webkit_response_policy_decision_get_request(decision);
    view.tell({ tells: "download", url: webkit.webkit_uri_request_get_uri(request) });
    webkit.webkit_policy_decision_ignore(decision);
    return HANDLED;
  }
  if (!webkitOfApps.webkit_response_policy_decision_is_main_frame_main_resource(decision))
    return false;
  view.navigations.answered(decision);
  return HANDLED;
});

/** True if the response is to be saved, and not shown. */
function isFile(decision: Address): boolean {
  if (webkit.webkit_response_policy_decision_is_mime_type_supported(decision) === 0) return true;
  const response = webkitOfApps.webkit_response_policy_decision_get_response(decision);
  const headers = webkit.webkit_uri_response_get_http_headers(response);
  const disposition =
    headers === null ? null : soup.soup_message_headers_get_one(headers, "content-disposition");
  return disposition?.toLowerCase().startsWith("attachment") ?? false;
}

const loadChanged = callback("piL>v", (_view, change, number) => {
  const navigations = views.get(number)?.navigations;
  if (change === LOAD_STARTED) navigations?.started(false);
  else if (change === LOAD_REDIRECTED) navigations?.started(true);
  else if (change === LOAD_COMMITTED) navigations?.committed();
  else navigations?.finished();
});

// struct GError { guint32 domain; int code; char *message; }
const messageOfError = 8;
const loadFailed = callback("pippL>b", (_view, _change, _url, error, number) => {
  views.get(number)?.navigations.failed(textAt(Number(read.ptr(error as Pointer, messageOfError))));
  return HANDLED; // shows no page of WebKit's own
});

const scriptMessage = callback("ppL>v", (_contents, result, number) => {
  const bytes = jsc.jsc_value_to_string_as_bytes(
    webkit.webkit_javascript_result_get_js_value(result),
  );
  try {
    const start = glib.g_bytes_get_data(bytes, null);
    if (start !== null) views.get(number)?.received(textOf(start, glib.g_bytes_get_size(bytes)));
  } finally {
    glib.g_bytes_unref(bytes);
  }
});

const addressChanged = callback("ppL>v", (_view, _property, number) =>
  views.get(number)?.addressChanged(),
);
const titleChanged = callback("ppL>v", (view, _property, number) =>
  views.get(number)?.tell({ tells: "title", title: webkit.webkit_web_view_get_title(view) ?? "" }),
);

const permissionRequest = callback("ppL>b", (_view, request, number) => {
  views.get(number)?.asked(request);
  return HANDLED;
});

const createView = callback("ppL>L", (_view, action, number) => {
  const request = webkit.webkit_navigation_action_get_request(action);
  views.get(number)?.tell({
    tells: "newWindow",
    url: webkit.webkit_uri_request_get_uri(request),
    isUserInitiated: webkit.webkit_navigation_action_is_user_gesture(action) !== 0,
  });
  return 0; // none
});

const printWish = callback("ppL>b", (_view, _operation, number) => {
  views.get(number)?.tell({ tells: "print" });
  return HANDLED;
});

const contextMenu = callback("ppnpL>b", (_view, _menu, _event, _hit, number) => {
  views.get(number)?.tell({ tells: "contextMenu" });
  return HANDLED;
});

const closeAsked = callback("pL>v", (_view, number) =>
  views.get(number)?.tell({ tells: "closeAsked" }),
);
const enterFullscreen = callback("pL>b", (_view, number) => reportedFullscreen(number, true));
const leaveFullscreen = callback("pL>b", (_view, number) => reportedFullscreen(number, false));

function reportedFullscreen(number: number, isEntered: boolean): boolean {
  views.get(number)?.tell({ tells: "fullscreen", isEntered });
  return HANDLED; // the host's window is the host's
}

const scriptDialog = callback("ppL>b", (_view, dialog, number) => {
  const view = views.get(number);
  return view !== undefined && view.asks.asksForDialogs && view.dialogs.ask(dialog);
});

const processEnded = callback("piL>v", (_view, reason, number) =>
  views.get(number)?.tell({ tells: "processEnded", reason }),
);

const downloadStarted = callback("ppL>v", (_context, download, number) => {
  const request = webkit.webkit_download_get_request(download);
  views.get(number)?.tell({ tells: "download", url: webkit.webkit_uri_request_get_uri(request) });
  webkitOfApps.webkit_download_cancel(download);
});

const signals = [
  ["decide-policy", decidePolicy],
  ["load-changed", loadChanged],
  ["load-failed", loadFailed],
  ["notify::uri", addressChanged],
  ["notify::title", titleChanged],
  ["permission-request", permissionRequest],
  ["create", createView],
  ["print", printWish],
  ["context-menu", contextMenu],
  ["close", closeAsked],
  ["enter-fullscreen", enterFullscreen],
  ["leave-fullscreen", leaveFullscreen],
  ["script-dialog", scriptDialog],
  ["web-process-terminated", processEnded],
] as const;

const G_TYPE_OBJECT = 20 << 2;

/** Opens a view whose requests go through our own proxy. */
export function openView(
  settings: ViewSettings,
  proxy: string,
  host: {
    readonly number: number;
    readonly tell: Tell;
    readonly gate: Gate;
    readonly asked: (request: SchemeRequest) => void;
  },
): View {
  const manager = openData(settings.folder);
  useProxy(manager, proxy);
  const context = webkitOfApps.webkit_web_context_new_with_website_data_manager(manager);
  gobject.g_object_unref(manager);
  const closeSchemes = openSchemes(context, settings.schemes, host.asked);
  const contents = webkitOfApps.webkit_user_content_manager_new();
  const address = create(webkitOfApps.webkit_web_view_get_type(), {
    "web-context": { object: context, type: G_TYPE_OBJECT },
    "user-content-manager": { object: contents, type: G_TYPE_OBJECT },
  });
  gobject.g_object_ref_sink(address);
  const engine = webkitOfApps.webkit_web_view_get_settings(address);
  if (settings.userAgent !== null)
    webkitOfApps.webkit_settings_set_user_agent(engine, settings.userAgent);
  setProperty(engine, "enable-page-cache", { boolean: settings.keepsPages });
  // The host decides if a page may.
  setProperty(engine, "javascript-can-open-windows-automatically", { boolean: true });
  webkitOfApps.webkit_web_view_set_background_color(address, new Float64Array(settings.background));
  const view = new View(
    {
      address,
      surface: new Surface(address, settings.size, settings.parent),
      scripts: new StartScripts(contents, settings.channel),
      closeSchemes,
      settings,
    },
    host,
  );
  const number = views.add(view);
  for (const [signal, run] of signals) connect(address, signal, run, number);
  connect(contents, `script-message-received::${handlerName}`, scriptMessage, number);
  connect(context, "download-started", downloadStarted, number);
  // The view holds them.
  gobject.g_object_unref(contents);
  gobject.g_object_unref(context);
  host.tell({ tells: "opened", view: host.number, window: view.window });
  return view;
}

/** Lets go of a view. */
export function closeView(view: View): void {
  for (const [number, each] of views) if (each === view) views.take(number);
  view.close();
}

const COOKIES_IN_SQLITE = 1;
const IGNORE_TLS_ERRORS = 0;
const CUSTOM_PROXY = 2;

function openData(folder: string | null): Address {
  const manager =
    folder === null ? webkitOfApps.webkit_website_data_manager_new_ephemeral() : keptData(folder);
  // The hosts that are answered here show an unsigned certificate.
  webkitOfApps.webkit_website_data_manager_set_tls_errors_policy(manager, IGNORE_TLS_ERRORS);
  return manager;
}

function keptData(folder: string): Address {
  mkdirSync(folder, { recursive: true });
  const manager = create(webkitOfApps.webkit_website_data_manager_get_type(), {
    "base-data-directory": { string: folder },
    "base-cache-directory": { string: join(folder, "cache") },
  });
  webkitOfApps.webkit_cookie_manager_set_persistent_storage(
    webkitOfApps.webkit_website_data_manager_get_cookie_manager(manager),
    join(folder, "cookies.sqlite"),
    COOKIES_IN_SQLITE,
  );
  return manager;
}

function useProxy(manager: Address, proxy: string): void {
  const settings = webkitOfApps.webkit_network_proxy_settings_new(proxy, null);
  webkitOfApps.webkit_website_data_manager_set_network_proxy_settings(
    manager,
    CUSTOM_PROXY,
    settings,
  );
  webkitOfApps.webkit_network_proxy_settings_free(settings);
}
