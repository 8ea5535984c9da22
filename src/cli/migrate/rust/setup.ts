import { documentPath } from "../../project/documents.ts";
import { lineAt } from "../edits.ts";
import type { Note } from "../note.ts";
import { commandsAround, type RustCommand } from "./commands.ts";
import { closingBrace } from "./brackets.ts";
import { blankRust } from "./text.ts";

// The work of an app's Rust code beside its commands, mostly in `setup` and on the builder. None of
// it is in the configuration, so without a note an app would lose its windows or its tray menu.

interface SetupPart {
  readonly what: string;
  readonly pattern: RegExp;
  /** Its counterpart here, in words for people. */
  readonly here: string;
  /** Every place is listed; otherwise the first one of a file. */
  readonly isEach?: true;
  /** Inside of a command it belongs to the command's work, and its stub mentions it. */
  readonly isBesideCommands?: true;
}

export const menuPart = "a menu of windows";
export const endingPart = "what is asked before the app ends";

/** The code before Tauri's builder, which no pattern finds. */
export const earliestPart = {
  what: "what runs before the app starts",
  here: "setup of defineApp in main.ts, which runs before windows open",
} as const;

export const setupParts: readonly SetupPart[] = [
  {
    what: "what runs before windows open",
    pattern: /\.setup\s*\(/g,
    here: "setup of defineApp in main.ts",
    isEach: true,
  },
  {
    what: "a window",
    pattern: /\b(?:WindowBuilder|WebviewWindowBuilder)\s*::\s*(?:new|from_config)\s*\(/g,
    here: "framework.windows in the configuration, or app.windows.open in main.ts",
    isEach: true,
  },
  {
    what: "the tray icon and its menu",
    pattern:
      /\bSystemTray(?:Menu)?\s*::\s*(?:new|default)\s*\(|\.(?:system_tray|on_system_tray_event)\s*\(|\btray_handle\w*\s*\(/g,
    here: "framework.systemTray in the configuration, and app.tray in main.ts",
  },
  {
    what: menuPart,
    pattern: /\bMenu\s*::\s*(?:new|os_default)\s*\(|\.(?:menu|enable_macos_default_menu)\s*\(/g,
    here: `framework.menu in the configuration, or app.menu in main.ts (${documentPath("menus.md")})`,
  },
  {
    what: "what follows when an item of a menu is chosen",
    pattern: /\.on_menu_event\s*\(|\bRunEvent\s*::\s*MenuEvent\b/g,
    here: "app.menu.onChoose in main.ts",
  },
  {
    what: "what follows when something happens to a window",
    pattern: /\.on_window_event\s*\(|\bRunEvent\s*::\s*WindowEvent\b/g,
    here: "app.windows.onCloseRequested and app.events.listen in main.ts",
  },
  {
    what: "what follows when the app has started",
    pattern: /\bRunEvent\s*::\s*Ready\b/g,
    here: "setup of defineApp in main.ts",
  },
  {
    what: endingPart,
    pattern: /\bRunEvent\s*::\s*ExitRequested\b|\.prevent_exit\s*\(/g,
    here: "app.onExitRequested in main.ts; app.endWithLastWindow(false) keeps it without windows",
  },
  {
    what: "what follows when the app ends",
    pattern: /\bRunEvent\s*::\s*Exit\b/g,
    here: "app.onExit in main.ts",
  },
  {
    what: "what follows each turn of the event loop",
    pattern: /\bRunEvent\s*::\s*(?:MainEventsCleared|Resumed)\b/g,
    here: "not needed",
  },
  {
    what: "a plugin of the app's own",
    pattern:
      /\bTauriPlugin\s*<|(?<!\w)Plugin\s*<[^{};]{0,100}\bfor\b|\.plugin\s*\(\s*(?!\s|(?:::)?tauri_plugin_)(\w*)/g,
    here: "definePlugin in main.ts, with the commands that pages call by its name",
  },
  {
    what: "state that commands share",
    pattern: /\.manage\s*\(/g,
    here: "state of defineApp in main.ts",
  },
  {
    what: "what is run in each page",
    pattern: /\.(?:on_page_load|initialization_script)\s*\(/g,
    here: "scripts of defineApp, and app.windows.onPageLoad in main.ts",
  },
  {
    what: "events",
    pattern:
      /\.(?:emit_all|emit_to|emit_and_trigger|emit|trigger_global|listen_global|listen|once_global)\s*\(/g,
    here: "app.events in main.ts",
  },
  {
    what: "a shortcut",
    pattern: /\bglobal_shortcut_manager\s*\(/g,
    here: "app.shortcuts in main.ts",
  },
  {
    what: "an update",
    pattern: /\bRunEvent\s*::\s*Updater\b|\.updater\s*\(|\bupdater\s*::\s*builder\s*\(/g,
    here: "app.updater in main.ts",
  },
  {
    what: "a protocol",
    pattern: /\.register_(?:asynchronous_)?(?:global_)?uri_scheme_protocol\s*\(/g,
    here: "none: a command that gives bytes, or the asset protocol",
  },
  {
    what: "what pages may reach",
    pattern: /\b(?:fs_scope|asset_protocol_scope|ipc_scope|shell_scope)\s*\(/g,
    here: "app.scope in main.ts, and scopes in the configuration",
  },
  {
    what: "how calls travel",
    pattern: /\.invoke_system\s*\(/g,
    here: "none: the page's invoke calls the app as it is",
  },
  {
    what: "a setting of Tauri's event loop",
    pattern: /\.(?:device_event_filter|any_thread)\s*\(/g,
    here: "not needed",
  },
  {
    what: "an app without an icon in the Dock",
    pattern: /\.set_activation_policy\s*\(/g,
    here: `framework.bundle.macOS.activationPolicy, or app.setActivationPolicy in main.ts, see ${documentPath("activation-policy.md")}`,
  },
  {
    what: "a dialog",
    pattern:
      /\b(?:FileDialogBuilder|MessageDialogBuilder)\s*::\s*new\s*\(|\b(?:dialog|blocking)\s*::\s*(?:blocking\s*::\s*)?(?:ask|confirm|message)\s*\(/g,
    here: "app.dialog in main.ts",
    isBesideCommands: true,
  },
  {
    what: "a notification",
    pattern: /\bNotification\s*::\s*new\s*\(/g,
    here: "app.notification in main.ts",
    isBesideCommands: true,
  },
  {
    what: "the clipboard",
    pattern: /\bclipboard_manager\s*\(/g,
    here: "app.clipboard in main.ts",
    isBesideCommands: true,
  },
  {
    what: "a program that is started",
    pattern: /\bCommand\s*::\s*(?:new_sidecar|new)\s*\(/g,
    here: "Bun.spawn in main.ts, or framework/api/shell in the page",
    isBesideCommands: true,
  },
  {
    what: "work beside the windows",
    pattern: /\b(?:thread|async_runtime|tokio|task)\s*::\s*spawn(?:_blocking)?\s*\(/g,
    here: "setup of defineApp in main.ts, with a Worker for long computations",
    isBesideCommands: true,
  },
];

/**
 * The work of a Rust file beside commands: each kind once, at its first position, and each window.
 *
 * @param done the kinds that were translated
 */
export function findSetup(
  file: string,
  source: string,
  commands: readonly RustCommand[],
  done: ReadonlySet<string> = new Set(),
): Note[] {
  const text = blankRust(source);
  const inCommand = commandsAround(commands);
  const ofPlugins = namesOfPlugins(text);
  const found = setupParts
    .filter(({ what }) => !done.has(what))
    .flatMap(({ what, pattern, here, isEach = false, isBesideCommands = false }) => {
      const all = [...text.matchAll(pattern)].filter(
        ({ index, 1: named = "" }) =>
          (!isBesideCommands || inCommand(index) === null) && !ofPlugins.has(named),
      );
      return (isEach ? all : all.slice(0, 1)).map(({ index }) => ({
        file,
        line: lineAt(text, index),
        text: setupText({ what, here }),
      }));
    });
  return [...beforeBuilder(file, text), ...found, ...unknownCalls(file, text)];
}

function setupText({ what, here }: Pick<SetupPart, "what" | "here">): string {
  return `Rust sets up ${what}; in its place: ${here}`;
}

/** A statement that brings nothing of its own, or whose value is listed with the call it is for. */
const quietStatement = /^(?:#!?\[[^\]]*\]\s*)*(?:use|const|static|fn|struct|type|let\s+(?!_))\b/;

/**
 * The first statement before Tauri's builder in the function that has it: `main` may make folders,
 * read settings or start a server before the app starts.
 */
function beforeBuilder(file: string, text: string): Note[] {
  const main = /\bfn\s+(?:main|run)\s*\(\s*\)[^{};]{0,200}\{/.exec(text);
  if (main === null) return [];
  const start = main.index + main[0].length;
  const end = closingBrace(text, start - 1);
  // Other crates have builders, too, such as `env_logger::Builder`.
  const builder =
    /(?:\btauri\s*::\s*|(?<!::\s{0,20})\b)Builder(?:\s*::\s*<[^;()<]{0,200}>)?\s*::\s*(?:default|new)\s*\(/g;
  builder.lastIndex = start;
  const last = builder.exec(text)?.index ?? end;
  if (last >= end) return [];
  let from = start;
  for (let at = start; at < last; at++) {
    const isBlock = text.charAt(at) === "{";
    if ("([{".includes(text.charAt(at))) at = closingBrace(text, at);
    // A block ends a statement, unless a value or another branch follows.
    const isEnd = isBlock && !/^\s*(?:else\b|[.?;,)=])/.test(text.slice(at + 1, at + 100));
    if (!isEnd && text.charAt(at) !== ";") continue;
    const statement = text.slice(from, at).trimStart();
    const isLet = /^let\b/.test(statement);
    if (statement !== "" && !quietStatement.test(statement) && !(isLet && isEnd)) {
      return [{ file, line: lineAt(text, at - statement.length), text: setupText(earliestPart) }];
    }
    from = at + 1;
  }
  return [];
}

/**
 * The names that a file imports from plugin crates, which are listed separately: `use
 * tauri_plugin_sql::TauriSql`.
 */
function namesOfPlugins(text: string): ReadonlySet<string> {
  const taken = [...text.matchAll(/\buse\s+(?:::)?tauri_plugin_\w+([^;]*)/g)];
  return new Set(taken.flatMap(([, names = ""]) => names.match(/\w+/g) ?? []));
}

/** Calls that are migrated automatically, or are listed with their arguments. */
const carriedOver = new Set([
  "default",
  "new",
  "setup",
  "invoke_handler",
  "plugin",
  "build",
  "run",
  "expect",
  "unwrap",
]);

/** Calls of Tauri's builder without a row in the table. */
function unknownCalls(file: string, text: string): Note[] {
  return [
    ...text.matchAll(
      /\btauri\s*::\s*Builder(?:\s*::\s*<[^;()<]{0,200}>)?\s*::\s*(?:default|new)\s*\(/g,
    ),
  ].flatMap(({ index, 0: whole }) => {
    const notes: Note[] = [];
    for (let at = closingBrace(text, index + whole.length - 1) + 1; ;) {
      const [link, name = ""] = /^\s*\.\s*(\w+)\s*(?=\()/.exec(text.slice(at)) ?? [];
      if (link === undefined) return notes;
      const call = text.slice(at, at + link.length + 1);
      const isKnown =
        carriedOver.has(name) || setupParts.some(({ pattern }) => call.search(pattern) !== -1);
      if (!isKnown) {
        const line = lineAt(text, at + link.indexOf("."));
        notes.push({
          file,
          line,
          text: `Rust calls ${name} of Tauri's builder; nothing that is known stands for it here`,
        });
      }
      at = closingBrace(text, at + link.length) + 1;
    }
  });
}
