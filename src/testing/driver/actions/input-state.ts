/** The state of a pointer, the keyboard or the wheel between the commands of a session. */
export class InputState {
  /** The position of each source's pointer, in CSS pixels of the page. */
  readonly positions = new Map<string, { readonly x: number; readonly y: number }>();
  /** The kind of each source. */
  readonly sources = new Map<string, string>();
  /** The held keys and buttons, in the order in which they were pressed. */
  readonly #held: Held[] = [];

  press(held: Held): void {
    if (!this.isHeld(held)) this.#held.push(held);
  }

  release(held: Held): void {
    const at = this.#held.findIndex((one) => isSame(one, held));
    if (at !== -1) this.#held.splice(at, 1);
  }

  isHeld(held: Held): boolean {
    return this.#held.some((one) => isSame(one, held));
  }

  /** The held keys and buttons, the last one first. */
  get held(): readonly Held[] {
    return [...this.#held].reverse();
  }

  /** Forgets everything. */
  clear(): void {
    this.positions.clear();
    this.sources.clear();
    this.#held.length = 0;
  }
}

export interface Held {
  readonly source: string;
  readonly kind: "key" | "button";
  /** The key as the DOM names it, or the number of the button. */
  readonly name: string;
}

function isSame(one: Held, other: Held): boolean {
  return one.source === other.source && one.kind === other.kind && one.name === other.name;
}
