import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AppIdentity } from "../../contract/ui.ts";
import type { Address } from "../library.ts";
import { gobject } from "./lib/gobject.ts";
import { webkit } from "./lib/webkit.ts";
import { whenIdle } from "./loop.ts";
import { create, type Property } from "./object.ts";
import { registerScheme } from "./scheme.ts";
import { makeWebView, type WebView } from "./webview.ts";

const WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE = 1;

/** The web engine of an app: where its pages keep their data, which schemes it answers, and its views. */
export class Engine {
  readonly #webContext: Address;
  readonly #keepsSpare: boolean;
  // A view whose web process has already started: taken into a window, it shows the page 110 ms sooner.
  #spare: { readonly view: WebView; isLoaded: boolean } | null = null;

  constructor(webContext: Address, keepsSpare: boolean) {
    this.#webContext = webContext;
    this.#keepsSpare = keepsSpare;
  }

  /** A view for a new window. */
  takeView(): WebView {
    const spare = this.#spare;
    if (spare === null || !spare.isLoaded) return makeWebView(this.#webContext);
    this.#spare = null;
    return spare.view;
  }

  /** Makes the spare view, some time when there is nothing else to do. */
  prepareSpare(isWanted: () => boolean): void {
    if (!this.#keepsSpare) return;
    whenIdle(() => {
      if (this.#spare !== null || !isWanted()) return;
      const view = makeWebView(this.#webContext);
      const spare = { view, isLoaded: false };
      this.#spare = spare;
      view.onceLoaded(() => (spare.isLoaded = true));
      // Only a loaded view has a process. Text loaded this way leaves no entry in the page's history.
      webkit.webkit_web_view_load_html(view.address, "", null);
    });
  }

  dropSpare(): void {
    this.#spare?.view.close();
    this.#spare = null;
  }
}

/** Starts the web engine. */
export function openEngine(identity: AppIdentity, keepsSpare: boolean): Engine {
  const manager = openData(identity);
  const webContext = webkit.webkit_web_context_new_with_website_data_manager(manager);
  gobject.g_object_unref(manager);
  for (const scheme of identity.schemes) registerScheme(webContext, scheme);
  return new Engine(webContext, keepsSpare);
}

function openData({ dataDirectory, cacheDirectory }: AppIdentity): Address {
  if (dataDirectory === null) return webkit.webkit_website_data_manager_new_ephemeral();
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const directories: Record<string, Property> = { "base-data-directory": { string: dataDirectory } };
  if (cacheDirectory !== null) directories["base-cache-directory"] = { string: cacheDirectory };
  const manager = create(webkit.webkit_website_data_manager_get_type(), directories);
  webkit.webkit_cookie_manager_set_persistent_storage(
    webkit.webkit_website_data_manager_get_cookie_manager(manager),
    join(dataDirectory, "cookies.sqlite"),
    WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE,
  );
  return manager;
}
