import type { AppIdentity } from "../../contract/ui/index.ts";
import { addressOfFunction } from "../ffi/library.ts";
import { processor } from "../processor.ts";
import { inheritedStreams } from "../standard-streams.ts";
import { engineWithSpare } from "../shell/view/spare-view.ts";
import type { ShellParts, SystemEngine, Toolkit } from "../toolkit.ts";
import { setActivationPolicy, startApplication, theApplication } from "./app/application.ts";
import { ApplicationDelegate } from "./app/delegate.ts";
import { setDockIcon } from "./app/dock-icon.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { choiceDialog } from "./dialogs/choice-dialog.ts";
import { fileDialog } from "./dialogs/file-dialog.ts";
import { messageDialog } from "./dialogs/message-dialog.ts";
import { libc } from "./lib/libc.ts";
import { later, Loop } from "./loop.ts";
import { Notifications } from "./notification.ts";
import { actOn, Menus } from "./menu/menus.ts";
import { AppleRuntime } from "./objc/apple.ts";
import { withPool } from "./objc/pool.ts";
import { useRuntime, type ObjectiveC } from "./objc/runtime.ts";
import { openAddress, openWith } from "./open-address.ts";
import { openEngine } from "./page/engine.ts";
import { messages } from "./page/messages.ts";
import { wkWebViewTraits } from "./page/wkwebview-traits.ts";
import { Shortcuts } from "./shortcuts/shortcuts.ts";
import { watchSignals } from "./signals.ts";
import { Tray } from "./tray/tray.ts";
import { openWaker } from "./wake.ts";
import { checkDisplay, hasDisplay } from "./window/display.ts";
import { readMonitors } from "./window/monitors.ts";
import { windowToolkit } from "./window/window-toolkit.ts";
import { NativeWindow, showAgain } from "./window/window.ts";

/** Bytes of PIPE_BUF. */
const pipeRoom = 512;

export interface MacosOptions {
  /** Whether private APIs of Apple may be used, as transparent windows require. Default: false. */
  readonly usesPrivateApi?: boolean;
  /** Replaces Apple's runtime, if there is none. */
  readonly runtime?: ObjectiveC;
}

/** AppKit and WebKit. */
export function openToolkit(
  shell: ShellParts<NativeWindow>,
  { usesPrivateApi = false, runtime = new AppleRuntime(processor) }: MacosOptions,
): Toolkit<NativeWindow> {
  useRuntime(runtime);
  const { events, windows } = shell;
  const loop = new Loop();
  const tray = new Tray(events);
  const menus = new Menus(events, windows);
  const notifications = new Notifications();
  const terminate = (reason: string): void => events.emit("app.terminate", { reason });
  const application = openApplication(shell, { terminate, ending: () => loop.endProcess() });

  return {
    openStreams: () => inheritedStreams({ address: addressOfFunction(libc, "poll"), pipeRoom }),
    load: () => runtime.load(),
    open: (identity, startsPage) => startEngine(shell, identity, { startsPage, usesPrivateApi }),
    begin({ name }: AppIdentity) {
      menus.begin(name);
      application.begin(name);
      watchSignals(terminate);
    },
    later,
    run() {
      if (hasDisplay()) withPool(() => application.install());
      return loop.run();
    },
    openWaker,
    quit(code) {
      // An open menu has a nested loop, which would continue.
      tray.remove();
      menus.leave();
      notifications.leave();
      loop.quit(code);
      application.end();
    },
    setAppIcon: setDockIcon,
    setActivationPolicy: (policy) => withPool(() => setActivationPolicy(policy)),
    setAppVisible: (isVisible) => theApplication().send(isVisible ? "unhide:" : "hide:", null),
    windows: windowToolkit,
    readMonitors: ({ window }) => readMonitors(window.send("frame")),
    messageDialog: (window, request) => messageDialog(window?.window ?? null, request),
    choiceDialog: ({ window }, request) => choiceDialog(window, request),
    fileDialog: ({ window }, request) => fileDialog(window, request),
    clipboard: { write: writeClipboard, read: readClipboard },
    notifications,
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

/** The delegate of the application: it asks the pages before the app quits. */
function openApplication(
  shell: ShellParts<NativeWindow>,
  { terminate, ending }: { terminate: (reason: string) => void; ending: () => void },
): ApplicationDelegate {
  const { events, windows } = shell;
  const mayEnd = async (): Promise<boolean> =>
    (await shell.mayEnd("quit")) && (await shell.mayAllLeave());
  const application = new ApplicationDelegate({
    terminationAsked: () =>
      void mayEnd().then((ends) => {
        if (ends) terminate("the user or the system has asked for it");
        else application.stays();
      }),
    opened: (addresses) => events.emit("app.opened", { addresses }),
    reopened: () => showAgain(windows()),
    ending,
  });
  return application;
}

function startEngine(
  { dialogs, windows }: ShellParts<NativeWindow>,
  identity: AppIdentity,
  { startsPage, usesPrivateApi }: { startsPage: boolean; usesPrivateApi: boolean },
): SystemEngine<NativeWindow> {
  checkDisplay();
  withPool(startApplication);
  const engine = openEngine(identity, { usesPrivateApi, dialogs });
  if (startsPage) engine.start();
  return engineWithSpare(engine, {
    traits: wkWebViewTraits,
    windows,
    make: (spec, view, windowEvents) =>
      new NativeWindow(spec, { view, events: windowEvents, usesPrivateApi }),
  });
}
