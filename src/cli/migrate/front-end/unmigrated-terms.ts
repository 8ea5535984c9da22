import { documentPath } from "../../project/documents.ts";
import { packageName } from "../../project/package-name.ts";
import { lineAt } from "../edits.ts";
import { pageHalfOf } from "../plugin-packages.ts";
import type { Note } from "../note.ts";
import { eventTypes, isKnownModule, isKnownVariable, moduleName } from "./renamed-words.ts";

// A term in a front end without a counterpart for an automatic replacement.

interface LeftWord {
  readonly pattern: RegExp;
  /** The files in which it has this meaning; by default all. */
  readonly files?: RegExp;
  /** `null`: this one needs no note. */
  readonly text: (word: string, name: string) => string | null;
}

const words: readonly LeftWord[] = [
  {
    pattern: new RegExp(
      String.raw`${moduleName}["'\`](?!${eventTypes.source})(@tauri-apps/api(?:/[\w/.-]+)?)["'\`]`,
      "g",
    ),
    text: (_, name) =>
      isKnownModule(name)
        ? null
        : `"${name}" is ${name.includes("/helpers/") ? "of the inside of Tauri" : "no module of version 1"}: see "Names" in ${documentPath("from-tauri.md")}`,
  },
  {
    pattern: new RegExp(
      String.raw`(?!${moduleName})["'\`](@tauri-apps/api(?:/[\w/.*-]+)?)["'\`]`,
      "g",
    ),
    text: (_, name) =>
      `"${name}" is named here and imported nowhere: the package is "${packageName}" now`,
  },
  {
    pattern: /["'`](@tauri-apps\/plugin-[\w-]+|tauri-plugin-[\w-]+)["'`](?!\s*:)/g,
    text: (_, name) =>
      pageHalfOf(name) === null
        ? `"${name}" is the page's half of a Rust plugin: see "Plugins" in ${documentPath("from-tauri.md")}`
        : null,
  },
  {
    pattern: /\b(__TAURI_(?:METADATA|INVOKE|IPC|POST_MESSAGE|PATTERN|INVOKE_KEY)__)(?!\w)/g,
    text: (_, name) =>
      `${name} is of the inside of Tauri: use the modules of framework/api, or isFramework() of framework/api/framework`,
  },
  {
    pattern: /\b(__TAURI_ISOLATION_HOOK__)\b/g,
    text: () => "the isolation hook gets { command, args } of each call here",
  },
  {
    pattern: /\b(?:process|import\.meta)\.env\??\.(TAURI_\w+)/g,
    text: (_, name) => (isKnownVariable(name) ? null : `${name} has no counterpart`),
  },
  {
    pattern: /["'`/](tauri(?:\.\w+)?\.conf\.json5?|Tauri(?:\.\w+)?\.toml)["'`]/g,
    text: (_, name) => `"${name}" is read here: its "tauri" is "framework" in our configuration`,
  },
  {
    // A script that names the action uses none.
    pattern: /(tauri-apps\/tauri-action)/g,
    files: /\.ya?ml$/,
    text: (_, name) => `the action ${name} builds with Cargo: run npx framework build instead`,
  },
];

/**
 * Without `build.withGlobalFramework` this object does not exist: code that reads it concludes that
 * it runs in no app.
 */
const missingGlobal: LeftWord = {
  pattern: /\b__TAURI__\b/g,
  text: () =>
    "window.__FRAMEWORK__ is there with build.withGlobalFramework alone: isFramework() of framework/api/framework tells whether there is an app",
};

/**
 * Notes about a front end's file, for its remaining terms.
 *
 * @param hasGlobal whether the page has the global object
 */
export function unmigratedTerms(file: string, text: string, hasGlobal: boolean): Note[] {
  return (hasGlobal ? words : [...words, missingGlobal])
    .filter(({ files }) => files?.test(file) ?? true)
    .flatMap(({ pattern, text: say }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const [word, name = word] = match;
        const output = say(word, name);
        return output === null ? [] : [{ file, line: lineAt(text, match.index), text: output }];
      }),
    );
}
