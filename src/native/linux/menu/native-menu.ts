import { limits } from "../../../contract/limits.ts";
import type { Accelerator, Modifier } from "../../../contract/patterns/accelerator.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import { haveSameShape } from "../../menu-shape.ts";
import { shown } from "../../shown-text.ts";
import { gdk } from "../lib/gdk.ts";
import { pixbuf } from "../lib/gdk-pixbuf.ts";
import { gtk } from "../lib/gtk.ts";
import { Reference } from "../memory.ts";
import { connect } from "../object.ts";
import { keysymName } from "../shortcuts/keysyms.ts";
import { readIcon } from "../window/icon.ts";
import { roleWord } from "./role-words.ts";

const iconSide = 16;
const GDK_INTERP_BILINEAR = 2;

// GdkModifierType
const masks: Readonly<Record<Modifier, number>> = {
  shift: 1 << 0,
  control: 1 << 2,
  alt: 1 << 3,
  super: 1 << 26,
};

/** An accelerator in GTK's form. */
export interface GtkKeys {
  readonly keyval: number;
  readonly mask: number;
}

export function gtkKeys({ modifiers, key }: Accelerator): GtkKeys {
  return {
    keyval: gdk.gdk_keyval_from_name(keysymName(key)),
    mask: modifiers.reduce((mask, modifier) => mask | masks[modifier], 0),
  };
}

/** A shown entry. */
interface Shown {
  readonly widget: Address;
  /** Its number in `chosenItems`; 0: it cannot be chosen. */
  readonly number: number;
  item: MenuItem;
  readonly children: readonly Shown[];
}

interface Choosable {
  readonly shown: () => MenuItem;
  readonly widget: Address;
  readonly choose: (id: string) => void;
}

const choosable = new Held<Choosable>("menu items");
let isMarking = false;

const activated = callback("pL>v", (_widget, number) => {
  const found = choosable.get(number);
  if (found === undefined || isMarking) return;
  const item = found.shown();
  if (item.kind !== "action") return;
  // GTK has moved the mark already, but the app decides.
  if (item.checked !== null) mark(found.widget, item.checked);
  if (item.enabled) found.choose(item.id);
});

function mark(widget: Address, isMarked: boolean): void {
  isMarking = true;
  gtk.gtk_check_menu_item_set_active(widget, isMarked);
  isMarking = false;
}

/** The entries of a GtkMenuBar or GtkMenu. */
export class NativeMenu implements Disposable {
  readonly #shell: Address;
  readonly #choose: (id: string) => void;
  #entries: readonly Shown[] = [];
  #items: readonly MenuItem[] = [];

  /** @param shell the GtkMenuShell, which the caller owns */
  constructor(shell: Address, choose: (id: string) => void) {
    this.#shell = shell;
    this.#choose = choose;
  }

  /**
   * Shows these entries. If none was added or removed, the widgets stay: an open menu stays open.
   * @throws FrameworkError `bad-argument` for an invalid picture, without a change
   */
  set items(items: readonly MenuItem[]) {
    if (haveSameShape(items, this.#items)) {
      this.#items = items;
      for (const [place, shown] of this.#entries.entries()) change(shown, items[place]);
      return;
    }
    const entries = items.map((item) => this.#make(item));
    this.#clear();
    this.#entries = entries;
    this.#items = items;
    for (const { widget } of entries) gtk.gtk_menu_shell_append(this.#shell, widget);
  }

  #make(item: MenuItem): Shown {
    if (item.kind === "separator")
      return {
        widget: shownWidget(gtk.gtk_separator_menu_item_new()),
        number: 0,
        item,
        children: [],
      };
    const widget = shownWidget(widgetOf(item));
    gtk.gtk_widget_set_sensitive(widget, item.enabled);
    if (item.kind === "submenu") {
      const children = item.items.map((child) => this.#make(child));
      const menu = gtk.gtk_menu_new();
      for (const child of children) gtk.gtk_menu_shell_append(menu, child.widget);
      gtk.gtk_menu_item_set_submenu(widget, menu);
      return { widget, number: 0, item, children };
    }
    setKeys(widget, item);
    if (item.checked !== null) mark(widget, item.checked);
    const shown: Shown = {
      widget,
      item,
      children: [],
      number: choosable.add({ shown: () => shown.item, widget, choose: this.#choose }),
    };
    connect(widget, "activate", activated, shown.number);
    return shown;
  }

  #clear(): void {
    for (const entry of this.#entries) {
      forget(entry);
      gtk.gtk_widget_destroy(entry.widget);
    }
    this.#entries = [];
  }

  [Symbol.dispose](): void {
    this.#clear();
  }
}

function forget({ number, children }: Shown): void {
  choosable.take(number);
  for (const child of children) forget(child);
}

function shownWidget(widget: Address): Address {
  gtk.gtk_widget_show(widget);
  return widget;
}

type Labelled = Exclude<MenuItem, { kind: "separator" }>;

function labelOf({ text, role }: Labelled): string {
  return shown(text ?? (role === null ? "" : roleWord(role)), limits.label);
}

function widgetOf(item: Labelled): Address {
  const label = labelOf(item);
  if (item.kind === "action" && item.checked !== null) {
    const check = gtk.gtk_check_menu_item_new_with_label(label);
    gtk.gtk_check_menu_item_set_draw_as_radio(check, item.isRadio);
    return check;
  }
  if (item.icon === null) return gtk.gtk_menu_item_new_with_label(label);
  const widget = gtk.gtk_image_menu_item_new_with_label(label);
  setPicture(widget, item.icon);
  return widget;
}

function setPicture(widget: Address, icon: Uint8Array): void {
  using picture = readIcon(icon);
  const [width, height] = [
    pixbuf.gdk_pixbuf_get_width(picture.address),
    pixbuf.gdk_pixbuf_get_height(picture.address),
  ];
  const factor = iconSide / Math.max(width, height);
  const whole = (length: number): number => Math.max(1, Math.round(length * factor));
  const scaled = pixbuf.gdk_pixbuf_scale_simple(
    picture.address,
    whole(width),
    whole(height),
    GDK_INTERP_BILINEAR,
  );
  if (scaled === null) return;
  using small = new Reference(scaled);
  gtk.gtk_image_menu_item_set_image(widget, gtk.gtk_image_new_from_pixbuf(small.address));
  gtk.gtk_image_menu_item_set_always_show_image(widget, true);
}

function setKeys(widget: Address, { accelerator }: Extract<MenuItem, { kind: "action" }>): void {
  const label = gtk.gtk_bin_get_child(widget);
  if (label === null) return;
  const { keyval, mask } = accelerator === null ? { keyval: 0, mask: 0 } : gtkKeys(accelerator);
  gtk.gtk_accel_label_set_accel(label, keyval, mask);
}

/** Updates a widget to the current item; its kind is the same. */
function change(shown: Shown, item: MenuItem | undefined): void {
  const before = shown.item;
  if (item === undefined || item.kind === "separator" || before.kind === "separator") return;
  shown.item = item;
  const { widget } = shown;
  if (labelOf(item) !== labelOf(before)) gtk.gtk_menu_item_set_label(widget, labelOf(item));
  if (item.enabled !== before.enabled) gtk.gtk_widget_set_sensitive(widget, item.enabled);
  if (item.icon !== null && item.icon !== before.icon && !hasMark(item))
    setPicture(widget, item.icon);
  if (item.kind === "submenu")
    for (const [place, child] of shown.children.entries()) change(child, item.items[place]);
  else {
    setKeys(widget, item);
    if (item.checked !== null) mark(widget, item.checked);
  }
}

function hasMark(item: MenuItem): boolean {
  return item.kind === "action" && item.checked !== null;
}
