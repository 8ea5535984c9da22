import { aborted, type Event, type WithoutView } from "../pages/protocol.ts";
import type { Frame, LoadingFailed, StartedNavigating } from "./events.ts";

type Tell = (event: WithoutView<Event>) => void;

interface Going {
  readonly id: string;
  readonly url: string;
  error: string | null;
  isCommitted: boolean;
}

/** A navigation that waits for the host. */
export interface Beginning {
  readonly id: string;
  readonly url: string;
  readonly isRedirected: boolean;
  readonly decided: (isAllowed: boolean) => void;
}

const network = /^https?:/;

let lastDecision = 0;

/** The navigations of a view's documents, and the host's answers to them. */
export class Navigations {
  readonly #tell: Tell;
  readonly #stop: () => void;
  readonly #decisions = new Map<number, (isAllowed: boolean) => void>();
  readonly #gestures = new Set<string>();
  #going: Going | null = null;

  /** @param stop stops the loading document */
  constructor(tell: Tell, stop: () => void) {
    this.#tell = tell;
    this.#stop = stop;
  }

  /** The user has caused a request. This is reported before the request. */
  hasGesture(id: string): void {
    this.#gestures.add(id);
  }

  /** The top document is about to go elsewhere. */
  begins({ id, url, isRedirected, decided }: Beginning): void {
    if (this.#going !== null && this.#going.id !== id) this.#finished(aborted);
    this.#going = { id, url, error: null, isCommitted: false };
    const isUserInitiated = this.#gestures.delete(id);
    const decision = this.#newDecision(decided);
    this.#tell({ tells: "navigation", decision, url, isUserInitiated, isRedirected });
  }

  frameBegins(url: string, decided: (isAllowed: boolean) => void): void {
    this.#tell({ tells: "frameNavigation", decision: this.#newDecision(decided), url });
  }

  /**
   * Addresses that nothing is asked of the network for cannot be kept waiting: one that is
   * forbidden is stopped.
   */
  started({ frameId, url, loaderId, navigationType }: StartedNavigating, top: string): void {
    if (network.test(url) || /sameDocument/i.test(navigationType)) return;
    const decided = (isAllowed: boolean): void => {
      if (!isAllowed) this.#stop();
    };
    if (frameId === top) this.begins({ id: loaderId, url, isRedirected: false, decided });
    else this.frameBegins(url, decided);
  }

  #newDecision(decided: (isAllowed: boolean) => void): number {
    const decision = ++lastDecision;
    this.#decisions.set(decision, decided);
    return decision;
  }

  decide(decision: number, isAllowed: boolean): void {
    const decided = this.#decisions.get(decision);
    this.#decisions.delete(decision);
    decided?.(isAllowed);
  }

  /** Another top document is there. */
  committed({ url, urlFragment = "", loaderId, unreachableUrl }: Frame): void {
    if (this.#going?.id !== loaderId)
      this.#going = { id: loaderId, url, error: null, isCommitted: false };
    if (unreachableUrl !== undefined) {
      this.#going.error ??= "the address cannot be reached";
      return;
    }
    this.#going.isCommitted = true;
    this.#tell({ tells: "committed", url: url + urlFragment });
  }

  failed({ requestId, errorText }: LoadingFailed): void {
    this.#gestures.delete(requestId);
    if (this.#going?.id !== requestId || this.#going.isCommitted) return;
    // After another error the engine shows a page about it.
    if (errorText === aborted) this.#finished(errorText);
    else this.#going.error = errorText;
  }

  /** The top document has all that it loads, or will not get it. */
  stopped(): void {
    if (this.#going !== null && (this.#going.isCommitted || this.#going.error !== null))
      this.#finished(this.#going.error);
  }

  #finished(error: string | null): void {
    const url = this.#going?.url ?? "";
    this.#going = null;
    this.#tell({ tells: "finished", url, error });
  }

  /** The process of the documents has gone. */
  lost(): void {
    this.#going = null;
    this.#decisions.clear();
    this.#gestures.clear();
  }
}
