import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { WindowState } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { NSAppearance } from "../lib/window.ts";
import { nsArray } from "../objc/array.ts";
import { runtime } from "../objc/runtime.ts";
import { optionalText, textOf } from "../objc/text.ts";

export type Theme = WindowState["theme"];

const names = { light: "NSAppearanceNameAqua", dark: "NSAppearanceNameDarkAqua" } as const;

const nameOf = (theme: Theme): Address => runtime().constant(names[theme]);

/** The appearance of a theme; `null`: the one that the user chose. */
export function appearanceOf(theme: WindowSpec["theme"]): Address | null {
  if (theme === null) return null;
  return NSAppearance.send("appearanceNamed:", nameOf(theme === "Dark" ? "dark" : "light"));
}

/** Which theme an appearance is nearest to: there are more, of high contrast. */
export function themeOf(appearance: Address): Theme {
  const best = NSAppearance.at(appearance).send(
    "bestMatchFromAppearancesWithNames:",
    nsArray([nameOf("light"), nameOf("dark")]),
  );
  return optionalText(best) === textOf(nameOf("dark")) ? "dark" : "light";
}
