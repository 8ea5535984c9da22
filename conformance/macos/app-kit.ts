// The windows and buttons of the app, read and pressed through AppKit from inside the app. A
// process needs no permission for its own windows.

import type { Address } from "../../src/native/ffi/signature.ts";
import { NSApplication } from "../../src/native/macos/lib/appkit/application.ts";
import { itemsOf } from "../../src/native/macos/objc/array.ts";
import { objcClass, type ObjectOf } from "../../src/native/macos/objc/object.ts";
import { textOf } from "../../src/native/macos/objc/text.ts";

const App = objcClass("NSApplication", { windows: ">@" });

const Window = objcClass("NSWindow", {
  title: ">@",
  isVisible: ">B",
  contentView: ">n",
  "performClose:": "n>v",
  "isKindOfClass:": "#>B",
});

const View = objcClass("NSView", { subviews: ">@", "isKindOfClass:": "#>B" });

const Button = objcClass("NSButton", { tag: ">q", "performClick:": "n>v" });

const TextField = objcClass("NSTextField", { stringValue: ">@" });

const Panel = objcClass("NSSavePanel", { message: ">@", "cancel:": "n>v" });

export type AppWindow = ObjectOf<typeof Window>;
export type AppButton = ObjectOf<typeof Button>;
export type FilePanel = ObjectOf<typeof Panel>;

/** The tag of an alert's first button. The tags of the next ones count up. */
const NSAlertFirstButtonReturn = 1000;

function visibleWindows(): AppWindow[] {
  const app = App.at(NSApplication.send("sharedApplication"));
  return itemsOf(app.send("windows"))
    .map((address) => Window.at(address))
    .filter((window) => window.send("isVisible"));
}

const isPanel = (window: AppWindow): boolean => window.send("isKindOfClass:", Panel.address);

export function windowTitled(title: string): AppWindow | undefined {
  return visibleWindows().find((window) => textOf(window.send("title")) === title);
}

/** The file panel that shows this text. */
export function panelSaying(text: string): FilePanel | undefined {
  return visibleWindows()
    .filter(isPanel)
    .map(({ address }) => Panel.at(address))
    .find((panel) => textOf(panel.send("message")) === text);
}

/** The buttons of the alert that shows this text, in their order. */
export function alertButtons(text: string): AppButton[] | undefined {
  for (const window of visibleWindows()) {
    const content = isPanel(window) ? null : window.send("contentView");
    if (content === null) continue;
    const views = viewsIn(content);
    if (!views.some((view) => saysText(view, text))) continue;
    return views
      .filter((view) => view.send("isKindOfClass:", Button.address))
      .map(({ address }) => Button.at(address))
      .filter((button) => button.send("tag") >= NSAlertFirstButtonReturn)
      .toSorted((one, other) => one.send("tag") - other.send("tag"));
  }
  return undefined;
}

function viewsIn(view: Address): ObjectOf<typeof View>[] {
  const seen = View.at(view);
  return [seen, ...itemsOf(seen.send("subviews")).flatMap(viewsIn)];
}

function saysText(view: ObjectOf<typeof View>, text: string): boolean {
  return (
    view.send("isKindOfClass:", TextField.address) &&
    textOf(TextField.at(view.address).send("stringValue")) === text
  );
}
