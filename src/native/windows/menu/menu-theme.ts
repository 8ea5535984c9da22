import { release } from "node:os";
import type { Theme } from "../../../contract/window/window.ts";
import { functionAt } from "../../ffi/signature.ts";
import { functionIn, openSystemLibrary } from "../library.ts";

// Menus on the screen are dark by two functions of uxtheme.dll that have no names, which Explorer,
// Chromium and Firefox use. The bar of a window stays light: Windows has nothing for it.
//
// Source: the numbers and their meaning are those of Chromium's ui/base/win/win_util.cc and of
// win32-darkmode.

const SetPreferredAppMode = 135;
const FlushMenuThemes = 136;
/** Before Windows 10 1903 the first number stood for another function. */
const firstBuild = 18_362;

const modes = { system: 1, dark: 2, light: 3 } as const;

/** Gives the menus that the app shows a theme; `null`: the one that the user chose. */
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
