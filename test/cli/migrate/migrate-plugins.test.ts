// Plugins of Tauri 1 that have a package here: imports, set-up, settings and differences.

import { expect, test } from "bun:test";
import { pluginPackages } from "../../../src/cli/migrate/plugin-packages.ts";
import { leftOf, migrate, part, tauriConf, type Migrated } from "./migrated.ts";

const cargo = (...crates: readonly string[]): string =>
  `[package]\nname = "notes"\n\n[dependencies]\ntauri = "1"\n${crates.map((name) => `${name} = "0"\n`).join("")}`;

const project = (files: Readonly<Record<string, string>>): Promise<Migrated> =>
  migrate({ "src-tauri/tauri.conf.json": tauriConf(), ...files });

test("a plugin with a package here is imported, set up, and allowed what Tauri allows it", async () => {
  const migrated = await project({
    "src-tauri/Cargo.toml": cargo("tauri-plugin-store"),
    "src-tauri/src/main.rs":
      "fn main() {\n  tauri::Builder::default().plugin(tauri_plugin_store::Builder::default().build());\n}\n",
    "package.json": JSON.stringify({
      dependencies: {
        "@tauri-apps/api": "1.6.0",
        "tauri-plugin-store-api": "git+https://x#v1",
        react: "18",
      },
    }),
    "page/main.ts":
      'import { Store } from "tauri-plugin-store-api";\nconst one = new Store("./.settings.dat");\nconst two = new Store(`notes.json`);\n',
  });
  const { files } = migrated;
  expect(files["page/main.ts"]).toStartWith(
    'import { Store } from "framework-plugin-store/api";\n',
  );
  expect(files["src-framework/main.ts"]).toBe(
    [
      'import { defineApp } from "framework/app";',
      'import { store } from "framework-plugin-store";',
      "",
      "export default defineApp({",
      "  plugins: [store()],",
      "});",
      "",
    ].join("\n"),
  );
  expect(JSON.parse(files["src-framework/framework.conf.json"] ?? "").plugins).toEqual({
    store: { allowlist: { all: true }, scope: [".settings.dat", "notes.json"] },
  });
  expect(JSON.parse(files["package.json"] ?? "")).toEqual({ dependencies: { react: "18" } });
  expect(leftOf(migrated)).toEqual([
    'src-tauri/Cargo.toml:6  the plugin "store" is "framework-plugin-store" here: install it as docs/plugins/README.md says',
    "package.json  without TypeScript, dev and build do not check the types of main.ts: npm install --save-dev typescript",
  ]);
  expect(part(migrated, "Repaired").join()).toContain("");
  expect(migrated.out).toContain("plugins.store: pages may do all that Tauri's plugin does");
});

for (const [what, page, scope] of [
  ["that pages name by a variable", "new Store(path)", ["**"]],
  ["without a page that uses it", "", ["**"]],
  ["with a pattern's characters in its name", 'new Store("a*.json")', ["a\\*.json"]],
] as const)
  test(`a store ${what} gives the scope ${JSON.stringify(scope)}`, async () => {
    const { files } = await project({
      "src-tauri/Cargo.toml": cargo("tauri-plugin-store"),
      "package.json": "{}",
      "page/main.ts": page,
    });
    expect(
      JSON.parse(files["src-framework/framework.conf.json"] ?? "").plugins.store.scope,
    ).toEqual(scope);
  });

for (const [format, name, text, wanted] of [
  [
    "TOML",
    "Tauri.toml",
    '[package]\nproductName = "Notes"\nversion = "1.0.0"\n[build]\ndevPath = "../page"\ndistDir = "../page"\n[tauri.bundle]\nidentifier = "org.example.notes"\n',
    '\n\n[plugins.store.allowlist]\nall = true\n\n[plugins.store]\nscope = ["**"]\n',
  ],
  [
    "JSON with settings of plugins",
    "tauri.conf.json",
    tauriConf().replace("{", '{\n  "plugins": { "other": {} },'),
    '"plugins": { "store": { "scope": ["**"], "allowlist": { "all": true } }, "other": {} }',
  ],
] as const)
  test(`settings of a plugin are written in ${format}`, async () => {
    const migrated = await migrate({
      [`src-tauri/${name}`]: text,
      "src-tauri/Cargo.toml": cargo("tauri-plugin-store"),
    });
    const [, written = ""] =
      Object.entries(migrated.files).find(([path]) => /src-framework\/[Ff]ramework\./.test(path)) ??
      [];
    expect(written).toContain(wanted);
    expect(migrated.out).toContain("The configuration is in order.");
  });

test("the report lists calls of a plugin in Rust that differ here", async () => {
  const migrated = await project({
    "src-tauri/Cargo.toml": cargo("tauri-plugin-store"),
    "src-tauri/src/main.rs":
      'fn main() {\n  let s = StoreBuilder::new(app.handle(), "a.json").default("a", 1).build();\n  with_store(app, stores, path, |s| s.get("a"));\n}\n',
  });
  expect(leftOf(migrated)).toEqual(
    expect.arrayContaining([
      'src-tauri/src/main.rs:2  the plugin "store": defaults of a store are given by stores.open(name, defaults) in main.ts',
      'src-tauri/src/main.rs:3  the plugin "store": own code reads a store by stores.open(name, defaults) in main.ts',
    ]),
  );
});

test("pages of the plugin sql keep their databases, and its migrations are listed", async () => {
  const migrated = await project({
    "src-tauri/tauri.conf.json": tauriConf().replace(
      "{",
      '{\n  "plugins": { "sql": { "preload": ["sqlite:a.db"] } },',
    ),
    "src-tauri/Cargo.toml": cargo("tauri-plugin-sql"),
    "src-tauri/src/main.rs":
      'fn main() {\n  tauri::Builder::default().plugin(tauri_plugin_sql::Builder::default()\n    .add_migrations("sqlite:a.db", m).build());\n}\n',
    "package.json": JSON.stringify({
      dependencies: { "tauri-plugin-sql-api": "git+https://x#v1" },
    }),
    "page/main.ts":
      'import Database from "tauri-plugin-sql-api";\nawait Database.load("sqlite:a.db");\n',
  });
  expect(migrated.files["page/main.ts"]).toStartWith(
    'import Database from "framework-plugin-sql/api";\n',
  );
  expect(migrated.files["src-framework/main.ts"]).toContain("plugins: [sql()]");
  expect(JSON.parse(migrated.files["src-framework/framework.conf.json"] ?? "").plugins).toEqual({
    sql: { preload: ["sqlite:a.db"], allowlist: { all: true }, scope: ["a.db"] },
  });
  expect(leftOf(migrated).join("\n")).toContain(
    'src-tauri/src/main.rs:3  the plugin "sql": migrations are given by sql({ migrations }) in main.ts',
  );
});
test("all plugins that have a package here are imported and set up, under their own names", async () => {
  const names = ["autostart", "log", "store", "window-state"] as const;
  const { files } = await project({
    "src-tauri/Cargo.toml": cargo(...names.map((name) => `tauri-plugin-${name}`)),
    "package.json": "{}",
    "page/main.ts": names
      .map((name) => `import * as x from "tauri-plugin-${name}-api";\n`)
      .join(""),
  });
  expect(files["page/main.ts"]).toBe(
    names.map((name) => `import * as x from "framework-plugin-${name}/api";\n`).join(""),
  );
  expect(files["src-framework/main.ts"]).toContain(
    "plugins: [autostart(), log(), store(), windowState()]",
  );
  const { plugins } = JSON.parse(files["src-framework/framework.conf.json"] ?? "");
  for (const name of names) expect(plugins[name].allowlist).toEqual({ all: true });
});

test("a plugin without a page half is named by main.ts alone", async () => {
  const { files } = await project({
    "src-tauri/Cargo.toml": cargo("tauri-plugin-persisted-scope"),
  });
  expect(files["src-framework/main.ts"]).toContain("plugins: [persistedScope()]");
  expect(JSON.parse(files["src-framework/framework.conf.json"] ?? "")).not.toHaveProperty(
    "plugins",
  );
});

const inRust = [
  ["store", 'StoreBuilder::new(app.handle(), "a.json")', "stores.open(name, defaults)"],
  ["store", "with_store(app, stores, path, |s| s)", "stores.open(name, defaults)"],
  [
    "store",
    'StoreBuilder::new(app.handle(), "a.dat").serialize(own_format)',
    "a store is a file of JSON",
  ],
  ["store", "tauri_plugin_store::Builder::default().freeze()", "plugins.store.scope lists"],
  ["sql", 'Builder::default().add_migrations("sqlite:a.db", list)', "sql({ migrations })"],
  ["sql", 'Builder::default().add_migrations("postgres://host/a", list)', "SQLite alone"],
  [
    "autostart",
    'tauri_plugin_autostart::init(MacosLauncher::LaunchAgent, Some(vec!["--flag"]))',
    "autostart({ args })",
  ],
  [
    "autostart",
    "tauri_plugin_autostart::init(MacosLauncher::AppleScript, None)",
    "an agent of launchd",
  ],
  ["autostart", "app.autolaunch().enable()", "enable, disable and isEnabled"],
  ["log", "Builder::default().targets([LogTarget::LogDir])", "log({ targets"],
  [
    "window-state",
    "Builder::default().with_denylist(&[])",
    "windowState({ what, except, notAtStart })",
  ],
  ["window-state", "app.save_window_state(StateFlags::all())", "app.windows.saveState"],
  ["websocket", "Builder::new().tls_connector(connector).build()", "authorities of the system"],
  [
    "positioner",
    "tauri_plugin_positioner::on_tray_event(app, &event)",
    "learns the tray's place by itself",
  ],
  ["positioner", "window.move_window(Position::TopRight)", "moveWindow(label, position)"],
] as const;

for (const [plugin, rust, output] of inRust)
  test(`${rust} of the plugin ${plugin} is listed`, async () => {
    const migrated = await project({
      "src-tauri/Cargo.toml": cargo(`tauri-plugin-${plugin}`),
      "src-tauri/src/main.rs": `fn main() {\n  ${rust};\n}\n`,
    });
    const lines = leftOf(migrated).filter((each) =>
      each.startsWith(`src-tauri/src/main.rs:2  the plugin "${plugin}"`),
    );
    expect(lines.join("\n")).toContain(output);
  });

const inPages = [
  ["sql", 'Database.load("mysql://host/a")', "SQLite alone"],
  [
    "websocket",
    "WebSocket.connect(url, { maxFrameSize: 1 })",
    "have no effect: the runtime decides",
  ],
] as const;

for (const [plugin, code, output] of inPages)
  test(`${code} of a page is listed where it imports the plugin, and nowhere else`, async () => {
    const files = {
      "page/with.ts": `import x from "tauri-plugin-${plugin}-api";\n${code};\n`,
      "page/without.ts": `${code};\n`,
    };
    const left = leftOf(
      await project({ "src-tauri/Cargo.toml": cargo(`tauri-plugin-${plugin}`), ...files }),
    );
    const named = left.filter((line) => line.includes(output));
    expect(named).toEqual([expect.stringContaining(`page/with.ts:2  the plugin "${plugin}": `)]);
  });

test("each option in the table has a story here", () => {
  const silent = Object.entries(pluginPackages).flatMap(
    ([plugin, { options, pageOptions = [] }]) => {
      const isShown = (
        cases: typeof inRust | typeof inPages,
        pattern: RegExp,
        here: string,
      ): boolean =>
        cases.some(
          ([of, code, output]) =>
            of === plugin && code.match(pattern) !== null && here.includes(output),
        );
      return [
        ...options.filter(({ pattern, here }) => !isShown(inRust, pattern, here)),
        ...pageOptions.filter(({ pattern, here }) => !isShown(inPages, pattern, here)),
      ].map(({ here }) => `${plugin}: ${here}`);
    },
  );
  expect(silent).toEqual([]);
});

for (const [plugin, scopes] of [
  ["fs-watch", "framework.allowlist.fs.scope"],
  ["upload", "framework.allowlist.http.scope and framework.allowlist.fs.scope"],
  ["websocket", "framework.allowlist.http.scope"],
] as const)
  test(`the scopes that bound the plugin ${plugin} here are named`, async () => {
    const left = leftOf(await project({ "src-tauri/Cargo.toml": cargo(`tauri-plugin-${plugin}`) }));
    expect(left).toContain(
      `src-tauri/tauri.conf.json  the plugin "${plugin}": pages reach only the entries of ${scopes}; with Tauri's plugin they reach everything`,
    );
  });
