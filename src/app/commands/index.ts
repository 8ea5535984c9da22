import type { CommandName } from "../../contract/commands/index.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import type { Handler } from "../calls/context.ts";
import type { Parts } from "../parts.ts";
import type { Services } from "../services.ts";
import { appHandlers } from "./app.ts";
import { cliHandlers } from "./cli.ts";
import { clipboardHandlers } from "./clipboard.ts";
import { dialogHandlers } from "./dialog.ts";
import { eventHandlers } from "./event.ts";
import { globalShortcutHandlers } from "./global-shortcut.ts";
import { notificationHandlers } from "./notification.ts";
import { osHandlers } from "./os.ts";
import { pathHandlers } from "./path.ts";
import { processHandlers } from "./process.ts";
import { updaterHandlers } from "./updater.ts";
import { windowHandlers } from "./window.ts";

/** The handler of every row of the command table: a row without one does not compile. */
export function handlers(
  { fs, http, shell }: Parts,
  services: Services,
  allowed: ReadonlySet<AllowlistFlag>,
): { readonly [N in CommandName]: Handler<N> } {
  return {
    ...appHandlers,
    ...cliHandlers,
    ...clipboardHandlers,
    ...dialogHandlers,
    ...eventHandlers,
    ...fs,
    ...globalShortcutHandlers,
    ...http(services),
    ...notificationHandlers,
    ...osHandlers,
    ...pathHandlers,
    ...processHandlers,
    ...shell(services, allowed),
    ...updaterHandlers,
    ...windowHandlers,
  };
}
