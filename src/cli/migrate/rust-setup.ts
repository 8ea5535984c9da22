import { lineAt } from "./edits.ts";
import type { Note } from "./note.ts";
import { blankRust } from "./rust-text.ts";

// What the Rust code of an app does beside its commands, mostly in `setup` and on the builder. None of it is in the
// configuration, so without a word about it an app would come over without its windows or its tray menu.

interface SetupPart {
  readonly what: string;
  readonly pattern: RegExp;
  /** What stands for it here, in words for people. */
  readonly here: string;
}

export const setupParts: readonly SetupPart[] = [
  {
    what: "a window",
    pattern: /\b(?:WindowBuilder|WebviewWindowBuilder)\s*::\s*(?:new|from_config)\s*\(/g,
    here: "framework.windows in the configuration, or app.windows.open in main.ts",
  },
  {
    what: "the tray icon and its menu",
    pattern: /\bSystemTray(?:Menu)?\s*::\s*(?:new|default)\s*\(|\.on_system_tray_event\s*\(/g,
    here: "framework.systemTray in the configuration, and app.tray in main.ts",
  },
  {
    what: "a menu of windows",
    pattern: /\bMenu\s*::\s*(?:new|os_default)\s*\(|\.on_menu_event\s*\(/g,
    here: "none: draw it in the page",
  },
  {
    what: "what follows when something happens to a window",
    pattern: /\.on_window_event\s*\(/g,
    here: "app.windows.onCloseRequested and app.events.listen in main.ts",
  },
  {
    what: "a plugin of the app's own",
    pattern: /\bTauriPlugin\s*<|\bimpl\b[^{};]*\bPlugin\s*<[^{};]*\bfor\b/g,
    here: "definePlugin in main.ts, with the commands that pages call by its name",
  },
  {
    what: "what keeps the app running",
    pattern: /\.prevent_exit\s*\(/g,
    here: "app.endWithLastWindow in main.ts",
  },
  {
    what: "what is run in each page",
    pattern: /\.(?:on_page_load|initialization_script)\s*\(/g,
    here: "scripts of defineApp, and app.windows.onPageLoad in main.ts",
  },
  {
    what: "events",
    pattern: /\.(?:emit_all|emit_to|emit|listen_global|listen|once_global)\s*\(/g,
    here: "app.events in main.ts",
  },
  {
    what: "a shortcut",
    pattern: /\bglobal_shortcut_manager\s*\(/g,
    here: "app.shortcuts in main.ts",
  },
  {
    what: "an update",
    pattern: /\.updater\s*\(/g,
    here: "app.updater in main.ts",
  },
  {
    what: "a protocol",
    pattern: /\.register_(?:asynchronous_)?uri_scheme_protocol\s*\(/g,
    here: "none: a command that gives bytes, or the asset protocol",
  },
];

/** What a Rust file does beside commands: each kind once, at its first place, and each window. */
export function findSetup(file: string, source: string): Note[] {
  const text = blankRust(source);
  return setupParts.flatMap(({ what, pattern, here }) => {
    const places = [...text.matchAll(pattern)].slice(0, what === "a window" ? undefined : 1);
    return places.map(({ index }) => ({
      file,
      line: lineAt(text, index),
      text: `Rust sets up ${what}; in its place: ${here}`,
    }));
  });
}
