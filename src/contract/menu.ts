import * as v from "valibot";
import { limits } from "./limits.ts";
import { Bytes } from "./page/bytes.ts";
import type { Accelerator } from "./patterns/accelerator.ts";
import { listUpTo } from "./text/up-to.ts";

/** The edit commands for the focused text field. */
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

/** The built-in menu items, with the system's labels, keys and behaviour. */
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

/** An entry of a menu: an item, a separator, a submenu, or a role. */
export type MenuEntry = MenuItemEntry | MenuRoleEntry | MenuSeparator | MenuFolderEntry;

export interface MenuItemEntry {
  /** Reported when the item is chosen. Unique within a menu; must not begin with `framework:`. */
  readonly id: string;
  readonly text: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Default: true. An invisible item has no keys. */
  readonly visible?: boolean;
  /**
   * The state of its check mark. Without this the item never has one. Choosing it does not change
   * the mark.
   */
  readonly checked?: boolean;
  /** The name of a group in which one item is marked. Choosing an item moves the mark to it. */
  readonly radio?: string;
  /**
   * Keys such as `CommandOrControl+S`. They choose the item while its window has the keyboard
   * focus. In the tray's menu and in a context menu they are only shown.
   */
  readonly accelerator?: string;
  /** A small picture beside the text: its bytes, or, in own code, its path. */
  readonly icon?: Uint8Array | string;
}

export interface MenuRoleEntry {
  readonly role: MenuRole;
  /** Default: the system's label, in the user's language if the system provides it. */
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

/** The fields of an existing item that can be changed. */
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

/** Identifiers with this prefix are the framework's own. */
export const ownIdPrefix = "framework:";

// Keys that type a character, or act in every text field.
const writing =
  /^(?:Key.|Digit.|Numpad.+|Backquote|Minus|Equal|Bracket.+|Backslash|Semicolon|Quote|Comma|Period|Slash|Plus|Space|Enter|Tab|Backspace|Delete|Arrow.+|Home|End|Page.+|Escape)$/;

/** Whether an accelerator would disturb typing: its keys lack Control, Alt or the system's key. */
export function takesFromText({ modifiers, key }: Accelerator): boolean {
  return writing.test(key) && modifiers.every((modifier) => modifier === "shift");
}
