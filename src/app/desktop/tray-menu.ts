import * as v from "valibot";
import { checkArguments } from "../calls/arguments.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { MenuItem } from "../../contract/ui/index.ts";
import { parseAccelerator } from "./accelerator.ts";

/** An entry of the tray's menu: something to choose, a line between others, or a menu of its own. */
export type TrayMenuEntry = TrayMenuItem | { readonly separator: true } | TrayMenuFolder;

export interface TrayMenuItem {
  /** What is told when it is chosen. Each item has another one. */
  readonly id: string;
  readonly text: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Whether it has a check mark. Without this it never has one. Choosing it does not change the mark. */
  readonly checked?: boolean;
  /** Shown beside the text, such as `CommandOrControl+Q`. It does nothing by itself. */
  readonly accelerator?: string;
}

export interface TrayMenuFolder {
  readonly text: string;
  /** Default: true. */
  readonly enabled?: boolean;
  readonly items: readonly TrayMenuEntry[];
}

/** What can be changed about an item that is there. */
export type TrayItemChange = Partial<Omit<TrayMenuItem, "id">>;

const text = v.string();
const enabled = v.optional(v.boolean());
const Item = v.strictObject({
  id: v.string(),
  text,
  enabled,
  checked: v.optional(v.boolean()),
  accelerator: v.optional(v.string()),
});
const Separator = v.strictObject({ separator: v.literal(true) });
const Entry: v.GenericSchema = v.lazy((entry) => {
  if (typeof entry !== "object" || entry === null) return Item;
  return "separator" in entry ? Separator : "items" in entry ? Folder : Item;
});
const Folder = v.strictObject({ text, enabled, items: v.array(Entry) });
const Menu = v.strictObject({ menu: v.array(Entry) });

/**
 * Settles what a menu is made of.
 * @throws FrameworkError `bad-argument` for what is no menu, an id that is there twice, and keys that are none
 */
export function settleMenu(entries: readonly TrayMenuEntry[], system: System): readonly MenuItem[] {
  checkArguments("tray.setMenu", Menu, { menu: entries });
  const ids = new Set<string>();
  const settle = (entry: TrayMenuEntry): MenuItem => {
    if ("separator" in entry) return { kind: "separator" };
    const { text, enabled = true } = entry;
    if ("items" in entry) return { kind: "submenu", text, enabled, items: entry.items.map(settle) };
    const { id, checked = null, accelerator } = entry;
    if (ids.has(id)) {
      throw new FrameworkError(
        "bad-argument",
        `Cannot use the menu: "id" is "${id}" twice, want another for each item`,
      );
    }
    ids.add(id);
    const keys = accelerator === undefined ? null : parseAccelerator(accelerator, system);
    return { kind: "action", id, text, enabled, checked, accelerator: keys };
  };
  return entries.map(settle);
}

/**
 * The menu with one item changed.
 * @throws FrameworkError `not-found` when it has no such item
 */
export function changeItem(
  entries: readonly TrayMenuEntry[],
  id: string,
  change: TrayItemChange,
): readonly TrayMenuEntry[] {
  let isFound = false;
  const replace = (entry: TrayMenuEntry): TrayMenuEntry => {
    if ("separator" in entry) return entry;
    if ("items" in entry) return { ...entry, items: entry.items.map(replace) };
    if (entry.id !== id) return entry;
    isFound = true;
    return { ...entry, ...change };
  };
  const changed = entries.map(replace);
  if (isFound) return changed;
  throw new FrameworkError(
    "not-found",
    `Cannot change the menu item "${id}": it must be the id of an item of the menu`,
  );
}
