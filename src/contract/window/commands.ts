import * as v from "valibot";
import { command, type Command } from "../commands/command.ts";
import { limits } from "../limits.ts";
import { MenuEntries, MenuItemChangeOptions } from "../menu.ts";
import { textUpTo } from "../text/up-to.ts";
import { WindowOptions } from "./options.ts";
import {
  windowOperationRows,
  type Parameter,
  type WindowOperationName,
  type WindowOperationTable,
} from "./operations.ts";
import { windowValues } from "./values.ts";
import { windowReads, type MonitorState, type WindowState } from "./window.ts";

/** The target window; the caller's own when absent. */
const label = v.nullish(v.string());
const target = v.strictObject({ label });

type Target = typeof target;

/** The target window, and the argument of its operation. */
type OperationArgs<Row> =
  Row extends Parameter<infer Argument, infer Kind>
    ? v.StrictObjectSchema<
        Target["entries"] & { readonly [A in Argument]: (typeof windowValues)[Kind] },
        undefined
      >
    : Target;

const reads = Object.fromEntries(
  windowReads.map((name) => [`window.${name}`, command<unknown>()(null, target)]),
) as { readonly [N in keyof WindowState as `window.${N}`]: Command<Target, WindowState[N]> };

const operations = Object.fromEntries(
  windowOperationRows.map(([name, taken]) => {
    const args =
      taken === null
        ? target
        : v.strictObject({ label, [taken.argument]: windowValues[taken.kind] });
    return [`window.${name}`, command<void>()(`window.${name}`, args)];
  }),
) as unknown as {
  readonly [N in WindowOperationName as `window.${N}`]: Command<
    OperationArgs<WindowOperationTable[N]>,
    void
  >;
};

export const windowCommands = {
  ...reads,
  "window.currentMonitor": command<MonitorState | null>()(null, target),
  "window.primaryMonitor": command<MonitorState | null>()(null, target),
  "window.availableMonitors": command<readonly MonitorState[]>()(null, target),

  "window.create": command<void>()(
    "window.create",
    v.strictObject({
      label: textUpTo(limits.windowLabel),
      options: v.nullish(WindowOptions),
    }),
  ),
  /** Asks first, as the close button does. */
  "window.close": command<void>()("window.close", target),
  /** Does not ask. */
  "window.destroy": command<void>()("window.close", target),
  "window.setMenu": command<void>()(
    "window.setMenu",
    v.strictObject({ label, entries: v.nullable(MenuEntries) }),
  ),
  "window.changeMenuItem": command<void>()(
    "window.setMenu",
    v.strictObject({ label, id: v.string(), change: MenuItemChangeOptions }),
  ),
  "window.popupMenu": command<string | null>()(
    "window.popupMenu",
    v.strictObject({
      label,
      entries: MenuEntries,
      at: v.nullish(
        v.strictObject({ x: v.pipe(v.number(), v.finite()), y: v.pipe(v.number(), v.finite()) }),
      ),
    }),
  ),
  /** The answer of a page that has no objection to closing; closes the page's own window only. */
  "window.finishClose": command<void>()(null, v.strictObject({})),
  ...operations,
} as const;
