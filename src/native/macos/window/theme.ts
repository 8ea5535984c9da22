import type { Theme } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { theApplication } from "../app/application.ts";
import { NSAppearance } from "../lib/appkit/window.ts";
import { nsArray } from "../objc/array.ts";
import { runtime } from "../objc/runtime.ts";
import { optionalText, textOf } from "../objc/text.ts";

const names = { light: "NSAppearanceNameAqua", dark: "NSAppearanceNameDarkAqua" } as const;

const nameOf = (theme: Theme): Address => runtime().constant(names[theme]);

/** Gives all windows, panels and menus of the app this theme; `null`: that of the user. */
export function setTheme(theme: Theme | null): void {
  const appearance = theme === null ? null : NSAppearance.send("appearanceNamed:", nameOf(theme));
  theApplication().send("setAppearance:", appearance);
}

/** The nearest theme of an appearance: there are more, of high contrast. */
export function themeOf(appearance: Address): Theme {
  const best = NSAppearance.at(appearance).send(
    "bestMatchFromAppearancesWithNames:",
    nsArray([nameOf("light"), nameOf("dark")]),
  );
  return optionalText(best) === textOf(nameOf("dark")) ? "dark" : "light";
}
