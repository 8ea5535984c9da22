import { release } from "node:os";
import type { Theme } from "../../../contract/window/window.ts";
import { functionAt } from "../../ffi/signature.ts";
import { functionIn, openSystemLibrary } from "../library.ts";

// Open menus become dark by two functions of uxtheme.dll without names, which Explorer, Chromium
// and Firefox use. The menu bar of a window stays light: Windows has no function for it.
//
// Source: the ordinals and their meaning are those of Chromium's ui/base/win/win_util.cc and of
// win32-darkmode.

const SetPreferredAppMode = 135;
const FlushMenuThemes = 136;
/** Before Windows 10 1903 the first ordinal was another function. */
const firstBuild = 18_362;

const modes = { system: 1, dark: 2, light: 3 } as const;

/** Gives the app's menus a theme; `null`: that of the user. */
export function setMenuTheme(theme: Theme | null): void {
  const build = Number(release().split(".")[2]);
  if (!(build >= firstBuild)) return;
  const uxtheme = openSystemLibrary("uxtheme.dll");
  const [prefer, flush] = [SetPreferredAppMode, FlushMenuThemes].map((number) =>
    functionIn(uxtheme, number),
  );
  if (prefer == null || flush == null) return;
  functionAt(prefer, "i>i")(modes[theme ?? "system"]);
  functionAt(flush, ">v")();
}
