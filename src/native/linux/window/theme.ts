import type { Theme } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gtk } from "../lib/gtk.ts";
import { booleanProperty, connect, setProperty, textProperty } from "../object.ts";
import { watchDesktopTheme } from "./desktop-theme.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";

// GTK has one theme for a whole screen, and the web engine derives `prefers-color-scheme` from it.

const preferDark = "gtk-application-prefer-dark-theme";
const themeName = "gtk-theme-name";

// "Adwaita-dark", "Yaru-blue-dark", "Adwaita:dark", …
const darkName = /[-:]dark$/i;

/** The theme of the app; `null`: that of the desktop. */
let wanted: Theme | null = null;
/** The theme that the desktop prefers according to its portal. */
let desktopTheme: Theme | null = null;
/** Whether a light theme replaces a desktop theme with a dark name. */
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

/** GTK and the engine use the theme of this variable, whatever the settings name. */
const fixedTheme = (): string => process.env["GTK_THEME"] ?? "";

const nameIn = (settings: Address): string => textProperty(settings, themeName) ?? "";

/** Gives all windows and dialogs of the app a theme; `null`: that of the desktop. */
export function setTheme(theme: Theme | null): void {
  if (theme === "light" && darkName.test(fixedTheme())) warnUnsupported("theme", reasons.theme);
  wanted = theme;
  applyTheme();
}

function applyTheme(): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  const theme = wanted ?? desktopTheme;
  // A user may have set "dark" for all of GTK: a desktop without a preference does not override
  // that. KDE writes its own preference there, too, and GTK reads it at the start only.
  if (theme !== null) setProperty(settings, preferDark, { boolean: theme === "dark" });
  else gtk.gtk_settings_reset_property(settings, preferDark);
  if (isNameReplaced && wanted !== "light") {
    isNameReplaced = false;
    gtk.gtk_settings_reset_property(settings, themeName);
  }
  keepLight();
}

/** Some desktops select dark by the name of the theme, even while the app requests light. */
function keepLight(): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null || wanted !== "light" || !darkName.test(nameIn(settings))) return;
  isNameReplaced = true;
  setProperty(settings, themeName, { string: nameIn(settings).replace(darkName, "") });
}

/** Calls `task` whenever the theme may have changed. */
export function watchTheme(task: () => void): void {
  const settings = gtk.gtk_settings_get_default();
  if (settings === null) return;
  report = task;
  connect(settings, `notify::${themeName}`, changed, 0);
  connect(settings, `notify::${preferDark}`, changed, 0);
  watchDesktopTheme((theme) => {
    desktopTheme = theme;
    applyTheme();
  });
}
