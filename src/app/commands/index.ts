import type { CommandName } from "../../contract/commands/index.ts";
import type { Handler } from "../calls/context.ts";
import { appHandlers } from "./app.ts";
import { cliHandlers } from "./cli.ts";
import { clipboardHandlers } from "./clipboard.ts";
import { dialogHandlers } from "./dialog.ts";
import { eventHandlers } from "./event.ts";
import { fsHandlers } from "./fs.ts";
import { globalShortcutHandlers } from "./global-shortcut.ts";
import { httpHandlers } from "./http.ts";
import { notificationHandlers } from "./notification.ts";
import { osHandlers } from "./os.ts";
import { pathHandlers } from "./path.ts";
import { processHandlers } from "./process.ts";
import { shellHandlers } from "./shell.ts";
import { updaterHandlers } from "./updater.ts";
import { windowHandlers } from "./window.ts";

/** The handler of every row of the command table: a row without one does not compile. */
export const handlers: { readonly [N in CommandName]: Handler<N> } = {
  ...appHandlers,
  ...cliHandlers,
  ...clipboardHandlers,
  ...dialogHandlers,
  ...eventHandlers,
  ...fsHandlers,
  ...globalShortcutHandlers,
  ...httpHandlers,
  ...notificationHandlers,
  ...osHandlers,
  ...pathHandlers,
  ...processHandlers,
  ...shellHandlers,
  ...updaterHandlers,
  ...windowHandlers,
};
