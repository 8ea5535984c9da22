import type { Documents } from "../../shell/view/documents.ts";
import { keyLength } from "../../page/key.ts";
import { isPageOf, originOf } from "../../page/page-pattern.ts";
import { warnBlocked } from "../../page/capability.ts";

// A document that may call reports its key in its first message, the greeting. The engine reports
// documents by an event of its own, and does not define the order of the two. So:
//
// - Between the start of a navigation and the event, a greeting is attributed to the next document.
//   If it was a late one of the previous document, the right one follows and replaces it.
// - At any other time it belongs to the current document.
//
// The engine reports the sender's address, which may still be that of the previous document during
// a navigation. Such a greeting is kept until the next document is shown, and is attributed to it
// if that may call.
//
// A greeting only speaks for its own sender: the origin of a document is the address that the
// engine reports, and each message is judged by its sender's, whatever key it carries.

/** Determines the current document of a view, and its key. */
export class Navigation {
  readonly secret: string;
  readonly #documents: Documents;
  readonly #changed: () => void;
  // The navigation whose document is not shown yet.
  #pending: { readonly id: number; readonly address: string } | null = null;
  // Whether the next document has greeted already, and is the current one since then.
  #isAhead = false;
  /** The greeting from the address of the previous document during a navigation. */
  #early: { readonly key: string; readonly source: string } | null = null;
  #shown: { readonly id: number; readonly url: string } | null = null;

  /** @param changed called when a document has got its key, and when another one is shown */
  constructor(documents: Documents, secret: string, changed: () => void) {
    this.secret = secret;
    this.#documents = documents;
    this.#changed = changed;
  }

  /** The window's current address, and the pending one. */
  get origins(): readonly string[] {
    const { current } = this.#documents;
    const going = this.#pending === null ? [] : [originOf(this.#pending.address)];
    return current === null ? going : [current.origin, ...going];
  }

  /** A navigation begins; its document is inactive until this has returned. */
  started(id: number, address: string): void {
    // A redirect is reported again.
    if (this.#pending?.id !== id) this.#isAhead = false;
    this.#pending = { id, address };
  }

  /** A document exists; its scripts run next. */
  shown(id: number, address: string, isErrorPage: boolean): void {
    const { current, owner } = this.#documents;
    const hasGreeted = this.#isAhead && !isErrorPage && current?.origin === originOf(address);
    const early = this.#takeEarly(!isErrorPage && this.#mayCall(address));
    this.#settle();
    if (!hasGreeted) this.#documents.commit(address, early);
    this.#shown = { id, url: address };
    if (owner !== null)
      owner.events.emit("page.loadChanged", {
        window: owner.spec.label,
        url: address,
        stage: "started",
      });
    this.#changed();
  }

  /** A navigation has ended: its document was loaded, or never came. */
  ended(id: number): void {
    if (this.#pending?.id === id) {
      this.#takeEarly(false);
      this.#settle();
    }
    const { owner } = this.#documents;
    if (this.#shown?.id !== id) return;
    const { url } = this.#shown;
    this.#shown = null;
    owner?.events.emit("page.loadChanged", { window: owner.spec.label, url, stage: "finished" });
  }

  /**
   * Handles the greeting of a document: the view's secret, then the document's key.
   *
   * @param source the address of the document, as the engine reports it
   * @returns whether the text was one
   */
  greeted(text: string, source: string): boolean {
    if (!this.#isGreeting(text)) return false;
    const { current, owner } = this.#documents;
    if (owner === null) return true;
    const key = text.slice(keyLength);
    const isOfFormer = this.#pending !== null && originOf(source) === (current?.origin ?? "null");
    if (isOfFormer) this.#early = { key, source };
    if (!this.#mayCall(source)) {
      // A document with the secret that may not call has obtained it illegitimately.
      if (!isOfFormer) sayDropped(source);
      return true;
    }
    if (this.#pending === null && current?.key === null && current.origin === originOf(source)) {
      this.#documents.admit(key);
    } else {
      this.#documents.commit(source, key);
      this.#isAhead = this.#pending !== null;
    }
    this.#changed();
    return true;
  }

  /** The process of the documents has ended. */
  lost(): void {
    this.#settle();
    this.#shown = null;
    this.#documents.close();
  }

  #mayCall(address: string): boolean {
    const { owner } = this.#documents;
    return owner !== null && isPageOf(address, owner.spec.bridge.pages);
  }

  /** The key of the kept greeting, if it belongs to the shown document; otherwise it is dropped. */
  #takeEarly(isOfDocument: boolean): string | null {
    const early = this.#early;
    if (early === null) return null;
    if (isOfDocument) return early.key;
    if (!this.#mayCall(early.source)) sayDropped(early.source);
    return null;
  }

  #settle(): void {
    this.#pending = null;
    this.#isAhead = false;
    this.#early = null;
  }

  #isGreeting(text: string): boolean {
    if (text.length !== 2 * keyLength || !/^[0-9a-f]+$/.test(text)) return false;
    // Not imported: see `test/project/start-modules.test.ts`.
    const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
    return timingSafeEqual(Buffer.from(text.slice(0, keyLength)), Buffer.from(this.secret));
  }
}

function sayDropped(source: string): void {
  const origin = originOf(source);
  const place = origin === "null" ? "a document without an address" : `a document of "${origin}"`;
  warnBlocked(
    `a key for calls from ${place}`,
    "only the app's pages and those of remote domains that the configuration names may call",
  );
}
