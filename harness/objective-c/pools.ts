import type { Address } from "../../src/native/ffi/signature.ts";
import { newAddress } from "./addresses.ts";
import type { NSObject } from "./ns-object.ts";
import { refuse } from "./violations.ts";

interface Pool {
  readonly address: Address;
  readonly borrowed: NSObject[];
}

const pools: Pool[] = [];

export function pushPool(): Address {
  const pool = { address: newAddress(), borrowed: [] };
  pools.push(pool);
  return pool.address;
}

/** Ends a pool, and unfinished pools within it, as Apple's runtime does. */
export function popPool(address: Address): void {
  const place = pools.findIndex((pool) => pool.address === address);
  if (place < 0) refuse(`A pool was ended that is not there: ${address}`);
  if (place < pools.length - 1) refuse("A pool was ended before the one within it");
  for (const object of pools.pop()?.borrowed ?? []) object.endLoan();
}

/** Lets the innermost pool hold an object until it ends. */
export function lend(object: NSObject): void {
  const pool = pools.at(-1);
  if (pool === undefined)
    return refuse(
      `${object.name} was autoreleased with no pool in place, so nothing would ever release it`,
    );
  pool.borrowed.push(object);
  object.loans++;
}

/** Runs `task` as the system runs each turn of the loop. */
export function inPool<T>(task: () => T): T {
  const pool = pushPool();
  try {
    return task();
  } finally {
    popPool(pool);
  }
}
