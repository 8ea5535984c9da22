// The menu bar that every app has.
import { afterEach, expect, test } from "bun:test";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { NSMenu, type NSMenuItem } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { checkViolations, heldByApp, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { showMainMenu } from "../../../src/native/macos/app/main-menu.ts";
import { languages, menuWords } from "../../../src/native/macos/app/menu-words.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";

useStandIn();
afterEach(() => checkViolations());

const marks = [
  [1 << 18, "⌃"],
  [1 << 19, "⌥"],
  [1 << 17, "⇧"],
  [1 << 20, "⌘"],
] as const;

/** An entry as a person reads it, with the message it sends. */
function read(item: NSMenuItem): unknown {
  if (item.isSeparator) return "-";
  const { submenu, title, action, modifiers } = item;
  if (submenu.value !== null) return { [title]: submenu.value.items.items.map(read) };
  const key = item.key.value?.text ?? "";
  const keys =
    key === ""
      ? ""
      : ` ${marks.map(([bit, mark]) => (modifiers & bit ? mark : "")).join("")}${key}`;
  return `${title}${keys} → ${action}`;
}

function menuBar(appName: string, ...preferred: string[]): NSMenuItem[] {
  machine.languages = preferred;
  withPool(() => showMainMenu(appName));
  const bar = theApplication().menu.value;
  if (!(bar instanceof NSMenu)) throw new Error("Cannot find the menu bar: the app has none");
  return [...bar.items.items];
}

test("it has what macOS's users look for, with its keys", () => {
  expect(menuBar("My App", "en-GB").map(read)).toEqual([
    {
      "My App": [
        "About My App → showAbout:",
        "-",
        { Services: [] },
        "-",
        "Hide My App ⌘h → hide:",
        "Hide Others ⌥⌘h → hideOtherApplications:",
        "Show All → unhideAllApplications:",
        "-",
        "Quit My App ⌘q → terminate:",
      ],
    },
    {
      Edit: [
        "Undo ⌘z → undo:",
        "Redo ⇧⌘z → redo:",
        "-",
        "Cut ⌘x → cut:",
        "Copy ⌘c → copy:",
        "Paste ⌘v → paste:",
        "Paste and Match Style ⌥⇧⌘v → pasteAsPlainText:",
        "Delete → delete:",
        "Select All ⌘a → selectAll:",
      ],
    },
    { View: ["Enter Full Screen ⌃⌘f → toggleFullScreen:"] },
    {
      Window: [
        "Minimize ⌘m → performMiniaturize:",
        "Zoom → performZoom:",
        "Close ⌘w → performClose:",
        "-",
        "Bring All to Front → arrangeInFront:",
      ],
    },
    { Help: [] },
  ]);
});

test("AppKit knows the menus that it fills itself, and asks an entry's target whether it can be chosen", () => {
  const [app, edit, , window, help] = menuBar("My App", "en");
  const services = app?.submenu.value?.items.items[2]?.submenu.value;
  const { servicesMenu, windowsMenu, helpMenu } = theApplication();
  expect(servicesMenu.value).toBe(services ?? null);
  expect(windowsMenu.value).toBe(window?.submenu.value ?? null);
  expect(helpMenu.value).toBe(help?.submenu.value ?? null);
  expect(edit?.submenu.value?.asksTargets).toBe(true);
  expect(edit?.submenu.value?.items.items.every(({ ofTarget }) => ofTarget.value === null)).toBe(
    true,
  );
});

test("nothing of it is held by the app", () => {
  menuBar("My App", "en");
  const held = heldByApp();
  for (let count = 0; count < 20; count++) menuBar("My App", "de");
  expect(heldByApp()).toEqual(held);
});

test("every language has all words, and its own", () => {
  const counts = Object.entries(languages).map(([language, text]) => [
    language,
    text.split("|").length,
  ]);
  expect(counts.filter(([, count]) => count !== 23)).toEqual([]);
  for (const text of Object.values(languages)) {
    const words = text.split("|");
    expect(words.every((word) => word.trim() === word && word !== "")).toBe(true);
    // About, hide and quit name the app, and nothing else does.
    expect(words.flatMap((word, place) => (word.includes("%") ? [place] : []))).toEqual([0, 2, 5]);
  }
});

test.each([
  [["de-AT", "en"], "Kopieren"],
  [["pt-BR"], "Copiar"],
  [["pt-PT"], "Copiar"],
  [["zh-Hant-HK"], "拷貝"],
  [["zh-TW"], "拷貝"],
  [["zh-Hans-CN"], "拷贝"],
  [["zh"], "拷贝"],
  [["nn-NO"], "Kopier"],
  [["tlh", "fr-CA", "en"], "Copier"],
  [["tlh"], "Copy"],
  [[], "Copy"],
])("for users of %p it says %p", (preferred, copy) => {
  machine.languages = preferred;
  expect(withPool(() => menuWords("App")("copy"))).toBe(copy);
});

test("an app's name is taken as it is", () => {
  machine.languages = ["en"];
  expect(withPool(() => menuWords("100 % $& App")("quit"))).toBe("Quit 100 % $& App");
  expect(withPool(() => menuWords("App")("quit"))).toBe("Quit App");
});
