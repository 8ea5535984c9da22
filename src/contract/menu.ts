import * as v from "valibot";
import { limits } from "./limits.ts";
import { Bytes } from "./page/bytes.ts";
import type { Accelerator } from "./patterns/accelerator.ts";
import { listUpTo } from "./text/up-to.ts";

/** What the engine does to the text that has the keyboard. */
export const editRoles = [
  "undo",
  "redo",
  "cut",
  "copy",
  "paste",
  "pasteAndMatchStyle",
  "delete",
  "selectAll",
] as const;
export type EditRole = (typeof editRoles)[number];

/** What an entry of a menu can stand for, with the system's words, keys and behaviour. */
export const menuRoles = [
  ...editRoles,
  "close",
  "minimize",
  "zoom",
  "fullScreen",
  "quit",
  "about",
  "hide",
  "hideOthers",
  "showAll",
  "services",
  "windowList",
  "recentFiles",
  "reload",
  "devTools",
] as const;
export type MenuRole = (typeof menuRoles)[number];

/** An entry of a menu: something to choose, a line, a menu of its own, or a role. */
export type MenuEntry = MenuItemEntry | MenuRoleEntry | MenuSeparator | MenuFolderEntry;

export interface MenuItemEntry {
  /** Told when it is chosen. Each item of a menu has another one; none begins with `framework:`. */
  readonly id: string;
  readonly text: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Default: true. One that is not visible has no keys. */
  readonly visible?: boolean;
  /**
   * Whether it has a check mark. Without this it never has one. Choosing it does not change the
   * mark.
   */
  readonly checked?: boolean;
  /** The name of a group of which one item is marked. Choosing an item moves the mark to it. */
  readonly radio?: string;
  /**
   * Keys such as `CommandOrControl+S`. They choose the item while its window has the keyboard. In
   * the tray's menu and in a context menu they are only shown.
   */
  readonly accelerator?: string;
  /** A small picture beside the text: its bytes, or, in own code, its path. */
  readonly icon?: Uint8Array | string;
}

export interface MenuRoleEntry {
  readonly role: MenuRole;
  /** Default: the system's word, in the user's language where the system tells it. */
  readonly text?: string;
  /** Default: the system's keys. */
  readonly accelerator?: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Default: true. */
  readonly visible?: boolean;
}

export interface MenuSeparator {
  readonly separator: true;
}

export interface MenuFolderEntry {
  readonly text: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Default: true. */
  readonly visible?: boolean;
  readonly icon?: Uint8Array | string;
  readonly items: readonly MenuEntry[];
}

/** What can be changed about an item that is there. */
export type MenuItemChange = Partial<Omit<MenuItemEntry, "id">>;

const text = v.string();
const flag = v.optional(v.boolean());
const icon = v.optional(v.union([Bytes, v.string()]));
const changeable = {
  enabled: flag,
  visible: flag,
  checked: flag,
  radio: v.optional(v.string()),
  accelerator: v.optional(v.string()),
  icon,
};
const Item = v.strictObject({ id: v.string(), text, ...changeable });
const Role = v.strictObject({
  role: v.picklist(menuRoles),
  text: v.optional(text),
  accelerator: v.optional(v.string()),
  enabled: flag,
  visible: flag,
});
const Separator = v.strictObject({ separator: v.literal(true) });
const Entry: v.GenericSchema<MenuEntry> = v.lazy((entry) => {
  if (typeof entry !== "object" || entry === null) return Item;
  if ("separator" in entry) return Separator;
  return "items" in entry ? Folder : "role" in entry ? Role : Item;
}) as never;
const Folder = v.strictObject({ text, enabled: flag, visible: flag, icon, items: v.array(Entry) });

export const MenuEntries: v.GenericSchema<readonly MenuEntry[]> = listUpTo(
  Entry,
  limits.menuEntries,
);

export const MenuItemChangeOptions: v.GenericSchema<MenuItemChange> = v.strictObject({
  text: v.optional(text),
  ...changeable,
}) as never;

/** Identifiers that begin so are the framework's own. */
export const ownIdPrefix = "framework:";

// Keys that write a character by themselves, or do something in every text.
const writing =
  /^(?:Key.|Digit.|Numpad.+|Backquote|Minus|Equal|Bracket.+|Backslash|Semicolon|Quote|Comma|Period|Slash|Plus|Space|Enter|Tab|Backspace|Delete|Arrow.+|Home|End|Page.+|Escape)$/;

/**
 * Whether keys would be missed in a text that is written in: those without Control, Alt or the
 * system's key.
 */
export function takesFromText({ modifiers, key }: Accelerator): boolean {
  return writing.test(key) && modifiers.every((modifier) => modifier === "shift");
}
