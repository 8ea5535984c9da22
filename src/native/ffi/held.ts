// C holds our objects by number: `user_data` of a callback is an index into one of these tables,
// never an address of JavaScript memory, and a removed object is simply not found.
const tables = new Map<string, Held<unknown>>();

/** Objects that wait for the toolkit, by number. */
export class Held<T> {
  readonly #things = new Map<number, T>();

  constructor(name: string) {
    tables.set(name, this);
  }

  /** Adds an object and returns its number, which is never 0 and never reused. */
  add(thing: T): number {
    const number = nextNumber++;
    this.#things.set(number, thing);
    return number;
  }

  get(number: number): T | undefined {
    return this.#things.get(number);
  }

  /** Like `get`, and removes it. */
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

/** The number of held objects of each kind; tests use it to find leaks. */
export function heldObjects(): Record<string, number> {
  return Object.fromEntries([...tables].map(([name, table]) => [name, table.size]));
}
