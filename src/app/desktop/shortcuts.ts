import { FrameworkError } from "../../contract/errors.ts";
import { shortcutEventPrefix } from "../../contract/commands/global-shortcut.ts";
import type { System } from "../../contract/target.ts";
import { parseAccelerator } from "./accelerator.ts";
import type { Documents } from "../calls/documents.ts";
import type { Events } from "../events/events.ts";
import type { Ui } from "../ui.ts";

interface Registration {
  /** Its number for the ui thread. */
  readonly id: number;
  readonly document: number;
  /** Its number for the page. */
  readonly pageId: number;
  /** As the page wrote it. */
  readonly text: string;
}

export interface ShortcutsOptions {
  readonly ui: Ui;
  readonly events: Events;
  readonly documents: Documents;
  readonly system: System;
}

/** The key combinations that pages hear wherever the keyboard is. Each ends, at the latest, with its page. */
export class Shortcuts {
  readonly #ui: Ui;
  readonly #events: Events;
  readonly #documents: Documents;
  readonly #system: System;
  /** By what they mean, however they are written. */
  readonly #registered = new Map<string, Registration>();
  #lastId = 0;

  constructor({ ui, events, documents, system }: ShortcutsOptions) {
    this.#ui = ui;
    this.#events = events;
    this.#documents = documents;
    this.#system = system;
  }

  /**
   * Takes a key combination for a page.
   * @throws FrameworkError `unavailable` when another program, or another page, has it
   */
  async register(
    text: string,
    { document, pageId }: Pick<Registration, "document" | "pageId">,
  ): Promise<void> {
    const accelerator = parseAccelerator(text, this.#system);
    const keys = JSON.stringify(accelerator);
    if (this.#registered.has(keys)) {
      throw new FrameworkError(
        "unavailable",
        `Cannot register the shortcut "${text}": this app has it already`,
      );
    }
    const registration = { id: ++this.#lastId, document, pageId, text };
    this.#registered.set(keys, registration);
    const signal = this.#documents.signal(document);
    const end = (): void => void this.#end(keys, registration);
    signal.addEventListener("abort", end, { once: true });
    try {
      await this.#ui.call("shortcut.register", { id: registration.id, accelerator, text });
    } catch (error) {
      signal.removeEventListener("abort", end);
      if (this.#registered.get(keys) === registration) this.#registered.delete(keys);
      throw error;
    }
    if (!signal.aborted && this.#registered.get(keys) === registration) return;
    // It was given up while the desktop asked its user.
    this.#ui.tell("shortcut.unregister", { id: registration.id });
    throw new FrameworkError("closed", `Cannot register the shortcut "${text}": it was given up meanwhile`);
  }

  /** Whether a page of this app has it. */
  isRegistered(text: string): boolean {
    return this.#registered.has(JSON.stringify(parseAccelerator(text, this.#system)));
  }

  /** Gives one back. What the page does not have, it does not lose. */
  async unregister(text: string, document: number): Promise<void> {
    const keys = JSON.stringify(parseAccelerator(text, this.#system));
    const registration = this.#registered.get(keys);
    if (registration?.document === document) await this.#end(keys, registration);
  }

  async unregisterAll(document: number): Promise<void> {
    const own = [...this.#registered].filter(([, registration]) => registration.document === document);
    await Promise.all(own.map(([keys, registration]) => this.#end(keys, registration)));
  }

  /** Tells the page whose combination was pressed. */
  pressed(id: number): void {
    for (const { id: known, document, pageId, text } of this.#registered.values()) {
      if (known === id) this.#events.emitTo(document, `${shortcutEventPrefix}${pageId}`, text);
    }
  }

  async #end(keys: string, registration: Registration): Promise<void> {
    if (this.#registered.get(keys) !== registration) return;
    this.#registered.delete(keys);
    await this.#ui.call("shortcut.unregister", { id: registration.id });
  }
}
