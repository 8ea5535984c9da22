import { FrameworkError } from "../../contract/errors.ts";
import type { AppIdentity } from "../../contract/ui/index.ts";
import type { WindowSpec } from "../../contract/ui/index.ts";
import type { Events, Platform } from "../platform.ts";
import { readClipboard, storeClipboard, writeClipboard } from "./clipboard.ts";
import { DialogQueue } from "./dialogs/dialog-queue.ts";
import { openDisplay, sayNoEffect } from "./window/display.ts";
import { openEngine, type Engine } from "./page/engine.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { readIcon } from "./window/icon.ts";
import { gtk } from "./lib/gtk.ts";
import { webkit } from "./lib/webkit.ts";
import { Loop, whenIdle } from "./loop.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { reply } from "./page/messages.ts";
import { readMonitors } from "./window/monitors.ts";
import { showNotification } from "./dbus/notification.ts";
import { openAddress, openWith } from "./open-address.ts";
import { respond } from "./page/scheme.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { watchSignals } from "./signals.ts";
import { watchTheme } from "./window/theme.ts";
import { Tray } from "./tray/tray.ts";
import { openWaker } from "./wake.ts";
import { applyOperation } from "./window/window-operations.ts";
import { readState } from "./window/window-state.ts";
import { openWindow, type NativeWindow } from "./window/window.ts";

export interface LinuxOptions {
  /** Keep a loaded view in store, for the next window. It costs about 80 MB. Default: true. */
  readonly spareView?: boolean;
}

/** The platform for GTK 3 and WebKitGTK 4.1. Opens no library before the first call. */
export function open(events: Events, { spareView = true }: LinuxOptions = {}): Platform {
  const loop = new Loop();
  const windows = new Map<string, NativeWindow>();
  const dialogs = new DialogQueue();
  const shortcuts = new Shortcuts(events);
  const tray = new Tray(events);
  let engine: Engine | undefined;
  let hasBegun = false;
  // Why the app cannot begin, if that was found out while it was prepared.
  let unprepared: unknown = null;
  // In development: windows of an app thread before this one, by label.
  let adoptable = new Set<string>();

  /** Runs a step before `app.begin`, which fails if that one does. */
  function early(step: () => void): void {
    try {
      if (unprepared === null) step();
    } catch (error) {
      unprepared = error;
    }
  }

  function start(identity: AppIdentity): Engine {
    openDisplay(identity);
    return openEngine(identity, spareView);
  }

  function begin(identity: AppIdentity): void {
    if (hasBegun) return leaveToNext();
    if (unprepared !== null) throw unprepared;
    engine ??= start(identity);
    hasBegun = true;
    // It asks the session's bus, which takes 13 ms: time that the first web process needs to start anyway.
    whenIdle(() =>
      watchTheme((theme) => {
        for (const window of windows.keys()) events.emit("window.themed", { window, theme });
      }),
    );
    watchSignals((reason) => events.emit("app.terminate", { reason }));
  }

  /** Settles what an app thread has left to the one that follows it. */
  function leaveToNext(): void {
    adoptable = new Set(windows.keys());
    shortcuts.releaseAll();
    for (const [label, { view }] of windows) {
      dialogs.dismissAllOf(label);
      view.refuseAll();
    }
  }

  function createWindow(spec: WindowSpec): void {
    if (adoptable.delete(spec.label)) return find(spec.label).view.reopen(spec.scripts);
    if (engine === undefined)
      throw new FrameworkError("internal", 'Cannot open a window: run "app.begin" first');
    if (windows.has(spec.label)) {
      throw new FrameworkError("already-exists", `Cannot open window "${spec.label}": it is open already`);
    }
    const running = engine;
    const view = running.takeView();
    view.onceLoaded(() => running.prepareSpare(() => windows.size > 0));
    windows.set(spec.label, openWindow(spec, view, events));
  }

  function find(label: string): NativeWindow {
    const window = windows.get(label);
    if (window === undefined)
      throw new FrameworkError("not-found", `Cannot find window "${label}": want an open one`);
    return window;
  }

  function destroyWindow(label: string): void {
    const window = find(label);
    dialogs.dismissAllOf(label);
    windows.delete(label);
    adoptable.delete(label);
    window.destroy();
    if (windows.size === 0) engine?.dropSpare();
  }

  return {
    calls: {
      "app.begin": begin,
      "app.ready": () => {
        for (const label of adoptable) destroyWindow(label);
      },
      "app.setIcon": ({ icon }) => {
        using picture = readIcon(icon);
        gtk.gtk_window_set_default_icon(picture.address);
      },
      "app.quit": ({ code }) => {
        storeClipboard();
        loop.quit(code);
      },
      "app.setVisible": () =>
        sayNoEffect("Showing and hiding the whole app", "only macOS shows and hides whole apps"),
      "window.create": createWindow,
      "window.destroy": ({ window }) => destroyWindow(window),
      "window.apply": ({ window, operation }) => applyOperation(find(window), operation),
      "window.read": ({ window }) => readState(find(window)),
      "monitors.read": ({ window }) => readMonitors(find(window).address),
      "window.setScripts": ({ window, scripts }) => {
        find(window).view.scripts = scripts;
      },
      "window.evaluate": ({ window, script, pages }) => find(window).view.evaluate(script, pages),
      "dialog.message": (request) => dialogs.add(request, messageDialog(find(request.window), request)),
      "dialog.file": (request) => dialogs.add(request, fileDialog(find(request.window), request)),
      "dialog.dismiss": ({ id }) => dialogs.dismiss(id),
      "clipboard.write": ({ text }) => writeClipboard(text),
      "clipboard.read": () => readClipboard(),
      "notification.show": showNotification,
      "shortcut.register": (registration) => shortcuts.register(registration),
      "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
      "tray.show": (spec) => tray.show(spec),
      "tray.remove": () => tray.remove(),
      "shell.open": ({ address }) => openAddress(address),
      "shell.openWith": ({ address, program }) => openWith(program, address),
      "page.reply": ({ request, text }) => reply(request, text),
      "page.respond": ({ request, response }) => respond(request, response),
    },
    // Looking up one function opens WebKitGTK, and with it all the libraries it needs.
    load: () => early(() => void webkit.webkit_get_major_version),
    prepare: (identity) =>
      early(() => {
        engine = start(identity);
        engine.startSpare();
      }),
    run: () => loop.run(),
    openWaker,
  };
}
