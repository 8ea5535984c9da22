import type { Theme } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gtk } from "../lib/gtk.ts";
import { booleanProperty, connect, setProperty, textProperty } from "../object.ts";
import { watchDesktopTheme } from "./desktop-theme.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";

// GTK has one theme for a whole screen, and the web engine gives `prefers-color-scheme` by it.

const preferDark = "gtk-application-prefer-dark-theme";
const themeName = "gtk-theme-name";

// "Adwaita-dark", "Yaru-blue-dark", "Adwaita:dark", …
const darkName = /[-:]dark$/i;

/** What the app asks for; `null`: what the desktop prefers. */
let wanted: Theme | null = null;
/** Whether the desktop asks for dark by its portal. */
let isDesktopDark = false;
/** Whether the desktop's theme is dark by its name, and a light one is in its place. */
let isNameReplaced = false;

let report: (() => void) | undefined;

const changed = callback("ppL>v", () => {
  keepLight();
  report?.();
});

/** The theme of the toolkit; pages see the same. */
export function currentTheme(): Theme {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return "light";
  if (booleanProperty(settings, preferDark)) return "dark";
  return darkName.test(fixedTheme() || nameIn(settings)) ? "dark" : "light";
}

/** GTK and the engine take the theme of this variable, whatever the settings name. */
const fixedTheme = (): string => process.env["GTK_THEME"] ?? "";

const nameIn = (settings: Address): string => textProperty(settings, themeName) ?? "";

/** Gives all windows and dialogs of the app a theme; `null`: the one that the desktop prefers. */
export function setTheme(theme: Theme | null): void {
  if (theme === "light" && darkName.test(fixedTheme())) warnUnsupported("theme", reasons.theme);
  wanted = theme;
  applyTheme();
}

function applyTheme(): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  const isDark = wanted === null ? isDesktopDark : wanted === "dark";
  // A user may have written "dark" for all of GTK: a desktop without a preference does not take
  // that back, and the app alone asks for light.
  if (isDark || wanted !== null) setProperty(settings, preferDark, { boolean: isDark });
  else gtk.gtk_settings_reset_property(settings, preferDark);
  if (isNameReplaced && wanted !== "light") {
    isNameReplaced = false;
    gtk.gtk_settings_reset_property(settings, themeName);
  }
  keepLight();
}

/** Some desktops choose dark by the name of the theme, also while the app asks for light. */
function keepLight(): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null || wanted !== "light" || !darkName.test(nameIn(settings))) return;
  isNameReplaced = true;
  setProperty(settings, themeName, { string: nameIn(settings).replace(darkName, "") });
}

/** Calls `task` whenever the theme may have become another. */
export function watchTheme(task: () => void): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  report = task;
  connect(settings, `notify::${themeName}`, changed, 0);
  connect(settings, `notify::${preferDark}`, changed, 0);
  watchDesktopTheme((isDark) => {
    isDesktopDark = isDark;
    applyTheme();
  });
}
