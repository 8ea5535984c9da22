import { setImmediate } from "node:timers/promises";

/** Milliseconds that the calls of other pages may have to wait. */
const patience = 10;

/** For long work that has to stay on its thread: after a while, waiting calls get their turn. */
export type Pause = () => Promise<void>;

export function openPauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < patience) return;
    await setImmediate();
    since = performance.now();
  };
}
