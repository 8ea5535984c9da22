import type { MenuRole } from "../../../contract/menu.ts";
import { menuWords, type MenuWord } from "../app/menu-words.ts";
import { aboutAction } from "../app/main-menu.ts";

let appName = "";

/** The app name in labels such as "Quit Notes". */
export function nameApp(name: string): void {
  appName = name;
}

const words: Readonly<Partial<Record<MenuRole, MenuWord>>> = {
  undo: "undo",
  redo: "redo",
  cut: "cut",
  copy: "copy",
  paste: "paste",
  pasteAndMatchStyle: "pasteAndMatchStyle",
  delete: "delete",
  selectAll: "selectAll",
  close: "close",
  minimize: "minimize",
  zoom: "zoom",
  fullScreen: "enterFullScreen",
  quit: "quit",
  about: "about",
  hide: "hide",
  hideOthers: "hideOthers",
  showAll: "showAll",
  services: "services",
  windowList: "window",
};

const inEnglish: Readonly<Partial<Record<MenuRole, string>>> = {
  recentFiles: "Open Recent",
  reload: "Reload",
  devTools: "Developer Tools",
};

/** macOS' label for a role, in the user's language if it is known. */
export function roleWord(role: MenuRole): string {
  const word = words[role];
  return word === undefined ? (inEnglish[role] ?? role) : menuWords(appName)(word);
}

/**
 * The actions that AppKit, WebKit or the app's delegate implements, when they are sent to the
 * responder chain.
 */
export const roleActions: Readonly<Partial<Record<MenuRole, string>>> = {
  undo: "undo:",
  redo: "redo:",
  cut: "cut:",
  copy: "copy:",
  paste: "paste:",
  pasteAndMatchStyle: "pasteAsPlainText:",
  delete: "delete:",
  selectAll: "selectAll:",
  close: "performClose:",
  minimize: "performMiniaturize:",
  zoom: "performZoom:",
  fullScreen: "toggleFullScreen:",
  quit: "terminate:",
  about: aboutAction,
  hide: "hide:",
  hideOthers: "hideOtherApplications:",
  showAll: "unhideAllApplications:",
};
