import type { Memory } from "../../src/native/ffi/signature.ts";
import { isConnected } from "../objective-c/app-kit/ns-application.ts";
import { bytesOf } from "../objective-c/bytes.ts";
import { defineStandInClasses } from "../objective-c/classes.ts";
import { lasting } from "../objective-c/foundation/ns-notification.ts";
import type { NSString } from "../objective-c/foundation/ns-string.ts";
import type { NSValue } from "../objective-c/foundation/ns-value.ts";
import { machine } from "../objective-c/foundation/system.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";
import { refuse } from "../objective-c/violations.ts";
import { WKUserContentController } from "./user-content.ts";

export class NSUUID extends NSObject {
  bytes: Uint8Array = new Uint8Array(16);

  "-initWithUUIDBytes:"(bytes: Memory): void {
    this.bytes = bytesOf(bytes, 16);
  }
}

export class WKWebsiteDataStore extends NSObject {
  /** Its identifier, or which of the two others it is. */
  which = "";

  static of(which: string): WKWebsiteDataStore {
    const made = new this();
    made.which = which;
    return made;
  }

  static "+defaultDataStore"(): WKWebsiteDataStore {
    checkConnected();
    return theStore();
  }

  static "+nonPersistentDataStore"(): WKWebsiteDataStore {
    checkConnected();
    return this.of("in memory");
  }

  static "+dataStoreForIdentifier:"(identifier: NSUUID): WKWebsiteDataStore {
    if (!isSince14()) refuse("There are no stores by identifier before macOS 14");
    return this.of(Buffer.from(identifier.bytes).toString("hex"));
  }

  "-identifier"(): NSUUID | null {
    return null;
  }

  override "-respondsToSelector:"(selector: string): boolean {
    return (selector !== "identifier" || isSince14()) && super["-respondsToSelector:"](selector);
  }
}

function checkConnected(): void {
  if (!isConnected()) refuse("WebKit was used before there was an application object");
}

const isSince14 = (): boolean => (machine.systemVersion[0] ?? 0) >= 14;

const theStore = lasting(() => WKWebsiteDataStore.of("default"));

/**
 * The settings of an app, by the names of Apple's setters. Setters of newer systems than the
 * machine's do not exist.
 */
export class WKPreferences extends NSObject {
  readonly set = new Map<string, boolean | number>();

  "-setJavaScriptCanOpenWindowsAutomatically:"(value: boolean): void {
    this.set.set("javaScriptCanOpenWindowsAutomatically", value);
  }

  "-setFraudulentWebsiteWarningEnabled:"(value: boolean): void {
    this.set.set("fraudulentWebsiteWarningEnabled", value);
  }

  "-setElementFullscreenEnabled:"(value: boolean): void {
    this.set.set("elementFullscreenEnabled", value);
  }

  "-setInactiveSchedulingPolicy:"(value: number): void {
    this.set.set("inactiveSchedulingPolicy", value);
  }

  "-_setDeveloperExtrasEnabled:"(value: boolean): void {
    this.set.set("developerExtrasEnabled", value);
  }

  override "-respondsToSelector:"(selector: string): boolean {
    return (
      (selector !== "setInactiveSchedulingPolicy:" || isSince14()) &&
      super["-respondsToSelector:"](selector)
    );
  }

  "-setValue:forKey:"(value: NSValue | null, key: NSString): void {
    if (key.text !== "developerExtrasEnabled")
      return refuse(`An exception: preferences have no "${key.text}"`);
    this["-_setDeveloperExtrasEnabled:"](value?.value === true);
  }
}

export class WKWebViewConfiguration extends NSObject {
  readonly ofPreferences = new Strong<WKPreferences>(this);
  readonly contents = new Strong<WKUserContentController>(this);
  readonly store = new Strong<WKWebsiteDataStore>(this);
  schemes = new Map<string, Strong<NSObject>>();
  /** Kinds of media that play only after the user has done something. */
  mediaTypes = -1;

  override "-init"(): void {
    this.ofPreferences.value = new WKPreferences();
    this.contents.value = new WKUserContentController();
    this.store.value = theStore();
  }

  /** The copy that a view keeps of its configuration: another object, with the same parts. */
  copied(): WKWebViewConfiguration {
    const made = new WKWebViewConfiguration();
    made.ofPreferences.value = this.ofPreferences.value;
    made.contents.value = this.contents.value;
    made.store.value = this.store.value;
    made.mediaTypes = this.mediaTypes;
    for (const [scheme, handler] of this.schemes) made.#addScheme(scheme, handler.value);
    return made;
  }

  "-preferences"(): WKPreferences | null {
    return this.ofPreferences.value;
  }

  "-userContentController"(): WKUserContentController | null {
    return this.contents.value;
  }

  "-setUserContentController:"(contents: WKUserContentController): void {
    this.contents.value = contents;
  }

  "-setWebsiteDataStore:"(store: WKWebsiteDataStore): void {
    this.store.value = store;
  }

  "-setMediaTypesRequiringUserActionForPlayback:"(types: number): void {
    this.mediaTypes = types;
  }

  "-setURLSchemeHandler:forURLScheme:"(handler: NSObject | null, scheme: NSString): void {
    const name = scheme.text;
    if (ownSchemes.has(name)) refuse(`An exception: WebKit answers "${name}" itself`);
    if (!/^[a-z][a-z0-9+.-]*$/i.test(name)) refuse(`An exception: "${name}" is no scheme`);
    if (this.schemes.has(name)) refuse(`An exception: "${name}" has a handler`);
    this.#addScheme(name, handler);
  }

  #addScheme(name: string, handler: NSObject | null): void {
    const held = new Strong<NSObject>(this);
    held.value = handler;
    this.schemes.set(name, held);
  }
}

/** Schemes that no app may answer. */
export const ownSchemes: ReadonlySet<string> = new Set([
  "about",
  "blob",
  "data",
  "file",
  "ftp",
  "http",
  "https",
  "javascript",
  "ws",
  "wss",
]);

defineStandInClasses({ NSUUID, WKWebsiteDataStore, WKPreferences, WKWebViewConfiguration });
