import type { MenuRole } from "../../../contract/menu.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { MENUITEMINFOW, user32 } from "../lib/user32.ts";
import { wide, wideRoom, wideTextIn } from "../wide-text.ts";

let appName = "";

/** The app name in labels such as "About Notes". */
export function nameApp(name: string): void {
  appName = name;
}

// Windows has labels for editing in the menu of its text fields, in the user's language; by their
// ids there.
const inTextField: Readonly<Partial<Record<MenuRole, number>>> = {
  undo: 0x0304,
  cut: 0x0300,
  copy: 0x0301,
  paste: 0x0302,
  delete: 0x0303,
  selectAll: 0x00b1,
};
const menuOfTextField = 1;

const inEnglish: Readonly<Record<MenuRole, string>> = {
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  pasteAndMatchStyle: "Paste as Plain Text",
  delete: "Delete",
  selectAll: "Select All",
  close: "Close",
  minimize: "Minimize",
  zoom: "Maximize",
  fullScreen: "Full Screen",
  quit: "Exit",
  about: "About %",
  hide: "Hide %",
  hideOthers: "Hide Others",
  showAll: "Show All",
  services: "Services",
  windowList: "Windows",
  recentFiles: "Open Recent",
  reload: "Reload",
  devTools: "Developer Tools",
};

/** Windows' label for a role, in the user's language if there is one. */
export function roleWord(role: MenuRole): string {
  const number = inTextField[role];
  const own = number === undefined ? "" : wordOfTextField(number);
  return own === "" ? inEnglish[role].replace("%", () => appName) : own;
}

const MIIM_STRING = 0x40;
const longest = 100;

function wordOfTextField(number: number): string {
  const menu = user32.LoadMenuW(kernel32.GetModuleHandleW(wide("user32.dll")), menuOfTextField);
  if (menu === 0) return "";
  const room = wideRoom(longest);
  const info = MENUITEMINFOW.make({
    cbSize: MENUITEMINFOW.size,
    fMask: MIIM_STRING,
    dwTypeData: room,
    cch: longest,
  });
  const isThere = user32.GetMenuItemInfoW(menu, number, false, info.bytes) !== 0;
  user32.DestroyMenu(menu);
  if (!isThere) return "";
  // Keys follow a tab; languages without the letter write it behind the word: "コピー(&C)".
  const [text = ""] = wideTextIn(room).split("\t");
  return text.replace(/\s*\(&.\)/u, "").replace("&", "");
}
