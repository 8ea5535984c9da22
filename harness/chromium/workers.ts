import type { RequestSource } from "../pages/protocol.ts";
import { autoAttach, type Browser } from "./browser.ts";
import type { AttachedTarget, PausedRequest } from "./events.ts";

/** The session in which a request waits. */
export interface RequestSession {
  run(method: string, params?: object): void;
}

const sources: Readonly<Record<string, RequestSource>> = {
  shared_worker: "sharedWorker",
  service_worker: "serviceWorker",
};

/** The workers of a view's documents, and the requests of workers that outlive a document. */
export class Workers {
  readonly #browser: Browser;
  readonly #ask: (session: RequestSession, paused: PausedRequest, source: RequestSource) => void;
  readonly #sessions = new Set<string>();
  readonly #targets = new Set<string>();

  constructor(
    browser: Browser,
    ask: (session: RequestSession, paused: PausedRequest, source: RequestSource) => void,
  ) {
    this.#browser = browser;
    this.#ask = ask;
    browser.shareWorkers(this);
  }

  /** Takes a worker, which runs from then on. */
  take({ sessionId, targetInfo: { type, targetId } }: AttachedTarget): void {
    const run = (method: string, params?: object): void =>
      this.#browser.run(method, params, sessionId);
    const source = sources[type];
    // The requests of any other one are its document's.
    if (source !== undefined) {
      this.#sessions.add(sessionId);
      this.#targets.add(targetId);
      this.#browser.listen(sessionId, ({ method, params }) => {
        if (method === "Fetch.requestPaused")
          this.#ask({ run }, params as unknown as PausedRequest, source);
        else if (method === "Target.attachedToTarget")
          this.take(params as unknown as AttachedTarget);
      });
      run("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
      run("Target.setAutoAttach", autoAttach);
    }
    run("Runtime.runIfWaitingForDebugger");
  }

  /**
   * The source of a request in the session of a document. The script of a shared worker also waits
   * there.
   */
  sourceOf({ networkId = "" }: PausedRequest): RequestSource {
    return this.#targets.has(networkId) ? "sharedWorker" : "document";
  }

  close(): void {
    this.#browser.unshareWorkers(this);
    for (const session of this.#sessions) this.#browser.forget(session);
  }
}
