import { command, definePlugin, FrameworkError, type WindowStateFlag } from "framework/app";
import * as v from "valibot";
import { flagsOf } from "./flags.ts";

export interface WindowStateOptions {
  /** The remembered part of the state. Default: all of it. */
  readonly what?: readonly WindowStateFlag[];
  /** Labels of windows that are not remembered. */
  readonly except?: readonly string[];
  /**
   * Labels of windows that are remembered, but open as configured: `restoreState` of a page
   * restores them.
   */
  readonly notAtStart?: readonly string[];
}

/**
 * Remembers the state of windows across restarts, and lets pages save and restore it. For windows
 * that should only open in their last position, `rememberState` of the configuration is sufficient.
 *
 * @example
 * export default defineApp({ plugins: [windowState({ except: ["splash"] })] });
 */
export function windowState(options: WindowStateOptions = {}) {
  return definePlugin({
    name: "window-state",
    flags: { save_window_state: "save", restore_state: "restore" },
    commands: {
      save_window_state: command({ args: v.object({ flags: v.number() }) }, ({ flags }, { app }) =>
        app.windows.saveState(flagsOf(flags)),
      ),
      restore_state: command(
        { args: v.object({ label: v.string(), flags: v.number() }) },
        async ({ label, flags }, { app }) => {
          const what = flagsOf(flags);
          const window = app.windows.get(label);
          if (window === null)
            throw new FrameworkError("not-found", `Couldn't find window with label: ${label}`);
          await window.restoreState(what);
        },
      ),
    },
    setup: ({ windows }) => windows.remember(options),
  });
}
