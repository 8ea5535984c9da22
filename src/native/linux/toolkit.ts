import type { AppIdentity } from "../../contract/ui/index.ts";
import { endPatience, overdueCode } from "../shell/end-limit.ts";
import { addressOfFunction } from "../ffi/library.ts";
import { inheritedStreams } from "../standard-streams.ts";
import { engineWithSpare } from "../shell/view/spare-view.ts";
import type { ShellParts, Toolkit } from "../toolkit.ts";
import { readClipboard, storeClipboard, writeClipboard } from "./clipboard.ts";
import { leaveFrozenBus } from "./dbus/frozen-bus.ts";
import { showNotification } from "./dbus/notification.ts";
import { choiceDialog } from "./dialogs/choice-dialog.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { leaveForeignSnap } from "./foreign-snap.ts";
import { gtk } from "./lib/gtk.ts";
import { jsc } from "./lib/jsc.ts";
import { libc } from "./lib/libc.ts";
import { soup } from "./lib/soup.ts";
import { webkit } from "./lib/webkit.ts";
import { later, Loop, whenIdle } from "./loop.ts";
import { exitWhenDisplayLost } from "./lost-display.ts";
import { openAddress, openWith } from "./open-address.ts";
import { openEngine, type Engine } from "./page/engine.ts";
import { actOn, menus } from "./menu/menus.ts";
import { messages } from "./page/messages.ts";
import { avoidNvidiaBuffers } from "./page/nvidia-driver.ts";
import { webkitTraits } from "./page/webkit-traits.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { watchSignals } from "./signals.ts";
import { giveBackStartPages } from "./start-pages.ts";
import { Tray } from "./tray/tray.ts";
import { openWakes, type Wakes } from "./wake.ts";
import { openDisplay } from "./window/display.ts";
import { readIcon } from "./window/icon.ts";
import { readMonitors } from "./window/monitors.ts";
import { openWithoutBridge } from "./window/screen-readers.ts";
import { watchTheme } from "./window/theme.ts";
import { useActivation } from "./window/activation.ts";
import { windowToolkit } from "./window/window-operations.ts";
import { NativeWindow } from "./window/window.ts";

/** Bytes of PIPE_BUF; see pipe(7). */
const pipeRoom = 4096;

/** GTK 3 and WebKitGTK 4.1. */
export function openToolkit(shell: ShellParts<NativeWindow>): Toolkit<NativeWindow> {
  const { events, dialogs, windows } = shell;
  const loop = new Loop();
  let executable = process.execPath;
  let wakes: Wakes;

  return {
    openStreams: () => inheritedStreams({ address: addressOfFunction(libc, "poll"), pipeRoom }),
    endProcess: (code) => libc._exit(code),
    load: loadLibraries,
    open: (identity, startsPage) =>
      engineWithSpare(startEngine(identity, startsPage), {
        traits: webkitTraits,
        windows,
        make(spec, view, windowEvents) {
          view.onceLoaded(giveBackStartPages);
          return new NativeWindow(spec, { view, events: windowEvents, dialogs });
        },
      }),
    begin(identity: AppIdentity) {
      ({ executable } = identity);
      reportThemes(windows);
      watchSignals((reason) => events.emit("app.terminate", { reason }));
      exitWhenDisplayLost(() => endWithoutDisplay(shell, wakes));
    },
    later,
    run: () => loop.run(),
    openWaker(drain) {
      wakes = openWakes(drain);
      return wakes.waker;
    },
    quit(code) {
      storeClipboard(code);
      loop.quit(code);
    },
    setAppIcon(icon) {
      using picture = readIcon(icon);
      gtk.gtk_window_set_default_icon(picture.address);
    },
    useActivation,
    windows: windowToolkit,
    readMonitors: ({ address }) => readMonitors(address),
    messageDialog,
    choiceDialog,
    fileDialog,
    clipboard: { write: writeClipboard, read: readClipboard },
    notifications: { show: showNotification },
    shortcuts: new Shortcuts(events),
    menus,
    act: actOn,
    tray: new Tray(events),
    shell: {
      open: ({ address }) => openAddress(address, executable),
      openWith: ({ address, program }) => openWith(program, address, executable),
    },
    messages,
  };
}

/**
 * Begins when the loop is idle: it queries the session bus for 13 ms, which the first web process
 * needs to start anyway.
 */
function reportThemes(windows: () => readonly NativeWindow[]): void {
  whenIdle(() =>
    watchTheme(() => {
      for (const window of windows()) window.events.themed();
    }),
  );
}

/** The app thread ends the app as it does for a signal. */
function endWithoutDisplay(shell: ShellParts<NativeWindow>, wakes: Wakes): void {
  process.stderr.write("framework: the display has gone: the app ends\n");
  shell.refuseCalls("The display has gone", (code) => libc._exit(code));
  shell.events.emit("app.terminate", { reason: "the display has gone" });
  const end = performance.now() + endPatience;
  for (let left = endPatience; left > 0; left = end - performance.now())
    wakes.takeNext(Math.ceil(left));
  libc._exit(overdueCode);
}

/**
 * Opens the display and starts the engine, and the process of the first page before GTK's bridge to
 * screen readers.
 */
function startEngine(identity: AppIdentity, startsPage: boolean): Engine {
  leaveForeignSnap();
  leaveFrozenBus();
  const openBridge = startsPage
    ? openWithoutBridge(() => openDisplay(identity))
    : openDisplay(identity);
  avoidNvidiaBuffers();
  const engine = openEngine(identity);
  if (startsPage) engine.start();
  openBridge?.();
  return engine;
}

/** Looking up one function opens its library, and all dependencies. */
function loadLibraries(): void {
  // The loader searches each symbol in all libraries that are opened together, so WebKitGTK's go
  // first: measured, 5 ms.
  void jsc.jsc_value_is_string;
  void gtk.gtk_init_check;
  void soup.soup_message_headers_new;
  void webkit.webkit_get_major_version;
}
