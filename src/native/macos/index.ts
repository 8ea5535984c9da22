import { FrameworkError } from "../../contract/errors.ts";
import { leaveQuestion } from "../../contract/ui/leave-question.ts";
import type { AppIdentity, EngineTraits, MessageRequest, WindowSpec } from "../../contract/ui/index.ts";
import { DialogQueue } from "../dialog-queue.ts";
import { respond } from "../page/requests.ts";
import { addressOfFunction } from "../ffi/library.ts";
import { processor } from "../processor.ts";
import type { Events, Platform } from "../platform.ts";
import { Preparation } from "../preparation.ts";
import { inheritedStreams } from "../standard-streams.ts";
import { Windows } from "../windows.ts";
import { openApplication, type ApplicationDelegate } from "./app/delegate.ts";
import { startApplication, theApplication } from "./app/application.ts";
import { setDockIcon } from "./app/dock-icon.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { libc } from "./lib/libc.ts";
import { later, Loop } from "./loop.ts";
import { Notifications } from "./notification.ts";
import { AppleRuntime } from "./objc/apple.ts";
import { withPool } from "./objc/pool.ts";
import { useRuntime, type ObjectiveC } from "./objc/runtime.ts";
import { openAddress, openWith } from "./open-address.ts";
import { openEngine, type Engine } from "./page/engine.ts";
import { messages } from "./page/messages.ts";
import { wkWebViewTraits } from "./page/wkwebview-traits.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { watchSignals } from "./signals.ts";
import { Tray } from "./tray/tray.ts";
import { openWaker } from "./wake.ts";
import { checkDisplay } from "./window/display.ts";
import { readMonitors } from "./window/monitors.ts";
import { applyOperation } from "./window/window-operations.ts";
import { readState } from "./window/window-state.ts";
import { openWindow, showAgain, type NativeWindow } from "./window/window.ts";

/** Bytes of PIPE_BUF. */
const pipeRoom = 512;

export interface MacosOptions {
  /** Whether interfaces that Apple does not publish may be used, as transparent windows need. Default: false. */
  readonly usesPrivateApi?: boolean;
  /** What stands in for Apple's runtime, where there is none. */
  readonly runtime?: ObjectiveC;
}

/** The platform for AppKit and WebKit. Opens no framework before the first call. */
export function open(
  events: Events,
  { usesPrivateApi = false, runtime = appleRuntime() }: MacosOptions = {},
): Platform {
  useRuntime(runtime);
  const loop = new Loop();
  const dialogs = new DialogQueue();
  const windows = new Windows(dialogs, (spec) => openIn(spec));
  const shortcuts = new Shortcuts(events);
  const tray = new Tray(events);
  const notifications = new Notifications();
  let engine: Engine | undefined;
  let application: ApplicationDelegate | undefined;
  const preparation = new Preparation();

  function start(identity: AppIdentity): Engine {
    checkDisplay();
    withPool(startApplication);
    return openEngine(identity, { usesPrivateApi, dialogs });
  }

  function begin(identity: AppIdentity): EngineTraits {
    if (application !== undefined) {
      shortcuts.releaseAll();
      windows.leaveToNext();
      return wkWebViewTraits;
    }
    preparation.check();
    engine ??= start(identity);
    const terminate = (reason: string): void => events.emit("app.terminate", { reason });
    application = openApplication(identity.name, {
      terminationAsked: () => terminate("the user or the system has asked for it"),
      reopened: () => showAgain([...windows.all.values()]),
      ending: () => loop.endProcess(),
    });
    watchSignals(terminate);
    return wkWebViewTraits;
  }

  function openIn(spec: WindowSpec): NativeWindow {
    if (engine === undefined)
      throw new FrameworkError("internal", 'Cannot open a window: run "app.begin" first');
    const running = engine;
    const view = running.take();
    view.onceLoaded(() => running.prepare(() => windows.all.size > 0));
    return openWindow(spec, view, { events, usesPrivateApi });
  }

  function dropSpareWithLast(): void {
    if (windows.all.size === 0) engine?.drop();
  }

  const showMessage = (request: MessageRequest): Promise<number> =>
    dialogs.add(request, messageDialog(windows.find(request.window).window, request));

  return {
    calls: {
      "app.begin": begin,
      "app.ready": () => {
        windows.destroyAbandoned();
        dropSpareWithLast();
      },
      "app.setIcon": ({ icon }) => setDockIcon(icon),
      "app.quit": ({ code }) => {
        // An open menu has a loop of its own, which would go on.
        tray.remove();
        notifications.leave();
        loop.quit(code);
        application?.end();
      },
      "app.setVisible": ({ visible }) => theApplication().send(visible ? "unhide:" : "hide:", null),
      "window.create": (spec) => windows.create(spec),
      "window.destroy": ({ window }) => {
        windows.destroy(window);
        dropSpareWithLast();
      },
      "window.mayClose": ({ window }) => {
        const { view, title } = windows.find(window);
        return view.mayLeave(async () => (await showMessage(leaveQuestion(window, title))) === 0);
      },
      "window.apply": ({ window, operation }) => applyOperation(windows.find(window), operation),
      "window.read": ({ window }) => readState(windows.find(window)),
      "monitors.read": ({ window }) => readMonitors(windows.find(window).window.send("frame")),
      "window.setScripts": ({ window, scripts }) => {
        windows.find(window).view.documents.scripts = scripts;
      },
      "window.evaluate": ({ window, script, pages }) => windows.find(window).view.evaluate(script, pages),
      "dialog.message": showMessage,
      "dialog.file": (request) =>
        dialogs.add(request, fileDialog(windows.find(request.window).window, request)),
      "dialog.dismiss": ({ id }) => dialogs.dismiss(id),
      "clipboard.write": ({ text }) => writeClipboard(text),
      "clipboard.read": () => readClipboard(),
      "notification.show": (request) => notifications.show(request),
      "shortcut.register": (registration) => shortcuts.register(registration),
      "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
      "tray.show": (spec) => tray.show(spec),
      "tray.remove": () => tray.remove(),
      "shell.open": ({ address }) => openAddress(address),
      "shell.openWith": ({ address, program }) => openWith(program, address),
      "page.reply": ({ request, text }) => messages.reply(request, text),
      "page.respond": ({ request, response }) => respond(request, response),
    },
    openStreams: () => inheritedStreams({ address: addressOfFunction(libc, "poll"), pipeRoom }),
    load: () => preparation.step(() => runtime.load()),
    prepare: (identity) =>
      preparation.step(() => {
        engine = start(identity);
        engine.start();
      }),
    later,
    run: () => loop.run(),
    openWaker,
  };
}

function appleRuntime(): ObjectiveC {
  return new AppleRuntime(processor);
}
