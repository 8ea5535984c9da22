// The result of `migrate` for menus, single instance, shadows and effects: fields of the
// configuration if Rust uses literals, otherwise a line with its place.

import { expect, test } from "bun:test";
import { leftOf, migrate, part, tauriConf } from "./migrated.ts";

const windows = [{ label: "main" }, { label: "about-us" }];

/** The result for an app with this Rust code. */
async function moved(source: string, settings: Readonly<Record<string, unknown>> = { windows }) {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(settings),
    "src-tauri/src/main.rs": source,
  });
  const text = migrated.files["src-framework/framework.conf.json"] ?? "{}";
  return {
    framework: (JSON.parse(text) as { framework: Record<string, unknown> }).framework,
    main: migrated.files["src-framework/main.ts"] ?? "",
    left: leftOf(migrated),
    repaired: part(migrated, "and repair:").filter((line) => !line.includes("a label holds")),
    code: migrated.code,
  };
}

const menuInRust = `
fn file() -> Submenu {
  let open = CustomMenuItem::new("open".to_string(), "&Open…").accelerator("CmdOrCtrl+O");
  Submenu::new("File", Menu::new().add_item(open).add_native_item(MenuItem::Separator)
    .add_item(CustomMenuItem::new(String::from("save"), "Save \\"all\\"").disabled())
    .add_native_item(MenuItem::Quit))
}
fn main() {
  let edit = tauri::menu::Menu::with_items([
    MenuEntry::NativeItem(MenuItem::Copy),
    MenuItem::Paste.into(),
    MenuEntry::CustomItem(CustomMenuItem::new("wrap", "Wrap R&&D").selected()),
    Submenu::new("More", Menu::new()).into(),
  ]);
  let menu = Menu::new()
    .add_submenu(file()) // a comment, with ( and "
    .add_submenu(Submenu::new("Edit", edit));
  tauri::Builder::default().menu(menu).on_menu_event(|e| {}).run(ctx);
}
`;

test("a menu of literals becomes framework.menu", async () => {
  const { framework, left, repaired, code } = await moved(menuInRust);
  expect(framework["menu"]).toEqual([
    {
      text: "File",
      items: [
        { id: "open", text: "Open…", accelerator: "CmdOrCtrl+O" },
        { separator: true },
        { id: "save", text: 'Save "all"', enabled: false },
        { role: "quit" },
      ],
    },
    {
      text: "Edit",
      items: [
        { role: "copy" },
        { role: "paste" },
        { id: "wrap", text: "Wrap R&D", checked: true },
        { text: "More", items: [] },
      ],
    },
  ]);
  expect(repaired).toEqual([
    "src-tauri/src/main.rs:18  framework.menu replaces the Rust code here",
  ]);
  expect(left).toEqual([
    "src-tauri/src/main.rs:18  Rust sets up what follows when an item of a menu is chosen; in its place: app.menu.onChoose in main.ts",
  ]);
  expect(code).toBe(0);
});

test("names of constants in a menu become their texts", async () => {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(),
    "src-tauri/src/main.rs": "mod ids;\nfn main() { b.menu(menu()) }\n".concat(
      'const OPEN: &str = "open";\n// const OPEN: &str = "no";\n',
      "fn menu() -> Menu {\n  Menu::new().add_item(CustomMenuItem::new(OPEN.to_string(), ids::TEXT))\n",
      '    .add_item(CustomMenuItem::new(String::from(ids::SAVE), "Save"))\n}\n',
    ),
    "src-tauri/src/ids.rs":
      'pub const SAVE: &\'static str = "save";\npub static TEXT: &str = "\\"Open\\"…";\n',
  });
  const conf = JSON.parse(migrated.files["src-framework/framework.conf.json"] ?? "{}") as {
    readonly framework: Readonly<Record<string, unknown>>;
  };
  expect(conf.framework["menu"]).toEqual([
    { id: "open", text: '"Open"…' },
    { id: "save", text: "Save" },
  ]);
});

// Each row: the menu, and the reason why a configuration cannot express it.
const unsaid: readonly (readonly [rust: string, reason: string])[] = [
  ["made_elsewhere", '"made_elsewhere" is no literal'],
  ['Menu::new().add_item(CustomMenuItem::new(ELSEWHERE, "A"))', '"ELSEWHERE" is no literal'],
  ["Menu::os_default(name)", "Menu::os_default is not known"],
  ['Menu::new().add_item(CustomMenuItem::new("a", format!("{}", b)))', "is no literal"],
  ['Menu::new().add_item(CustomMenuItem::new("a", "A").accelerator("Hyper+A"))', '"Hyper+A"'],
  [
    'Menu::new().add_item(CustomMenuItem::new("a", "A").native_image(i))',
    "native_image of an item",
  ],
  [
    'Menu::new().add_item(CustomMenuItem::new("a", "A")).add_item(CustomMenuItem::new("a", "B"))',
    'two items have the id "a"',
  ],
  ["if is_mac() { Menu::new() } else { other() }", "is no literal"],
  ["Menu::new().add_submenu(build_later(x))", "build_later is not known"],
];
for (const [rust, reason] of unsaid) {
  test(`the menu ${rust} is listed with its place`, async () => {
    const { framework, left } = await moved(`fn main() {\n  b.menu(${rust});\n}\n`);
    expect(framework["menu"]).toBeUndefined();
    const line = left.find((each) => each.startsWith("src-tauri/src/main.rs:2  this menu was not"));
    expect(line).toContain(reason);
  });
}

test("a menu of a function is listed with one line for the item that is no literal", async () => {
  // Each row: the body of the function, and the reason.
  for (const [body, reason] of [
    [
      'return Menu::new()\n    .add_submenu(Submenu::new("Edit", {\n      let mut menu = Menu::new();\n      menu\n    }));',
      '"{ let mut menu = Menu::new(); menu }" is no literal (src-tauri/src/menu.rs:3)',
    ],
    [
      'let mut menu = Menu::new();\n  #[cfg(target_os = "macos")]\n  { menu = menu.add_native_item(MenuItem::Hide); }\n  menu',
      '"#[cfg(target_os = "macos")] { menu = me…" is no literal (src-tauri/src/menu.rs:3)',
    ],
    ["todo!();", "a value is no literal (src-tauri/src/menu.rs:3)"],
  ] as const) {
    const migrated = await migrate({
      "src-tauri/tauri.conf.json": tauriConf(),
      "src-tauri/src/main.rs": "mod menu;\nfn main() { b.menu(menu::get()) }\n",
      "src-tauri/src/menu.rs": `pub fn get() -> Menu {\n  ${body}\n}\n`,
    });
    expect(leftOf(migrated)).toContainEqual(
      expect.stringContaining(
        `src-tauri/src/main.rs:2  this menu was not translated: ${reason}; in its place:`,
      ),
    );
  }
});

test("a menu that a function returns becomes framework.menu", async () => {
  const { framework } = await moved(
    'fn m() -> Menu {\n  let a = "b";\n  return Menu::new().add_native_item(MenuItem::Copy);\n}\nfn main() { b.menu(m()) }\n',
  );
  expect(framework["menu"]).toEqual([{ role: "copy" }]);
  const { framework: unclear } = await moved(
    "fn m() -> Menu {\n  #[cfg(unix)]\n  return Menu::new();\n  return Menu::new();\n}\nfn main() { b.menu(m()) }\n",
  );
  expect(unclear["menu"]).toBeUndefined();
});

test("a variable that only some systems have, or that changes, is no literal", async () => {
  for (const rust of [
    'let menu = Menu::new();\n  #[cfg(target_os = "macos")]\n  let menu = Menu::new();',
    "let mut menu = Menu::new();\n  menu = menu.add_native_item(MenuItem::Copy);",
  ]) {
    const { framework, left } = await moved(`fn main() {\n  ${rust}\n  b.menu(menu);\n}\n`);
    expect(framework["menu"]).toBeUndefined();
    expect(left.join()).toContain('"menu" is no literal');
  }
});

test("the plugin for one instance becomes framework.singleInstance", async () => {
  const { framework, repaired } = await moved(
    "fn main() {\n  b.plugin(tauri_plugin_single_instance::init(|app, argv, cwd| {}))\n}\n",
  );
  expect(framework["singleInstance"]).toBe(true);
  expect(repaired).toEqual([
    "src-tauri/src/main.rs:2  framework.singleInstance replaces the Rust code here",
  ]);
});

test("shadows and effects become fields of the windows they are for", async () => {
  const { framework, left, repaired } = await moved(`
fn setup(app: &App) {
  let window = app.get_window("main").unwrap();
  set_shadow(&window, true).unwrap();
  #[cfg(target_os = "macos")]
  apply_vibrancy(&window, NSVisualEffectMaterial::HudWindow, None, None).unwrap();
  #[cfg(target_os = "windows")]
  apply_mica(&window, None).unwrap();
  if let Some(about) = app.get_window("about-us") { set_shadow(&about, false); }
  apply_acrylic(&other, Some((18, 18, 18, 125)));
  apply_blur(&window, None);
}
`);
  expect(framework["windows"]).toEqual([
    { label: "main", effects: ["hudWindow", "mica"] },
    { label: "aboutUs", shadow: false },
  ]);
  expect(repaired.filter((line) => line.includes("replaces the Rust code"))).toEqual([
    "src-tauri/src/main.rs:6  framework.windows[0].effects replaces the Rust code here",
    "src-tauri/src/main.rs:9  framework.windows[1].shadow replaces the Rust code here",
  ]);
  expect(left.filter((line) => line.includes("Rust calls"))).toEqual([
    expect.stringMatching(
      /^src-tauri\/src\/main\.rs:11 {2}Rust calls apply_blur; in its place: effects/,
    ),
    expect.stringMatching(
      /^src-tauri\/src\/main\.rs:10 {2}Rust calls apply_acrylic; in its place: effects/,
    ),
  ]);
});

test("fields go into TOML, too", async () => {
  const migrated = await migrate({
    "src-tauri/Tauri.toml": `[build]
devPath = "../page"
distDir = "../page"
[package]
productName = "Notes"
version = "1.0.0"
[tauri]
[tauri.bundle]
identifier = "org.example.notes"
[[tauri.windows]]
label = "main"
`,
    "src-tauri/src/main.rs": `fn main() {
  b.plugin(tauri_plugin_single_instance::init(f)).menu(Menu::new().add_submenu(Submenu::new("A", Menu::new())));
  apply_mica(&app.get_window("main").unwrap(), None);
}
`,
  });
  expect(migrated.code).toBe(0);
  const { framework } = Bun.TOML.parse(migrated.files["src-framework/Framework.toml"] ?? "") as {
    framework: object;
  };
  expect(framework).toMatchObject({
    singleInstance: true,
    menu: [{ text: "A", items: [] }],
    windows: [{ label: "main", effects: ["mica"] }],
  });
});

// Each row: an event of the loop, and its replacement.
const events: readonly (readonly [event: string, here: string])[] = [
  ["RunEvent::Ready => {}", "setup of defineApp in main.ts"],
  ["RunEvent::Exit => {}", "app.onExit in main.ts"],
  ["tauri::RunEvent::ExitRequested { api, code, .. } => {}", "app.onExitRequested in main.ts"],
  ["RunEvent::WindowEvent { label, event, .. } => {}", "app.windows.onCloseRequested"],
  ["RunEvent::Updater(event) => {}", "app.updater in main.ts"],
  ["RunEvent::MainEventsCleared => {}", "not needed"],
];
for (const [event, here] of events) {
  test(`${event} is listed with what stands for it`, async () => {
    const { left } = await moved(
      `fn main() {\n  app.run(|app, e| match e {\n    ${event}\n  })\n}\n`,
    );
    expect(left).toEqual([expect.stringContaining("src-tauri/src/main.rs:3")]);
    expect(left[0]).toContain(here);
  });
}

test("an app that goes on without windows does so in main.ts", async () => {
  for (const rust of [
    "match e { tauri::RunEvent::ExitRequested { api, .. } => {\n api.prevent_exit();\n } _ => {} }",
    "if let RunEvent::ExitRequested { api, .. } = e { api.prevent_exit() }",
  ]) {
    const { left, main } = await moved(`fn main() {\n  app.run(|_, e| ${rust})\n}\n`);
    expect(main).toContain("    app.endWithLastWindow(false);\n");
    expect(left).toEqual([
      "src-tauri/src/main.rs:2  Rust keeps the app running without windows: src-framework/main.ts does so, too, look at it",
    ]);
  }
});

test("main.ts changes a window that is visible at once as setup did", async () => {
  const { main, left } = await moved(`fn main() {
  b.setup(|app| {
    let main = app.get_window("main").unwrap();
    main.center().unwrap();
    main.set_focus().unwrap();
    Ok(())
  })
}
`);
  expect(main).toContain('await app.windows.get("main")?.center();');
  expect(main).toContain('await app.windows.get("main")?.setFocus();');
  expect(left.join("\n")).toContain(
    'Rust works the window "main" (center, set_focus); main.ts does so when its page is complete',
  );
});

test("a window that setup hides starts hidden, and main.ts never hides it after its page", async () => {
  const hides = `#[tauri::command]
fn ready(window: Window) { window.show().unwrap(); }
fn main() {
  b.setup(|app| {
    let win = app.get_window("main").unwrap();
    win.hide().unwrap();
    if let Some(about) = app.get_window("about-us") { let _ = about.hide(); about.center()?; }
    Ok(())
  }).invoke_handler(generate_handler![ready])
}
`;
  for (const visible of [undefined, true, false]) {
    const written = windows.map((window) => ({ ...window, visible }));
    const { framework, main, left, repaired } = await moved(hides, { windows: written });
    expect(framework["windows"]).toEqual([
      { label: "main", visible: false },
      { label: "aboutUs", visible: false },
    ]);
    expect(main).not.toContain("hide()");
    expect(main).toContain('await app.windows.get("aboutUs")?.center();');
    expect(left.filter((line) => line.includes("(hide"))).toEqual([]);
    expect(left.filter((line) => line.includes("starts hidden"))).toHaveLength(2);
    expect(repaired).toEqual(
      visible === false
        ? []
        : [
            "src-tauri/src/main.rs:5  framework.windows[0].visible replaces the Rust code here",
            "src-tauri/src/main.rs:7  framework.windows[1].visible replaces the Rust code here",
          ],
    );
  }
});

// Each row: code of `setup` after which a window of the configuration may start visible.
const laterHides: readonly string[] = [
  'app.get_window("other").unwrap().hide()?;',
  'if in_background { app.get_window("main").unwrap().hide()?; }',
  '#[cfg(target_os = "macos")]\n    app.get_window("main").unwrap().hide()?;',
  'let main = app.get_window("main").unwrap();\n    let main_ = main.clone();\n    main.on_window_event(move |e| { main_.hide().unwrap(); });',
  'let main = app.get_window("main").unwrap();\n    spawn(async move { main.hide().unwrap(); });',
];
for (const rust of laterHides) {
  test(`${rust} in setup is listed, and neither the configuration nor main.ts hides a window`, async () => {
    const { framework, main, left } = await moved(
      `fn main() {\n  b.setup(|app| {\n    ${rust}\n    Ok(())\n  })\n}\n`,
    );
    expect(framework["windows"]).toEqual([{ label: "main" }, { label: "aboutUs" }]);
    expect(main).not.toContain("hide()");
    expect(left.join("\n")).toMatch(/Rust works the window "\w+" \(.*hide\); in its place: app/);
  });
}
