import { callback } from "../ffi/callback.ts";
import { wakerOf, type Waker } from "../wake.ts";
import { dispatch } from "./lib/dispatch.ts";
import { onMainQueue } from "./main-queue.ts";
import { withPool } from "./objc/pool.ts";

let drain: () => void = () => {};

const woken = callback("L>v", () => withPool(drain));

/** Wakes by a source of the main queue, which also runs while a menu is open or a window is resized. */
export function openWaker(whenWoken: () => void): Waker {
  drain = whenWoken;
  const source = onMainQueue("_dispatch_source_type_data_add", 0, woken());
  return wakerOf(dispatch, "dispatch_source_merge_data", [source, 1]);
}
