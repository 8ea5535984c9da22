import type { Address } from "../../ffi/signature.ts";
import { NSProgressIndicator } from "../lib/appkit/controls.ts";

const frame = { x: 0, y: 0, width: 260, height: 20 };

/** A bar for an alert, until it is answered. */
export class ProgressBar implements Disposable {
  readonly #indicator = NSProgressIndicator.make("initWithFrame:", frame);
  #isThere = true;

  constructor() {
    // By itself it runs to and fro.
    this.#indicator.send("setIndeterminate:", false);
    this.#indicator.send("setMaxValue:", 1);
  }

  get address(): Address {
    return this.#indicator.address;
  }

  /** @param done from 0 to 1 */
  setProgress(done: number): void {
    if (this.#isThere) this.#indicator.send("setDoubleValue:", done);
  }

  [Symbol.dispose](): void {
    if (this.#isThere) this.#indicator[Symbol.dispose]();
    this.#isThere = false;
  }
}
