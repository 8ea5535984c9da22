// Everything that `migrate` cannot move is in its list: no feature of an app ends without a
// message.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { setupParts } from "../../../src/cli/migrate/rust/setup.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { root } from "../../support/app/display-app.ts";
import { startInMemory } from "../../support/app/memory-app.ts";
import { leftOf, migrate, part, tauriConf } from "./migrated.ts";

/** An app with this Rust code, moved over. */
async function migrateRust(
  source: string,
  settings: Readonly<Record<string, unknown>> = {},
  more = {},
) {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf(settings),
    "src-tauri/src/main.rs": source,
    ...more,
  });
  return { main: migrated.files["src-framework/main.ts"], left: leftOf(migrated) };
}

// Each row of the table, and Rust code that has it.
const samples: Readonly<Record<string, string>> = {
  "what runs before windows open": ".setup(|app| Ok(()))",
  "a window": 'WindowBuilder::new(app, "a", url)',
  "the tray icon and its menu": ".system_tray(tray)",
  "a menu of windows": ".enable_macos_default_menu(false)",
  "what follows when something happens to a window": ".on_window_event(|e| {})",
  "what follows when an item of a menu is chosen": ".on_menu_event(|e| {})",
  "what follows when the app has started": "RunEvent::Ready => {}",
  "what is asked before the app ends": "RunEvent::ExitRequested { .. } => {}",
  "what follows when the app ends": "RunEvent::Exit => {}",
  "what follows each turn of the event loop": "RunEvent::MainEventsCleared => {}",
  "a plugin of the app's own": ".plugin(own::init())",
  "state that commands share": ".manage(State::default())",
  "what is run in each page": ".on_page_load(|w, _| {})",
  events: 'app.emit_all("a", ())',
  "a shortcut": "app.global_shortcut_manager()",
  "an update": "app.updater()",
  "a protocol": '.register_uri_scheme_protocol("a", f)',
  "what pages may reach": "app.fs_scope().allow_file(a)",
  "how calls travel": ".invoke_system(a, b)",
  "a setting of Tauri's event loop": ".device_event_filter(f)",
  "an app without an icon in the Dock": "app.set_activation_policy(p)",
  "a dialog": "FileDialogBuilder::new()",
  "a notification": "Notification::new(id)",
  "the clipboard": "app.clipboard_manager()",
  "a program that is started": 'Command::new_sidecar("a")',
  "work beside the windows": "tauri::async_runtime::spawn(f)",
};

for (const { what, here } of setupParts) {
  test(`${what}: received with its place, and in main.ts`, async () => {
    const { main, left } = await migrateRust(
      `fn f() {\n  // ${samples[what]}\n  ${samples[what]};\n}\n`,
    );
    expect(left).toContain(`src-tauri/src/main.rs:3  Rust sets up ${what}; in its place: ${here}`);
    expect(main).toContain(`// src-tauri/src/main.rs:3  ${what}; in its place: ${here}`);
  });
}

// Each row: the code before the builder in `main`, and the line that is listed.
test.each([
  ["make_folders()?;", 2],
  ["// first\n  match f() { Ok(()) => a(), Err(e) => { b() } }", 3],
  ["let a = 1;\n  use x::y;\n  env_logger::init();\n  other();", 4],
  ["let _ = fix_path_env::fix();", 2],
  ["env_logger::Builder::new().init();", 2],
  ["let a = if b { c } else { d };\n  #[cfg(debug_assertions)]\n  go();", 3],
  ["let context = tauri::generate_context!();\n  let menu = Menu::new();", null],
  ['let a = match b { C => { d } };\n  const X: &str = ";";\n  fn f() { g(); }', null],
  ["", null],
] as const)("code before the builder is listed with its place: %s", async (code, line) => {
  const { left, main } = await migrateRust(
    `fn main() {\n  ${code}\n  let app = tauri::Builder::default().run(tauri::generate_context!());\n}\n`,
  );
  const text =
    "what runs before the app starts; in its place: setup of defineApp in main.ts, which runs before windows open";
  const listed = left.filter((one) => one.includes("what runs before the app starts"));
  expect(listed).toEqual(
    line === null ? [] : [`src-tauri/src/main.rs:${line}  Rust sets up ${text}`],
  );
  expect((main ?? "").includes(`// src-tauri/src/main.rs:${line}  ${text}`)).toBe(line !== null);
});

test("a call of Tauri's builder that is not known is listed, what comes over is not", async () => {
  const { left } = await migrateRust(
    "fn main() {\n  tauri::Builder::default()\n    .invoke_handler(tauri::generate_handler![])\n    .plugin(tauri_plugin_store::init())\n    .brand_new(|a| a)\n    .run(tauri::generate_context!())\n}\n",
  );
  expect(left).toEqual([
    "src-tauri/src/main.rs:5  Rust calls brand_new of Tauri's builder; nothing that is known stands for it here",
  ]);
});

// Each row: Rust code that imports a name with `as`, and the line of its use in the list.
const imported: readonly (readonly [rust: string, reported: string])[] = [
  [
    'use tauri::api::process::{Command as TauriCommand, CommandEvent};\nfn f() { TauriCommand::new_sidecar("pdu") }',
    "2  Rust sets up a program that is started",
  ],
  ["use std::thread as th;\nfn f() { th::spawn(g) }", "2  Rust sets up work beside the windows"],
  [
    "use tauri::{\n  self as t, Manager};\nfn main() { t::Builder::default().brand_new(a) }",
    "3  Rust calls brand_new of Tauri's builder",
  ],
  [
    'use tauri::WindowBuilder as W;\nfn f() { /* W::new( */ let s = "W::new("; W::new(app, s, u) }',
    "2  Rust sets up a window;",
  ],
  ["use tauri::SystemTray as Tray;\nfn f() { Tray::new() }", "2  Rust sets up the tray icon"],
  ["use window_shadows::set_shadow as sh;\nfn f() { sh(w, b) }", "2  Rust calls set_shadow"],
  ["use tauri::command as cmd;\n#[cmd]\nfn f(cmd: u8) {}", '2  the command "f" is Rust'],
];
for (const [rust, reported] of imported) {
  test(`${rust} is listed`, async () => {
    const { left } = await migrateRust(rust);
    const found = left.filter((line) => line.startsWith("src-tauri/src/main.rs:"));
    expect(found).toEqual([expect.stringContaining(`src-tauri/src/main.rs:${reported}`)]);
  });
}

test("a name after `as` changes no argument, and no name of the app's own", async () => {
  const { main } = await migrateRust(
    "use tauri_plugin_log as log;\nuse crate::a::Row as Entry;\n#[tauri::command]\nfn f(log: String, a: Entry) {}\n#[derive(Serialize)]\nstruct Entry { log: u8 }",
  );
  expect(main).toContain("interface Entry {\n  log: number;\n}");
  expect(main).toContain("f(_args: { log: string; a: Entry }): void");
});

// Each row: Rust code, and the list's name for its effect on a window.
const uses: readonly (readonly [rust: string, received: string])[] = [
  [
    'app.get_window("main").unwrap().show().unwrap();',
    'the window "main" (show); in its place: app.windows.get("main")',
  ],
  [
    'if let Some(w) = app.get_window("a") { w.set_position(p)?; }',
    'the window "a" (set_position); in its place: app.windows.get("a")',
  ],
  [
    'let w = app.get_window("a").unwrap();\n  let w_ = w.clone();\n  w_.hide();',
    'the window "a" (hide); in its place: app.windows.get("a")',
  ],
  [
    'app.get_window("a").map(|x| x.close());',
    'the window "a" (close); in its place: app.windows.get("a")',
  ],
  [
    'set_shadow(&app.get_window("a").unwrap(), true);',
    'the window "a"; in its place: app.windows.get("a")',
  ],
  [
    'app.get_window("a").unwrap().move_window(Position::TrayCenter);',
    'the window "a" (move_window); in its place: app.windows.get("a")',
  ],
  ["event.window().hide().unwrap();", "a window (hide); in its place: app.windows"],
];
for (const [rust, reported] of uses) {
  test(`${rust} is listed`, async () => {
    const { left } = await migrateRust(`fn tray() {\n  ${rust}\n}\n`);
    expect(left).toContain(`src-tauri/src/main.rs:2  Rust works ${reported} in main.ts`);
  });
}

const windows = [
  { label: "main", visible: false },
  { label: "splash", url: "index.html" },
];
const splash = `
    .setup(|app| {
      let splash = app.get_window("splash").unwrap();
      let main = app.get_window("main").unwrap();
      tauri::async_runtime::spawn(async move {
        sleep();
        splash.close().unwrap();
        main.show().unwrap();
      });
      Ok(())
    })`;
const command = `
#[tauri::command]
async fn close_splashscreen(window: tauri::Window) {
  // Close splashscreen
  if let Some(splash) = window.get_window("splash") {
    splash.close().unwrap();
  }
  window.get_window("main").unwrap().show().unwrap();
}
fn main() { b.invoke_handler(tauri::generate_handler![close_splashscreen]) }`;

for (const [what, source, call] of [
  ["its setup", `fn main() {\n  tauri::Builder::default()${splash};\n}\n`, null],
  ["a command", command, "close_splashscreen"],
] as const) {
  test(`a splash window that Rust closes in ${what} is closed by main.ts, and the main window shown`, async () => {
    const { main, left } = await migrateRust(source, { windows });
    expect(left.filter((line) => line.includes("starts hidden"))).toEqual([
      call === null
        ? expect.stringMatching(/the window "main" starts hidden\. main\.ts shows it, as Rust did$/)
        : expect.stringMatching(
            /The command "close_splashscreen" in main\.ts shows it, as in Rust$/,
          ),
    ]);
    using dir = tempDir({
      "main.ts": (main ?? "").replace(
        '"framework/app"',
        JSON.stringify(join(root, "src/app/index.ts")),
      ),
    });
    const { default: definition } = (await import(join(dir.path, "main.ts"))) as {
      default: unknown;
    };
    using app = await startInMemory({ config: { framework: { windows } }, definition });
    if (call !== null) await app.page.invoke(call, {});
    await waitFor(
      "the end of the splash window",
      () => app.services.windows.labels.join() === "main",
    );
    await waitFor(
      "the main window",
      async () => (await app.services.windows.read("main")).isVisible,
    );
  });
}

test("a window that starts hidden is listed with what shows it, or with what to do", async () => {
  const reported = async (source: string, page: string) =>
    (
      await migrateRust(
        source,
        { windows: [{ label: "main", visible: false }] },
        { "page/a.js": page },
      )
    ).left.find((line) => line.includes("starts hidden"));
  expect(await reported("fn main() {}", "")).toEndWith(
    'Nothing was found that shows it: call app.windows.get("main")?.show() in main.ts, or appWindow.show() in its page',
  );
  expect(
    await reported(
      "fn main() {}",
      'import { appWindow } from "@tauri-apps/api/window";\nappWindow.show();',
    ),
  ).toEndWith("page/a.js:2 may show it: try it");
  expect(await reported('fn tray() {\n app.get_window("main").unwrap().show();\n}', "")).toEndWith(
    "Rust shows it at src-tauri/src/main.rs:2: main.ts has to",
  );
  expect(
    await reported("#[command]\nfn ready(window: Window) {\n window.show();\n}", ""),
  ).toEndWith('The command "ready" in main.ts shows the window that calls it, as in Rust');
  const more = "#[command]\nfn ready(window: Window) -> u8 {\n window.show();\n count()\n}";
  expect(await reported(more, "")).toEndWith(
    'The command "ready" of Rust may show it at src-tauri/src/main.rs:2: main.ts has to',
  );
  expect(await reported("fn tray() {\n event.window().show();\n}", "")).toEndWith(
    "Rust may show it at src-tauri/src/main.rs:2: main.ts has to",
  );
});

// Each row: a line of a page, and true if it takes the caught value for a text.
const rejected: readonly (readonly [code: string, isListed: boolean])[] = [
  ['invoke("a").catch((e) => { if (e.includes("os error 2")) f(); });', true],
  ["invoke('a').catch(e => e.startsWith('x') && f())", true],
  ["try { await invoke('a') } catch (err: any) { if (err === 'gone') f(); }", true],
  ["try { await invoke('a') } catch (e) { switch (e) { case 'a': f() } }", true],
  ["invoke('a').then(f, (e: string) => e.match(/a/))", true],
  ["try { invoke('a') } catch (e) { if ((e as string).indexOf('a') > 0) f() }", true],
  ["try { invoke('a') } catch (e) { if (/x/.test(e)) f() }", true],
  ["try { invoke('a') } catch (e) { if (typeof e === 'string') f(e) }", true],
  [
    "try { invoke('a') } catch (e) { console.log(e, `${e}`, String(e).includes('a'), e.message.includes('b')) }",
    false,
  ],
  [
    "try { invoke('a') } catch (e) { /* e.includes('a') */ f('e.includes(x)') } other.e.includes('a')",
    false,
  ],
  ["try { invoke('a') } catch (e) { throw e } const e = 'a'; e.includes('b')", false],
];
for (const [code, isReported] of rejected) {
  test(`${code} is ${isReported ? "" : "not "}listed`, async () => {
    const { left } = await migrateRust("", {}, { "page/a.ts": `\n${code}\n` });
    const text = expect.stringMatching(
      /^page\/a\.ts:2 {2}.*: a rejected call gives an Error here, not a text: String\(\w+\) is its text$/,
    );
    expect(left).toEqual(isReported ? [text] : []);
  });
}

test("a field of the value that a Rust command fails with is listed where a page reads it", async () => {
  const rust = `
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure { error_code: u8, message: String }
#[derive(serde::Serialize)]
struct Note { title: String }
#[tauri::command]
fn load() -> Result<Note, Failure> {}
`;
  const page = `
invoke("load").catch((error: Shown) => {
  if (error.errorCode === 1) alert(error.message);
  return error.title ?? other.error.errorCode;
});
`;
  const reported = async (source: string) =>
    (await migrateRust(source, {}, { "page/a.ts": page })).left.filter((line) =>
      line.startsWith("page/"),
    );
  expect(await reported(rust)).toEqual([
    "page/a.ts:3  error.errorCode: a rejected call gives an Error here, and the value of the Rust command is error.data",
  ]);
  expect(await reported("fn main() {}\n")).toEqual([]);
});

test("a caught value that React keeps is listed", async () => {
  const code = 'invoke("a").catch((e) => setError(e));';
  const { left } = await migrateRust("", {}, { "page/a.tsx": code, "page/b.ts": code });
  expect(left).toEqual([
    "page/a.tsx:1  setError(e): a rejected call gives an Error here, and React shows no object: keep String(e)",
  ]);
});

// Each row: a value that a component shows, and the name of a call's rejection, if it may be one.
const shownErrors: readonly (readonly [code: string, name: string | null])[] = [
  ["const [user] = createResource(load); <p>Error: {user.error}</p>", "user.error"],
  ["const { error } = useQuery<Note[]>(key, load); return <p>{error}</p>;", "error"],
  ["const { error } = useSWR('a', load); return error && <b class='x'>{ error }</b>;", "error"],
  ["const { error } = useSWR('a', load); return <b>{String(error)}</b>;", null],
  ["const { error } = useSWR('a', load); const f = () => { error }; <b></b>", null],
  ["const { error } = useSWR('a', load); return <Failure reason={error}>sorry</Failure>;", null],
  ["const { error } = useForm(); return <p>{error}</p>;", null],
];
for (const [code, name] of shownErrors) {
  test(`${code} is ${name === null ? "not " : ""}received`, async () => {
    const { left } = await migrateRust("", {}, { "page/a.tsx": `\n${code}\n` });
    const output = `page/a.tsx:2  {${name}}: a rejected call gives an Error here, which a component cannot show: {String(${name})}`;
    expect(left).toEqual(name === null ? [] : [output]);
  });
}

// Each row: a line of a page, and the part of it that has another result here.
const dialogs = 'import { open, confirm } from "@tauri-apps/api/dialog";';
const multiple =
  "open({ multiple: true }) gives a text when one path was chosen: [chosen].flat() is a list in both cases";
const engines =
  "this is the web engine's here: it waits, and gives no promise; ask, confirm and message of framework/api/dialog do";
const otherAnswers: readonly (readonly [code: string, printed: string | null])[] = [
  [`${dialogs} const all = await open({ multiple: true });`, multiple],
  [`${dialogs} const all = await open({ directory, multiple });`, multiple],
  [
    'import { dialog } from "@tauri-apps/api"; dialog.open({ filters: [], multiple: !one })',
    multiple,
  ],
  [`${dialogs} await open({ multiple: false }); // multiple: true`, null],
  ['import { open } from "./select"; open({ multiple: true });', null],
  ['confirm("Delete?").then((yes) => yes && remove());', engines],
  ["window.alert(text).finally(next)", engines],
  [`${dialogs} confirm("Delete?").then((yes) => yes && remove());`, null],
  ['if (await confirm("Delete?")) remove(); modal.confirm(a).then(b);', null],
  [
    'import { mockIPC } from "@tauri-apps/api/mocks"; mockIPC((cmd) => f(cmd));',
    'mockIPC gets the names of commands here, such as "dialog.ask", and their arguments',
  ],
];
for (const [code, output] of otherAnswers) {
  test(`${code} is ${output === null ? "not " : ""}received to answer otherwise`, async () => {
    const { left } = await migrateRust("", {}, { "page/a.ts": `\n${code}\n` });
    expect(left).toEqual(output === null ? [] : [`page/a.ts:2  ${output}`]);
  });
}

test("a plugin that is a crate is no plugin of the app's own, whatever it is called", async () => {
  const own = "a plugin of the app's own";
  const reported = async (rust: string) =>
    (await migrateRust(`${rust}\n`)).left.some((line) => line.includes(own));
  expect(
    await reported(
      "use tauri_plugin_sql::{Migration, TauriSql};\nfn f() { b.plugin(TauriSql::default()) }",
    ),
  ).toBeFalse();
  expect(
    await reported("use tauri_plugin_log as log;\nfn f() { b.plugin(log::init()) }"),
  ).toBeFalse();
  expect(
    await reported(
      "use tauri_plugin_log as log;\nuse crate::OwnSql;\nfn f() { b.plugin(OwnSql::new()) }",
    ),
  ).toBeTrue();
});

test("the name of the package where nothing imports it stays, and is listed", async () => {
  const texts = ['dependencies["@tauri-apps/api"]', 'include: ["@tauri-apps/api/dialog"]'];
  const { left } = await migrateRust("", {}, { "page/a.js": texts.join("\n") });
  expect(left).toEqual([
    'page/a.js:1  "@tauri-apps/api" is named here and imported nowhere: the package is "framework" now',
    'page/a.js:2  "@tauri-apps/api/dialog" is named here and imported nowhere: the package is "framework" now',
  ]);
});

test("modules are followed by their names, and what no module names is listed", async () => {
  const stub = (name: string) => `#[tauri::command]\npub fn ${name}() {}\n`;
  const { main, left } = await migrateRust(
    'mod a;\nmod inner { mod deep; }\n#[path = "elsewhere.rs"]\nmod named;\nfn main() { b.invoke_handler(generate_handler![a::one, a::b::two, inner::deep::three, named::four, gone]) }\n',
    {},
    {
      "src-tauri/src/a.rs": `pub mod b;\n${stub("one")}${stub("unlisted")}`,
      "src-tauri/src/a/b.rs": stub("two"),
      "src-tauri/src/inner/deep.rs": stub("three"),
      "src-tauri/src/elsewhere.rs": stub("four"),
      "src-tauri/src/old.rs": stub("five"),
    },
  );
  expect([...(main ?? "").matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => name)).toEqual([
    "one",
    "two",
    "four",
    "three",
  ]);
  expect(left).toContain(
    'src-tauri/src/a.rs:4  the command "unlisted" is in no generate_handler!, so no page can call it: it has no stub',
  );
  expect(left).toContain(
    'generate_handler! names the command "gone", which was not found in the Rust code: write it in src-framework/main.ts',
  );
  expect(left).toContain(
    "src-tauri/src/old.rs  no module of the app names this file, so nothing in it was read",
  );
});

test("the build script that Cargo.toml names is no forgotten file, nor are its modules", async () => {
  const { left } = await migrateRust(
    "fn main() {}\n",
    {},
    {
      "src-tauri/Cargo.toml": '[package]\nname = "a"\nbuild = "src/build.rs"\n',
      "src-tauri/src/build.rs": "mod icons;\nfn main() { tauri_build::build() }\n",
      "src-tauri/src/icons.rs": "",
      "src-tauri/src/old.rs": "",
    },
  );
  expect(left).toEqual([
    "src-tauri/src/old.rs  no module of the app names this file, so nothing in it was read",
  ]);
});

test("crates and packages for Tauri are listed, whatever they are called", async () => {
  const { left } = await migrateRust(
    "",
    {},
    {
      "src-tauri/Cargo.toml":
        '[package]\nname = "a"\n[dependencies]\ntauri = "1"\nwindow-shadows = "0.2"\ntauri_plugin_authenticator = { git = "a" }\nrusqlite = "0.29"\nstore = { package = "tauri-plugin-stronghold", version = "0" }\ntauri-special = "1"\nserde = "1"\n[build-dependencies]\ntauri-build = "1"\n[target."cfg(windows)".dependencies]\nwindow-vibrancy = "0.4"\n',
      "package.json":
        '{"dependencies": {\n"tauri-plugin-stronghold-api": "1",\n"tauri-settings": "1"}}',
    },
  );
  expect(left.map((line) => line.replace(/\. Here.*/, ""))).toEqual([
    'src-tauri/Cargo.toml:5  the crate "window-shadows" is Rust',
    'src-tauri/Cargo.toml:6  the plugin "authenticator" is Rust',
    'src-tauri/Cargo.toml:7  the crate "rusqlite" is Rust',
    'src-tauri/Cargo.toml:8  the plugin "stronghold" is Rust',
    'src-tauri/Cargo.toml:9  the crate "tauri-special" is Rust',
    'src-tauri/Cargo.toml:14  the crate "window-vibrancy" is Rust',
    'package.json:2  the package "tauri-plugin-stronghold-api" is for Tauri',
    'package.json:3  the package "tauri-settings" is for Tauri',
  ]);
});

test("variables of scopes are repaired, and a pattern whose variable is unknown is left out", async () => {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf({
      allowlist: { fs: { scope: ["$AppConfig/**", "$NOWHERE/**", "$DOWNLOADS/*", "$HOME/a"] } },
    }),
  });
  const conf = JSON.parse(migrated.files["src-framework/framework.conf.json"] ?? "");
  expect(conf.framework.allowlist.fs.scope).toEqual(["$APPCONFIG/**", "$DOWNLOAD/*", "$HOME/a"]);
  expect(part(migrated, "and repair:").map((line) => line.split(": ").at(-1))).toEqual([
    "$AppConfig is no folder, so this admitted nothing",
    "$NOWHERE is no folder, so this admitted nothing",
    "$DOWNLOADS is no folder, so this admitted nothing",
  ]);
});
