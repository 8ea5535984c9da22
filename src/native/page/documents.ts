import type { EngineTraits, PageScript, Sender, WindowSpec } from "../../contract/ui/index.ts";
import type { Events } from "../platform.ts";
import { bridgeCall } from "./bridge-call.ts";
import { makeKey } from "./key.ts";
import { isPageOf, originOf } from "./page-pattern.ts";

/** A page as it was committed. Nobody but its top frame knows the key. */
export interface PageDocument extends Sender {
  readonly key: string | null;
}

/** What a view needs to know of the window it is shown in. */
export interface ViewOwner {
  readonly spec: WindowSpec;
  readonly events: Events;
}

/** A script that the document to come gets before any code of its own. */
export interface PlacedScript {
  readonly source: string;
  /** Where it is placed: an address of the pages that get it, as `PageScript.pages` has them, or the document's own. */
  readonly page: string;
  /** Into frames of those pages, too; otherwise into the top frame alone. */
  readonly inFrames: boolean;
}

// Counts documents of all windows: a number is never used for another document.
let count = 0;

/**
 * The documents of one web view, one after the other. Each that may call gets a key of its own: made when its answer has
 * come (`expect`), worth something from when it is shown (`commit`), and worth nothing once another has taken its place.
 */
export class Documents {
  /** The window it is shown in; `null`: none yet, or no more. */
  owner: ViewOwner | null = null;
  /** The scripts behind the bridge, for documents that come from now on. */
  scripts: readonly PageScript[] = [];
  readonly #traits: EngineTraits;
  readonly #forget: (documents: Documents) => void;
  #current: PageDocument | null = null;
  // `undefined`: nothing was expected, so the engine made up the next document by itself.
  #expectedKey: string | null | undefined;

  /** @param forget called when a document has gone: what it waits for is answered no more */
  constructor(traits: EngineTraits, forget: (documents: Documents) => void) {
    this.#traits = traits;
    this.#forget = forget;
  }

  get current(): PageDocument | null {
    return this.#current;
  }

  /** The engine is about to show what `address` answered: makes its key, and tells which scripts it gets, in order. */
  expect(address: string): readonly PlacedScript[] {
    this.#expectedKey = null;
    if (this.owner === null) return [];
    const placed: PlacedScript[] = [];
    const { bridge, frameScripts } = this.owner.spec;
    if (isPageOf(address, bridge.pages)) {
      this.#expectedKey = makeKey();
      const source = bridgeCall(bridge.source, this.#expectedKey, this.#traits);
      placed.push({ source, page: address, inFrames: false });
      for (const script of frameScripts)
        for (const page of script.pages) placed.push({ source: script.source, page, inFrames: true });
    }
    for (const { source, pages } of this.scripts)
      if (isPageOf(address, pages)) placed.push({ source, page: address, inFrames: false });
    return placed;
  }

  /**
   * A document is shown, and the one before it has gone. An engine's own error page has the address of the page it
   * stands for, and nothing was expected: it must not get that page's scripts.
   *
   * @param address of the document itself, not of one that it is about to go to
   * @returns whether it was expected
   */
  commit(address: string): boolean {
    this.close();
    const key = this.#expectedKey;
    this.#expectedKey = undefined;
    if (this.owner !== null) {
      const { spec, events } = this.owner;
      const sender = { window: spec.label, document: ++count, origin: originOf(address) };
      this.#current = { ...sender, key: key ?? null };
      events.emit("page.opened", sender);
    }
    return key !== undefined;
  }

  /** The document has gone, and with it what it waits for. */
  close(): void {
    const closed = this.#current;
    if (closed === null) return;
    this.#current = null;
    this.#forget(this);
    this.owner?.events.emit("page.closed", { window: closed.window, document: closed.document });
  }
}
