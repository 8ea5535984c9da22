import { callback } from "../../ffi/callback.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import { watchDesktopTheme } from "./desktop-theme.ts";
import { gtk } from "../lib/gtk.ts";
import { booleanProperty, connect, setProperty, textProperty } from "../object.ts";

const preferDark = "gtk-application-prefer-dark-theme";

let tell: (() => void) | undefined;

const changed = callback("ppL>v", () => tell?.());

/**
 * The theme of the desktop, as the toolkit follows it; pages see the same in
 * `prefers-color-scheme`.
 */
export function currentTheme(): WindowState["theme"] {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return "light";
  if (booleanProperty(settings, preferDark)) return "dark";
  // GTK and the engine take the theme of this variable, whatever the settings name.
  const name = process.env["GTK_THEME"] || (textProperty(settings, "gtk-theme-name") ?? "");
  // "Adwaita-dark", "Yaru-blue-dark", "Adwaita:dark", …
  return /[-:]dark$/i.test(name) ? "dark" : "light";
}

/** Calls `task` whenever the theme may have become another. */
export function watchTheme(task: () => void): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  tell = task;
  connect(settings, "notify::gtk-theme-name", changed, 0);
  connect(settings, `notify::${preferDark}`, changed, 0);
  // A user may have written "dark" for all of GTK; a desktop without a preference does not take
  // that back.
  const isAlwaysDark = booleanProperty(settings, preferDark);
  watchDesktopTheme((isDark) =>
    setProperty(settings, preferDark, { boolean: isDark || isAlwaysDark }),
  );
}
