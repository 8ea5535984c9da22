import { FrameworkError } from "../../contract/errors.ts";
import type { AppIdentity, EngineTraits, WindowSpec } from "../../contract/ui/index.ts";
import type { Events, Platform } from "../platform.ts";
import { addressOfFunction } from "../ffi/library.ts";
import { giveBackStartPages } from "./start-pages.ts";
import { Preparation } from "../preparation.ts";
import { readClipboard, storeClipboard, writeClipboard } from "./clipboard.ts";
import { DialogQueue } from "../dialog-queue.ts";
import { endPatience, overdueCode } from "../end-limit.ts";
import { webkitTraits } from "./page/webkit-traits.ts";
import { leaveFrozenBus } from "./dbus/frozen-bus.ts";
import { openDisplay, sayNoEffect } from "./window/display.ts";
import { openEngine, type Engine } from "./page/engine.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { readIcon } from "./window/icon.ts";
import { gtk } from "./lib/gtk.ts";
import { jsc } from "./lib/jsc.ts";
import { libc } from "./lib/libc.ts";
import { soup } from "./lib/soup.ts";
import { webkit } from "./lib/webkit.ts";
import { later, Loop, whenIdle } from "./loop.ts";
import { callsWithoutDisplay, watchDisplay } from "./lost-display.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { messages } from "./page/messages.ts";
import { readMonitors } from "./window/monitors.ts";
import { showNotification } from "./dbus/notification.ts";
import { openAddress, openWith } from "./open-address.ts";
import { respond } from "../page/requests.ts";
import { openWithoutBridge } from "./window/screen-readers.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { watchSignals } from "./signals.ts";
import { watchTheme } from "./window/theme.ts";
import { Tray } from "./tray/tray.ts";
import { openWakes, type Wakes } from "./wake.ts";
import { applyOperation } from "./window/window-operations.ts";
import { readState } from "./window/window-state.ts";
import { openWindow, type NativeWindow } from "./window/window.ts";
import { inheritedStreams } from "../standard-streams.ts";
import { Windows } from "../windows.ts";

/** Bytes of PIPE_BUF; see pipe(7). */
const pipeRoom = 4096;

/** The platform for GTK 3 and WebKitGTK 4.1. Opens no library before the first call. */
export function open(events: Events): Platform {
  const loop = new Loop();
  const dialogs = new DialogQueue();
  const windows = new Windows(dialogs, (spec) => openIn(spec));
  const shortcuts = new Shortcuts(events);
  const tray = new Tray(events);
  let engine: Engine | undefined;
  let executable = process.execPath;
  let hasBegun = false;
  let hasSettled = false;
  let wakes: Wakes;
  const preparation = new Preparation();

  function start(identity: AppIdentity): Engine {
    leaveFrozenBus();
    openDisplay(identity);
    return openEngine(identity);
  }

  function begin(identity: AppIdentity): EngineTraits {
    if (hasBegun) {
      shortcuts.releaseAll();
      windows.leaveToNext();
      return webkitTraits;
    }
    preparation.check();
    engine ??= start(identity);
    hasBegun = true;
    executable = identity.executable;
    // It asks the session's bus, which takes 13 ms: time that the first web process needs to start anyway.
    whenIdle(() =>
      watchTheme((theme) => {
        for (const window of windows.all.keys()) events.emit("window.themed", { window, theme });
      }),
    );
    watchSignals((reason) => events.emit("app.terminate", { reason }));
    watchDisplay(endWithoutDisplay);
    return webkitTraits;
  }

  /** The app thread ends the app as it does for a signal. */
  function endWithoutDisplay(): void {
    process.stderr.write("framework: the display has gone: the app ends\n");
    platform.calls = callsWithoutDisplay(platform.calls);
    events.emit("app.terminate", { reason: "the display has gone" });
    const end = performance.now() + endPatience;
    for (let left = endPatience; left > 0; left = end - performance.now()) wakes.takeNext(Math.ceil(left));
    libc._exit(overdueCode);
  }

  function openIn(spec: WindowSpec): NativeWindow {
    if (engine === undefined)
      throw new FrameworkError("internal", 'Cannot open a window: run "app.begin" first');
    const running = engine;
    const view = running.take();
    view.onceLoaded(() => {
      running.prepare(() => windows.all.size > 0);
      if (!hasSettled) giveBackStartPages();
      hasSettled = true;
    });
    return openWindow(spec, view, { events, dialogs });
  }

  function dropSpareWithLast(): void {
    if (windows.all.size === 0) engine?.drop();
  }

  const platform: { -readonly [K in keyof Platform]: Platform[K] } = {
    calls: {
      "app.begin": begin,
      "app.ready": () => {
        windows.destroyAbandoned();
        dropSpareWithLast();
      },
      "app.setIcon": ({ icon }) => {
        using picture = readIcon(icon);
        gtk.gtk_window_set_default_icon(picture.address);
      },
      "app.quit": ({ code }) => {
        storeClipboard(code);
        loop.quit(code);
      },
      "app.setVisible": () =>
        sayNoEffect("Showing and hiding the whole app", "only macOS shows and hides whole apps"),
      "window.create": (spec) => windows.create(spec),
      "window.destroy": ({ window }) => {
        windows.destroy(window);
        dropSpareWithLast();
      },
      "window.mayClose": ({ window }) => windows.find(window).view.mayLeave(),
      "window.apply": ({ window, operation }) => applyOperation(windows.find(window), operation),
      "window.read": ({ window }) => readState(windows.find(window)),
      "monitors.read": ({ window }) => readMonitors(windows.find(window).address),
      "window.setScripts": ({ window, scripts }) => {
        windows.find(window).view.documents.scripts = scripts;
      },
      "window.evaluate": ({ window, script, pages }) => windows.find(window).view.evaluate(script, pages),
      "dialog.message": (request) =>
        dialogs.add(request, messageDialog(windows.find(request.window), request)),
      "dialog.file": (request) => dialogs.add(request, fileDialog(windows.find(request.window), request)),
      "dialog.dismiss": ({ id }) => dialogs.dismiss(id),
      "clipboard.write": ({ text }) => writeClipboard(text),
      "clipboard.read": () => readClipboard(),
      "notification.show": showNotification,
      "shortcut.register": (registration) => shortcuts.register(registration),
      "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
      "tray.show": (spec) => tray.show(spec),
      "tray.remove": () => tray.remove(),
      "shell.open": ({ address }) => openAddress(address, executable),
      "shell.openWith": ({ address, program }) => openWith(program, address, executable),
      "page.reply": ({ request, text }) => messages.reply(request, text),
      "page.respond": ({ request, response }) => respond(request, response),
    },
    openStreams: () => inheritedStreams({ address: addressOfFunction(libc, "poll"), pipeRoom }),
    // Looking up one function opens its library, and with it all that this one needs.
    load: () =>
      preparation.step(() => {
        // The loader looks for each symbol in all libraries that are opened at once, so WebKitGTK's go first: measured, 5 ms.
        void jsc.jsc_value_is_string;
        void gtk.gtk_init_check;
        void soup.soup_message_headers_new;
        void webkit.webkit_get_major_version;
      }),
    prepare: (identity) =>
      preparation.step(() => {
        leaveFrozenBus();
        const openBridge = openWithoutBridge(() => openDisplay(identity));
        engine = openEngine(identity);
        engine.start();
        openBridge();
      }),
    later,
    run: () => loop.run(),
    openWaker: (drain) => {
      wakes = openWakes(drain);
      return wakes.waker;
    },
  };
  return platform;
}
