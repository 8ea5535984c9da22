import type { WindowAct } from "../../../contract/ui/index.ts";
import type { SystemMenus } from "../../toolkit.ts";
import type { NativeWindow } from "../window/window.ts";

/** The menus of windows. */
export const menus: SystemMenus<NativeWindow> = {
  set: ({ menu }, items) => {
    menu.items = items ?? [];
  },
  popup: ({ menu }, items, at) => menu.popup(items, at),
  closePopup: ({ menu }) => menu.closePopup(),
};

/** Performs the action of a role on a window's page. */
export function actOn({ view }: NativeWindow, act: WindowAct): void {
  if (act === "devTools") view.toggleInspector();
  else if (act === "reload") view.evaluate("location.reload()", null);
  else view.edit(act);
}
