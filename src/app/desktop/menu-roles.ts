import { editRoles, type EditRole, type MenuRole } from "../../contract/menu.ts";
import type { System } from "../../contract/target.ts";

/** The facts about a role on one system. */
interface RoleFacts {
  /** As in the configuration; `null`: none. */
  readonly keys: string | null;
  /** Whether the menu handles the keys: otherwise the engine or the window handles them. */
  readonly takesKeys: boolean;
}

const keysOf: Readonly<
  Partial<Record<MenuRole, string | Readonly<Record<System, string | null>>>>
> = {
  undo: "CmdOrCtrl+Z",
  redo: { linux: "Ctrl+Shift+Z", windows: "Ctrl+Y", macos: "Cmd+Shift+Z" },
  cut: "CmdOrCtrl+X",
  copy: "CmdOrCtrl+C",
  paste: "CmdOrCtrl+V",
  pasteAndMatchStyle: { linux: "Ctrl+Shift+V", windows: "Ctrl+Shift+V", macos: "Cmd+Alt+Shift+V" },
  selectAll: "CmdOrCtrl+A",
  close: "CmdOrCtrl+W",
  minimize: { linux: null, windows: null, macos: "Cmd+M" },
  fullScreen: { linux: "F11", windows: "F11", macos: "Cmd+Ctrl+F" },
  // On Windows the keys are Alt+F4, which closes the window.
  quit: { linux: "Ctrl+Q", windows: null, macos: "Cmd+Q" },
  hide: { linux: null, windows: null, macos: "Cmd+H" },
  hideOthers: { linux: null, windows: null, macos: "Cmd+Alt+H" },
  reload: "CmdOrCtrl+R",
  devTools: { linux: "Ctrl+Shift+I", windows: "Ctrl+Shift+I", macos: "Cmd+Alt+I" },
};

const onlyOnMac: ReadonlySet<MenuRole> = new Set(["hide", "hideOthers", "showAll", "services"]);

/** macOS has these in the application menu, at the left of the menu bar. */
const inAppMenu: ReadonlySet<MenuRole> = new Set([...onlyOnMac, "about", "quit"]);

const inDevelopment: ReadonlySet<MenuRole> = new Set(["reload", "devTools"]);

export function isEditRole(role: MenuRole): role is EditRole {
  return (editRoles as readonly MenuRole[]).includes(role);
}

/** The kind of a menu: a menu bar, a context menu, or the menu of the tray icon. */
export type MenuPlace = "bar" | "popup" | "tray";

/** The facts about a role in such a menu; `null`: the menu does not have it. */
export function roleFacts(
  role: MenuRole,
  { system, place, isDevelopment }: { system: System; place: MenuPlace; isDevelopment: boolean },
): RoleFacts | null {
  const isMac = system === "macos";
  if (isMac ? place === "bar" && inAppMenu.has(role) : onlyOnMac.has(role)) return null;
  if (inDevelopment.has(role) && !isDevelopment) return null;
  if (role === "windowList" && place === "tray") return null;
  const keys = keysOf[role] ?? null;
  return {
    keys: keys === null || typeof keys === "string" ? keys : keys[system],
    takesKeys: place === "bar" && role !== "devTools" && (isMac || !isEditRole(role)),
  };
}
