import { declarationOf } from "./ffi/library.ts";
import { functionAt, type Address } from "./ffi/signature.ts";

/**
 * The call that wakes a native loop: of a C function that may be called from any thread. Both
 * threads are in one process, so the one that wakes is told where the function is, and knows
 * nothing of the system.
 */
export interface Waker {
  readonly address: Address;
  readonly signature: string;
  /** An eventfd, a window, a queue. */
  readonly args: readonly number[];
}

/** The call of a declared function with these arguments. */
export function wakerOf<L extends object, N extends keyof L & string>(
  library: L,
  name: N,
  args: L[N] extends (...args: infer A extends number[]) => unknown ? A : never,
): Waker {
  const declaration = declarationOf(library);
  const signature = declaration?.signatures[name];
  if (declaration === undefined || signature === undefined)
    throw new Error(`Cannot wake by "${name}": want a declared function`);
  return { address: declaration.find(name), signature, args };
}

/**
 * What wakes the loop, so that it looks at its port.
 *
 * @returns a call that tells whether it has: Windows takes no more than 10,000 messages for a
 *   thread
 */
export function wakeBy({ address, signature, args }: Waker): () => boolean {
  const run: (...args: readonly number[]) => unknown = functionAt(address, signature);
  // A C function's truth comes as a number, and others have none to tell.
  const tells = signature.endsWith(">b");
  return () => run(...args) !== 0 || !tells;
}

/** How long the loop has to make room for a message, in milliseconds. */
export const untilWritable = 10;

/**
 * Wakes a loop that will not look at its port by itself: with the first message since it looked
 * last, and again until that succeeds.
 *
 * @param woken 1: the loop will look at its port
 */
export function wakeOnce(woken: Int32Array<SharedArrayBuffer>, wakeLoop: () => boolean): void {
  if (Atomics.exchange(woken, 0, 1) === 1 || wakeLoop()) return;
  Atomics.store(woken, 0, 0);
  setTimeout(() => wakeOnce(woken, wakeLoop), untilWritable);
}
