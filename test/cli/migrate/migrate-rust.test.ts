import { expect, test } from "bun:test";
import { join } from "node:path";
import { pluginCounterparts } from "../../../src/config/read/foreign-plugins.ts";
import { crateCounterparts } from "../../../src/cli/migrate/rust/plugins.ts";
import { earliestPart, setupParts } from "../../../src/cli/migrate/rust/setup.ts";
import { root } from "../../support/app/display-app.ts";
import { leftOf, migrate, tauriConf } from "./migrated.ts";

async function migrateRust(source: string) {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(),
    "src-tauri/src/main.rs": source,
  });
  return { main: migrated.files["src-framework/main.ts"], left: leftOf(migrated) };
}

/** The stub of a function's signature, without its body. */
async function stubOf(source: string): Promise<string | undefined> {
  const { main } = await migrateRust(source);
  return /^ {4}(?!\/\/)(.*) \{$/m.exec(main ?? "")?.[1];
}

// Each row: a command of Rust, and its stub.
const commands: readonly (readonly [rust: string, stub: string])[] = [
  ["#[tauri::command]\nfn ping() {}", "ping(): void"],
  [
    "#[command]\npub fn name(a: String, b: &str) -> String {}",
    "name(_args: { a: string; b: string }): string",
  ],
  [
    "#[tauri::command]\npub(crate) async fn save_all(user_name: String) {}",
    "async save_all(_args: { userName: string }): Promise<void>",
  ],
  [
    '#[tauri::command(rename_all = "snake_case")]\nfn f(user_name: u8) -> bool {}',
    "f(_args: { user_name: number }): boolean",
  ],
  [
    "#[tauri::command]\nfn f(a: Option<u32>) -> Option<String> {}",
    "f(_args: { a?: number | null }): string | null",
  ],
  ["#[tauri::command]\nfn f() -> Result<Vec<(u8, String)>, String> {}", "f(): [number, string][]"],
  [
    "#[tauri::command]\nfn f() -> anyhow::Result<HashMap<String, f64>> {}",
    "f(): Record<string, number>",
  ],
  [
    "#[tauri::command]\nfn f(a: [u8; 4], b: &[Option<u8>]) {}",
    "f(_args: { a: number[]; b: (number | null)[] }): void",
  ],
  [
    "#[tauri::command]\nfn f(app: tauri::AppHandle, window: Window, db: State<'_, Db>, a: u8) {}",
    "f(_args: { a: number }): void",
  ],
  [
    "#[tauri::command]\nasync fn f<R: Runtime>(app: AppHandle<R>, a: Box<Path>) -> Result<(), E> {}",
    "async f(_args: { a: string }): Promise<void>",
  ],
  [
    "#[tauri::command]\n#[cfg(unix)]\nfn f(\n  // the first, (of two)\n  a: u8,\n) -> Custom {}",
    "f(_args: { a: number }): unknown",
  ],
  [
    "#[tauri::command]\nfn f(r#type: String, mut n: i64) where u8: Copy {}",
    "f(_args: { type: string; n: number }): void",
  ],
  // Tauri's macro takes the words of a name alone.
  [
    "#[tauri::command]\nfn f(_path: String, _some_id: u8, type_: bool, baseURL: String, _: u8) {}",
    "f(_args: { path: string; someId: number; type: boolean; baseUrl: string }): void",
  ],
  [
    '#[command(rename_all = "snake_case")]\nfn f(_some_id: u8, row__of: u8) {}',
    "f(_args: { some_id: number; row_of: number }): void",
  ],
  [
    "#[tauri::command]\nfn f(a: serde_json::Value) -> impl Serialize {}",
    "f(_args: { a: unknown }): unknown",
  ],
];

for (const [rust, stub] of commands) {
  test(`${JSON.stringify(rust)} becomes ${stub}`, async () => {
    expect(await stubOf(rust)).toBe(stub);
  });
}

test("a function that is no command has no stub", async () => {
  const source =
    '// #[tauri::command]\nfn a() {}\nconst S: &str = "#[tauri::command]";\nfn b() {}\n#[derive(Debug)]\nstruct C {}\n';
  expect(await migrateRust(source)).toEqual({ main: undefined, left: [] });
});

test("the types that commands name are declared, and those that these name", async () => {
  const { main } = await migrateRust(`
#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Note { pub id: u32, last_change: Option<String>, #[serde(default)] pub state: State, }
#[derive(serde::Deserialize)]
enum State { Open, InWork }
#[derive(Serialize)]
struct Unused { a: u8 }
struct NotSent { b: u8 }
#[tauri::command]
fn notes(filter: State) -> Vec<Note> { vec![] }
`);
  expect(main).toBe(`import { defineApp } from "framework/app";

interface Note {
  id: number;
  lastChange: string | null;
  state: State;
}

type State = "Open" | "InWork";

// The commands of the Rust code, by their signatures. Each throws until it is written.
export default defineApp({
  commands: {
    // src-tauri/src/main.rs:10
    notes(_args: { filter: State }): Note[] {
      throw new Error('"notes" is not written yet: see src-tauri/src/main.rs:10');
    },
  },
});
`);
});

test("fields and variants have the names that serde writes, and those alone that it writes", async () => {
  const { main } = await migrateRust(`
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Mod {
  #[serde(rename = "ModGUID")] // its own name
  mod_guid: String,
  /// #[serde(rename = "other")]
  #[serde(default, skip_serializing_if = "Option::is_none")]
  local_path: Option<String>,
  #[serde(skip)]
  cache: Vec<u8>,
  #[serde(rename(serialize = "content-type", deserialize = "type"))]
  kind: Kind,
  #[serde(flatten)]
  place: Place,
  #[serde(flatten)]
  more: Value,
}
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Place { first_row: u8 }
#[derive(Serialize)]
enum Kind { #[serde(rename = "in work")] InWork, Done }
#[tauri::command]
fn mods() -> Vec<Mod> { vec![] }
`);
  expect(main).toContain(`
interface Mod extends Place {
  ModGUID: string;
  LocalPath?: string | null;
  "content-type": Kind;
}

interface Place {
  "first-row": number;
}

type Kind = "in work" | "Done";
`);
});

test("of several of one name, for different systems, there is one", async () => {
  const { main, left } = await migrateRust(
    "#[cfg(unix)]\n#[tauri::command]\nfn a() {}\n#[cfg(windows)]\n#[tauri::command]\nfn a() {}\n",
  );
  expect(main?.match(/ a\(/g)).toHaveLength(1);
  expect(left).toEqual([
    'src-tauri/src/main.rs:2  the command "a" is Rust: write it in src-framework/main.ts',
  ]);
});

test("a command that fails with a value is listed with where a page finds it", async () => {
  const { left } = await migrateRust(`
#[derive(Debug, serde::Serialize)]
#[serde(tag = "kind")]
pub enum Failure { Missing { path: String }, Other }
struct Shown(String);
#[tauri::command]
fn a() -> Result<(), crate::Failure> {}
#[tauri::command]
fn b() -> Result<u8, Shown> {}
#[tauri::command]
fn c() -> Result<Failure, String> {}
`);
  expect(left).toEqual([
    'src-tauri/src/main.rs:6  the command "a" is Rust: write it in src-framework/main.ts; a page gets the Failure that it fails with as error.data',
    'src-tauri/src/main.rs:8  the command "b" is Rust: write it in src-framework/main.ts',
    'src-tauri/src/main.rs:10  the command "c" is Rust: write it in src-framework/main.ts',
  ]);
});

test("Rust plugins are listed with their line, and what stands for each here", async () => {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(),
    "src-tauri/Cargo.toml":
      '[package]\nname = "a"\n\n[dependencies]\ntauri = "1"\ntauri-plugin-stronghold = { version = "0", features = [] }\n[dependencies.tauri-plugin-own]\ngit = "a"\n',
  });
  expect(leftOf(migrated)).toEqual([
    'src-tauri/Cargo.toml:6  the plugin "stronghold" is Rust. Here stands for it: none: node:crypto in commands of main.ts',
    'src-tauri/Cargo.toml:7  the plugin "own" is Rust. Here stands for it: none that is known: its Rust code has to become commands of main.ts',
  ]);
});

test("the page about coming from Tauri lists the same counterparts", async () => {
  const page = await Bun.file(join(root, "docs/from-tauri.md")).text();
  const rows = [...page.matchAll(/^\| `tauri-plugin-([\w-]+)`\s*\| (.*?)\s*\|$/gm)].map(
    ([, name, text]) => [name, text],
  );
  expect(Object.fromEntries(rows)).toEqual(pluginCounterparts);
});

test("the page about coming from Tauri lists the same counterparts of other crates", async () => {
  const page = await Bun.file(join(root, "docs/from-tauri.md")).text();
  const [, list = ""] = page.split("\nOther crates:\n");
  const rows = [...list.matchAll(/^- ((?:`[\w-]+`(?:, )?)+): (.*)$/gm)].flatMap(
    ([, names = "", text = ""]) =>
      names.split(", ").map((name) => [name, text].map((one) => one.replaceAll("`", ""))),
  );
  expect(Object.fromEntries(rows)).toEqual(crateCounterparts);
});

test("the report lists Rust code beside commands: each window, and the first place of all else", async () => {
  const { left } = await migrateRust(`
fn main() {
  // WindowBuilder::new(app, "none")
  tauri::Builder::default()
    .menu(tauri::Menu::os_default("notes"))
    .system_tray(SystemTray::new().with_menu(SystemTrayMenu::new()))
    .on_window_event(|event| event.window().emit("a", ()).unwrap())
    .setup(|app| {
      tauri::WindowBuilder::new(app, "main", WindowUrl::default()).build()?;
      app.listen_global("b", |_| {});
      WindowBuilder::from_config(app, other).build()?;
      Ok(())
    })
}
impl<R: Runtime> Plugin<R> for Own<R> {}
pub fn init<R: Runtime>() -> TauriPlugin<R> {}
`);
  const place = (line: number, what: string): string => {
    const here = setupParts.find((one) => one.what === what)?.here;
    return `src-tauri/src/main.rs:${line}  Rust sets up ${what}; in its place: ${here}`;
  };
  expect(left).toEqual([
    place(8, "what runs before windows open"),
    place(9, "a window"),
    place(11, "a window"),
    place(6, "the tray icon and its menu"),
    place(7, "what follows when something happens to a window"),
    place(15, "a plugin of the app's own"),
    place(7, "events"),
    expect.stringMatching(
      /^src-tauri\/src\/main\.rs:5 {2}this menu was not translated: Menu::os_def/,
    ),
  ]);
});

test("the page about coming from Tauri lists the same parts of set-up", async () => {
  const page = await Bun.file(join(root, "docs/from-tauri.md")).text();
  const [, table = ""] = page.split("\n## What Rust sets up\n");
  const rows = [...table.matchAll(/^\| ([^|`-][^|]*?)\s*\| (.*?)\s*\|$/gm)].slice(1);
  const parts = [earliestPart, ...setupParts];
  expect(rows.slice(0, parts.length).map(([, what, here]) => ({ what, here }))).toEqual(
    parts.map(({ what, here }) => ({ what, here })),
  );
});
