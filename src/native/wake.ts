import { declarationOf } from "./ffi/library.ts";
import { functionAt, type Address } from "./ffi/signature.ts";

/**
 * The call that wakes a native loop: of a C function that any thread may call. Both threads are in
 * one process, so the waking one gets the address of the function, and knows nothing of the system.
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
 * Wakes the loop, so that it reads its port.
 *
 * @returns a call that reports its success: Windows accepts no more than 10,000 messages for a
 * thread
 */
export function wakeBy({ address, signature, args }: Waker): () => boolean {
  const run: (...args: readonly number[]) => unknown = functionAt(address, signature);
  // A C boolean arrives as a number, and other results are ignored.
  const tells = signature.endsWith(">b");
  return () => run(...args) !== 0 || !tells;
}

/** The time for the loop to accept a message, in milliseconds. */
export const untilWritable = 10;

/**
 * Wakes a loop that will not read its port by itself: at the first message since its last read, and
 * again until that succeeds.
 *
 * @param woken 1: the loop will read its port
 */
export function wakeOnce(woken: Int32Array<SharedArrayBuffer>, wakeLoop: () => boolean): void {
  if (Atomics.exchange(woken, 0, 1) === 1 || wakeLoop()) return;
  Atomics.store(woken, 0, 0);
  setTimeout(() => wakeOnce(woken, wakeLoop), untilWritable);
}
