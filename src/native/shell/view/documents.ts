import type {
  ReloadScripts,
  EngineTraits,
  PageScript,
  Sender,
  WindowSpec,
} from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { bridgeCall } from "../../page/bridge-call.ts";
import { makeKey } from "../../page/key.ts";
import { isPageOf, originOf } from "../../page/page-pattern.ts";

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
  /**
   * Where it is placed: an address of the pages that get it, as `PageScript.pages` has them, or the
   * document's own.
   */
  readonly page: string;
  /** Into frames of those pages, too; otherwise into the top frame alone. */
  readonly inFrames: boolean;
}

// Counts documents of all windows: a number is never used for another document.
let count = 0;

/** What a document gets before any code of its own. */
export interface DocumentParts {
  /** `null`: it may not call. */
  readonly key: string | null;
  /** In their order. */
  readonly scripts: readonly PlacedScript[];
}

/**
 * The documents of one web view, one after the other. Each that may call has a key of its own: made
 * here when its answer has come (`prepare`), or by a script of ours in the document itself
 * (`admit`). It is worth something from when the document is shown (`commit`), and worth nothing
 * once another has taken its place.
 */
export class Documents {
  /** The window it is shown in; `null`: none yet, or no more. */
  owner: ViewOwner | null = null;
  /** The scripts behind the bridge, for documents that come from now on. */
  scripts: readonly PageScript[] = [];
  /** Those for frames of such documents. */
  frameScripts: readonly PageScript[] = [];
  /**
   * Whether the engine has shown a page of the window's: until then it has nothing that it could
   * load again.
   */
  hasShown = false;
  /** Has the page run now what it was told to run and what waits for the end of this turn. */
  catchUp: () => void = () => {};
  readonly #traits: EngineTraits;
  readonly #forget: (documents: Documents) => void;
  #current: PageDocument | null = null;
  /** How often the current document went on with another app thread. */
  #epoch = 0;

  /** @param forget called when a document has gone: what it waits for is answered no more */
  constructor(traits: EngineTraits, forget: (documents: Documents) => void) {
    this.#traits = traits;
    this.#forget = forget;
  }

  /** Both, as a window has them. */
  setAllScripts({ scripts, frameScripts }: ReloadScripts): void {
    this.scripts = scripts;
    this.frameScripts = frameScripts;
  }

  get current(): PageDocument | null {
    return this.#current;
  }

  /**
   * The engine is about to show what `address` answered: makes the key of that document, and finds
   * its scripts.
   */
  prepare(address: string): DocumentParts {
    if (this.owner === null) return { key: null, scripts: [] };
    let key: string | null = null;
    const scripts: PlacedScript[] = [];
    const { bridge } = this.owner.spec;
    if (isPageOf(address, bridge.pages)) {
      key = makeKey();
      const source = bridgeCall(bridge.source, JSON.stringify(key), this.#traits);
      scripts.push({ source, page: address, inFrames: false });
      for (const script of this.frameScripts)
        for (const page of script.pages)
          scripts.push({ source: script.source, page, inFrames: true });
    }
    for (const { source, pages } of this.scripts)
      if (isPageOf(address, pages)) scripts.push({ source, page: address, inFrames: false });
    return { key, scripts };
  }

  /**
   * A document is shown, and the one before it has gone.
   *
   * @param address of the document itself, not of one that it is about to go to
   * @param key what its messages carry; `null`: it may not call, or has not said yet that it may
   */
  commit(address: string, key: string | null): void {
    this.close();
    if (this.owner === null) return;
    this.hasShown = true;
    const { spec, events } = this.owner;
    const sender = { window: spec.label, document: ++count, origin: originOf(address) };
    this.#current = { ...sender, key };
    this.#epoch = 0;
    events.emit("page.opened", sender);
  }

  /**
   * The current document goes on with another app thread.
   *
   * @returns how often that has happened to it; `null`: there is no document
   */
  keep(): number | null {
    if (this.#current === null || this.owner === null) return null;
    const { key: _, ...sender } = this.#current;
    this.#epoch++;
    this.owner.events.emit("page.kept", { sender, epoch: this.#epoch });
    return this.#epoch;
  }

  /** The current document is one that may call, and this is its key. */
  admit(key: string): void {
    if (this.#current !== null) this.#current = { ...this.#current, key };
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
