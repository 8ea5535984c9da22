/**
 * The values of a map at one moment, while it changes: before a change, the old value is saved
 * here.
 */
export class Snapshot {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #keys: readonly string[];
  readonly #before = new Map<string, unknown>();

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
    this.#keys = [...values.keys()];
  }

  /** Call it before a key gets another value or is removed. */
  keep(key: string): void {
    if (!this.#before.has(key)) this.#before.set(key, this.#values.get(key));
  }

  *entries(): Generator<[string, unknown]> {
    for (const key of this.#keys)
      yield [key, this.#before.has(key) ? this.#before.get(key) : this.#values.get(key)];
  }
}
