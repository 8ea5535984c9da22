import { runtime } from "./runtime.ts";

/**
 * Runs `task` in an autorelease pool: borrowed objects are released at its end. Callbacks of the
 * loop have one already.
 */
export function withPool<T>(task: () => T): T {
  const pool = runtime().pushPool();
  try {
    return task();
  } finally {
    runtime().popPool(pool);
  }
}
