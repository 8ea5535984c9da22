import { dirname, join } from "node:path";
import type { AppIdentity } from "../../contract/ui/index.ts";
import type { ShellParts, SystemEngine, Toolkit } from "../toolkit.ts";
import { watchAskedToEnd } from "./asked-to-end.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { openStreams } from "./console.ts";
import { watchConsole } from "./console-signals.ts";
import { DialogThreads } from "./dialogs/dialog-threads.ts";
import { choiceDialog } from "./dialogs/choice-dialog.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { kernel32 } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";
import { later, Loop } from "./loop.ts";
import { actOn, menus } from "./menu/menus.ts";
import { setMenuTheme } from "./menu/menu-theme.ts";
import { nameApp } from "./menu/role-words.ts";
import { Notifications } from "./notification.ts";
import { openAddress, openWith } from "./open-address.ts";
import { openEngine } from "./page/engine.ts";
import { messages } from "./page/messages.ts";
import { watchSessionEnd } from "./session-end.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { Tray } from "./tray/tray.ts";
import { openWaker } from "./wake.ts";
import { openDisplay } from "./window/display.ts";
import { setDefaultIcon } from "./window/icon.ts";
import { readMonitors } from "./window/monitors.ts";
import { windowToolkit } from "./window/window-operations.ts";
import { NativeWindow } from "./window/window.ts";

export interface WindowsOptions {
  /** The module of a dialog thread, which calls `runDialogThread`. */
  readonly dialogThread: URL;
  /**
   * The folder beside the executable with a WebView2 runtime that the app ships; absent: the
   * installed one.
   */
  readonly fixedRuntime?: string | null;
  /**
   * In development and debug builds: WebView2's variables and policies apply, by which tools drive
   * browsers.
   */
  readonly takesOverrides?: boolean;
}

/** Win32 and WebView2. */
export function openToolkit(
  shell: ShellParts<NativeWindow>,
  { dialogThread, ...engine }: WindowsOptions,
): Toolkit<NativeWindow> {
  const { events, windows } = shell;
  const loop = new Loop();
  const threads = new DialogThreads(dialogThread);
  const notifications = new Notifications();
  const tray = new Tray(events);
  let app: Pick<AppIdentity, "name" | "executable"> = { name: "", executable: process.execPath };

  return {
    openStreams,
    endProcess: (code) => kernel32.ExitProcess(code),
    load: () => void user32.DefWindowProcW,
    open: (identity) => startEngine(identity, engine),
    begin(identity) {
      app = identity;
      nameApp(identity.name);
      const terminate = (reason: string): void => events.emit("app.terminate", { reason });
      watchSessionEnd(loop, app.name, terminate, () => shell.mayEnd("session"));
      watchConsole(terminate);
      watchAskedToEnd(() => windows().length > 0, terminate);
    },
    later,
    run: () => loop.run(),
    openWaker,
    quit(code) {
      // The shell would continue to show them until the pointer moves over them.
      tray.remove();
      notifications.remove();
      loop.quit(code);
    },
    setAppIcon: setDefaultIcon,
    windows: windowToolkit,
    readMonitors: ({ handle }) => readMonitors(handle),
    messageDialog: (window, request) => messageDialog(window, request, threads),
    choiceDialog: (window, request) => choiceDialog(window, request, threads),
    fileDialog: (window, request) => fileDialog(window, request, threads),
    clipboard: { write: writeClipboard, read: readClipboard },
    notifications: { show: (request) => notifications.show(request, app) },
    shortcuts: new Shortcuts(events),
    menus,
    act: actOn,
    tray,
    shell: {
      open: ({ address }) => openAddress(address),
      openWith: ({ address, program }) => openWith(program, address),
    },
    messages,
  };
}

/** The engine's processes start at once, also when no window will certainly open. */
function startEngine(
  identity: AppIdentity,
  { fixedRuntime = null, takesOverrides = false }: Omit<WindowsOptions, "dialogThread">,
): SystemEngine<NativeWindow> {
  openDisplay(identity);
  setMenuTheme(null);
  const folder = fixedRuntime === null ? null : join(dirname(identity.executable), fixedRuntime);
  const engine = openEngine(identity, { fixedRuntime: folder, takesOverrides });
  return {
    traits: engine.begun,
    makeWindow: (spec, windowEvents) => new NativeWindow(spec, engine.makeView, windowEvents),
  };
}
