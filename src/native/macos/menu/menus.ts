import type { MenuItem, WindowAct } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import type { MenuPlace, SystemMenus } from "../../toolkit.ts";
import { showMainMenu } from "../app/main-menu.ts";
import { NSEvent } from "../lib/appkit/event.ts";
import { NSView } from "../lib/appkit/window.ts";
import { later, soon } from "../loop.ts";
import { makeMenu } from "../menu.ts";
import { withPool } from "../objc/pool.ts";
import type { NativeWindow } from "../window/window.ts";
import { MenuBar } from "./menu-bar.ts";
import { MenuTarget } from "./menu-target.ts";
import { nameApp } from "./role-words.ts";

interface Popup {
  readonly close: () => void;
}

/**
 * The menu bar of the screen, which shows the menu of the window with the keyboard focus, or else
 * the app's, or else the standard one.
 */
export class Menus implements SystemMenus<NativeWindow> {
  readonly listsWindows = true;
  readonly #events: Events;
  readonly #windows: () => readonly NativeWindow[];
  readonly #ofWindows = new Map<NativeWindow, MenuBar>();
  readonly #popups = new Map<NativeWindow, Popup>();
  #appName = "";
  #ofApp: MenuBar | null = null;
  /** The current menu bar; `null`: the standard menu. */
  #shown: MenuBar | null = null;

  constructor(events: Events, windows: () => readonly NativeWindow[]) {
    this.#events = events;
    this.#windows = windows;
  }

  begin(appName: string): void {
    this.#appName = appName;
    nameApp(appName);
  }

  set(window: NativeWindow, items: readonly MenuItem[] | null): void {
    const before = this.#ofWindows.get(window);
    if (items === null) this.#ofWindows.delete(window);
    else this.#ofWindows.set(window, this.#make(items));
    this.#follow();
    before?.[Symbol.dispose]();
  }

  setApp(items: readonly MenuItem[] | null): void {
    const before = this.#ofApp;
    this.#ofApp = items === null ? null : this.#make(items);
    this.#follow();
    before?.[Symbol.dispose]();
  }

  windowChanged(): void {
    this.#follow();
  }

  #make(items: readonly MenuItem[]): MenuBar {
    return new MenuBar(this.#appName, items, (item) => {
      this.#events.emit("menu.chosen", { window: this.#keyWindow()?.spec.label ?? null, item });
    });
  }

  #keyWindow(): NativeWindow | undefined {
    return this.#windows().find(({ window }) => window.send("isKeyWindow"));
  }

  /** Shows the menu of the focused window, and forgets those of closed windows. */
  #follow(): void {
    withPool(() => {
      const gone = [...this.#ofWindows].filter(([window]) => window.events.isDestroyed);
      const key = this.#keyWindow();
      const wanted = (key === undefined ? undefined : this.#ofWindows.get(key)) ?? this.#ofApp;
      if (wanted !== this.#shown) {
        this.#shown = wanted;
        if (wanted === null) showMainMenu(this.#appName);
        else wanted.show();
      }
      for (const [window, bar] of gone) {
        this.#ofWindows.delete(window);
        bar[Symbol.dispose]();
      }
    });
  }

  popup(
    window: NativeWindow,
    items: readonly MenuItem[],
    at: MenuPlace | null,
  ): Promise<string | null> {
    this.closePopup(window);
    return new Promise((resolve, reject) => {
      let chosen: string | null = null;
      const target = new MenuTarget((item) => (chosen = item));
      const menu = withPool(() => makeMenu("", target.entries(items)));
      const settle = (): void => {
        if (this.#popups.get(window) === popup) this.#popups.delete(window);
        // The choice may be reported after the menu has closed.
        soon(() => {
          menu[Symbol.dispose]();
          target[Symbol.dispose]();
          resolve(chosen);
        });
      };
      const popup = { close: () => menu.send("cancelTracking") };
      this.#popups.set(window, popup);
      // Its nested loop must not run inside of the main queue, which delivers calls of the app
      // thread.
      later(0, () => {
        try {
          if (!window.events.isDestroyed) popUp(menu, window, at);
          settle();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  closePopup(window: NativeWindow): void {
    this.#popups.get(window)?.close();
    this.#popups.delete(window);
  }

  /** The app ends: an open menu would keep it. */
  leave(): void {
    for (const window of this.#popups.keys()) this.closePopup(window);
  }
}

/** Returns when the menu has closed. Everything else continues meanwhile. */
function popUp(
  menu: ReturnType<typeof makeMenu>,
  { window }: NativeWindow,
  at: MenuPlace | null,
): void {
  const show = "popUpMenuPositioningItem:atLocation:inView:";
  const content = window.send("contentView");
  if (at === null || content === null) {
    menu.send(show, null, NSEvent.send("mouseLocation"), null);
    return;
  }
  // The view counts from its lower left corner.
  const { height } = NSView.at(content).send("bounds");
  menu.send(show, null, { x: at.x, y: height - at.y }, content);
}

/** Performs the action of a role that AppKit does not know on a window's page. */
export function actOn({ view }: NativeWindow, act: WindowAct): void {
  if (act === "reload") view.evaluate("location.reload()", null);
  else if (act === "devTools") view.toggleInspector();
}
