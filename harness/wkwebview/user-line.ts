import { readSync, writeSync } from "node:fs";
import { theAlerts } from "../objective-c/app-kit/ns-alert.ts";
import { theClipboard } from "../objective-c/app-kit/ns-pasteboard.ts";
import { buttonWithKey } from "../objective-c/app-kit/ns-control.ts";
import { NSOpenPanel, thePanels, type NSSavePanel } from "../objective-c/app-kit/ns-save-panel.ts";
import { NSWindow } from "../objective-c/app-kit/ns-window.ts";
import { screens } from "../objective-c/app-kit/ns-screen.ts";
import {
  click,
  does,
  move,
  pressClose,
  pressGreen,
  openFromOutside,
  quit,
  resize,
  setTheme,
  windowTitled,
} from "../objective-c/driver.ts";
import { NSURL } from "../objective-c/foundation/ns-url.ts";
import { theNotifications } from "../objective-c/foundation/ns-user-notification.ts";
import { pressHotKey } from "../objective-c/app-kit/carbon.ts";
import { keyWindow } from "../objective-c/app-kit/window-server.ts";
import { WKWebView } from "./web-view.ts";
import { soon, watchFile } from "../objective-c/loop.ts";
import { livingObjects } from "../objective-c/ns-object.ts";
import type { Point } from "../../src/native/macos/objc/signature.ts";
import type { Area } from "../x.ts";
import { heldByApp } from "../objective-c/stand-in.ts";
import { takeViolations } from "../objective-c/violations.ts";

// The user of an app, in a separate process. A test sends the actions on standard input, a line of
// JSON each, and gets a line on standard output for each.

/** Something that is on the screen. */
export interface OnScreen {
  readonly title: string;
  readonly type: "NORMAL" | "DIALOG";
  /** From the top left corner of the first screen, in points. */
  readonly area: Area;
}

export type UserCommand =
  | { readonly do: "look" }
  /** Accepts the proposal of a dialog, or cancels it. */
  | { readonly do: "answer"; readonly title: string; readonly agrees: boolean }
  /** Uses the red or the green button of a window, or its inside. */
  | { readonly do: "close" | "green" | "click"; readonly title: string }
  /**
   * Moves a window by its title bar or its corner: in points, from the top left corner of the first
   * screen.
   */
  | { readonly do: "move"; readonly title: string; readonly x: number; readonly y: number }
  | {
      readonly do: "resize";
      readonly title: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly do: "theme"; readonly theme: "light" | "dark" }
  /**
   * Presses keys in the page of the window in front, each by the character it makes or by its X
   * name.
   */
  | { readonly do: "type"; readonly keys: readonly string[] }
  /** Presses keys that are had by whichever app has taken them, as Carbon counts them. */
  | { readonly do: "pressHotKey"; readonly code: number; readonly modifiers: number }
  /** The notifications that were sent. */
  | { readonly do: "notifications" }
  /** Copies in another app, or pastes there. */
  | { readonly do: "copy"; readonly text: string }
  | { readonly do: "paste" }
  /** Opens addresses with the app, in Finder or a browser. */
  | { readonly do: "open"; readonly addresses: readonly string[] }
  /** Asks the app to end, by its menu. */
  | { readonly do: "quit" }
  /** The mistakes so far, and the objects that the app holds. */
  | { readonly do: "report" };

export interface UserReport {
  readonly wrong: readonly string[];
  readonly held: readonly string[];
}

/** The beginning of an answer line. */
export const answerMark = "user: ";

const escapeKey = "\u{1b}";
// The pasteboard's constant holds its own name here.
const textType = "NSPasteboardTypeString";

function look(): OnScreen[] {
  const windows = livingObjects().filter(
    (object): object is NSWindow =>
      object instanceof NSWindow && object.isShown && object.sheetOf.value === null,
  );
  const alerts = theAlerts().filter(({ isShown }) => isShown);
  const panels = thePanels().filter(({ isShown }) => isShown);
  return [
    ...windows.map(
      (window) => ({ title: window.title, type: "NORMAL", area: areaOf(window) }) as const,
    ),
    ...alerts.map(
      (alert) =>
        ({ title: alert.message, type: "DIALOG", area: areaOf(alert["-window"]()) }) as const,
    ),
    ...panels.map(
      (panel) =>
        ({ title: panel.message.value?.text ?? "", type: "DIALOG", area: areaOf(panel) }) as const,
    ),
  ];
}

function areaOf(window: NSWindow): Area {
  const { x, y, width, height } = window["-contentRectForFrameRect:"](window.frame);
  return { x, y: topOfScreen() - y - height, width, height };
}

const topOfScreen = (): number => screens()[0]?.monitor.frame.height ?? 0;

function answer(title: string, agrees: boolean): void {
  const alert = theAlerts().find(({ isShown, message }) => isShown && message === title);
  if (alert !== undefined) {
    const inside = alert["-window"]().content.value;
    if (inside === null) throw new Error(`Cannot answer "${title}": it shows nothing`);
    return does(() => buttonWithKey(inside, agrees ? "\r" : escapeKey)?.act());
  }
  const panel = thePanels().find(
    ({ isShown, message }) => isShown && message.value?.text === title,
  );
  if (panel === undefined) throw new Error(`Cannot answer "${title}": it is not on the screen`);
  does(() => (agrees ? accept(panel) : panel["-cancel:"](null)));
}

function accept(panel: NSSavePanel): void {
  if (!(panel instanceof NSOpenPanel)) return panel.save();
  const { selected } = panel;
  if (selected === null) throw new Error("Cannot accept: no file is selected");
  panel.accept([NSURL.ofFile(selected).href]);
}

function run(command: UserCommand): unknown {
  switch (command.do) {
    case "look":
      return look();
    case "answer":
      return answer(command.title, command.agrees);
    case "close":
      return pressClose(window(command.title));
    case "green":
      return pressGreen(window(command.title));
    case "click":
      return click(window(command.title));
    case "move":
      return moveTo(window(command.title), command);
    case "resize":
      return resize(window(command.title), command);
    case "theme":
      return setTheme(command.theme);
    case "type":
      return type(command.keys);
    case "pressHotKey":
      return pressHotKey(command.code, command.modifiers);
    case "notifications":
      return theNotifications().delivered.items.map(({ title, text }) => ({ title, text }));
    case "copy":
      return theClipboard().takenBy({ [textType]: command.text });
    case "paste":
      return theClipboard().texts.get(textType);
    case "open":
      return openFromOutside(...command.addresses);
    case "quit":
      return quit();
    case "report":
      return { wrong: takeViolations(), held: heldByApp() } satisfies UserReport;
  }
}

const window = (title: string): NSWindow => found(windowTitled(title), title);

function moveTo(moved: NSWindow, { x, y }: Point): void {
  move(moved, { x, y: topOfScreen() - y - moved.frame.height });
}

function type(keys: readonly string[]): void {
  const view = livingObjects().find(
    (object): object is WKWebView => object instanceof WKWebView && object.window === keyWindow(),
  );
  const page = found(view, "the page in front");
  page.send({ do: "focus", isFocused: true });
  page.send({ do: "press", keys });
}

function found<T>(what: T | undefined, name: string): T {
  if (what === undefined) throw new Error(`Cannot find "${name}" on the screen`);
  return what;
}

/** Lets a test be the app's user, for as long as the app's loop runs. */
export function openUserLine(): void {
  const chunk = Buffer.alloc(65_536);
  const decoder = new TextDecoder();
  let left = "";
  watchFile(0, () => {
    const lines = (
      left + decoder.decode(chunk.subarray(0, readSync(0, chunk)), { stream: true })
    ).split("\n");
    left = lines.pop() ?? "";
    for (const line of lines) soon(() => reply(line));
  });
}

function reply(line: string): void {
  let printed: object;
  try {
    printed = { ok: run(JSON.parse(line) as UserCommand) ?? null };
  } catch (error) {
    printed = { error: String(error) };
  }
  // Not by the console, which writes a long text while the app's loop does not run.
  const bytes = Buffer.from(`${answerMark}${JSON.stringify(printed)}\n`);
  for (let written = 0; written < bytes.length;) written += writeSync(1, bytes, written);
}
