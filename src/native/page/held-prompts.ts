import type { UiEvents } from "../../contract/ui/index.ts";
import type { Events } from "../platform.ts";
import type { Documents } from "../shell/view/documents.ts";

/** The question of `alert`, `confirm` or `prompt`. */
export type Prompt = Omit<UiEvents["page.promptOpened"], "window" | "prompt">;

interface Held {
  readonly documents: Documents;
  readonly answer: (text: string | null) => void;
}

/**
 * The dialogs of pages' scripts while a testing tool answers them: they are not shown. The engines
 * show them until the app thread takes them over.
 */
class HeldPrompts {
  readonly #held = new Map<number, Held>();
  #events: Events | null = null;
  #lastNumber = 0;

  /** @param events hear of prompts from now on; `null`: the engines show them */
  hold(events: Events | null): void {
    this.#events = events;
  }

  /** Whether a tool answers them now. */
  get isHolding(): boolean {
    return this.#events !== null;
  }

  /**
   * For engines: a script asks. Returns whether it is held; `answer` is called once then, with the
   * text of the field, an empty one where there is none, or `null` when it was dismissed.
   */
  take(documents: Documents, prompt: Prompt, answer: (text: string | null) => void): boolean {
    const { owner } = documents;
    if (this.#events === null || owner === null) return false;
    const number = ++this.#lastNumber;
    this.#held.set(number, { documents, answer });
    this.#events.emit("page.promptOpened", {
      window: owner.spec.label,
      prompt: number,
      ...prompt,
    });
    return true;
  }

  answer(number: number, text: string | null): void {
    const held = this.#held.get(number);
    if (!this.#held.delete(number)) return;
    this.#events?.emit("page.promptClosed", { prompt: number });
    held?.answer(text);
  }

  /** The view has gone, or its process has ended. */
  drop(documents: Documents): void {
    for (const [number, held] of this.#held)
      if (held.documents === documents) this.answer(number, null);
  }
}

export const heldPrompts = new HeldPrompts();
