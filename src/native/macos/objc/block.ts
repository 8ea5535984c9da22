import { guard } from "../../guard.ts";
import type { Address } from "../../ffi/signature.ts";
import { plainArguments } from "./object.ts";
import { runtime, type OwnBlock } from "./runtime.ts";
import type { ArgumentsOf, GivenBy, GivenTo, ResultOf } from "./signature.ts";

/**
 * A block of ours that may be called any number of times, until it is disposed of.
 *
 * @param signature as of methods, without the block itself
 */
export function block<const S extends string>(
  signature: S,
  run: (...args: GivenTo<S>) => GivenBy<S>,
): OwnBlock {
  return runtime().block(
    signature,
    guard((args: readonly unknown[]): unknown => run(...(args as unknown as GivenTo<S>))),
  );
}

/** A block of ours that is called once, which ends it: for a sheet's answer, or a question's. */
export function blockOnce<const S extends string>(
  signature: S,
  run: (...args: GivenTo<S>) => GivenBy<S>,
): OwnBlock {
  const own: OwnBlock = block(signature, (...args: GivenTo<S>) => {
    // Not before it has returned: it is running.
    queueMicrotask(() => own[Symbol.dispose]());
    return run(...args);
  });
  return own;
}

/** A block argument of a method of ours, to be called once, now or later. */
export class Reply<const S extends string> implements Disposable {
  readonly #block: Address;
  readonly #signature: S;
  #isOpen = true;

  /** Copies the block, so that it outlives the method. */
  constructor(given: Address, signature: S) {
    this.#block = runtime().copyBlock(given);
    this.#signature = signature;
  }

  /** Calls and releases it. A second call has no effect. */
  call(...args: ArgumentsOf<S>): ResultOf<S> | undefined {
    if (!this.#isOpen) return undefined;
    this.#isOpen = false;
    try {
      return runtime().callBlock(this.#block, this.#signature, plainArguments(args)) as ResultOf<S>;
    } finally {
      runtime().releaseBlock(this.#block);
    }
  }

  /**
   * Releases it without a call, which WebKit reports as an error of ours: only if it is no longer
   * awaited.
   */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    runtime().releaseBlock(this.#block);
  }
}
