import { callback } from "../../ffi/callback.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import { watchDesktopTheme } from "./desktop-theme.ts";
import { gtk } from "../lib/gtk.ts";
import { booleanProperty, connect, setProperty, textProperty } from "../object.ts";

type Theme = WindowState["theme"];

const preferDark = "gtk-application-prefer-dark-theme";

let last: Theme | undefined;
let tell: ((theme: Theme) => void) | undefined;

const changed = callback("ppL>v", () => {
  const theme = currentTheme();
  if (theme === last) return;
  last = theme;
  tell?.(theme);
});

/** The theme of the desktop, as the toolkit follows it; pages see the same in `prefers-color-scheme`. */
export function currentTheme(): Theme {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return "light";
  if (booleanProperty(settings, preferDark)) return "dark";
  // GTK and the engine take the theme of this variable, whatever the settings name.
  const name = process.env["GTK_THEME"] || (textProperty(settings, "gtk-theme-name") ?? "");
  // "Adwaita-dark", "Yaru-blue-dark", "Adwaita:dark", …
  return /[-:]dark$/i.test(name) ? "dark" : "light";
}

/** Calls `task` whenever the theme has become another. */
export function watchTheme(task: (theme: Theme) => void): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  last = currentTheme();
  tell = task;
  connect(settings, "notify::gtk-theme-name", changed, 0);
  connect(settings, `notify::${preferDark}`, changed, 0);
  // A user may have written "dark" for all of GTK; a desktop without a preference does not take that back.
  const isAlwaysDark = booleanProperty(settings, preferDark);
  watchDesktopTheme((isDark) => setProperty(settings, preferDark, { boolean: isDark || isAlwaysDark }));
}
