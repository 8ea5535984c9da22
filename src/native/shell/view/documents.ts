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

/** A page as it was committed. Only its top frame knows the key. */
export interface PageDocument extends Sender {
  readonly key: string | null;
}

/** The facts about its window that a view needs. */
export interface ViewOwner {
  readonly spec: WindowSpec;
  readonly events: Events;
}

/** A script that the next document gets before any code of its own. */
export interface PlacedScript {
  readonly source: string;
  /**
   * The pages of the script: an address in the form of `PageScript.pages`, or the document's own.
   */
  readonly page: string;
  /** Into frames of those pages, too; otherwise into the top frame only. */
  readonly inFrames: boolean;
}

// Counts documents of all windows: a number is never reused.
let count = 0;

/** The scripts and the key that a document gets before any code of its own. */
export interface DocumentParts {
  /** `null`: it may not call. */
  readonly key: string | null;
  /** In their order. */
  readonly scripts: readonly PlacedScript[];
}

/**
 * The documents of one web view, one after the other. Each that may call has a key of its own:
 * created here when its answer has arrived (`prepare`), or by a script of ours in the document
 * itself (`admit`). The key is valid from the commit of the document (`commit`) until another
 * document replaces it.
 */
export class Documents {
  /** The window that shows it; `null`: none yet, or no longer. */
  owner: ViewOwner | null = null;
  /** The scripts after the bridge, for later documents. */
  scripts: readonly PageScript[] = [];
  /** The scripts for frames of such documents. */
  frameScripts: readonly PageScript[] = [];
  /** Whether the engine has shown a page of the window's: before that it has nothing to reload. */
  hasShown = false;
  /** Runs the scripts that wait for the end of this turn now. */
  catchUp: () => void = () => {};
  readonly #traits: EngineTraits;
  readonly #forget: (documents: Documents) => void;
  #current: PageDocument | null = null;
  /** The number of times that the current document continued with another app thread. */
  #epoch = 0;

  /** @param forget called when a document is closed: its pending requests get no more answers */
  constructor(traits: EngineTraits, forget: (documents: Documents) => void) {
    this.#traits = traits;
    this.#forget = forget;
  }

  /** Sets both, in the form of a window's spec. */
  setAllScripts({ scripts, frameScripts }: ReloadScripts): void {
    this.scripts = scripts;
    this.frameScripts = frameScripts;
  }

  get current(): PageDocument | null {
    return this.#current;
  }

  /**
   * The engine is about to show the answer of `address`: creates the key of that document, and
   * selects its scripts.
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
   * A document is shown, and the previous one is closed.
   *
   * @param address of the document itself, not of a pending navigation
   * @param key the key of its messages; `null`: it may not call, or has not announced itself yet
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
   * The current document continues with another app thread.
   *
   * @returns the number of times that this has happened. `null`: there is no document
   */
  keep(): number | null {
    if (this.#current === null || this.owner === null) return null;
    const { key: _, ...sender } = this.#current;
    this.#epoch++;
    this.owner.events.emit("page.kept", { sender, epoch: this.#epoch });
    return this.#epoch;
  }

  /** The current document may call, and this is its key. */
  admit(key: string): void {
    if (this.#current !== null) this.#current = { ...this.#current, key };
  }

  /** The document is closed, and its pending requests with it. */
  close(): void {
    const closed = this.#current;
    if (closed === null) return;
    this.#current = null;
    this.#forget(this);
    this.owner?.events.emit("page.closed", { window: closed.window, document: closed.document });
  }
}
