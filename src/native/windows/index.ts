import { dirname, join } from "node:path";
import { FrameworkError } from "../../contract/errors.ts";
import { leaveQuestion } from "../../contract/ui/leave-question.ts";
import type { AppIdentity, EngineTraits, MessageRequest } from "../../contract/ui/index.ts";
import { DialogQueue } from "../dialog-queue.ts";
import type { Events, Platform } from "../platform.ts";
import { Preparation } from "../preparation.ts";
import { Windows } from "../windows.ts";
import { watchAskedToEnd } from "./asked-to-end.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { openStreams } from "./console.ts";
import { watchConsole } from "./console-signals.ts";
import { DialogThreads } from "./dialogs/dialog-threads.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { user32 } from "./lib/user32.ts";
import { later, Loop } from "./loop.ts";
import { Notifications } from "./notification.ts";
import { openAddress, openWith } from "./open-address.ts";
import { openEngine, type Engine } from "./page/engine.ts";
import { messages } from "./page/messages.ts";
import { respond } from "./page/scheme.ts";
import { watchSessionEnd } from "./session-end.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { Tray } from "./tray/tray.ts";
import { openWaker } from "./wake.ts";
import { openDisplay, sayNoEffect } from "./window/display.ts";
import { setDefaultIcon } from "./window/icon.ts";
import { readMonitors } from "./window/monitors.ts";
import { applyOperation } from "./window/window-operations.ts";
import { readState } from "./window/window-state.ts";
import { openWindow, type NativeWindow } from "./window/window.ts";

export interface WindowsOptions {
  /** What a thread of native dialogs runs: a module that calls `runDialogThread`. */
  readonly dialogThread: URL;
  /** The folder beside the executable with a WebView2 runtime that the app brings; absent: the installed one. */
  readonly fixedRuntime?: string | null;
  /** In development and debug builds: variables and policies of WebView2's hold, by which tools drive browsers. */
  readonly takesOverrides?: boolean;
}

/** The platform for Win32 and WebView2. Opens no library before the first call. */
export function open(
  events: Events,
  { dialogThread, fixedRuntime = null, takesOverrides = false }: WindowsOptions,
): Platform {
  const loop = new Loop();
  const dialogs = new DialogQueue();
  const threads = new DialogThreads(dialogThread);
  const windows = new Windows<NativeWindow>(dialogs, (spec) =>
    openWindow(spec, theEngine().makeView, events),
  );
  const shortcuts = new Shortcuts(events);
  const tray = new Tray(events);
  const notifications = new Notifications();
  let engine: Engine | undefined;
  let app: Pick<AppIdentity, "name" | "executable"> = { name: "", executable: process.execPath };
  let hasBegun = false;
  const preparation = new Preparation();

  function start(identity: AppIdentity): Engine {
    openDisplay(identity);
    const folder = fixedRuntime === null ? null : join(dirname(identity.executable), fixedRuntime);
    return openEngine(identity, { fixedRuntime: folder, takesOverrides });
  }

  function theEngine(): Engine {
    if (engine !== undefined) return engine;
    throw new FrameworkError("internal", 'Cannot open a window: run "app.begin" first');
  }

  function begin(identity: AppIdentity): Promise<EngineTraits> {
    if (hasBegun) {
      shortcuts.releaseAll();
      windows.leaveToNext();
      return theEngine().begun;
    }
    preparation.check();
    engine ??= start(identity);
    hasBegun = true;
    app = identity;
    const terminate = (reason: string): void => events.emit("app.terminate", { reason });
    watchSessionEnd(loop, app.name, terminate);
    watchConsole(terminate);
    watchAskedToEnd(() => windows.all.size > 0, terminate);
    return engine.begun;
  }

  const showMessage = (request: MessageRequest): Promise<number> =>
    dialogs.add(request, messageDialog(windows.find(request.window), request, threads));

  return {
    calls: {
      "app.begin": begin,
      "app.ready": () => windows.destroyAbandoned(),
      "app.setIcon": ({ icon }) => setDefaultIcon(icon),
      "app.quit": ({ code }) => {
        // The shell would go on to show them until the pointer moves over them.
        tray.remove();
        notifications.remove();
        loop.quit(code);
      },
      "app.setVisible": () =>
        sayNoEffect("Showing and hiding the whole app", "only macOS shows and hides whole apps"),
      "window.create": (spec) => windows.create(spec),
      "window.destroy": ({ window }) => windows.destroy(window),
      "window.mayClose": ({ window }) => {
        const { view, title } = windows.find(window);
        return view.mayLeave(async () => (await showMessage(leaveQuestion(window, title))) === 0);
      },
      "window.apply": ({ window, operation }) => applyOperation(windows.find(window), operation),
      "window.read": ({ window }) => readState(windows.find(window)),
      "monitors.read": ({ window }) => readMonitors(windows.find(window).handle),
      "window.setScripts": ({ window, scripts }) =>
        theEngine().setScripts(windows.find(window).view, scripts),
      "window.evaluate": ({ window, script, pages }) => windows.find(window).view.evaluate(script, pages),
      "dialog.message": showMessage,
      "dialog.file": (request) =>
        dialogs.add(request, fileDialog(windows.find(request.window), request, threads)),
      "dialog.dismiss": ({ id }) => dialogs.dismiss(id),
      "clipboard.write": ({ text }) => writeClipboard(text),
      "clipboard.read": () => readClipboard(),
      "notification.show": (request) => notifications.show(request, app),
      "shortcut.register": (registration) => shortcuts.register(registration),
      "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
      "tray.show": (spec) => tray.show(spec),
      "tray.remove": () => tray.remove(),
      "shell.open": ({ address }) => openAddress(address),
      "shell.openWith": ({ address, program }) => openWith(program, address),
      "page.reply": ({ request, text }) => messages.reply(request, text),
      "page.respond": ({ request, response }) => respond(request, response),
    },
    openStreams,
    load: () => preparation.step(() => void user32.DefWindowProcW),
    prepare: (identity) => preparation.step(() => (engine = start(identity))),
    later,
    run: () => loop.run(),
    openWaker,
  };
}
