import { limits } from "../../../contract/limits.ts";
import type { TraySpec } from "../../../contract/ui/index.ts";
import type { Events } from "../../platform.ts";
import { warnUnsupported } from "../window/display.ts";
import { openSessionBus, type BusObject, type OwnSessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";
import { shown, withoutNul } from "../../shown-text.ts";
import { readPixmaps, type Pixmap } from "./pixmap.ts";
import { menuPath, TrayMenu } from "./tray-menu.ts";

// A StatusNotifierItem: the app puts an object on the bus that describes the icon, and registers
// itself with the watcher; the desktop's panels read items from the watcher, show them, and call
// the object when one is clicked. An item exists as long as its connection to the bus: panels know
// no other way to remove it. So it has a connection of its own. Source:
// https://specifications.freedesktop.org/status-notifier-item/

const itemPath = "/StatusNotifierItem";
const itemInterface = "org.kde.StatusNotifierItem";
const watcherName = "org.kde.StatusNotifierWatcher";
const watcherPath = "/StatusNotifierWatcher";
const patience = 10_000;

/**
 * Panels report each click separately: a second one within this time, in milliseconds, makes it a
 * double click.
 */
const doubleClickTime = 400;

const text = (name: string): string => `<property name="${name}" type="s" access="read"/>`;
const click = (name: string): string =>
  `<method name="${name}"><arg type="i" direction="in"/><arg type="i" direction="in"/></method>`;

const xml = `<node><interface name="${itemInterface}">
  ${["Category", "Id", "Title", "Status", "IconName"].map(text).join("")}
  <property name="IconPixmap" type="a(iiay)" access="read"/>
  <property name="ToolTip" type="(sa(iiay)ss)" access="read"/>
  <property name="ItemIsMenu" type="b" access="read"/>
  <property name="Menu" type="o" access="read"/>
  ${["Activate", "SecondaryActivate", "ContextMenu"].map(click).join("")}
  <method name="Scroll"><arg type="i" direction="in"/><arg type="s" direction="in"/></method>
  <signal name="NewTitle"/><signal name="NewIcon"/><signal name="NewToolTip"/>
</interface></node>`;

type Click = "left" | "right" | "middle" | "double";

/** The app's icon in the system tray. */
export class Tray {
  readonly #events: Events;
  #shown: ShownTray | undefined;

  constructor(events: Events) {
    this.#events = events;
  }

  show(spec: TraySpec): void {
    // An unreadable picture is the caller's mistake, regardless of the desktop's abilities.
    const pixmaps = readPixmaps(spec.icon);
    if (this.#shown !== undefined) return this.#shown.change(spec, pixmaps);
    try {
      this.#shown = new ShownTray(openSessionBus(), spec, pixmaps, this.#events);
    } catch (error) {
      warnUnsupported("systemTray", error instanceof Error ? error.message : String(error));
    }
  }

  remove(): void {
    this.#shown?.close();
    this.#shown = undefined;
  }
}

class ShownTray {
  readonly #bus: OwnSessionBus;
  readonly #menu: TrayMenu;
  readonly #object: BusObject;
  #spec: TraySpec;
  #pixmaps: readonly Pixmap[];
  #lastClick = -Infinity;
  readonly #held = new DisposableStack();

  constructor(bus: OwnSessionBus, spec: TraySpec, pixmaps: readonly Pixmap[], events: Events) {
    this.#bus = bus;
    this.#spec = spec;
    this.#pixmaps = pixmaps;
    this.#menu = new TrayMenu(bus, spec.menu, (item) => events.emit("tray.menuClicked", { item }));
    const clicked = (name: Click) => (position: readonly unknown[]) => {
      const [x, y] = position as readonly [number, number];
      events.emit("tray.clicked", { click: name, position: { x, y } });
    };
    this.#object = {
      path: itemPath,
      interface: itemInterface,
      xml,
      properties: {
        Category: () => new Variant("s", "ApplicationStatus"),
        Id: () => new Variant("s", withoutNul(this.#spec.id)),
        Title: () => new Variant("s", this.#title),
        Status: () => new Variant("s", "Active"),
        IconName: () => new Variant("s", ""),
        IconPixmap: () => new Variant("a(iiay)", this.#pixmaps),
        ToolTip: () => new Variant("(sa(iiay)ss)", ["", [], this.#tooltip, ""]),
        ItemIsMenu: () => new Variant("b", false),
        Menu: () => new Variant("o", menuPath),
      },
      methods: {
        Activate: (position) => {
          const now = performance.now();
          const isSecond = now - this.#lastClick < doubleClickTime;
          this.#lastClick = isSecond ? -Infinity : now;
          clicked(isSecond ? "double" : "left")(position);
        },
        SecondaryActivate: clicked("middle"),
        ContextMenu: clicked("right"),
        Scroll: () => {},
      },
    };
    this.#held.use(bus);
    this.#held.defer(bus.export(this.#object));
    this.#held.defer(
      bus.watchOwner(watcherName, (isOwned) => {
        if (isOwned) this.#register();
      }),
    );
    this.#held.defer(() => this.#menu.close());
    this.#register();
  }

  change(spec: TraySpec, pixmaps: readonly Pixmap[]): void {
    const { icon, menu } = this.#spec;
    const [title, tooltip] = [this.#title, this.#tooltip];
    this.#spec = spec;
    this.#pixmaps = pixmaps;
    if (!Buffer.from(icon).equals(spec.icon)) this.#bus.emit(this.#object, "NewIcon");
    if (this.#title !== title) this.#bus.emit(this.#object, "NewTitle");
    if (this.#tooltip !== tooltip) this.#bus.emit(this.#object, "NewToolTip");
    if (JSON.stringify(spec.menu) !== JSON.stringify(menu)) this.#menu.items = spec.menu;
  }

  close(): void {
    this.#held.dispose();
  }

  get #title(): string {
    return shown(this.#spec.title ?? "", limits.title);
  }

  get #tooltip(): string {
    return shown(this.#spec.tooltip ?? this.#spec.title ?? "", limits.title);
  }

  #register(): void {
    const method = {
      name: watcherName,
      path: watcherPath,
      interface: watcherName,
      member: "RegisterStatusNotifierItem",
    };
    this.#bus.call(method, "s", [this.#bus.uniqueName], patience).catch((error: unknown) => {
      if (this.#held.disposed) return;
      const reason = error instanceof Error ? error.message : String(error);
      warnUnsupported("systemTray", `this desktop shows no tray icons (${reason})`);
    });
  }
}
