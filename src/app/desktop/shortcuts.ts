import { FrameworkError } from "../../contract/errors.ts";
import { shortcutEventPrefix } from "../../contract/commands/global-shortcut.ts";
import type { System } from "../../contract/target.ts";
import { parseAccelerator } from "../../contract/patterns/accelerator-text.ts";
import type { Documents } from "../calls/documents.ts";
import type { Events } from "../events/events.ts";
import type { Ui } from "../ui.ts";

interface Registration {
  /** Its number for the ui thread. */
  readonly id: number;
  readonly owner: Owner;
  readonly pressed: () => void;
  /** It no longer has to end with its page. */
  readonly release: () => void;
}

/** The document that owns a combination; `null`: the app's own code. */
type Owner = number | null;

export interface ShortcutsOptions {
  readonly ui: Ui;
  readonly events: Events;
  readonly documents: Documents;
  readonly system: System;
}

/**
 * The global key combinations of pages and the app. A page's combinations end with it, at the
 * latest.
 */
export class Shortcuts {
  readonly #ui: Ui;
  readonly #events: Events;
  readonly #documents: Documents;
  readonly #system: System;
  /** By their parsed form, independent of spelling. */
  readonly #registered = new Map<string, Registration>();
  #lastId = 0;

  constructor({ ui, events, documents, system }: ShortcutsOptions) {
    this.#ui = ui;
    this.#events = events;
    this.#documents = documents;
    this.#system = system;
  }

  /**
   * Registers a key combination for a page.
   * @param pageId its number for the page
   * @throws FrameworkError `unavailable` when another program, another page or the app itself has
   * it
   */
  async register(
    text: string,
    { document, pageId }: { readonly document: number; readonly pageId: number },
  ): Promise<void> {
    const pressed = (): void =>
      this.#events.emitTo(document, `${shortcutEventPrefix}${pageId}`, text);
    await this.#register(text, document, pressed, this.#documents.signal(document));
  }

  /**
   * Registers a key combination for the app's own code.
   * @throws FrameworkError `unavailable` when another program, or a page, has it
   */
  async registerOwn(text: string, handler: (text: string) => void): Promise<void> {
    await this.#register(text, null, () => handler(text), new AbortController().signal);
  }

  async #register(
    text: string,
    owner: Owner,
    pressed: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const accelerator = parseAccelerator(text, this.#system);
    const keys = JSON.stringify(accelerator);
    if (this.#registered.has(keys)) {
      throw new FrameworkError(
        "unavailable",
        `Cannot register the shortcut "${text}": this app has it already`,
      );
    }
    const end = (): void => void this.#end(keys, registration);
    const release = (): void => signal.removeEventListener("abort", end);
    const registration = { id: ++this.#lastId, owner, pressed, release };
    this.#registered.set(keys, registration);
    signal.addEventListener("abort", end, { once: true });
    try {
      await this.#ui.call("shortcut.register", { id: registration.id, accelerator, text });
    } catch (error) {
      release();
      if (this.#registered.get(keys) === registration) this.#registered.delete(keys);
      throw error;
    }
    if (!signal.aborted && this.#registered.get(keys) === registration) return;
    // It was given up while the desktop asked its user.
    this.#ui.tell("shortcut.unregister", { id: registration.id });
    throw new FrameworkError(
      "closed",
      `Cannot register the shortcut "${text}": it was given up meanwhile`,
    );
  }

  /** Whether a page of this app, or its own code, has it. */
  isRegistered(text: string): boolean {
    return this.#registered.has(JSON.stringify(parseAccelerator(text, this.#system)));
  }

  /** Unregisters one; only its owner can. */
  async unregister(text: string, owner: Owner): Promise<void> {
    const keys = JSON.stringify(parseAccelerator(text, this.#system));
    const registration = this.#registered.get(keys);
    if (registration?.owner === owner) await this.#end(keys, registration);
  }

  async unregisterAll(owner: Owner): Promise<void> {
    const own = [...this.#registered].filter(([, registration]) => registration.owner === owner);
    await Promise.all(own.map(([keys, registration]) => this.#end(keys, registration)));
  }

  /** Notifies the owner of the pressed combination. */
  pressed(id: number): void {
    for (const registration of this.#registered.values()) {
      if (registration.id === id) registration.pressed();
    }
  }

  async #end(keys: string, registration: Registration): Promise<void> {
    if (this.#registered.get(keys) !== registration) return;
    this.#registered.delete(keys);
    registration.release();
    await this.#ui.call("shortcut.unregister", { id: registration.id });
  }
}
