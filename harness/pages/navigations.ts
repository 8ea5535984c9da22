import type { Address } from "../../src/native/ffi/signature.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { webkit as webkitOfApps } from "../../src/native/linux/lib/webkit.ts";
import { ownWorld } from "./channel-script.ts";
import { webkit } from "./toolkit.ts";
import type { View } from "./view.ts";

// A host may forbid a navigation of the top document before anything has been requested. WebKit
// asks about each navigation first, but does not name its frame. So each may continue, while none
// of the view's requests leaves this program. When the load of the top document begins, the host is
// asked. If it has not begun when the web process has answered a later question, the navigation was
// in a frame, or stayed in the document.

/** The place where the requests of a view wait. */
export interface Gate {
  hold(): void;
  /** Lets the request for a top document go. */
  allow(url: string): void;
  release(): void;
  /** Ends all that waits. */
  drop(): void;
}

interface Navigation {
  readonly url: string;
  readonly isUserInitiated: boolean;
}

interface Going {
  readonly decision: number;
  /** The engine's question about showing the response. */
  response: Address | null;
}

// The engine takes some turns before it lets the web process continue, and a later question can
// overtake that. One round trip was too few, and two were enough except for a machine under load.
// Requests for top documents do not depend on it: they wait until they are allowed.
const enoughRoundTrips = 4;

let lastDecision = 0;

/** The navigations of a view's top document, and the host's answers to them. */
export class Navigations {
  readonly #view: View;
  readonly #gate: Gate;
  readonly #show: (response: Address) => void;
  // The navigations that the engine has begun and the web process may not have seen yet.
  #begun: Navigation[] = [];
  #lastBegun: Navigation | null = null;
  #going: Going | null = null;
  #error: string | null = null;
  #url = "";

  /** @param show shows the response for an allowed document, or asks first */
  constructor(view: View, gate: Gate, show: (response: Address) => void) {
    this.#view = view;
    this.#gate = gate;
    this.#show = show;
  }

  newDecision(): number {
    return ++lastDecision;
  }

  /** The engine is about to begin a navigation of some frame. */
  begins(url: string, isUserInitiated: boolean): void {
    const navigation = { url, isUserInitiated };
    this.#begun.push(navigation);
    this.#lastBegun = navigation;
    this.#gate.hold();
    this.#afterRoundTrips(enoughRoundTrips, () => {
      this.#begun = this.#begun.filter((each) => each !== navigation);
      this.#gate.release();
    });
  }

  #afterRoundTrips(count: number, task: () => void): void {
    this.#view.evaluate("0", ownWorld, () => {
      if (count > 1) this.#afterRoundTrips(count - 1, task);
      else task();
    });
  }

  /** The top document's load has begun, or was sent elsewhere. */
  started(isRedirected: boolean): void {
    this.#forget();
    this.#error = null;
    this.#gate.hold();
    // Not the view's own address: for a load that the page has begun, it is reported at the commit.
    const { url, isUserInitiated } = this.#begun.pop() ??
      this.#lastBegun ?? { url: this.#viewUrl, isUserInitiated: false };
    this.#url = url;
    const decision = this.newDecision();
    this.#going = { decision, response: null };
    this.#view.tell({ tells: "navigation", decision, url, isUserInitiated, isRedirected });
  }

  get #viewUrl(): string {
    return webkitOfApps.webkit_web_view_get_uri(this.#view.address) ?? "";
  }

  /** The response for the top document is about to be shown. */
  answered(response: Address): void {
    if (this.#going === null) this.#show(response);
    else this.#going.response = gobject.g_object_ref(response);
  }

  committed(): void {
    this.#url = this.#viewUrl;
    this.#view.tell({ tells: "committed", url: this.#url });
  }

  failed(error: string): void {
    this.#error = error;
  }

  finished(): void {
    this.#view.tell({ tells: "finished", url: this.#url, error: this.#error });
    this.#error = null;
  }

  decide(decision: number, isAllowed: boolean): void {
    if (this.#going?.decision !== decision) return; // another one has come meanwhile
    const { response } = this.#going;
    this.#going = null;
    this.#settle(response, isAllowed);
    if (isAllowed) {
      this.#gate.allow(this.#url);
      return this.#gate.release();
    }
    webkit.webkit_web_view_stop_loading(this.#view.address);
    // Messages that were on their way have come by then.
    this.#afterRoundTrips(enoughRoundTrips, () => {
      this.#gate.drop();
      this.#gate.release();
    });
  }

  #forget(): void {
    if (this.#going === null) return;
    this.#settle(this.#going.response, false);
    this.#going = null;
    this.#gate.release();
  }

  #settle(response: Address | null, isAllowed: boolean): void {
    if (response === null) return;
    if (isAllowed) this.#show(response);
    else webkit.webkit_policy_decision_ignore(response);
    gobject.g_object_unref(response);
  }

  close(): void {
    this.#forget();
  }
}
