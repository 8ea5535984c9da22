import type { Point } from "../../../src/native/macos/objc/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import { NSString } from "../foundation/ns-string.ts";
import { postEvent, turn } from "../loop.ts";
import { NSObject, Strong, StrongList, Weak } from "../ns-object.ts";
import { inPool } from "../pools.ts";
import { tell } from "../tell.ts";
import { refuse } from "../violations.ts";
import { respondsTo } from "../classes.ts";

const commandKey = 1 << 20;

/** Those on the screen. */
const shownMenus = new Set<NSMenu>();

export const openMenus = (): readonly NSMenu[] => [...shownMenus];

export class NSMenu extends NSObject {
  readonly ofTitle = new Strong<NSString>(this);
  readonly items = new StrongList<NSMenuItem>(this);
  /** The item that it hangs on. */
  readonly item = new Weak<NSMenuItem>();
  asksTargets = true;
  isOpen = false;
  /** The place of its last separate opening. */
  openedAt: { readonly at: Point; readonly view: NSObject | null } | null = null;

  override get detail(): string {
    return ` "${this.ofTitle.value?.text ?? ""}"`;
  }

  "-initWithTitle:"(title: NSString): void {
    this.ofTitle.value = title;
  }

  "-title"(): NSString {
    return this.ofTitle.value ?? NSString.of("");
  }

  "-setTitle:"(title: NSString): void {
    this.ofTitle.value = title;
  }

  "-addItem:"(item: NSMenuItem): void {
    if (item.ofMenu.value !== null)
      refuse("An item was added to a menu while it is in another one");
    item.ofMenu.value = this;
    this.items.add(item);
  }

  "-removeItem:"(item: NSMenuItem): void {
    if (item.ofMenu.value !== this)
      refuse("An exception: an item was taken out of a menu that it is not in");
    item.ofMenu.value = null;
    this.items.remove(item);
  }

  "-removeAllItems"(): void {
    for (const item of this.items.items) item.ofMenu.value = null;
    this.items.items = [];
  }

  "-numberOfItems"(): number {
    return this.items.items.length;
  }

  "-itemAtIndex:"(index: number): NSMenuItem | null {
    return this.items.items[index] ?? null;
  }

  "-itemArray"(): NSArray<NSMenuItem> {
    return NSArray.of(this.items.items);
  }

  "-autoenablesItems"(): boolean {
    return this.asksTargets;
  }

  "-setAutoenablesItems:"(asks: boolean): void {
    this.asksTargets = asks;
  }

  "-cancelTracking"(): void {
    this.close();
  }

  /** Goes off the screen, as by a click elsewhere. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    // Its loop waits for an event.
    postEvent(() => {});
  }

  /** Is open until an item is chosen or it is closed; the loop goes on within. */
  track(): void {
    this.kept++;
    this.isOpen = true;
    shownMenus.add(this);
    while (this.isOpen) inPool(() => turn(true, true));
    shownMenus.delete(this);
    this.kept--;
    this.freeIfUnused();
  }

  "-popUpMenuPositioningItem:atLocation:inView:"(
    _item: NSMenuItem | null,
    at: Point,
    view: NSObject | null,
  ): boolean {
    this.openedAt = { at, view };
    this.track();
    return true;
  }

  /** The menu that was opened, which this one may hang in. */
  get outermost(): NSMenu {
    return this.item.value?.ofMenu.value?.outermost ?? this;
  }

  /** Performs the user's choice. The titles of submenus come first, then the title of the item. */
  choose(...titles: readonly string[]): void {
    const [first, ...others] = titles;
    const item =
      this.items.items.find(({ title }) => title === first) ??
      refuse(`A menu has no item "${first}"`);
    if (others.length > 0) {
      if (!item.isChoosable) return;
      (item.submenu.value ?? refuse(`"${first}" has no menu`)).choose(...others);
    } else item.choose();
  }

  override dealloc(): void {
    for (const item of this.items.items) item.ofMenu.value = null;
  }
}

export class NSMenuItem extends NSObject {
  readonly ofTitle = new Strong<NSString>(this);
  readonly key = new Strong<NSString>(this);
  readonly submenu = new Strong<NSMenu>(this);
  readonly image = new Strong<NSObject>(this);
  readonly ofMenu = new Weak<NSMenu>();
  readonly ofTarget = new Weak<NSObject>();
  action: string | null = null;
  identifier: string | null = null;
  modifiers = commandKey;
  tag = 0;
  state = 0;
  isEnabled = true;
  isSeparator = false;

  get title(): string {
    return this.ofTitle.value?.text ?? "";
  }

  override get detail(): string {
    return ` "${this.title}"`;
  }

  "-identifier"(): NSString | null {
    return this.identifier === null ? null : NSString.of(this.identifier);
  }

  "-isSeparatorItem"(): boolean {
    return this.isSeparator;
  }

  static "+separatorItem"(): NSMenuItem {
    const made = new this();
    made.isSeparator = true;
    return made;
  }

  "-initWithTitle:action:keyEquivalent:"(
    title: NSString,
    action: string | null,
    key: NSString,
  ): void {
    this.ofTitle.value = title;
    this.action = action;
    this.key.value = key;
  }

  "-title"(): NSString {
    return this.ofTitle.value ?? NSString.of("");
  }

  "-setTitle:"(title: NSString): void {
    this.ofTitle.value = title;
  }

  "-setAction:"(action: string | null): void {
    this.action = action;
  }

  "-action"(): string | null {
    return this.action;
  }

  "-setTarget:"(target: NSObject | null): void {
    this.ofTarget.value = target;
  }

  "-target"(): NSObject | null {
    return this.ofTarget.value;
  }

  "-setKeyEquivalent:"(key: NSString): void {
    this.key.value = key;
  }

  "-keyEquivalent"(): NSString {
    return this.key.value ?? NSString.of("");
  }

  "-setKeyEquivalentModifierMask:"(modifiers: number): void {
    this.modifiers = modifiers;
  }

  "-setTag:"(tag: number): void {
    this.tag = tag;
  }

  "-tag"(): number {
    return this.tag;
  }

  "-setState:"(state: number): void {
    this.state = state;
  }

  "-setEnabled:"(isEnabled: boolean): void {
    this.isEnabled = isEnabled;
  }

  "-isEnabled"(): boolean {
    return this.isEnabled;
  }

  "-setImage:"(image: NSObject | null): void {
    this.image.value = image;
  }

  "-setSubmenu:"(menu: NSMenu | null): void {
    if (menu !== null && menu.item.value !== null)
      refuse("A menu was hung on an item while it is on another one");
    const before = this.submenu.value;
    if (before !== null) before.item.value = null;
    this.submenu.value = menu;
    if (menu === null) return;
    menu.item.value = this;
    this.action = "submenuAction:";
  }

  "-submenu"(): NSMenu | null {
    return this.submenu.value;
  }

  /** True if the user can choose it now. */
  get isChoosable(): boolean {
    if (this.isSeparator || this.ofMenu.value?.asksTargets !== true)
      return this.isEnabled && !this.isSeparator;
    if (this.submenu.value !== null) return true;
    const target = this.ofTarget.value;
    if (target === null || this.action === null) return this.action !== null;
    return respondsTo(target, this.action);
  }

  /** Performs the user's choice. The menu is closed before the target gets its message. */
  choose(): void {
    if (!this.isChoosable) return;
    const outermost = this.ofMenu.value?.outermost;
    outermost?.close();
    const target = this.ofTarget.value;
    if (target !== null && this.action !== null) tell(target, this.action, this);
  }

  override dealloc(): void {
    const menu = this.submenu.value;
    if (menu !== null) menu.item.value = null;
  }
}

defineStandInClasses({ NSMenu, NSMenuItem });
