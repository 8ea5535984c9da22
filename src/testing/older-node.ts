// Features that Node.js before 24 lacks, and this folder uses: imported before the rest of it. Bun
// has both.

/** The used part of `AsyncDisposableStack` of ECMAScript 2026. */
class Stack implements AsyncDisposable {
  #disposers: (() => unknown)[] = [];

  use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T {
    if (value === null || value === undefined) return value;
    this.defer(() =>
      Symbol.asyncDispose in value ? value[Symbol.asyncDispose]() : value[Symbol.dispose](),
    );
    return value;
  }

  defer(dispose: () => unknown): void {
    this.#disposers.push(dispose);
  }

  move(): Stack {
    const moved = new Stack();
    moved.#disposers = this.#disposers;
    this.#disposers = [];
    return moved;
  }

  /** All of them run, the last one first; the first failure is reported. */
  async disposeAsync(): Promise<void> {
    const failures: unknown[] = [];
    for (const dispose of this.#disposers.splice(0).toReversed()) {
      try {
        await dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposeAsync();
  }
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>["resolve"] = () => {};
  let reject: PromiseWithResolvers<T>["reject"] = () => {};
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

function provide(holder: object, name: string, value: unknown): void {
  if (!(name in holder))
    Object.defineProperty(holder, name, { value, writable: true, configurable: true });
}

provide(globalThis, "AsyncDisposableStack", Stack);
provide(Promise, "withResolvers", withResolvers);
