import { existsSync } from "node:fs";
import { join } from "node:path";
import { sessionBus } from "../dbus/gdbus.ts";
import { portal } from "../dbus/portal-request.ts";

// Desktops with a dark mode setting, instead of a dark GTK theme name, report it through the
// portal, which sandboxed apps may read, too. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

const settings = "org.freedesktop.portal.Settings";
const namespace = "org.freedesktop.appearance";
const key = "color-scheme";
const preferDark = 1;
const patience = 10_000;

/** Reports whether the desktop prefers dark, at its first answer and at each change. */
export function watchDesktopTheme(tell: (isDark: boolean) => void): void {
  if (!hasSessionBus()) return;
  try {
    const bus = sessionBus();
    const match = {
      sender: portal.name,
      path: portal.path,
      interface: settings,
      member: "SettingChanged",
      firstArgument: namespace,
    };
    bus.listen(match, ([, changed, value]) => {
      if (changed === key) tell(value === preferDark);
    });
    const read = { ...portal, interface: settings, member: "Read" };
    bus.call(read, "ss", [namespace, key], patience).then(
      ([value]) => tell(value === preferDark),
      () => {}, // a desktop without a portal, or without such a setting
    );
  } catch {
    // Without a bus the toolkit's own settings are the only source.
  }
}

/** GLib would start a bus if there is none. */
function hasSessionBus(): boolean {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = process.env;
  return (
    DBUS_SESSION_BUS_ADDRESS !== undefined ||
    (XDG_RUNTIME_DIR !== undefined && existsSync(join(XDG_RUNTIME_DIR, "bus")))
  );
}
