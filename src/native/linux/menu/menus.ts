import type { MenuRole } from "../../../contract/menu.ts";
import type { WindowAct } from "../../../contract/ui/index.ts";
import type { SystemMenus } from "../../toolkit.ts";
import { webkit } from "../lib/webkit.ts";
import type { NativeWindow } from "../window/window.ts";

/** The menus of windows, in GTK. */
export const menus: SystemMenus<NativeWindow> = {
  set: ({ menu }, items) => {
    menu.items = items ?? [];
  },
  popup: ({ menu }, items, at) => menu.popup(items, at),
  closePopup: ({ menu }) => menu.closePopup(),
};

// WEBKIT_EDITING_COMMAND_…
const commands: Readonly<Partial<Record<MenuRole, string>>> = {
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  pasteAndMatchStyle: "PasteAsPlainText",
  delete: "Delete",
  selectAll: "SelectAll",
};

/** Performs the action of a role on a window's page. */
export function actOn({ view }: NativeWindow, act: WindowAct): void {
  const command = commands[act];
  if (command !== undefined) webkit.webkit_web_view_execute_editing_command(view.address, command);
  else if (act === "reload") webkit.webkit_web_view_reload(view.address);
  else view.toggleInspector();
}
