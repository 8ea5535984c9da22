import { settle } from "../objective-c/loop.ts";
import { NSEvent } from "../objective-c/app-kit/ns-event.ts";
import { NSMenu, NSMenuItem } from "../objective-c/app-kit/ns-menu.ts";
import type { NSObject } from "../objective-c/ns-object.ts";
import { tell } from "../objective-c/tell.ts";
import { note } from "../objective-c/violations.ts";

const line = null;

// WebKit's names of the items in its menus. Source: ContextMenuController.cpp of WebCore.
const menus = {
  link: [
    "OpenLink",
    "OpenLinkInNewWindow",
    "DownloadLinkedFile",
    line,
    "CopyLink",
    line,
    "ShareMenu",
    line,
    "Reload",
    "InspectElement",
  ],
  selection: [
    "LookUp",
    "Translate",
    "SearchWeb",
    line,
    "Copy",
    line,
    "ShareMenu",
    line,
    "SpeechMenu",
  ],
  image: ["OpenImageInNewWindow", "DownloadImage", line, "CopyImage", line, "ShareMenu"],
} as const;

/**
 * The view's context menu as the user sees it, after its class has changed it: the names of its
 * items, and "-" for a separator.
 *
 * @param meanwhile happens while the menu is open, which has a loop of its own
 */
export function contextMenu(
  view: NSObject,
  over: keyof typeof menus,
  meanwhile: () => void = () => {},
): readonly string[] {
  const menu = new NSMenu();
  menu.kept++;
  for (const name of menus[over]) {
    const item = name === line ? NSMenuItem["+separatorItem"]() : new NSMenuItem();
    if (name !== line) item.identifier = `WKMenuItemIdentifier${name}`;
    menu["-addItem:"](item);
  }
  tell(view, "willOpenMenu:withEvent:", menu, new NSEvent());
  meanwhile();
  settle(true);
  if (view.isFreed) note("A view was freed while its menu was open");
  const shown = menu.items.items.map(
    ({ identifier }) => identifier?.replace("WKMenuItemIdentifier", "") ?? "-",
  );
  menu.kept--;
  menu.freeIfUnused();
  return shown;
}
