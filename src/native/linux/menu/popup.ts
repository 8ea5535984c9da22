import type { MenuItem } from "../../../contract/ui/index.ts";
import type { MenuPlace } from "../../toolkit.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { whenIdle } from "../loop.ts";
import { connect } from "../object.ts";
import { pair, surfaceOf } from "../window/surface.ts";
import { NativeMenu } from "./native-menu.ts";

const GDK_GRAVITY_NORTH_WEST = 1;

const open = new Held<PopupMenu>("popup menus");
const deactivated = callback("pL>v", (_menu, number) => open.get(number)?.left());

/** A context menu over a page. */
export class PopupMenu {
  readonly chosen: Promise<string | null>;
  readonly #menu = gtk.gtk_menu_new();
  readonly #number: number;
  readonly #entries: NativeMenu;
  #settle: (id: string | null) => void = () => {};

  /** @throws FrameworkError `bad-argument` for an invalid picture */
  constructor(items: readonly MenuItem[]) {
    gobject.g_object_ref_sink(this.#menu);
    this.chosen = new Promise((resolve) => (this.#settle = resolve));
    this.#number = open.add(this);
    this.#entries = new NativeMenu(this.#menu, (id) => this.#settle(id));
    this.#entries.items = items;
    connect(this.#menu, "deactivate", deactivated, this.#number);
  }

  /** @param event the triggering event; Wayland shows no menu without one */
  show(view: Address, at: MenuPlace, event: Address | null): void {
    const top = gtk.gtk_widget_get_toplevel(view);
    const corner = pair((x, y) =>
      gtk.gtk_widget_translate_coordinates(view, top, Math.round(at.x), Math.round(at.y), x, y),
    );
    gtk.gtk_menu_attach_to_widget(this.#menu, view, null);
    const place = new Int32Array([corner.x, corner.y, 1, 1]);
    gtk.gtk_menu_popup_at_rect(
      this.#menu,
      surfaceOf(top),
      place,
      GDK_GRAVITY_NORTH_WEST,
      GDK_GRAVITY_NORTH_WEST,
      event,
    );
  }

  /** Selects the first item, as after opening by the keyboard. */
  selectFirst(): void {
    gtk.gtk_menu_shell_select_first(this.#menu, true);
  }

  /** Does nothing when it is off the screen: GTK may have freed the menu by then. */
  close(): void {
    if (open.get(this.#number) === undefined) return;
    gtk.gtk_menu_shell_deactivate(this.#menu);
    this.left();
  }

  /** It is off the screen; the choice is reported after that. */
  left(): void {
    if (open.take(this.#number) === undefined) return;
    whenIdle(() => {
      this.#settle(null);
      this.#entries[Symbol.dispose]();
      gtk.gtk_widget_destroy(this.#menu);
      gobject.g_object_unref(this.#menu);
    });
  }
}

/** The position of the pointer, from the upper left corner of a view. */
export function pointerIn(view: Address): MenuPlace {
  const display = gdk.gdk_display_get_default();
  const seat = display === null ? null : gdk.gdk_display_get_default_seat(display);
  const pointer = seat === null ? null : gdk.gdk_seat_get_pointer(seat);
  if (pointer === null) return { x: 0, y: 0 };
  const top = gtk.gtk_widget_get_toplevel(view);
  const at = pair((x, y) =>
    gdk.gdk_window_get_device_position(surfaceOf(top), pointer, x, y, null),
  );
  return pair((x, y) => gtk.gtk_widget_translate_coordinates(top, view, at.x, at.y, x, y));
}
