import { atkBridge } from "../lib/atk-bridge.ts";
import { glib } from "../lib/glib.ts";

/** The variable that keeps the bridge closed; users set it, too. */
const switchedOff = "NO_AT_BRIDGE";

/**
 * Opens the display by `open`, in which GTK would also open the bridge to screen readers: it waits
 * for two buses, which takes 13 to 15 ms. The returned function opens it, and has to be called
 * before a page comes into a view: views expose the trees of their pages through it.
 *
 * No other thread may read the environment meanwhile. Source: `atk_bridge_adaptor_init` of
 * at-spi2-core, which opens it once, for the first caller without the variable.
 */
export function openWithoutBridge(open: () => void): () => void {
  if (process.env[switchedOff] !== undefined || !hasBridge()) {
    open();
    return () => {};
  }
  glib.g_setenv(switchedOff, "1", true);
  try {
    open();
  } finally {
    glib.g_unsetenv(switchedOff);
  }
  return () => void atkBridge.atk_bridge_adaptor_init(null, null);
}

/** A GTK that was built without X11 has no bridge. */
function hasBridge(): boolean {
  try {
    return atkBridge.atk_bridge_adaptor_init !== undefined;
  } catch {
    return false;
  }
}
