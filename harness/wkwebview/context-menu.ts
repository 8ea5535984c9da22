import { settle } from "../objective-c/loop.ts";
import { NSEvent } from "../objective-c/app-kit/ns-event.ts";
import { NSMenu, NSMenuItem } from "../objective-c/app-kit/ns-menu.ts";
import type { NSObject } from "../objective-c/ns-object.ts";
import { tell } from "../objective-c/tell.ts";
import { note } from "../objective-c/violations.ts";

// WebKit's names of the items in its menu over a link.
const items = [
  "OpenLink",
  "OpenLinkInNewWindow",
  "DownloadLinkedFile",
  "CopyLink",
  "ShareMenu",
  "Reload",
  "InspectElement",
];

/**
 * The view's context menu as the user sees it, after its class has changed it.
 *
 * @param meanwhile happens while the menu is open, which has a loop of its own
 */
export function contextMenu(view: NSObject, meanwhile: () => void = () => {}): readonly string[] {
  const menu = new NSMenu();
  menu.kept++;
  for (const name of items) {
    const item = new NSMenuItem();
    item.identifier = `WKMenuItemIdentifier${name}`;
    menu["-addItem:"](item);
  }
  tell(view, "willOpenMenu:withEvent:", menu, new NSEvent());
  meanwhile();
  settle(true);
  if (view.isFreed) note("A view was freed while its menu was open");
  const shown = menu.items.items.flatMap(({ identifier }) => identifier ?? []);
  menu.kept--;
  menu.freeIfUnused();
  return shown;
}
