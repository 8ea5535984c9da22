// What C holds on our behalf is a number: `user_data` of a callback is an index into one of these
// tables, never an address of JavaScript memory, and what is no longer in the table is simply not
// found.
const tables = new Map<string, Held<unknown>>();

/** Things that wait for the toolkit, by number. */
export class Held<T> {
  readonly #things = new Map<number, T>();

  constructor(name: string) {
    tables.set(name, this);
  }

  /** Takes up a thing and returns its number, which is never 0 and never used again. */
  add(thing: T): number {
    const number = nextNumber++;
    this.#things.set(number, thing);
    return number;
  }

  get(number: number): T | undefined {
    return this.#things.get(number);
  }

  /** Like `get`, and lets go of it. */
  take(number: number): T | undefined {
    const thing = this.#things.get(number);
    this.#things.delete(number);
    return thing;
  }

  get size(): number {
    return this.#things.size;
  }

  *[Symbol.iterator](): IterableIterator<[number, T]> {
    yield* this.#things;
  }
}

let nextNumber = 1;

/** How many things of each kind are held now; tests look for what is never let go. */
export function heldObjects(): Record<string, number> {
  return Object.fromEntries([...tables].map(([name, table]) => [name, table.size]));
}
