import { FrameworkError } from "../../contract/errors.ts";
import {
  windowOperationRows,
  type WindowOperation,
  type WindowOperations,
} from "../../contract/window/operations.ts";
import type { Monitors } from "../../contract/ui/index.ts";
import type { WindowOptions } from "../../contract/window/options.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { Services } from "../services.ts";
import { stateFlags } from "../windows/remembered/saved-window.ts";
import type { CloseHandler, CrashHandler, LoadHandler } from "../windows/window-hooks.ts";
import { checkPageEvent } from "../events/events.ts";
import type { MenuEntry, MenuItemChange } from "../../contract/menu.ts";
import type { AppEvent } from "./app-events.ts";
import { withPicture, withPictures } from "./app-menu.ts";

/** The windows of the app, as its own code sees them. */
export interface AppWindows {
  /** The open windows. */
  list(): readonly AppWindow[];
  /** The open window of this label, or `null`. */
  get(label: string): AppWindow | null;
  /**
   * Opens a window.
   * @param options the fields of `framework.windows`, each of them optional
   */
  open(label: string, options?: WindowOptions): Promise<AppWindow>;
  /**
   * Runs before a window closes, at the request of its user, its page or the app; returns a
   * function that removes the handler. The handler has no time limit, and keeps the window open by
   * `preventDefault`. All handlers run, one after the other, and then the page decides, if no
   * handler objects and it listens to `framework://close-requested`. Last comes `beforeunload` of
   * the page, as in a browser: the user decides if the page calls `preventDefault` after the user
   * has touched it. A page that does not answer it within 2 s cannot keep its window. `destroy`
   * skips all of them, and so does the end of the app, except for "Quit" of the tray's
   * default menu and, on macOS, Cmd+Q and "Quit" of the menu bar and the Dock, which run
   * `beforeunload` only. While a handler computes, nothing else happens in the app: when the close
   * button is pressed again after five seconds, the user can end the app.
   *
   * @example
   * app.windows.onCloseRequested(async (request) => {
   *   if (request.window !== "main") return;
   *   request.preventDefault();
   *   await app.windows.get("main")?.hide();
   * });
   */
  onCloseRequested(handler: CloseHandler): () => void;
  /**
   * Runs for each page that is loaded into a window, twice: when it replaces the last one, and when
   * it is complete. Returns a function that removes the handler. Handlers that are added in `setup`
   * receive the first pages, too.
   *
   * @example
   * app.windows.onPageLoad(({ window, url, stage }) => console.log(window, stage, url));
   */
  onPageLoad(handler: LoadHandler): () => void;
  /**
   * Runs when the web process of a page has ended, by a crash or from outside; returns a function
   * that removes the handler. By default the page is reloaded: at once, then every ten seconds, and
   * six times in a row at most. A handler may prevent that, ask the user and call `reload`. See
   * docs/errors-and-crashes.md.
   *
   * @example
   * app.windows.onPageCrashed(({ window, reason }) => console.error(window, reason));
   */
  onPageCrashed(handler: CrashHandler): () => void;
  /**
   * Remembers the state of windows when they close, across restarts of the app, and restores it for
   * windows of the same label: like `rememberState` of the configuration for one window. Call it in
   * `setup`, before windows open.
   *
   * @example
   * app.windows.remember({ what: ["size", "position"], except: ["splash"] });
   */
  remember(options?: RememberOptions): void;
  /** Remembers the current state of all open windows. Default: all of it. */
  saveState(what?: readonly WindowStateFlag[]): Promise<void>;
}

/** The remembered part of the state, and the remembered windows. */
export interface RememberOptions {
  /**
   * Default: all of it. With `visible`, a window that is remembered as visible is shown, and also
   * one without remembered state.
   */
  readonly what?: readonly WindowStateFlag[];
  /** Labels of windows that are not remembered. */
  readonly except?: readonly string[];
  /**
   * Labels of windows that are remembered but not restored when they open: `restoreState` restores
   * them.
   */
  readonly notAtStart?: readonly string[];
}

/** A part of a window's state that can be remembered. */
export type WindowStateFlag =
  "size" | "position" | "maximized" | "visible" | "decorations" | "fullscreen";

/** One window. After it has been closed, every call fails with the code `not-found`. */
export interface AppWindow extends Operations {
  readonly label: string;
  /** Its current position, size, title and so on. */
  state(): Promise<WindowState>;
  /** The monitors, and the one that shows it. */
  monitors(): Promise<Monitors>;
  /** Restores its remembered state. Default: all of it. */
  restoreState(what?: readonly WindowStateFlag[]): Promise<void>;
  /**
   * Emits an event that only its page receives.
   * @param payload a value that a command may return, copied at once
   */
  emit(event: string, payload?: unknown): void;
  /**
   * Listens to events that its page emits, and to events of the window; returns a function that
   * removes the listener.
   */
  listen<Payload = unknown>(event: string, handler: (event: AppEvent<Payload>) => void): () => void;
  /**
   * Runs a script in its current page, whichever that is. For a page that listens, `emit` is
   * better: no other page receives it.
   */
  evaluate(script: string): Promise<void>;
  /**
   * Gives it a menu of its own; `null`: it uses the app's (`app.menu`), `[]`: none. A window
   * without decorations has no space for a menu bar: F10 and Alt show the menu there. On macOS the
   * menu bar of the screen shows it while the window has the keyboard focus.
   */
  setMenu(entries: readonly MenuEntry[] | null): Promise<void>;
  /** Changes an item of its own menu. Rejects with `not-found` when it has no such item. */
  changeMenuItem(id: string, change: MenuItemChange): Promise<void>;
  /**
   * Shows a context menu over the page; resolves with the id of the chosen item, and with `null`
   * when the menu was closed or a role was chosen, whose action is done by then. Without an entry
   * that is shown on this system it resolves with `null` at once.
   *
   * @param at logical pixels from the page's upper left corner. Default: at the pointer
   */
  popupMenu(
    entries: readonly MenuEntry[],
    at?: { readonly x: number; readonly y: number },
  ): Promise<string | null>;
  /** Closes it, unless the app's own code or its page objects. */
  close(): Promise<void>;
  /** Closes it without asking. */
  destroy(): Promise<void>;
}

/** The operations of a window, each as a method: `window.setTitle("Notes")`, `window.show()`. */
type Operations = {
  readonly [N in keyof WindowOperations]: WindowOperations[N] extends null
    ? () => Promise<void>
    : (value: WindowOperations[N]) => Promise<void>;
};

/** @internal */
export function openAppWindows(services: Services): AppWindows {
  const { windows } = services;
  return {
    list: () => windows.labels.map((label) => appWindow(label, services)),
    get: (label) => (windows.labels.includes(label) ? appWindow(label, services) : null),
    async open(label, options) {
      await windows.create(label, options);
      return appWindow(label, services);
    },
    onCloseRequested: (handler) => windows.hooks.onCloseRequested(handler),
    onPageLoad: (handler) => windows.hooks.onPageLoad(handler),
    onPageCrashed: (handler) => windows.hooks.onPageCrashed(handler),
    remember({ what, except = [], notAtStart = [] } = {}) {
      windows.remembered.remember({
        flags: flagsOf(what),
        isMeant: (label) => !except.includes(label),
        restoresAtStart: (label) => !notAtStart.includes(label),
      });
    },
    saveState: (what) => windows.remembered.saveNow(flagsOf(what)),
  };
}

function flagsOf(what: readonly WindowStateFlag[] = stateFlags): ReadonlySet<WindowStateFlag> {
  return new Set(what);
}

function appWindow(label: string, { windows, events, ui, menus }: Services): AppWindow {
  const apply = (name: keyof WindowOperations) => [
    name,
    (value: unknown = null) => windows.apply(label, { name, value } as WindowOperation),
  ];
  return {
    ...(Object.fromEntries(windowOperationRows.map(([name]) => apply(name))) as Operations),
    label,
    state: () => windows.read(label),
    monitors: () => windows.monitors(label),
    restoreState: (what) => windows.remembered.restore(label, flagsOf(what)),
    emit(event, payload) {
      checkPageEvent(event);
      events.emit(event, payload, { to: label });
    },
    listen: (event, handler) => events.listen(event, handler, { window: label }),
    async evaluate(script) {
      if (windows.labels.includes(label))
        return await ui.call("window.evaluate", { window: label, script, pages: null });
      throw new FrameworkError(
        "not-found",
        `Cannot run a script in window "${label}": it must be open`,
      );
    },
    setMenu: async (entries) =>
      await menus.set(label, entries === null ? null : await withPictures(entries)),
    changeMenuItem: async (id, change) =>
      await menus.changeItem(label, id, await withPicture(change)),
    popupMenu: async (entries, at) =>
      await menus.popup(label, await withPictures(entries), at ?? null),
    close: () => windows.requestClose(label),
    destroy: () => windows.destroy(label),
  };
}
