import { callback } from "../ffi/callback.ts";
import { wakerOf, type Waker } from "../wake.ts";
import { dispatch } from "./lib/dispatch.ts";
import { onMainQueue } from "./main-queue.ts";
import { withPool } from "./objc/pool.ts";

let drain: () => boolean = () => false;
let source = 0;

// Merged values arrive with the next turn of the main queue, and the run loop handles its other
// sources, and drawing, between two of them. Source: __CFRunLoopRun (didDispatchPortLastTime).
const woken = callback("L>v", () => {
  if (withPool(drain)) dispatch.dispatch_source_merge_data(source, 1);
});

/**
 * Wakes by a source of the main queue, which also runs while a menu is open or a window is resized.
 */
export function openWaker(whenWoken: () => boolean): Waker {
  drain = whenWoken;
  source = onMainQueue("_dispatch_source_type_data_add", 0, woken());
  return wakerOf(dispatch, "dispatch_source_merge_data", [source, 1]);
}
