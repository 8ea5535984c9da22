import type { Modifier } from "../../../contract/patterns/accelerator.ts";
import { NSMenu } from "../lib/menu.ts";
import { addSubmenu, fillMenu, type MenuEntry } from "../menu.ts";
import type { OwnedOf } from "../objc/object.ts";
import { nsString } from "../objc/text.ts";
import { theApplication } from "./application.ts";
import { menuWords, type MenuWord } from "./menu-words.ts";

/** An entry of the menu bar; `null`: a line between two of them. */
type Entry = {
  readonly word: MenuWord;
  /** Goes to whoever in front of the user knows it; nobody does: the entry is grey. */
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

/** What shows the panel about the app, in the app's delegate. */
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

// Without it the keys for these do nothing, in pages either.
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

/** Shows the menu bar that every app has, in the user's language. */
export function showMainMenu(appName: string): void {
  const words = menuWords(appName);
  const entriesOf = (entries: readonly Entry[]) => entries.map((each) => menuEntry(each, words));
  const application = theApplication();
  using app = emptyMenu(appName);
  using services = emptyMenu(words("services"));
  fillMenu(app, entriesOf(about));
  addSubmenu(app, words("services"), services);
  fillMenu(app, entriesOf(ofApp));
  using edit = emptyMenu(words("edit"));
  fillMenu(edit, entriesOf(ofEdit));
  using view = emptyMenu(words("view"));
  fillMenu(view, entriesOf(ofView));
  using window = emptyMenu(words("window"));
  fillMenu(window, entriesOf(ofWindow));
  using help = emptyMenu(words("help"));
  using bar = emptyMenu("");
  addSubmenu(bar, appName, app);
  addSubmenu(bar, words("edit"), edit);
  addSubmenu(bar, words("view"), view);
  addSubmenu(bar, words("window"), window);
  addSubmenu(bar, words("help"), help);
  application.send("setMainMenu:", bar);
  // AppKit fills the first one, adds the open windows to the second, and a field that finds entries to the third.
  application.send("setServicesMenu:", services);
  application.send("setWindowsMenu:", window);
  application.send("setHelpMenu:", help);
}

/** Closes what the user has opened of the menu bar. */
export function closeMenus(): void {
  const bar = theApplication().send("mainMenu");
  if (bar !== null) NSMenu.at(bar).send("cancelTracking");
}

/** AppKit asks who gets an entry's message whether it can be chosen. */
function emptyMenu(title: string): OwnedOf<typeof NSMenu> {
  return NSMenu.make("initWithTitle:", nsString(title));
}

function menuEntry(each: Entry, words: (word: MenuWord) => string): MenuEntry {
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
