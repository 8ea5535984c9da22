import { runtime } from "./runtime.ts";

/**
 * Runs `task` with a pool around it: what it is lent is let go of at its end. Callbacks of the loop
 * have one already.
 */
export function withPool<T>(task: () => T): T {
  const pool = runtime().pushPool();
  try {
    return task();
  } finally {
    runtime().popPool(pool);
  }
}
