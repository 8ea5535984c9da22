import type { Modifier } from "../../../contract/patterns/accelerator.ts";
import { NSMenu } from "../lib/appkit/menu.ts";
import { addSubmenu, fillMenu, type MenuEntry } from "../menu.ts";
import type { OwnedOf } from "../objc/object.ts";
import { nsString } from "../objc/text.ts";
import { theApplication } from "./application.ts";
import { menuWords, type MenuWord } from "./menu-words.ts";

/** An entry of the menu bar; `null`: a separator between two of them. */
type Entry = {
  readonly word: MenuWord;
  /**
   * Goes to the first object of the responder chain that implements it; without one, the entry is
   * grey.
   */
  readonly action: string;
  readonly key: string | null;
  readonly modifiers: readonly Modifier[];
} | null;

const line = null;

function entry(
  word: MenuWord,
  action: string,
  key: string | null = null,
  ...modifiers: readonly Modifier[]
): Entry {
  return { word, action, key, modifiers: [...modifiers, "super"] };
}

/** The action of the app's delegate that shows the about panel. */
export const aboutAction = "showAbout:";

const about: readonly Entry[] = [entry("about", aboutAction), line];

const ofApp: readonly Entry[] = [
  line,
  entry("hide", "hide:", "h"),
  entry("hideOthers", "hideOtherApplications:", "h", "alt"),
  entry("showAll", "unhideAllApplications:"),
  line,
  entry("quit", "terminate:", "q"),
];

// Without it the keys for these do nothing, not even in pages.
const ofEdit: readonly Entry[] = [
  entry("undo", "undo:", "z"),
  entry("redo", "redo:", "z", "shift"),
  line,
  entry("cut", "cut:", "x"),
  entry("copy", "copy:", "c"),
  entry("paste", "paste:", "v"),
  entry("pasteAndMatchStyle", "pasteAsPlainText:", "v", "alt", "shift"),
  entry("delete", "delete:"),
  entry("selectAll", "selectAll:", "a"),
];

const ofView: readonly Entry[] = [entry("enterFullScreen", "toggleFullScreen:", "f", "control")];

const ofWindow: readonly Entry[] = [
  entry("minimize", "performMiniaturize:", "m"),
  entry("zoom", "performZoom:"),
  entry("close", "performClose:", "w"),
  line,
  entry("bringAllToFront", "arrangeInFront:"),
];

type Words = (word: MenuWord) => string;

/** Shows the menu bar that every app has, in the user's language. */
export function showMainMenu(appName: string): void {
  const words = menuWords(appName);
  const application = theApplication();
  using edit = filled(words("edit"), ofEdit, words);
  using view = filled(words("view"), ofView, words);
  using window = filled(words("window"), ofWindow, words);
  using help = emptyMenu(words("help"));
  using bar = emptyMenu("");
  addAppMenu(bar, appName, words);
  addSubmenu(bar, words("edit"), edit);
  addSubmenu(bar, words("view"), view);
  addSubmenu(bar, words("window"), window);
  addSubmenu(bar, words("help"), help);
  application.send("setMainMenu:", bar);
  // AppKit adds the open windows to the first, and a search field for entries to the second.
  application.send("setWindowsMenu:", window);
  application.send("setHelpMenu:", help);
}

/**
 * A menu bar with menus of the app's own after the application menu. If they have no copy entry,
 * the standard edit menu follows: without it the keys for that do nothing, not even in pages.
 */
export function barOf(
  appName: string,
  entries: readonly MenuEntry[],
  hasCopy: boolean,
): OwnedOf<typeof NSMenu> {
  const words = menuWords(appName);
  const bar = emptyMenu("");
  addAppMenu(bar, appName, words);
  // AppKit shows only menus in its menu bar.
  fillMenu(
    bar,
    entries.filter(({ kind }) => kind === "submenu"),
  );
  if (hasCopy) return bar;
  using edit = filled(words("edit"), ofEdit, words);
  addSubmenu(bar, words("edit"), edit);
  return bar;
}

function addAppMenu(bar: OwnedOf<typeof NSMenu>, appName: string, words: Words): void {
  using app = filled(appName, about, words);
  using services = emptyMenu(words("services"));
  addSubmenu(app, words("services"), services);
  fillMenu(
    app,
    ofApp.map((each) => menuEntry(each, words)),
  );
  addSubmenu(bar, appName, app);
  // AppKit fills it.
  theApplication().send("setServicesMenu:", services);
}

function filled(title: string, entries: readonly Entry[], words: Words): OwnedOf<typeof NSMenu> {
  const menu = emptyMenu(title);
  fillMenu(
    menu,
    entries.map((each) => menuEntry(each, words)),
  );
  return menu;
}

/** Closes an open menu of the menu bar. */
export function closeMenus(): void {
  const bar = theApplication().send("mainMenu");
  if (bar !== null) NSMenu.at(bar).send("cancelTracking");
}

/** AppKit asks the target of an entry's message whether it can be chosen. */
function emptyMenu(title: string): OwnedOf<typeof NSMenu> {
  return NSMenu.make("initWithTitle:", nsString(title));
}

function menuEntry(each: Entry, words: Words): MenuEntry {
  if (each === null) return { kind: "separator" };
  const { word, action, key, modifiers } = each;
  return {
    kind: "action",
    title: words(word),
    action,
    target: null,
    tag: 0,
    keys: key === null ? null : { key, modifiers },
    isEnabled: true,
    isChecked: false,
  };
}
