// Parsers of the files that `framework migrate` reads.

import { withRustSettings } from "../../src/cli/migrate/configuration/rust-settings.ts";
import { findKeptRunning } from "../../src/cli/migrate/rust/kept-running.ts";
import { closingBrace, closingBracket } from "../../src/cli/migrate/rust/brackets.ts";
import { migrateConfiguration } from "../../src/cli/migrate/configuration/configuration.ts";
import { applyEdits } from "../../src/cli/migrate/edits.ts";
import { hiddenNotes, shownAtStart } from "../../src/cli/migrate/front-end/hidden-windows.ts";
import { unmigratedTerms } from "../../src/cli/migrate/front-end/unmigrated-terms.ts";
import { mainModule } from "../../src/cli/migrate/rust/main-module.ts";
import {
  migrateManifest,
  migrateScript,
} from "../../src/cli/migrate/configuration/package-json.ts";
import { pluginPackages } from "../../src/cli/migrate/plugin-packages.ts";
import { pagePluginOptions, rustPluginOptions } from "../../src/cli/migrate/plugin-options.ts";
import { withPluginSettings } from "../../src/cli/migrate/plugin-settings.ts";
import { engineUses } from "../../src/cli/migrate/front-end/engine-uses.ts";
import { olderTypes } from "../../src/cli/migrate/front-end/older-types.ts";
import { otherAnswers } from "../../src/cli/migrate/front-end/other-answers.ts";
import { rejectedTexts } from "../../src/cli/migrate/front-end/rejected-texts.ts";
import { renameWords } from "../../src/cli/migrate/front-end/renamed-words.ts";
import { settledLabel } from "../../src/cli/migrate/repairs.ts";
import { findCommands, handledCommands } from "../../src/cli/migrate/rust/commands.ts";
import { modulesOf } from "../../src/cli/migrate/rust/files.ts";
import { findCrates } from "../../src/cli/migrate/rust/plugins.ts";
import { withOwnNames } from "../../src/cli/migrate/rust/imported-names.ts";
import { findSetup } from "../../src/cli/migrate/rust/setup.ts";
import { findStartHides } from "../../src/cli/migrate/rust/start-hides.ts";
import { blankRust, splitAtCommas } from "../../src/cli/migrate/rust/text.ts";
import { errorValue, findTypes, typeScriptType } from "../../src/cli/migrate/rust/types.ts";
import { findWindowUses } from "../../src/cli/migrate/rust/windows.ts";
import { blankScript } from "../../src/cli/migrate/front-end/script-text.ts";
import {
  doubleSourcePaths,
  renameSourcePaths,
} from "../../src/cli/migrate/configuration/source-paths.ts";
import { treeOf } from "../../src/cli/migrate/tauri-project.ts";
import type { Row } from "./row.ts";

const rust = [
  "#[command ",
  "#[command]",
  "#[command]\nfn a() {",
  "#[command]\nfn a<",
  "#[command]\nfn a(",
  "#[command]fn a(b: C) -> D {}\n",
  "#[a]",
  "#[a]\n",
  "#[derive(Serialize)]",
  "#[derive(Serialize)] struct A {",
  "#[derive(Serialize)] struct A {}\n",
  "#[derive(Serialize)] struct ",
  "#[derive(Serialize)] enum A { B, C }\n",
  "#[serde(",
  "#[serde(rename",
  "pub(",
  "pub ",
  "mod a;",
  "mod a {",
  "mod ",
  "include!(",
  '#[path = "',
  "generate_handler![",
  "generate_handler![a, b::<",
  "generate_handler![#[",
  "a::",
  "a: Window<",
  "a: Window, ",
  "let a = b.get_window(",
  'let a = b.get_window("c"); ',
  'b.get_window("c")',
  "b.get_window(",
  'get_window("c").unwrap().show();',
  ".show()",
  ".a(|w| ",
  ".setup(",
  ".plugin(",
  ".plugin( ",
  "impl ",
  "impl Plugin<",
  "tauri::Builder::default()",
  "tauri::Builder::<",
  "tauri::Builder::default().a()",
  "Some(",
  "let a: ",
  "windows( ).",
  '"',
  "'a",
  "r#",
  'r#"',
  "b'",
  "/*",
  "/* */",
  "//\n",
  "->",
  "{",
  "}",
  ";",
  "<",
  ">",
  "fn ",
  "async ",
  "unwrap(",
  "map_err(",
  "map_err(a(",
  "?",
  "if let Some(a) = b.get_window(c) {",
];

const script = [
  "catch (e) {",
  "catch (e) { e.length }\n",
  "catch (",
  "catch (a: ",
  ".catch(",
  ".then(",
  ".then(a, e => e.length)",
  ".catch(function ",
  ".catch(async ",
  "catch (e) { e === 'a' }",
  "(e as ",
  "<a>",
  "typeof ",
  "return /",
  "= /a",
  "=/[",
  "(/",
  "invoke(",
  "invoke<",
  "`",
  "'",
  '"',
  "<!--",
  "/*",
  "//\n",
  "{",
  "}",
  ";",
  "{a",
  "{ tauri, ",
  "{ tauri",
  "tauri }",
  "tauri as ",
  ",tauri",
  "{ tauri } from '@tauri-apps/api'",
  "import ",
  "import(",
  "from ",
  "from '",
  "from '@tauri-apps/api/helpers/event'",
  "import { Event } from '@tauri-apps/api/helpers/event';\n",
  "{ Event, ",
  "Event, ",
  "vi.a(",
  "vi.a<",
  "vi . ",
  "declare ",
  "/**/ ",
  "'@tauri-apps/api/",
  "'@tauri-apps/api/fs'\n",
  "import '@tauri-apps/api/fs'\n",
  "await ",
  "= require('@tauri-apps/api')",
  "__TAURI__",
  "__TAURI__.",
  "window.",
  "secrets.",
  "TAURI_",
  "'TAURI_'",
  "tauri://",
  "https://tauri.localhost/",
  "src-tauri/",
  "src-tauri/target/a ",
  "src-tauri",
  "-tauri",
  "as TauriEvent ",
  "'tauri.a",
  "Tauri.",
  "process.env.",
  "interface ",
  "/a",
  "appWindow ",
  "appWindow . ",
  "w",
  "= ",
];

const moved = new Map([
  ["a", "a"],
  ["b", "b"],
]);

const configurationText = [
  '"a":1,',
  '{"tauri":{',
  '"dev-path":1,',
  '{"label":"a-b"},',
  '"$MUSIC/a",',
  '"/a/../",',
  '"tauri://localhost",',
  "{",
  "[",
];

const nothing = { notes: [], shown: [], keptRunning: null };

export const migrate: readonly Row[] = [
  {
    name: "commands in Rust",
    of: [
      "cli/migrate/rust/commands.ts",
      "cli/migrate/rust/window-steps.ts",
      "cli/migrate/rust/main-module.ts",
    ],
    fragments: rust,
    read: (text) => {
      const commands = findCommands("a.rs", text);
      return [mainModule(commands, [text], nothing, []), handledCommands([text])];
    },
  },
  {
    name: "menus and looks in Rust",
    of: [
      "cli/migrate/rust/menus.ts",
      "cli/migrate/rust/window-settings.ts",
      "cli/migrate/rust/kept-running.ts",
      "cli/migrate/configuration/rust-settings.ts",
      "cli/migrate/configuration/added-field.ts",
    ],
    fragments: [
      ".menu(",
      "Menu::new()",
      '.add_submenu(Submenu::new("a", a))',
      '.add_item(CustomMenuItem::new("a", ',
      "let a = ",
      "let a = Menu::new();",
      "fn a() -> Menu {",
      "fn a() -> ",
      "a()",
      "a::",
      "[a, ",
      ")",
      "}",
      "a = ",
      "set_shadow(&a, false);",
      'let a = b.get_window("a").unwrap();',
      "apply_mica(&a",
      "RunEvent::ExitRequested { api, .. } => { api.prevent_exit() }",
      "RunEvent::ExitRequested { ",
      " ",
    ],
    read: (text) => [
      withRustSettings("a.json", '{"framework":{"windows":[{}]}}', new Map([["a.rs", text]])),
      withRustSettings("a.toml", "[framework]\n", new Map([["a.rs", text]])),
      findKeptRunning("a.rs", text),
    ],
  },
  {
    name: "imported names in Rust",
    of: ["cli/migrate/rust/imported-names.ts"],
    fragments: [
      "use tauri::A as B;",
      "use tauri::{self as c, ",
      "use ",
      "A as B",
      "B::new",
      "c(",
      "{",
      " ",
      "::",
      "a",
    ],
    read: withOwnNames,
  },
  {
    name: "hidden windows in Rust",
    of: ["cli/migrate/rust/start-hides.ts"],
    fragments: [
      'a.get_window("c").unwrap().hide();',
      'let a = a.get_window("c");',
      'if let Some(a) = a.get_window("c") {',
      "a.hide();",
      ".setup(|a| {",
      "{",
      "}",
      "(",
      "a ",
      ";",
    ],
    around: (text) => `b.setup(|a| { ${text}`,
    read: (text) => findStartHides("a.rs", text),
  },
  {
    name: "one command in Rust",
    of: ["cli/migrate/rust/window-steps.ts"],
    fragments: [
      ...rust,
      "a.show();",
      "a.show()?;",
      " ",
      "let _ = a.show();",
      "Ok(())",
      "a.get_window(b).show();",
      "a.handle()",
      ".",
    ],
    around: (text) => `#[tauri::command]\nfn a(a: Window) -> Result<B, C> { ${text} }`,
    read: (text) => findCommands("a.rs", text),
  },
  {
    name: "parameters of a command in Rust",
    of: ["cli/migrate/rust/types.ts", "cli/migrate/rust/commands.ts"],
    fragments: [
      "a: b, ",
      "a: Vec<",
      "a: (",
      "a: [",
      "mut ",
      "r#",
      "a_b: C, ",
      "a",
      "_",
      " ",
      "Vec<",
      "&'a ",
      "&mut ",
      "dyn ",
      "::",
      "Option<",
    ],
    around: (text) => `#[command]\nfn a(${text}) -> Result<${text}> {}`,
    read: (text) => mainModule(findCommands("a.rs", text), [text], nothing, []),
  },
  {
    name: "commands in Rust with names of their own",
    of: ["cli/migrate/rust/main-module.ts", "cli/migrate/front-end/hidden-windows.ts"],
    fragments: ["a\n", "b\n"],
    around: (text) =>
      text
        .slice(0, text.length / 16)
        .split("\n")
        .map(
          (line, at) =>
            `#[derive(Serialize)] struct T${at} { a: T${at + 1} }\n#[command]\nfn c${at}(a: T${at}) -> Result<T${at}, T${at}> { ${line.slice(0, 100)} }\n`,
        )
        .join(""),
    read: (text) => {
      const commands = findCommands("a.rs", text);
      return [mainModule(commands, [text], nothing, []), findSetup("a.rs", text, commands)];
    },
  },
  {
    name: "types in Rust",
    of: ["cli/migrate/rust/types.ts"],
    fragments: [
      ...rust,
      "#[derive(Serialize)] struct A { a: B, c: D }\n",
      '#[serde(rename = "',
      "a: b, ",
      "B, ",
    ],
    read: (text) => [
      mainModule(findCommands("a.rs", text), [text], nothing, []),
      findTypes(text).length,
      errorValue("Result<(), A>", [text]),
    ],
  },
  {
    name: "one type in Rust",
    of: ["cli/migrate/rust/types.ts"],
    fragments: [
      "a: b, ",
      "#[serde(",
      "#[serde(rename",
      "#[serde(rename(",
      "#[a] ",
      "#[",
      "pub ",
      "pub(",
      "(",
      "<",
      "A, ",
      "A",
      "a",
      " ",
      "aB",
      "_",
      "// \n",
    ],
    around: (text) =>
      `#[derive(Serialize)]\n#[serde(rename_all = "camelCase")]\nstruct A { ${text} }\n#[derive(Serialize)] enum B { ${text} }`,
    read: (text) => findTypes(text).map(({ declare }) => declare(new Set())),
  },
  {
    name: "a type of Rust",
    of: ["cli/migrate/rust/types.ts"],
    fragments: [
      "Vec<",
      "(",
      "[",
      "&",
      "&'a ",
      "Option<",
      "Result<A, ",
      "a::",
      "dyn ",
      "a, ",
      ">",
      "; 4]",
      "'a, ",
      "-> ",
    ],
    read: (text) => [
      typeScriptType(text, new Set()),
      errorValue(text, []),
      errorValue(`Result<${text}`, []),
    ],
  },
  {
    name: "the setup of an app in Rust",
    of: ["cli/migrate/rust/setup.ts"],
    fragments: rust,
    read: (text) => findSetup("a.rs", text, findCommands("a.rs", text)),
  },
  {
    name: "a builder in Rust",
    of: ["cli/migrate/rust/setup.ts"],
    fragments: [
      ".a()",
      ".a(",
      ".plugin(a)",
      ".setup(|a| {})",
      " .",
      "\n",
      ".a",
      ".invoke_handler(b![c])",
    ],
    around: (text) => `tauri::Builder::default()${text}`,
    read: (text) => findSetup("a.rs", text, []),
  },
  {
    name: "windows in Rust",
    of: ["cli/migrate/rust/windows.ts", "cli/migrate/front-end/hidden-windows.ts"],
    fragments: rust,
    read: (text) => {
      const uses = findWindowUses("a.rs", text);
      const hidden = [{ label: "c", file: "a", line: 1, field: "a" }];
      const shown = shownAtStart(hidden, uses, new Map([["a.rs", text]]));
      return hiddenNotes(hidden, shown, [], uses, () => undefined, []);
    },
  },
  {
    name: "windows in the setup of Rust",
    of: ["cli/migrate/front-end/hidden-windows.ts"],
    fragments: [
      'a.get_window("c").unwrap().show();',
      "Some(",
      "setup(|a| {",
      "a(",
      ")",
      "let a = b;",
      "a::<",
    ],
    around: (text) => `tauri::Builder::default().setup(|a| { ${text}`,
    read: (text) => {
      const uses = findWindowUses("a.rs", text);
      return shownAtStart(
        [{ label: "c", file: "a", line: 1, field: "a" }],
        uses,
        new Map([["a.rs", text]]),
      );
    },
  },
  {
    name: "modules in Rust",
    of: ["cli/migrate/rust/files.ts"],
    fragments: rust,
    read: modulesOf,
  },
  {
    name: "code in Rust",
    of: ["cli/migrate/rust/text.ts", "cli/migrate/rust/brackets.ts"],
    fragments: rust,
    read: (text) => [
      blankRust(text).length,
      splitAtCommas(text).length,
      closingBrace(text, 0),
      closingBracket(text, 0),
    ],
  },
  {
    name: "a script",
    of: ["cli/migrate/front-end/script-text.ts", "cli/migrate/front-end/rejected-texts.ts"],
    fragments: script,
    read: (text) => [blankScript(text).length, rejectedTexts("a.tsx", text, new Set(["b"]))],
  },
  {
    name: "a script with calls",
    of: [
      "cli/migrate/front-end/rejected-texts.ts",
      "cli/migrate/front-end/engine-uses.ts",
      "cli/migrate/front-end/other-answers.ts",
      "cli/migrate/front-end/older-types.ts",
    ],
    fragments: script,
    around: (text) => `invoke("a").catch((e) => { ${text} });`,
    read: (text) => [
      rejectedTexts("a.tsx", text, new Set(["b"])),
      engineUses("a.tsx", text, false),
      otherAnswers("a.tsx", text),
      olderTypes([
        { path: "package.json", text: '{"dependencies":{"@tauri-apps/api":"1.0.0"}}' },
        { path: "a.tsx", text },
      ]),
    ],
  },
  {
    name: "options of plugins",
    of: ["cli/migrate/plugin-options.ts"],
    fragments: [
      ...script,
      ...rust,
      'import "tauri-plugin-sql-api"; ',
      "tauri-plugin-store-api",
      "Builder::default()",
    ],
    read: (text) => [
      pagePluginOptions("a.ts", `import "tauri-plugin-sql-api"; ${text}`),
      rustPluginOptions("a.rs", text, Object.keys(pluginPackages)),
    ],
  },
  {
    name: "words that have another name",
    of: ["cli/migrate/front-end/renamed-words.ts"],
    fragments: script,
    read: renameWords,
  },
  {
    name: "words that have another name, in a text that imports them",
    of: ["cli/migrate/front-end/renamed-words.ts"],
    fragments: script,
    around: (text) => `import { ${text} } from "@tauri-apps/api/event"`,
    read: renameWords,
  },
  {
    name: "words without another name",
    of: ["cli/migrate/front-end/unmigrated-terms.ts"],
    fragments: script,
    read: (text) => unmigratedTerms("a.ts", text, false),
  },
  {
    name: "a page's use of windows",
    of: ["cli/migrate/front-end/hidden-windows.ts"],
    fragments: script,
    read: (text) =>
      hiddenNotes([{ label: "c", file: "a", line: 1, field: "a" }], [], [], [], () => undefined, [
        { path: "a", text: `__TAURI__${text}` },
      ]),
  },
  {
    name: "paths of sources",
    of: ["cli/migrate/configuration/source-paths.ts"],
    fragments: [
      "src-tauri/",
      "src-tauri\n",
      "/src-tauri/a\n",
      "!src-tauri\n",
      "a\n",
      "#\n",
      "\r\n",
      "/",
      "-",
      "src-tauri/target/a\n",
    ],
    read: (text) => [renameSourcePaths(text, moved), doubleSourcePaths(text, moved)],
  },
  {
    name: "lines of a file of ignored paths",
    of: ["cli/migrate/configuration/source-paths.ts"],
    fragments: ["a\n"],
    around: (text) =>
      text
        .split("\n")
        .map((line, at) => `src-tauri/target/${line.slice(0, 100)}${at}\n`)
        .join(""),
    read: (text) => doubleSourcePaths(text, moved),
  },
  {
    name: "a manifest of npm",
    of: [
      "cli/migrate/configuration/package-json.ts",
      "cli/migrate/members.ts",
      "cli/migrate/edits.ts",
    ],
    fragments: ['"a":"b",', '"dev":"tauri dev",', '"a":"', "\\\\", '"tauri-plugin-a-api":"1",'],
    around: (text) =>
      `{"devDependencies":{"@tauri-apps/cli":"1"},"dependencies":{${text}"z":"1"},"scripts":{${text}"z":"tauri dev"}}`,
    read: (text) => migrateManifest("package.json", text, moved, false),
  },
  {
    name: "packages and scripts of a manifest",
    of: ["cli/migrate/configuration/package-json.ts"],
    fragments: ["a\n", "tauri build\n", "tauri dev -- -- b\n"],
    around: (text) => {
      const lines = text.split("\n").map((line) => line.slice(0, 200));
      const packages = Object.fromEntries(
        lines.map((line, at) => [`tauri-plugin-${at}-api`, line]),
      );
      const scripts = Object.fromEntries(lines.map((line, at) => [`a${at}`, line]));
      return JSON.stringify(
        { devDependencies: { "@tauri-apps/cli": "1" }, dependencies: packages, scripts },
        null,
        1,
      );
    },
    read: (text) => migrateManifest("package.json", text, moved, false),
  },
  {
    name: "a script of a manifest",
    of: ["cli/migrate/configuration/package-json.ts"],
    fragments: [
      "tauri ",
      "tauri dev ",
      "tauri dev -- ",
      "-- ",
      " --",
      "cargo ",
      "cargo tauri ",
      "run ",
      "yarn ",
      "run-s a ",
      "a:b ",
      "& ",
      "' ",
      '" ',
      "(",
      "2> ",
      "--a ",
      "framework dev --a ",
      "framework dev",
      "\\ ",
    ],
    read: (text) => [
      migrateScript(text, new Set(["tauri"])),
      migrateManifest(
        "package.json",
        JSON.stringify({ scripts: { tauri: "tauri", a: text } }),
        moved,
        false,
      ),
    ],
  },
  {
    name: "a configuration of Tauri",
    of: [
      "cli/migrate/configuration/configuration.ts",
      "cli/migrate/repairs.ts",
      "cli/migrate/members.ts",
      "cli/migrate/edits.ts",
    ],
    fragments: configurationText,
    around: (text) => `{"tauri":{"windows":[${text}{}]}}`,
    read: (text) =>
      migrateConfiguration({ name: "tauri.conf.json", newName: "framework.conf.json", text }, "a"),
  },
  {
    name: "windows and scopes of Tauri",
    of: ["cli/migrate/configuration/configuration.ts", "cli/migrate/repairs.ts"],
    fragments: ["a-b\n", "$MUSIC/a\n", "$APPLES/a\n", "~/a\n", "tauri://localhost\n"],
    around: (text) => {
      const lines = text.split("\n").map((line) => line.slice(0, 200));
      return JSON.stringify(
        {
          tauri: {
            windows: lines.map((label) => ({ label, visible: false })),
            allowlist: { fs: { scope: lines } },
          },
        },
        null,
        1,
      );
    },
    read: (text) =>
      migrateConfiguration({ name: "tauri.conf.json", newName: "framework.conf.json", text }, "a"),
  },
  {
    name: "one text in a configuration of Tauri",
    of: ["cli/migrate/repairs.ts"],
    fragments: ["/..", "$A", "~/", "-", "a", " ", "tauri: ", ";", "{{version}}", "$HOME/../"],
    around: (text) =>
      JSON.stringify({
        tauri: {
          windows: [{ label: text, url: text }],
          updater: { endpoints: [text] },
          security: { csp: text },
          bundle: { macOS: { exceptionDomain: text } },
          allowlist: { fs: { scope: [text, `$A${text}`] }, shell: { open: text } },
        },
      }),
    read: (text) =>
      migrateConfiguration({ name: "tauri.conf.json", newName: "framework.conf.json", text }, "a"),
  },
  {
    name: "keys of Tauri in TOML",
    of: ["cli/migrate/configuration/configuration.ts", "cli/migrate/members.ts"],
    fragments: ["[tauri.a]\n", "[tauri]\n", "dev-path = 1\n", "a\n"],
    around: (text) =>
      text
        .split("\n")
        .map((line, at) =>
          line.startsWith("[")
            ? `[tauri.bundle.a${at}]\ndev-path = 1\n`
            : `# ${line.slice(0, 200)}\n`,
        )
        .join(""),
    read: (text) =>
      migrateConfiguration({ name: "Tauri.toml", newName: "Framework.toml", text }, "a"),
  },
  {
    name: "a label",
    of: ["cli/migrate/repairs.ts"],
    fragments: ["a-", "-", "é ", "_"],
    read: settledLabel,
  },
  {
    name: "a manifest of Cargo",
    of: ["cli/migrate/rust/plugins.ts", "cli/migrate/tauri-project.ts"],
    fragments: [
      "[dependencies]\n",
      "[",
      "]",
      "a = ",
      "tauri-plugin-a = 1\n",
      "[dependencies.tauri-plugin-a]\n",
      'package = "',
      '"',
      "[",
    ],
    around: (text) => `[dependencies]\n${text}`,
    read: (text) => [findCrates(text), treeOf("Cargo.toml", text)],
  },
  {
    name: "edits of a text",
    of: ["cli/migrate/edits.ts"],
    fragments: ["ab", "a"],
    read: (text) =>
      applyEdits(
        text,
        Array.from({ length: text.length / 8 }, (_, at) => ({
          start: at * 7,
          end: at * 7 + 8,
          text: "x",
        })),
      ),
  },
  {
    name: "plugins in pages and in Rust",
    of: ["cli/migrate/plugin-packages.ts"],
    fragments: [
      "new Store(",
      "new Store('",
      "new ",
      "new\n",
      'new Store("a")',
      "StoreBuilder ",
      "with_store ",
    ],
    read: (text) =>
      Object.values(pluginPackages).map(({ settings, options }) => [
        settings([text]),
        options.map(({ pattern }) => [...text.matchAll(pattern)].length),
      ]),
  },
  {
    name: "settings of plugins",
    of: ["cli/migrate/plugin-settings.ts"],
    fragments: ["[plugins.a]", "[plugins.a]\n", "[plugins.", "a = 1\n", "\n", " "],
    read: (text) => withPluginSettings("Framework.toml", text, "a", { scope: [] }),
  },
];
