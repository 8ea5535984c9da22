import { rmSync } from "node:fs";
import { join } from "node:path";
import type { AppIdentity } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { restrictContext, restrictData } from "./restrictions.ts";
import { gobject } from "../lib/gobject.ts";
import { libc } from "../lib/libc.ts";
import { webkit } from "../lib/webkit.ts";
import { later, whenIdle } from "../loop.ts";
import { whenMemoryIsShort } from "../low-memory.ts";
import { StringList } from "../memory.ts";
import { create, type Property } from "../object.ts";
import { makeCacheFolder, makeDataFolder } from "../../data-folder.ts";
import { SpareView } from "../../shell/view/spare-view.ts";
import { returnKeys } from "./returned-keys.ts";
import { registerScheme } from "./scheme.ts";
import { makeWebView, type GtkWebView } from "./webview.ts";

const WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE = 1;
const WEBKIT_NETWORK_PROXY_MODE_CUSTOM = 2;

/** The web engine of an app: the storage of its pages, its schemes, and its next view. */
export type Engine = SpareView<GtkWebView>;

/** Starts the web engine. */
export function openEngine(identity: AppIdentity): Engine {
  const manager = openData(identity);
  restrictData(manager);
  if (identity.proxy !== null) useProxy(manager, identity.proxy);
  const webContext = webkit.webkit_web_context_new_with_website_data_manager(manager);
  gobject.g_object_unref(manager);
  restrictContext(webContext);
  useLanguage(webContext);
  for (const scheme of identity.schemes) registerScheme(webContext, scheme);
  returnKeys();
  const make = (): GtkWebView => makeWebView(webContext, identity.schemes);
  return new SpareView({ make, whenIdle, later, whenMemoryIsShort });
}

const LC_CTYPE = 0;

/**
 * Pages see the current locale. The engine derives its language tag from the locale up to the
 * encoding, and an invalid tag, such as "C" of "C.UTF-8" or "sr-RS@latin", fails in each `Intl`
 * call of a page with `navigator.language`.
 */
function useLanguage(webContext: Address): void {
  const [name = "C"] = libc.setlocale(LC_CTYPE, null)?.split(".") ?? [];
  if (name !== "C" && !name.includes("@")) return;
  const [plain = ""] = name.split("@");
  // The engine's tag for the locale "C".
  const list = new StringList([plain === "C" ? "en-US" : plain]);
  webkit.webkit_web_context_set_preferred_languages(webContext, list.pointers);
}

/** For `http:` only: the pages of a development server, and their web sockets. */
function useProxy(manager: Address, proxy: string): void {
  const settings = webkit.webkit_network_proxy_settings_new(null, null);
  webkit.webkit_network_proxy_settings_add_proxy_for_scheme(settings, "http", proxy);
  webkit.webkit_website_data_manager_set_network_proxy_settings(
    manager,
    WEBKIT_NETWORK_PROXY_MODE_CUSTOM,
    settings,
  );
  webkit.webkit_network_proxy_settings_free(settings);
}

function openData({ dataDirectory, cacheDirectory, profile }: AppIdentity): Address {
  const data = dataDirectory === null ? null : makeDataFolder(dataDirectory);
  if (data === null) return webkit.webkit_website_data_manager_new_ephemeral();
  // Before the engine reads them; `webkit_website_data_manager_clear` finishes after a page is
  // loaded.
  if (profile?.forgetsWorkers === true)
    rmSync(join(data, "serviceworkers"), { recursive: true, force: true });
  const directories: Record<string, Property> = { "base-data-directory": { string: data } };
  if (cacheDirectory !== null)
    directories["base-cache-directory"] = { string: makeCacheFolder(cacheDirectory) };
  const manager = create(webkit.webkit_website_data_manager_get_type(), directories);
  webkit.webkit_cookie_manager_set_persistent_storage(
    webkit.webkit_website_data_manager_get_cookie_manager(manager),
    join(data, "cookies.sqlite"),
    WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE,
  );
  return manager;
}
