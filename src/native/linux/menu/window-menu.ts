import { read, type Pointer } from "bun:ffi";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import type { MenuPlace } from "../../toolkit.ts";
import { gdk } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { connect } from "../object.ts";
import { KeyGroup } from "./key-group.ts";
import { NativeMenu } from "./native-menu.ts";
import { pointerIn, PopupMenu } from "./popup.ts";

const GTK_ORIENTATION_VERTICAL = 1;

const GDK_KEY_F10 = 0xffc7;
const GDK_KEY_Alt_L = 0xffe9;
const anyModifier = 0xd; // shift, control, alt

/** The window that a menu belongs to. */
export interface MenuWindow {
  readonly address: Address;
  readonly view: { readonly address: Address };
  /** The widgets above the page will have another height; `show` applies it. */
  changeBar(show: () => void): void;
}

/**
 * Puts a bar above the page. Windows without a menu hold only the view: a GtkBox continues its
 * iteration after the view has got its size, so a handler of that must not remove the view from it.
 */
function putAbove({ address, view }: MenuWindow, bar: Address): void {
  const column = gtk.gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gobject.g_object_ref(view.address);
  gtk.gtk_container_remove(address, view.address);
  gtk.gtk_container_add(address, column);
  gtk.gtk_box_pack_start(column, bar, false, false, 0);
  gtk.gtk_box_pack_start(column, view.address, true, true, 0);
  gobject.g_object_unref(view.address);
  gtk.gtk_widget_show(column);
  gtk.gtk_widget_grab_focus(view.address);
}

const menus = new Held<WindowMenu>("window menus");

const inputGiven = callback("ppL>b", (_widget, event, number) => {
  menus.get(number)?.keepInput(event);
  return false;
});

// struct GdkEventKey { type; window; send_event; guint32 time, state, keyval; … }
const keyPressed = callback("ppL>b", (_window, event, number) => {
  const menu = menus.get(number);
  if (menu === undefined) return false;
  menu.keepInput(event);
  return menu.keyPressed(read.u32(event as Pointer, 28), read.u32(event as Pointer, 24));
});
const keyReleased = callback("ppL>b", (_window, event, number) =>
  Boolean(menus.get(number)?.keyReleased(read.u32(event as Pointer, 28))),
);

/** The menu bar of a window, its keys, and its context menus. */
export class WindowMenu implements Disposable {
  readonly #window: MenuWindow;
  readonly #number: number;
  readonly #choose: (id: string) => void;
  #bar: { readonly address: Address; readonly entries: NativeMenu } | null = null;
  #keys: KeyGroup | null = null;
  #items: readonly MenuItem[] = [];
  #popup: PopupMenu | null = null;
  /** The last press of a button or key, which a compositor requires for a menu. */
  #input: Address | null = null;
  #lastKey = 0;

  constructor(window: MenuWindow, choose: (id: string) => void) {
    this.#window = window;
    this.#choose = choose;
    this.#number = menus.add(this);
    connect(window.view.address, "button-press-event", inputGiven, this.#number);
    connect(window.address, "key-press-event", keyPressed, this.#number);
    connect(window.address, "key-release-event", keyReleased, this.#number);
  }

  /** @throws FrameworkError `bad-argument` for an invalid picture */
  set items(items: readonly MenuItem[]) {
    if (items.length > 0 || this.#bar !== null) this.#fillBar(items);
    this.#items = items;
    this.#keys?.[Symbol.dispose]();
    this.#keys =
      items.length === 0 ? null : new KeyGroup(this.#window.address, items, this.#choose);
    this.followDecorations();
  }

  #fillBar(items: readonly MenuItem[]): void {
    if (this.#bar === null) {
      const address = gtk.gtk_menu_bar_new();
      gobject.g_object_ref_sink(address);
      this.#bar = { address, entries: new NativeMenu(address, this.#choose) };
    }
    this.#bar.entries.items = items;
  }

  /** Shows the bar if the window has a frame and a menu. */
  followDecorations(): void {
    const bar = this.#bar;
    if (bar === null) return;
    const isShown =
      this.#items.length > 0 && gtk.gtk_window_get_decorated(this.#window.address) !== 0;
    if (isShown === (gtk.gtk_widget_get_visible(bar.address) !== 0)) return;
    this.#window.changeBar(() => {
      if (gtk.gtk_widget_get_parent(bar.address) === null) putAbove(this.#window, bar.address);
      if (isShown) gtk.gtk_widget_show(bar.address);
      else gtk.gtk_widget_hide(bar.address);
    });
  }

  /** The height of the bar, in GTK's pixels. */
  get height(): number {
    if (this.#bar === null || gtk.gtk_widget_get_visible(this.#bar.address) === 0) return 0;
    const natural = new Int32Array(2);
    gtk.gtk_widget_get_preferred_size(this.#bar.address, null, natural);
    return natural[1] ?? 0;
  }

  keepInput(event: Address): void {
    this.#forgetInput();
    this.#input = gdk.gdk_event_copy(event);
  }

  #forgetInput(): void {
    if (this.#input !== null) gdk.gdk_event_free(this.#input);
    this.#input = null;
  }

  /** Whether the menu used the key: F10 opens it if the bar, where GTK would open it, is hidden. */
  keyPressed(key: number, state: number): boolean {
    this.#lastKey = key;
    return key === GDK_KEY_F10 && (state & anyModifier) === 0 && this.#openWithoutBar();
  }

  /** Alt alone does the same. */
  keyReleased(key: number): boolean {
    return key === GDK_KEY_Alt_L && this.#lastKey === key && this.#openWithoutBar();
  }

  #openWithoutBar(): boolean {
    if (this.#items.length === 0 || this.height > 0) return false;
    void this.popup(this.#items, { x: 0, y: 0 }).then((id) => {
      if (id !== null) this.#choose(id);
    });
    this.#popup?.selectFirst();
    return true;
  }

  popup(items: readonly MenuItem[], at: MenuPlace | null): Promise<string | null> {
    this.closePopup();
    const { address } = this.#window.view;
    const popup = new PopupMenu(items);
    this.#popup = popup;
    popup.show(address, at ?? pointerIn(address), this.#input);
    return popup.chosen;
  }

  closePopup(): void {
    this.#popup?.close();
    this.#popup = null;
  }

  [Symbol.dispose](): void {
    menus.take(this.#number);
    this.closePopup();
    this.#keys?.[Symbol.dispose]();
    const bar = this.#bar;
    this.#bar = null;
    bar?.entries[Symbol.dispose]();
    if (bar !== null) gobject.g_object_unref(bar.address);
    this.#forgetInput();
  }
}
