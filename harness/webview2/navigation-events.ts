import type { Address } from "../../src/native/ffi/signature.ts";
import { aborted, type Event } from "../pages/protocol.ts";
import type { EventSource } from "./event-source.ts";
import * as interfaces from "./interfaces.ts";
import type { Properties } from "./served-object.ts";
import { versionsOf } from "./versions.ts";

// The order of WebView2's events for a navigation: NavigationStarting, SourceChanged,
// ContentLoading, HistoryChanged, DOMContentLoaded, NavigationCompleted. For a cancelled navigation
// only the first and the last.

// COREWEBVIEW2_WEB_ERROR_STATUS
const noError = 0;
const cannotConnect = 12;
const operationCanceled = 14;

/** The events of a view's top document. */
export class NavigationEvents {
  /** The address of the shown document. */
  source = "about:blank";
  readonly #events: EventSource;
  readonly #sender: () => Address;
  #id = 0n;
  #isCommitted = true;
  #isCancelled = false;

  constructor(events: EventSource, sender: () => Address) {
    this.#events = events;
    this.#sender = sender;
  }

  /** True if it may continue. */
  starting({
    url,
    isUserInitiated,
    isRedirected,
  }: Extract<Event, { tells: "navigation" }>): boolean {
    if (!isRedirected) this.#id++;
    this.#isCommitted = false;
    const properties: Properties = {
      Uri: url,
      IsUserInitiated: isUserInitiated,
      IsRedirected: isRedirected,
      Cancel: false,
      NavigationId: this.#id,
      AdditionalAllowedFrameAncestors: "",
      NavigationKind: 2,
    };
    this.#events.raise("NavigationStarting", this.#sender(), {
      name: "NavigationStartingEventArgs",
      interfaces: versionsOf("ICoreWebView2NavigationStartingEventArgs"),
      properties,
    });
    this.#isCancelled = properties["Cancel"] === true;
    return !this.#isCancelled;
  }

  /** True if a frame may continue. */
  frameStarting(url: string): boolean {
    const properties: Properties = {
      Uri: url,
      IsUserInitiated: false,
      IsRedirected: false,
      Cancel: false,
      NavigationId: 0n,
      AdditionalAllowedFrameAncestors: "",
      NavigationKind: 2,
    };
    this.#events.raise("FrameNavigationStarting", this.#sender(), {
      name: "NavigationStartingEventArgs",
      interfaces: versionsOf("ICoreWebView2NavigationStartingEventArgs"),
      properties,
    });
    return properties["Cancel"] !== true;
  }

  committed(url: string): void {
    this.#isCommitted = true;
    this.#sourceChanged(url, true);
    this.#contentLoading(false);
    this.#events.raise("HistoryChanged", this.#sender(), null);
  }

  /** The address of the document that is shown has changed, and nothing was loaded. */
  address(url: string): void {
    if (!this.#isCommitted || url === this.source || url === "") return;
    this.#sourceChanged(url, false);
    this.#events.raise("HistoryChanged", this.#sender(), null);
  }

  finished(error: string | null): void {
    const isSuccess = error === null && !this.#isCancelled;
    const showsError = !isSuccess && !this.#isCancelled && error !== aborted;
    if (showsError && !this.#isCommitted) this.#contentLoading(true);
    if (isSuccess)
      this.#events.raise("DOMContentLoaded", this.#sender(), {
        name: "DOMContentLoadedEventArgs",
        interfaces: [interfaces.ICoreWebView2DOMContentLoadedEventArgs],
        properties: { NavigationId: this.#id },
      });
    this.#events.raise("NavigationCompleted", this.#sender(), {
      name: "NavigationCompletedEventArgs",
      interfaces: versionsOf("ICoreWebView2NavigationCompletedEventArgs"),
      properties: {
        IsSuccess: isSuccess,
        WebErrorStatus: isSuccess ? noError : this.#isCancelled ? operationCanceled : cannotConnect,
        NavigationId: this.#id,
        HttpStatusCode: isSuccess ? 200 : 0,
      },
    });
    this.#isCommitted = true;
    this.#isCancelled = false;
  }

  #sourceChanged(url: string, isNewDocument: boolean): void {
    this.source = url;
    this.#events.raise("SourceChanged", this.#sender(), {
      name: "SourceChangedEventArgs",
      interfaces: [interfaces.ICoreWebView2SourceChangedEventArgs],
      properties: { IsNewDocument: isNewDocument },
    });
  }

  #contentLoading(isErrorPage: boolean): void {
    this.#events.raise("ContentLoading", this.#sender(), {
      name: "ContentLoadingEventArgs",
      interfaces: [interfaces.ICoreWebView2ContentLoadingEventArgs],
      properties: { IsErrorPage: isErrorPage, NavigationId: this.#id },
    });
  }
}
