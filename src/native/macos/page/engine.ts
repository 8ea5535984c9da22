import type { AppIdentity } from "../../../contract/ui/index.ts";
import type { DialogQueue } from "../../shell/dialog-queue.ts";
import { isInBundle } from "../bundle.ts";
import { NSUUID } from "../lib/foundation.ts";
import { WKWebsiteDataStore } from "../lib/webkit.ts";
import { later, soon } from "../loop.ts";
import type { OwnedOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import type { OwnObject } from "../objc/own-class.ts";
import { SpareView } from "../../shell/view/spare-view.ts";
import { makeSchemeHandler } from "./scheme.ts";
import { makeWebView, type MacWebView } from "./view.ts";

export interface EngineOptions {
  /** Whether private APIs of Apple may be used, as transparent pages require. */
  readonly usesPrivateApi: boolean;
  /** Shared by all windows: a sheet that AppKit would queue behind another could not be ended. */
  readonly dialogs: DialogQueue;
}

/** The shared part of all views of an app. */
export interface EngineParts extends EngineOptions {
  readonly store: OwnedOf<typeof WKWebsiteDataStore>;
  readonly schemeHandler: OwnObject<{}>;
  readonly schemes: readonly string[];
}

/** The web engine of an app: the storage of its pages, its schemes, and its next view. */
export type Engine = SpareView<MacWebView>;

/** Starts the web engine. */
export function openEngine(identity: AppIdentity, options: EngineOptions): Engine {
  return withPool(() => {
    const store = WKWebsiteDataStore.at(openStore(identity)).retain();
    const parts = {
      ...options,
      store,
      schemeHandler: makeSchemeHandler(),
      schemes: identity.schemes,
    };
    return new SpareView({ make: () => makeWebView(parts), whenIdle: soon, later });
  });
}

/**
 * WebKit stores data of pages under the identifier of the running bundle. A program outside of a
 * bundle, as in development, gets a store for the app's identifier and project, if the system can.
 * Otherwise all apps in development would share the default store, so on macOS 13 they store
 * nothing.
 */
function openStore({ identifier, profile, dataDirectory }: AppIdentity): number {
  if (dataDirectory === null) return WKWebsiteDataStore.send("nonPersistentDataStore");
  const own = WKWebsiteDataStore.send("defaultDataStore");
  if (isInBundle()) return own;
  if (!WKWebsiteDataStore.at(own).respondsTo("identifier"))
    return profile === null ? own : WKWebsiteDataStore.send("nonPersistentDataStore");
  const name = profile === null ? identifier : `${identifier} ${profile.name}`;
  const bytes = new Bun.CryptoHasher("sha256").update(name).digest().subarray(0, 16);
  // RFC 9562: version 8, for custom UUIDs.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  using uuid = NSUUID.make("initWithUUIDBytes:", Buffer.from(bytes));
  return WKWebsiteDataStore.send("dataStoreForIdentifier:", uuid);
}
