/** Records the unhandled rejections of this process until the scope is left. */
export class UnhandledRejections implements Disposable {
  readonly #heard: unknown[] = [];
  readonly #hear = (reason: unknown): void => void this.#heard.push(reason);

  constructor() {
    process.on("unhandledRejection", this.#hear);
  }

  /** All so far. They are reported after the microtasks of a turn. */
  async soFar(): Promise<readonly unknown[]> {
    await Bun.sleep(0);
    return this.#heard;
  }

  [Symbol.dispose](): void {
    process.off("unhandledRejection", this.#hear);
  }
}
