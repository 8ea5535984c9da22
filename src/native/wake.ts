import { wake as wakeLinux } from "./linux/wake.ts";
import type { WakeHandle } from "./platform.ts";

/** Wakes the native loop, so that it looks at its port. May be called from any thread. */
export function wake(handle: WakeHandle): void {
  wakeLinux(handle);
}
