import { FrameworkError } from "../../../contract/errors.ts";

/**
 * Decides whether a transfer that broke off continues. Each byte that is new renews the attempts,
 * so that a proxy that ends every connection after some megabytes cannot prevent a download.
 */
export class Resumptions {
  readonly #allowed: number;
  #left: number;
  #furthest = 0;

  constructor(allowed: number) {
    this.#allowed = allowed;
    this.#left = allowed;
  }

  /**
   * @param reached the position at which the transfer broke off
   * @throws the error that ended the attempt, if there must be no further one
   */
  allow(error: unknown, reached: number): void {
    const isFurther = reached > this.#furthest;
    if (isFurther) {
      this.#furthest = reached;
      this.#left = this.#allowed;
    }
    // After a machine slept or changed its network, nothing comes on the old connection. A server
    // from which nothing came at all would only let the user wait as long again.
    const isPassing =
      error instanceof FrameworkError &&
      (error.code === "network" || (error.code === "timed-out" && isFurther));
    if (!isPassing || this.#left === 0) throw error;
    this.#left--;
  }
}
