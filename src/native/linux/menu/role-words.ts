import type { MenuRole } from "../../../contract/menu.ts";
import { glib } from "../lib/glib.ts";

// GTK's own labels for buttons and menus, in the user's language; English if there is none.
const words: Readonly<Record<MenuRole, string>> = {
  undo: "_Undo",
  redo: "_Redo",
  cut: "Cu_t",
  copy: "_Copy",
  paste: "_Paste",
  pasteAndMatchStyle: "Paste Without Formatting",
  delete: "_Delete",
  selectAll: "Select _All",
  close: "_Close",
  minimize: "Minimize",
  zoom: "Maximize",
  fullScreen: "_Fullscreen",
  quit: "_Quit",
  about: "_About",
  hide: "Hide",
  hideOthers: "Hide Others",
  showAll: "Show All",
  services: "Services",
  windowList: "Windows",
  recentFiles: "Open Recent",
  reload: "Reload",
  devTools: "Developer Tools",
};

/** GTK's label of a role, without the mark of the access key. */
export function roleWord(role: MenuRole): string {
  const word = words[role];
  const stock = glib.g_dpgettext2("gtk30", "Stock label", word);
  const text = stock === word ? glib.g_dgettext("gtk30", word) : stock;
  // Languages without a letter for it write the key behind the word: "复制(_C)".
  return text.replace(/\s*\(_.\)/u, "").replace("_", "");
}
