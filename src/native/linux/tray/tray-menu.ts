import { limits } from "../../../contract/limits.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import type { BusObject, SessionBus } from "../dbus/gdbus.ts";
import { Variant } from "../dbus/gvariant.ts";
import { keysymName, menuModifiers } from "../shortcuts/keysyms.ts";
import { shown } from "../../shown-text.ts";
import { roleWord } from "../menu/role-words.ts";
import { literalLabel } from "../dialogs/toolkit-text.ts";

// com.canonical.dbusmenu: the desktop reads a menu as a tree of numbered items with properties,
// shows it in its own way, and reports the chosen item. Number 0 is the menu itself. Source:
// https://github.com/AyatanaIndicators/libdbusmenu/blob/master/libdbusmenu-glib/dbus-menu.xml

export const menuPath = "/MenuBar";
const menuInterface = "com.canonical.dbusmenu";

const xml = `<node><interface name="${menuInterface}">
  <property name="Version" type="u" access="read"/>
  <property name="TextDirection" type="s" access="read"/>
  <property name="Status" type="s" access="read"/>
  <property name="IconThemePath" type="as" access="read"/>
  <method name="GetLayout">
    <arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="as" direction="in"/>
    <arg type="u" direction="out"/><arg type="(ia{sv}av)" direction="out"/>
  </method>
  <method name="GetGroupProperties">
    <arg type="ai" direction="in"/><arg type="as" direction="in"/><arg type="a(ia{sv})" direction="out"/>
  </method>
  <method name="GetProperty">
    <arg type="i" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
  </method>
  <method name="Event">
    <arg type="i" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/><arg type="u" direction="in"/>
  </method>
  <method name="EventGroup">
    <arg type="a(isvu)" direction="in"/><arg type="ai" direction="out"/>
  </method>
  <method name="AboutToShow">
    <arg type="i" direction="in"/><arg type="b" direction="out"/>
  </method>
  <method name="AboutToShowGroup">
    <arg type="ai" direction="in"/><arg type="ai" direction="out"/><arg type="ai" direction="out"/>
  </method>
  <signal name="LayoutUpdated"><arg type="u"/><arg type="i"/></signal>
  <signal name="ItemsPropertiesUpdated"><arg type="a(ia{sv})"/><arg type="a(ias)"/></signal>
</interface></node>`;

type Properties = Record<string, Variant>;

interface Node {
  readonly number: number;
  readonly properties: Properties;
  readonly children: readonly Node[];
  /** The reported id when it is chosen; `null`: it cannot be. */
  readonly item: string | null;
}

const root = 0;

/** A menu on the bus. */
export class TrayMenu {
  readonly #bus: SessionBus;
  readonly #chosen: (item: string) => void;
  readonly #object: BusObject;
  /** Removes it from the bus. */
  readonly close: () => void;
  #nodes = new Map<number, Node>();
  #revision = 0;
  // Continues from menu to menu: a choice in an outdated menu on the screen must not mean a newer
  // item.
  #lastNumber = 0;

  constructor(bus: SessionBus, items: readonly MenuItem[], chosen: (item: string) => void) {
    this.#bus = bus;
    this.#chosen = chosen;
    this.#read(items);
    this.#object = {
      path: menuPath,
      interface: menuInterface,
      xml,
      properties: {
        Version: () => new Variant("u", 3),
        TextDirection: () => new Variant("s", "ltr"),
        Status: () => new Variant("s", "normal"),
        IconThemePath: () => new Variant("as", []),
      },
      methods: {
        GetLayout: ([number, depth]) => this.#layout(number as number, depth as number),
        GetGroupProperties: ([numbers]) => {
          const wanted = numbers as readonly number[];
          const known =
            wanted.length === 0
              ? [...this.#nodes.keys()]
              : wanted.filter((number) => this.#nodes.has(number));
          return new Variant("(a(ia{sv}))", [
            known.map((number) => [number, this.#nodes.get(number)?.properties]),
          ]);
        },
        GetProperty: ([number, name]) => {
          const value = this.#nodes.get(number as number)?.properties[name as string];
          return new Variant("(v)", [value ?? new Variant("s", "")]);
        },
        Event: ([number, event]) => this.#event(number as number, event as string),
        EventGroup: ([events]) => {
          for (const [number, event] of events as readonly [number, string][])
            this.#event(number, event);
          return new Variant("(ai)", [[]]);
        },
        AboutToShow: () => new Variant("(b)", [false]),
        AboutToShowGroup: () => new Variant("(aiai)", [[], []]),
      },
    };
    this.close = bus.export(this.#object);
  }

  set items(items: readonly MenuItem[]) {
    this.#read(items);
    this.#bus.emit(this.#object, "LayoutUpdated", "ui", [this.#revision, root]);
  }

  #read(items: readonly MenuItem[]): void {
    this.#nodes = new Map();
    this.#revision++;
    const properties = { "children-display": new Variant("s", "submenu") };
    this.#keep({
      number: root,
      properties,
      children: items.map((item) => this.#node(item)),
      item: null,
    });
  }

  #node(item: MenuItem): Node {
    const number = ++this.#lastNumber;
    const children = item.kind === "submenu" ? item.items.map((each) => this.#node(each)) : [];
    const chosen = item.kind === "action" && item.enabled ? item.id : null;
    return this.#keep({ number, properties: propertiesOf(item), children, item: chosen });
  }

  #keep(node: Node): Node {
    this.#nodes.set(node.number, node);
    return node;
  }

  /** @param depth the number of levels below the item; negative: all */
  #layout(number: number, depth: number): Variant {
    const write = ({ number: own, properties, children }: Node, levels: number): unknown => [
      own,
      properties,
      levels === 0
        ? []
        : children.map((child) => new Variant("(ia{sv}av)", write(child, levels - 1))),
    ];
    const node = this.#nodes.get(number) ?? { number, properties: {}, children: [], item: null };
    return new Variant("(u(ia{sv}av))", [this.#revision, write(node, depth)]);
  }

  #event(number: number, event: string): void {
    const item = this.#nodes.get(number)?.item ?? null;
    if (event === "clicked" && item !== null) this.#chosen(item);
  }
}

// An omitted property has its default: enabled, visible, without a mark.
function propertiesOf(item: MenuItem): Properties {
  if (item.kind === "separator") return { type: new Variant("s", "separator") };
  const properties: Properties = {
    label: new Variant(
      "s",
      literalLabel(
        shown(item.text ?? (item.role === null ? "" : roleWord(item.role)), limits.label),
      ),
    ),
  };
  if (!item.enabled) properties["enabled"] = new Variant("b", false);
  if (item.kind === "submenu")
    return { ...properties, "children-display": new Variant("s", "submenu") };
  if (item.checked !== null) {
    properties["toggle-type"] = new Variant("s", item.isRadio ? "radio" : "checkmark");
    properties["toggle-state"] = new Variant("i", item.checked ? 1 : 0);
  }
  if (item.accelerator !== null) {
    const { modifiers, key } = item.accelerator;
    const keys = [...modifiers.map((modifier) => menuModifiers[modifier]), keysymName(key)];
    properties["shortcut"] = new Variant("aas", [keys]);
  }
  return properties;
}
