import type { MessageBus } from "dbus-native";
import { connectSessionBus, ownName } from "./bus.ts";
import type { Session } from "./display.ts";
import { waitFor } from "./wait.ts";

// The part of a desktop that shows tray icons, simulated by the test: the watcher that apps
// register their icons with, and a panel that reads, clicks and opens their menus. Source:
// https://specifications.freedesktop.org/status-notifier-item/

const watcher = "org.kde.StatusNotifierWatcher";
const item = "org.kde.StatusNotifierItem";
const menu = "com.canonical.dbusmenu";

/** A menu as the panel sees it. */
export interface PanelItem {
  readonly number: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly items: readonly PanelItem[];
}

type Layout = [number: number, properties: Record<string, unknown>, children: Layout[]];

export class MockTrayHost implements AsyncDisposable {
  /** The bus names of the icons, as they came. */
  readonly registered: string[] = [];
  /** Signals of icons and menus, by name. */
  readonly signals: string[] = [];
  private readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  async serve(): Promise<void> {
    const register = (service: string): null => {
      this.registered.push(service);
      return null;
    };
    this.bus.exportInterface({ RegisterStatusNotifierItem: register }, "/StatusNotifierWatcher", {
      name: watcher,
      methods: { RegisterStatusNotifierItem: ["s", "", ["service"], []] },
    });
    this.bus.connection.on("message", ({ interface: of, member }) => {
      if ((of === item || of === menu) && member !== undefined) this.signals.push(member);
    });
    for (const of of [item, menu]) await this.bus.addMatch(`type='signal',interface='${of}'`);
    await ownName(this.bus, watcher);
  }

  /** Waits for the next icon, and returns its bus name. */
  async icon(place = 0): Promise<string> {
    return waitFor(`icon ${place} in the tray`, () => this.registered[place]);
  }

  /** Waits until an icon has gone, which panels know by the name of its connection. */
  async gone(icon: string): Promise<void> {
    const bus = "org.freedesktop.DBus";
    const isThere = () => this.call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", "s", [icon]);
    await waitFor(`the end of the icon ${icon}`, async () => (await isThere()) === false);
  }

  async property(icon: string, name: string): Promise<unknown> {
    return this.call(icon, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get", "ss", [
      item,
      name,
    ]);
  }

  async click(
    icon: string,
    method: "Activate" | "SecondaryActivate" | "ContextMenu",
    x: number,
    y: number,
  ): Promise<void> {
    await this.call(icon, "/StatusNotifierItem", item, method, "ii", [x, y]);
  }

  async menu(icon: string, from = 0, depth = -1): Promise<{ revision: number; root: PanelItem }> {
    const path = String(await this.property(icon, "Menu"));
    const [revision, layout] = (await this.call(icon, path, menu, "GetLayout", "iias", [
      from,
      depth,
      [],
    ])) as [number, Layout];
    const read = ([number, properties, children]: Layout): PanelItem => ({
      number,
      properties,
      items: children.map(read),
    });
    return { revision, root: read(layout) };
  }

  /** Calls a method of the menu. */
  async askMenu(
    icon: string,
    member: string,
    signature: string,
    body: readonly unknown[],
  ): Promise<unknown> {
    return this.call(
      icon,
      String(await this.property(icon, "Menu")),
      menu,
      member,
      signature,
      body,
    );
  }

  /** Chooses the item with this label. */
  async choose(icon: string, label: string): Promise<void> {
    const find = (items: readonly PanelItem[]): PanelItem | undefined =>
      items.find(({ properties }) => properties["label"] === label) ??
      items.map((each) => find(each.items)).find((found) => found !== undefined);
    const found = find((await this.menu(icon)).root.items);
    if (found === undefined) throw new Error(`Cannot find "${label}" in the menu`);
    await this.event(icon, found.number);
  }

  async event(icon: string, number: number, event = "clicked"): Promise<void> {
    await this.askMenu(icon, "Event", "isvu", [number, event, ["s", ""], 0]);
  }

  async signal(name: string): Promise<void> {
    await waitFor(`the signal ${name}`, () => this.signals.includes(name), {
      state: () => `  so far: ${this.signals.join(" ")}`,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }

  private async call(
    destination: string,
    path: string,
    of: string,
    member: string,
    signature: string,
    body: readonly unknown[],
  ): Promise<unknown> {
    return this.bus.invoke({
      destination,
      path,
      interface: of,
      member,
      signature,
      body: [...body],
    });
  }
}

export async function startMockTrayHost(session: Session): Promise<MockTrayHost> {
  const host = new MockTrayHost(await connectSessionBus(session));
  await host.serve();
  return host;
}
