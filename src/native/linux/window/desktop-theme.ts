import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Theme } from "../../../contract/window/window.ts";
import { sessionBus } from "../dbus/gdbus.ts";
import { portal } from "../dbus/portal-request.ts";

// Desktops with a dark mode setting, instead of a dark GTK theme name, report it through the
// portal, which sandboxed apps may read, too. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

const settings = "org.freedesktop.portal.Settings";
const namespace = "org.freedesktop.appearance";
const key = "color-scheme";
/** By its value; others, and none, are no preference. */
const preferences: Readonly<Record<number, Theme>> = { 1: "dark", 2: "light" };
const patience = 10_000;

/** Reports the theme that the desktop prefers, at its first answer and at each change. */
export function watchDesktopTheme(report: (theme: Theme | null) => void): void {
  if (!hasSessionBus()) return;
  const tell = (value: unknown): void => report(preferences[value as number] ?? null);
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
      if (changed === key) tell(value);
    });
    const read = { ...portal, interface: settings, member: "Read" };
    bus.call(read, "ss", [namespace, key], patience).then(
      ([value]) => tell(value),
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
