import {
  MenuEntries,
  ownIdPrefix,
  takesFromText,
  type MenuEntry,
  type MenuItemChange,
  type MenuRoleEntry,
} from "../../contract/menu.ts";
import * as v from "valibot";
import type { ResolvedConfig } from "../../config/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { parseAccelerator } from "../../contract/patterns/accelerator-text.ts";
import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import { pictureFormat } from "../../contract/picture/picture-format.ts";
import type { System } from "../../contract/target.ts";
import type { MenuItem } from "../../contract/ui/index.ts";
import { plainItem } from "../../contract/ui/menu.ts";
import { checkArguments } from "../calls/arguments.ts";
import { roleFacts, type MenuPlace } from "./menu-roles.ts";

/** The facts that settling a menu depends on. */
export interface MenuSurroundings {
  readonly system: System;
  readonly isDevelopment: boolean;
  /** The recently opened files, the latest first. */
  readonly recentFiles: () => readonly string[];
}

/** The items of the tray's default menu. */
export const [showAll, hideAll, quit] = [
  "framework:show",
  "framework:hide",
  "framework:quit",
] as const;
const trayIds: ReadonlySet<string> = new Set([showAll, hideAll, quit]);

export const roleIdPrefix = `${ownIdPrefix}role:`;
export const fileIdPrefix = `${ownIdPrefix}file:`;

const Menu = v.strictObject({ menu: MenuEntries });

/**
 * Settles the entries of a menu.
 * @param command the operation's name in errors
 * @throws FrameworkError `bad-argument` for an invalid menu, a duplicate id, and invalid keys
 */
export function settleMenu(
  command: string,
  entries: readonly MenuEntry[],
  place: MenuPlace,
  surroundings: MenuSurroundings,
): readonly MenuItem[] {
  checkArguments(command, Menu, { menu: entries });
  return new Settler(place, surroundings).settle(entries, 1);
}

class Settler {
  readonly #place: MenuPlace;
  readonly #surroundings: MenuSurroundings;
  readonly #ids = new Set<string>();
  #count = 0;

  constructor(place: MenuPlace, surroundings: MenuSurroundings) {
    this.#place = place;
    this.#surroundings = surroundings;
  }

  settle(entries: readonly MenuEntry[], depth: number): readonly MenuItem[] {
    if (depth > limits.menuDepth.most)
      throw refused(
        `it has menus in one another ${depth} deep, want at most ${limits.menuDepth.most}`,
      );
    const items = entries.map((entry) => this.#item(entry, depth));
    const visible = items.filter((item) => item !== null);
    return visible.length < items.length ? tidy(visible) : visible;
  }

  /** `null`: it is hidden. */
  #item(entry: MenuEntry, depth: number): MenuItem | null {
    if (++this.#count > limits.menuEntries.most)
      throw refused(`it has more than ${limits.menuEntries.most} entries`);
    if ("separator" in entry) return { kind: "separator" };
    const { enabled = true, visible = true } = entry;
    if ("role" in entry) return visible ? this.#roleItem(entry) : null;
    const icon = entry.icon === undefined ? null : checkedIcon(entry.icon);
    if ("items" in entry) {
      const items = this.settle(entry.items, depth + 1);
      return visible
        ? { kind: "submenu", text: entry.text, role: null, enabled, icon, items }
        : null;
    }
    const { id, text, checked = null, radio, accelerator } = entry;
    if (this.#ids.has(id)) throw refused(`"id" is "${id}" twice, want another for each item`);
    this.#ids.add(id);
    if (id.startsWith(ownIdPrefix) && !(this.#place === "tray" && trayIds.has(id)))
      throw refused(`"id" is "${id}", want one that does not begin with "${ownIdPrefix}"`);
    const keys = accelerator === undefined ? null : this.#keys(accelerator);
    if (!visible) return null;
    return {
      kind: "action",
      id,
      role: null,
      text,
      enabled,
      checked: radio === undefined ? checked : (checked ?? false),
      isRadio: radio !== undefined,
      accelerator: keys,
      takesKeys: keys !== null && this.#place === "bar",
      icon,
    };
  }

  #roleItem(entry: MenuRoleEntry): MenuItem | null {
    const { role, enabled = true, accelerator } = entry;
    const text = entry.text ?? null;
    const place = this.#place;
    const keys = accelerator === undefined ? null : this.#keys(accelerator);
    const facts = roleFacts(role, { ...this.#surroundings, place });
    if (facts === null) return null;
    if (role === "recentFiles") return this.#recentFiles(text, enabled);
    if (role === "services" || role === "windowList")
      return { kind: "submenu", text, role, enabled, icon: null, items: [] };
    return {
      kind: "action",
      id: `${roleIdPrefix}${role}`,
      role,
      text,
      enabled,
      checked: null,
      isRadio: false,
      accelerator:
        keys ??
        (facts.keys === null ? null : parseAccelerator(facts.keys, this.#surroundings.system)),
      takesKeys: keys === null ? facts.takesKeys : place === "bar",
      icon: null,
    };
  }

  #recentFiles(text: string | null, enabled: boolean): MenuItem {
    const files = this.#surroundings.recentFiles();
    const items = files.map(fileItem);
    return {
      kind: "submenu",
      text,
      role: "recentFiles",
      enabled: enabled && files.length > 0,
      icon: null,
      items,
    };
  }

  #keys(text: string): Accelerator {
    const keys = parseAccelerator(text, this.#surroundings.system);
    if (this.#place === "bar" && takesFromText(keys))
      throw refused(
        `"accelerator" is "${text}", which texts need: want Control, Alt or the system's key with it`,
      );
    return keys;
  }
}

function fileItem(path: string): MenuItem {
  return plainItem(`${fileIdPrefix}${path}`, path.split(/[/\\]/).at(-1) ?? path);
}

function checkedIcon(icon: Uint8Array | string): Uint8Array {
  if (typeof icon === "string")
    throw refused(`"icon" is "${icon}", want the bytes of a picture; only own code gives paths`);
  if (icon.length > limits.pictureBytes.most || pictureFormat(icon) === null)
    throw refused(`"icon" is no picture: want a PNG, JPEG, GIF, BMP, ICO or WebP of at most 8 MB`);
  return icon;
}

/** Without separators at the edges or in a row. */
function tidy(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.filter(
    ({ kind }, place) =>
      kind !== "separator" ||
      (place > 0 && items[place - 1]?.kind !== "separator" && items.slice(place).some(isNoLine)),
  );
}

function isNoLine({ kind }: MenuItem): boolean {
  return kind !== "separator";
}

/**
 * The menu with one item changed.
 * @throws FrameworkError `not-found` when it has no such item
 */
export function changeItem(
  entries: readonly MenuEntry[],
  id: string,
  change: MenuItemChange,
): readonly MenuEntry[] {
  let isFound = false;
  const changed = mapItems(entries, (entry) => {
    if (entry.id !== id) return entry;
    isFound = true;
    return { ...entry, ...change };
  });
  if (isFound) return changed;
  throw new FrameworkError(
    "not-found",
    `Cannot change the menu item "${id}": it must be the id of an item of the menu`,
  );
}

/** The menu with the mark of a group moved to the chosen item; `null`: the item is in no group. */
export function withRadioChosen(
  entries: readonly MenuEntry[],
  id: string,
): readonly MenuEntry[] | null {
  let group: string | undefined;
  mapItems(entries, (entry) => {
    if (entry.id === id) group = entry.radio;
    return entry;
  });
  if (group === undefined) return null;
  return mapItems(entries, (entry) =>
    entry.radio === group ? { ...entry, checked: entry.id === id } : entry,
  );
}

type Item = Extract<MenuEntry, { id: string }>;

function mapItems(
  entries: readonly MenuEntry[],
  change: (item: Item) => Item,
): readonly MenuEntry[] {
  return entries.map((entry) => {
    if ("items" in entry) return { ...entry, items: mapItems(entry.items, change) };
    return "id" in entry ? change(entry) : entry;
  });
}

function refused(reason: string): FrameworkError {
  return new FrameworkError("bad-argument", `Cannot use the menu: ${reason}`);
}

type ConfiguredEntry = NonNullable<ResolvedConfig["framework"]["menu"]>[number];

/** The menu of the configuration, whose fields are complete. */
export function configuredMenu(entries: readonly ConfiguredEntry[]): readonly MenuEntry[] {
  return entries.map((entry) => {
    if (entry.separator) return { separator: true };
    const written = Object.entries({ ...entry, items: null }).filter(
      ([name, value]) => value !== null && name !== "separator",
    );
    const own = Object.fromEntries(written);
    return (
      entry.items === null ? own : { ...own, items: configuredMenu(entry.items) }
    ) as MenuEntry;
  });
}
