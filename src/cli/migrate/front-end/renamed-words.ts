import { pluginPackages } from "../plugin-packages.ts";

// Renamed words, in any text. Only whole words: `npm run tauri:dev` is the name of a script, and a
// project may be called `tauri-notes`.

import { packageName } from "../../project/package-name.ts";

interface RenamedWord {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** The events of windows and of the app; a page's own events keep their names. */
const events = [
  "resize",
  "move",
  "close-requested",
  "window-created",
  "created",
  "error",
  "destroyed",
  "focus",
  "blur",
  "scale-change",
  "theme-changed",
  "file-drop",
  "file-drop-hover",
  "file-drop-cancelled",
  "menu",
  "tray",
  "update",
  "update-available",
  "update-install",
  "update-status",
  "update-download-progress",
];

/** Variables of hooks and of the signer. */
const variables = [
  "PLATFORM_VERSION",
  "PLATFORM_TYPE",
  "PLATFORM",
  "ARCH",
  "FAMILY",
  "DEBUG",
  "PRIVATE_KEY",
  "KEY_PASSWORD",
];

// The word `tauri` in a list in braces, which may contain lists of its own: of an import, or of a
// destructuring of all modules. Longer text is not searched.
const others = String.raw`(?:[^{};]|\{[^{};]*\}){0,400}`;
const before = String.raw`(?<=\{(?:${others}[\s,])?tauri)`;
const after = String.raw`${others}\}`;
const imported = String.raw`\s*from\s*["'\`]@tauri-apps\/api["'\`]`;
const everything = String.raw`(?:await\s+)?(?:import|require)\(\s*["'\`]@tauri-apps\/api["'\`]|(?:window\.)?__TAURI__(?![?.\w])`;
const taken = String.raw`\s*=\s*(?:${everything})`;

/** The module `tauri` among others, with the rest up to their source. */
function listed(follows: string, from: string): RegExp {
  return new RegExp(`tauri(?=\\s*${follows}${from})${before}`, "g");
}

/**
 * The position where editors find the types of events first. The functions of that module take
 * other arguments than those of `event`.
 */
export const eventTypes =
  /(?<=\{(?:\s*(?:type\s+)?(?:Event|EventName|EventCallback|UnlistenFn)(?:\s+as\s+\w+)?\s*,?)+\s*\}\s*from\s*["'])@tauri-apps\/api\/helpers\/event(?=["'])/g;

/**
 * The position of a module name: after `from` or `import`, in a call that loads or mocks one, in a
 * declaration of one. Elsewhere it is an ordinary text: `dependencies["@tauri-apps/api"]` is the
 * name of a package.
 */
export const moduleName = String.raw`(?<=\b(?:from|import|declare\s+module|module\s*=|import\.meta\.resolve\s*\(|(?:import|require|require\.resolve)\s*\(|(?:vi|vitest|jest|mock|td)\s*\.\s*\w+\s*(?:<[^()]*>)?\()\s*(?:/\*[^*]*\*/\s*)?)`;

/** Of version 1, except for `tauri`. */
const modules =
  "app|cli|clipboard|dialog|event|fs|globalShortcut|http|mocks|notification|os|path|process|shell|updater|window";

/** The page halves of plugins with a package here. */
const pageHalves: readonly RenamedWord[] = Object.keys(pluginPackages).map((name) => ({
  pattern: new RegExp(String.raw`${moduleName}(["'\`])tauri-plugin-${name}-api\1`, "g"),
  replacement: `$1framework-plugin-${name}/api$1`,
}));

const words: readonly RenamedWord[] = [
  ...pageHalves,
  // The front end continues to use its own name of the module.
  { pattern: listed(String.raw`\bas\s${after}`, imported), replacement: "framework" },
  { pattern: listed(`(?:,${after}|\\})`, imported), replacement: "framework as tauri" },
  { pattern: listed(`:${after}`, taken), replacement: "framework" },
  { pattern: listed(`(?:,${after}|\\})`, taken), replacement: "framework: tauri" },
  {
    pattern: new RegExp(String.raw`${moduleName}(["'\`])@tauri-apps/api/tauri(?:\.js)?\1`, "g"),
    replacement: `$1${packageName}/api/framework$1`,
  },
  {
    pattern: new RegExp(
      String.raw`${moduleName}(["'\`])@tauri-apps/api(/(?:${modules}))?(?:\.js)?\1`,
      "g",
    ),
    replacement: `$1${packageName}/api$2$1`,
  },
  { pattern: eventTypes, replacement: `${packageName}/api/event` },
  { pattern: /\b__TAURI__(\??)\.tauri\b/g, replacement: "__FRAMEWORK__$1.framework" },
  // `["window", "__TAURI__", "tauri"]`, the notation of a front end in Rust.
  {
    pattern: /(["'])__TAURI__\1(\s*,\s*)\1tauri\1/g,
    replacement: "$1__FRAMEWORK__$1$2$1framework$1",
  },
  { pattern: /\b__TAURI__\b/g, replacement: "__FRAMEWORK__" },
  { pattern: /\b__TAURI_ISOLATION_HOOK__\b/g, replacement: "__FRAMEWORK_ISOLATION_HOOK__" },
  { pattern: /\bdata-tauri-drag-region\b/g, replacement: "data-framework-drag-region" },
  { pattern: /\bdata-tauriDragRegion\b/g, replacement: "data-frameworkDragRegion" },
  { pattern: /\btauriDragRegion\b/g, replacement: "frameworkDragRegion" },
  {
    pattern: new RegExp(`(["'\`])tauri://(${events.join("|")})\\1`, "g"),
    replacement: "$1framework://$2$1",
  },
  { pattern: /\btauri:\/\/localhost\b/g, replacement: "framework://localhost" },
  { pattern: /\b(https?):\/\/tauri\.localhost\b/g, replacement: "$1://framework.localhost" },
  // `secrets.TAURI_PRIVATE_KEY` of a workflow keeps the name that its author gave it.
  {
    pattern: new RegExp(`(?<!\\b(?:secrets|vars)\\.)\\bTAURI_(${variables.join("|")})\\b`, "g"),
    replacement: "FRAMEWORK_$1",
  },
  // The prefix itself, as in `envPrefix` of a bundler.
  { pattern: /(["'`])TAURI_\1/g, replacement: "$1FRAMEWORK_$1" },
];

/**
 * Exports with the brand in their names. Elsewhere they are ordinary words, so only a text that
 * imports them has them.
 */
const exported: readonly RenamedWord[] = [
  { pattern: /\bgetTauriVersion\b/g, replacement: "getFrameworkVersion" },
  { pattern: /\bTauriEvent\b/g, replacement: "FrameworkEvent" },
];
const exportsOf = /["'`]@tauri-apps\/api(?:\/(?:app|event))?["'`]|\b__TAURI__\b/;
/** `import { Event as TauriEvent }`, or a type of that name: the text's own word. */
const ownWord =
  /\b(?:as|type|interface|enum|class|function|const|let)\s+(?:TauriEvent|getTauriVersion)\b/;

/** A text with every renamed word replaced, and the number of replacements. */
export function renameWords(text: string): { readonly text: string; readonly count: number } {
  let count = 0;
  let result = text;
  const all = exportsOf.test(text) && !ownWord.test(text) ? [...exported, ...words] : words;
  for (const { pattern, replacement } of all) {
    count += result.match(pattern)?.length ?? 0;
    result = result.replace(pattern, replacement);
  }
  return { text: result, count };
}

/** Whether a module name belongs to version 1, and has a counterpart. */
export function isKnownModule(name: string): boolean {
  return new RegExp(`^@tauri-apps/api(?:/(?:tauri|${modules}))?(?:\\.js)?$`).test(name);
}

/** Whether a variable of Tauri's has a name here. */
export function isKnownVariable(name: string): boolean {
  return variables.includes(name.replace(/^TAURI_/, ""));
}
