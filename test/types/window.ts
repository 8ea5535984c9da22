// Checked by the compiler alone (`tsc -p test`): names that pages know are those of the window
// tables.

import { expectTypeOf } from "bun:test";
import type { Theme, TitleBarStyle, WindowOptions } from "../../src/api/window.ts";
import type { WindowMethods } from "../../src/api/parts/window-methods.ts";
import type { WindowFields } from "../../src/contract/window/fields.ts";

export function names(): void {
  expectTypeOf<Theme>().toEqualTypeOf<Uncapitalize<NonNullable<WindowFields["theme"]>>>();
  expectTypeOf<TitleBarStyle>().toEqualTypeOf<Uncapitalize<WindowFields["titleBarStyle"]>>();
}

export function options(): void {
  expectTypeOf<WindowOptions["width"]>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<WindowOptions["theme"]>().toEqualTypeOf<
    "light" | "dark" | "Light" | "Dark" | null | undefined
  >();
  // @ts-expect-error what the engine is started with is for the configuration alone
  const browser: WindowOptions = { additionalBrowserArgs: "--no-sandbox" };
  void browser;
}

// @ts-expect-error a class without a method of the table
export class Half implements Pick<WindowMethods, "setTitle" | "show"> {
  show = () => Promise.resolve();
}

export class Wrong implements Pick<WindowMethods, "setTitle"> {
  // @ts-expect-error another type than the table has
  setTitle = (title: number) => Promise.resolve(void title);
}
