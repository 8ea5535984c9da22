import type { Theme } from "../../../contract/window/window.ts";
import { dwmapi } from "../lib/dwmapi.ts";
import type { Address } from "../../ffi/signature.ts";
import { setMenuTheme } from "../menu/menu-theme.ts";
import { registryNumber } from "../registry.ts";
import { wideTextAt } from "../wide-text.ts";

const DWMWA_USE_IMMERSIVE_DARK_MODE = 20;
// Windows 10 before 2004 had another number for the same attribute.
const formerDarkMode = 19;

/** The theme of the app; `null`: that of the user. */
let wanted: Theme | null = null;
const listeners = new Set<() => void>();

/** The theme of all windows of the app. */
export function currentTheme(): Theme {
  return wanted ?? systemTheme();
}

/** The theme of the app; `null`: that of the user. */
export function wantedTheme(): Theme | null {
  return wanted;
}

/** Gives all windows of the app, their menus and pages a theme; `null`: that of the user. */
export function setTheme(theme: Theme | null): void {
  wanted = theme;
  setMenuTheme(theme);
  for (const follow of listeners) follow();
}

/** Calls `follow` after the app has set a theme; the returned function ends that. */
export function onThemeSet(follow: () => void): () => void {
  listeners.add(follow);
  return () => void listeners.delete(follow);
}

/** The user's theme for apps. */
function systemTheme(): Theme {
  const key = "Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize";
  return registryNumber({ root: "user", key, value: "AppsUseLightTheme" }) === 0 ? "dark" : "light";
}

/** Gives the frame of a window the colours of a theme. */
export function paintFrame(window: number, theme: Theme): void {
  const isDark = new Int32Array([theme === "dark" ? 1 : 0]);
  const set = (attribute: number) =>
    dwmapi.DwmSetWindowAttribute(window, attribute, isDark, isDark.byteLength);
  if (set(DWMWA_USE_IMMERSIVE_DARK_MODE) < 0) set(formerDarkMode);
}

/** Whether a change of settings, which Windows names by a text, concerns colours. */
export function isAboutColours(name: Address): boolean {
  return name !== 0 && wideTextAt(name) === "ImmersiveColorSet";
}
