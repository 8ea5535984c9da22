import type { Modifier } from "../../contract/patterns/accelerator.ts";
import { NSMenu, NSMenuItem } from "./lib/appkit/menu.ts";
import type { ObjectOf, OwnedOf } from "./objc/object.ts";
import type { Id } from "./objc/signature.ts";
import { nsString } from "./objc/text.ts";
import { readIcon } from "./window/icon.ts";

/** An entry of a menu, with its shown text. */
export type MenuEntry =
  | { readonly kind: "separator" }
  | {
      readonly kind: "action";
      readonly title: string;
      /** The message that is sent when it is chosen. */
      readonly action: string;
      /** The target, which reads the tag; `null`: the responder chain. */
      readonly target: Id | null;
      readonly tag: number;
      readonly keys: MenuKeys | null;
      readonly isEnabled: boolean;
      readonly isChecked: boolean;
      /** A picture beside the title. */
      readonly icon?: Uint8Array | null;
    }
  | {
      readonly kind: "submenu";
      readonly title: string;
      readonly isEnabled: boolean;
      readonly icon?: Uint8Array | null;
      readonly entries: readonly MenuEntry[];
      /** Lets AppKit add entries of its own to the menu. */
      readonly fill?: (menu: Id) => void;
    };

/** The keys beside an entry. */
export interface MenuKeys {
  /** A character in AppKit's form, lower case. */
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

// NSEventModifierFlags
const masks: Readonly<Record<Modifier, number>> = {
  shift: 1 << 17,
  control: 1 << 18,
  alt: 1 << 19,
  super: 1 << 20,
};

const NSControlStateValueOn = 1;
// AppKit's own action of an item with a submenu.
const opensMenu = "submenuAction:";

/**
 * A new menu, owned by us. The entries themselves, not their targets, define what can be chosen.
 */
export function makeMenu(title: string, entries: readonly MenuEntry[]): OwnedOf<typeof NSMenu> {
  const menu = NSMenu.make("initWithTitle:", nsString(title));
  menu.send("setAutoenablesItems:", false);
  fillMenu(menu, entries);
  return menu;
}

/** Appends entries to a menu, which keeps them. */
export function fillMenu(menu: ObjectOf<typeof NSMenu>, entries: readonly MenuEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === "separator") {
      menu.send("addItem:", NSMenuItem.send("separatorItem"));
    } else {
      using item = itemOf(entry);
      menu.send("addItem:", item);
    }
  }
}

/** Appends a menu to another one, which keeps it. */
export function addSubmenu(menu: ObjectOf<typeof NSMenu>, title: string, submenu: Id): void {
  using item = NSMenuItem.make(
    "initWithTitle:action:keyEquivalent:",
    nsString(title),
    opensMenu,
    nsString(""),
  );
  item.send("setSubmenu:", submenu);
  menu.send("addItem:", item);
}

function itemOf(entry: Exclude<MenuEntry, { kind: "separator" }>): OwnedOf<typeof NSMenuItem> {
  const keys = entry.kind === "action" ? entry.keys : null;
  const item = NSMenuItem.make(
    "initWithTitle:action:keyEquivalent:",
    nsString(entry.title),
    entry.kind === "action" ? entry.action : opensMenu,
    nsString(keys?.key ?? ""),
  );
  if (keys !== null)
    item.send(
      "setKeyEquivalentModifierMask:",
      keys.modifiers.reduce((mask, modifier) => mask | masks[modifier], 0),
    );
  item.send("setEnabled:", entry.isEnabled);
  setPicture(item, entry.icon ?? null);
  if (entry.kind === "submenu") {
    using submenu = makeMenu(entry.title, entry.entries);
    item.send("setSubmenu:", submenu);
    entry.fill?.(submenu);
    return item;
  }
  item.send("setTarget:", entry.target);
  item.send("setTag:", entry.tag);
  if (entry.isChecked) item.send("setState:", NSControlStateValueOn);
  return item;
}

const iconSide = 16;

function setPicture(item: OwnedOf<typeof NSMenuItem>, icon: Uint8Array | null): void {
  if (icon === null) return;
  using picture = readIcon(icon);
  const { width, height } = picture.send("size");
  const factor = iconSide / Math.max(width, height, 1);
  picture.send("setSize:", { width: width * factor, height: height * factor });
  item.send("setImage:", picture);
}
