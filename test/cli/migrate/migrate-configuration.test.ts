import { expect, test } from "bun:test";
import { migrate, part, tauriConf, type Migrated } from "./migrated.ts";

/**
 * The text of a configuration afterwards, and the messages about it without the name of its file.
 */
async function migrateText(name: string, text: string) {
  const migrated = await migrate({ [`src-tauri/${name}`]: text });
  const ours = Object.entries(migrated.files).find(([path]) =>
    /^src-framework\/[fF]ramework\./.test(path),
  );
  const file = ours?.[0].replace("src-framework/", "");
  return {
    file,
    text: ours?.[1],
    repairs: part(migrated, "and repair:"),
    left: part(migrated, "Left for you:"),
  };
}

const json = `{
  // For every developer
  "$schema": "../node_modules/@tauri-apps/cli/schema.json",
  "build": { "beforeDevCommand": "npm run tauri:dev", "devPath": "../page", "distDir": "../page",
             "withGlobalTauri": true }, /* the page has no bundler */
  "tauri": {
    "bundle": {"identifier": "org.tauri.notes"},
\t"security": { "csp": "default-src 'self' tauri:" }
  }
}
`;

test("JSON keeps its layout and comments, and only real keys have other names", async () => {
  expect(await migrateText("tauri.conf.json", json)).toEqual({
    file: "framework.conf.json",
    text: json
      .replace("@tauri-apps/cli/schema.json", "framework/schema/framework.conf.json")
      .replace("withGlobalTauri", "withGlobalFramework")
      .replace('"tauri": {', '"framework": {')
      .replace("'self' tauri:", "'self' framework:"),
    repairs: [
      'src-tauri/tauri.conf.json:3  $schema: "../node_modules/@tauri-apps/cli/schema.json" became "../node_modules/framework/schema/framework.conf.json": the schema is that of the package',
      "src-tauri/tauri.conf.json:8  framework.security.csp: \"default-src 'self' tauri:\" became \"default-src 'self' framework:\": the scheme of the app's pages is framework",
    ],
    left: [],
  });
});

const json5 = `// unquoted, and with single quotes
{
  build: { devPath: '../page', distDir: '../page', withGlobalTauri: true, },
  package: { productName: 'Tauri\\'s notes', version: '1.0.0' },
  'tauri': { bundle: { identifier: 'org.example.notes' }, allowlist: { fs: { scope: ['$MUSIC/**'] } } },
}
`;

test("JSON5 keeps its quotes", async () => {
  const { file, text } = await migrateText("tauri.conf.json5", json5);
  expect(file).toBe("framework.conf.json5");
  expect(text).toBe(
    json5
      .replace("withGlobalTauri", "withGlobalFramework")
      .replace("'tauri'", "'framework'")
      .replace("MUSIC", "AUDIO"),
  );
});

const toml = `# TOML names the section in each header
[build]
dev-path = "../page"
dist-dir = "../page"
with-global-tauri = true
runner = "cross" # for the other processor

[package]
product-name = "Notes"
version = "1.0.0"

[tauri.allowlist]
dialog = { open = true }
fs.scope = [ "*" ]

[tauri.bundle]
identifier = "org.example.notes"

[[tauri.windows]]
label = "main"

[[tauri.windows]]
file-drop-enabled = false
label = "side-bar"

[tauri.windows.theme-of-nobody]
`;

test("TOML has its headers renamed one by one, and keys in our spelling", async () => {
  const fitting = toml.replace("\n[tauri.windows.theme-of-nobody]\n", "");
  expect(await migrateText("Tauri.toml", fitting)).toEqual({
    file: "Framework.toml",
    text: fitting
      .replace("dev-path", "devPath")
      .replace("dist-dir", "distDir")
      .replace("with-global-tauri", "withGlobalFramework")
      .replace('runner = "cross" # for the other processor\n', "")
      .replace("product-name", "productName")
      .replaceAll("tauri.", "framework.")
      .replace('"*"', '"**"')
      .replace("file-drop-enabled", "fileDropEnabled")
      .replace("side-bar", "sideBar"),
    repairs: [
      'src-tauri/Tauri.toml:6  build.runner: "cross" was left out: the runner is Bun here',
      'src-tauri/Tauri.toml:14  framework.allowlist.fs.scope[0]: "*" became "**": "*" is one name, "**" is every path; name only what the app needs',
      'src-tauri/Tauri.toml:24  framework.windows[1].label: "side-bar" became "sideBar": a label holds letters and digits alone; the front end still says "side-bar" where it names it',
    ],
    left: [],
  });
});

for (const [what, change] of [
  ["line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte-order mark", (text: string) => `\uFEFF${text}`],
] as const) {
  for (const [name, text] of [
    ["tauri.conf.json", json],
    ["tauri.conf.json5", json5],
    ["Tauri.toml", toml],
  ] as const) {
    test(`${name} with ${what} has them afterwards, too`, async () => {
      const plain = await migrateText(name, text);
      expect(await migrateText(name, change(text))).toEqual({
        ...plain,
        text: change(plain.text ?? ""),
      });
    });
  }
}

test("files of single systems, and those for --config, are moved with it", async () => {
  const { code, files } = await migrate({
    "package.json": '{"scripts": {"beta": "tauri build --config src-tauri/tauri.beta.conf.json"}}',
    "src-tauri/tauri.conf.json": tauriConf(),
    "src-tauri/tauri.linux.conf.json": '{"tauri": {"windows": [{"label": "a b"}]}}',
    "src-tauri/Tauri.windows.toml": '[tauri.bundle]\nicon = ["a.ico"]\n',
    "src-tauri/tauri.beta.conf.json": '{"tauri": {"bundle": {"identifier": "org.example.beta"}}}',
  });
  expect(code).toBe(0);
  expect(files).toMatchObject({
    "package.json":
      '{"scripts": {"beta": "framework build --config src-framework/framework.beta.conf.json"}}',
    "src-framework/framework.linux.conf.json": '{"framework": {"windows": [{"label": "aB"}]}}',
    "src-framework/Framework.windows.toml": '[framework.bundle]\nicon = ["a.ico"]\n',
    "src-framework/framework.beta.conf.json":
      '{"framework": {"bundle": {"identifier": "org.example.beta"}}}',
  });
});

/** A configuration with a value at `tauri.<path>`, and its result. */
async function migrateValue(path: string, value: unknown) {
  const [first = "", ...rest] = path.split(".");
  const inner = rest.reduceRight((made: unknown, key) => ({ [key]: made }), value);
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf({ [first]: inner }),
  });
  const root = JSON.parse(migrated.files["src-framework/framework.conf.json"] ?? "");
  const top = first === "build" ? root.build : root.framework[first];
  return { migrated, value: rest.reduce((at, key) => at?.[key], top) };
}

// Each row: the place, the old text, the new text.
const repaired: readonly (readonly [path: string, written: unknown, ours: unknown])[] = [
  ["allowlist.fs.scope", ["$RESOURCE/../**", "$APP/../../**"], ["$RESOURCE/**", "$APP/**"]],
  [
    "allowlist.fs.scope",
    { allow: ["~/notes/*"], deny: ["*"] },
    { allow: ["$HOME/notes/*"], deny: ["**"] },
  ],
  ["allowlist.protocol.assetScope", ["*", "*/**", "$MUSIC/*"], ["**", "**", "$AUDIO/*"]],
  ["allowlist.http.scope", [" https://example.org/*"], ["https://example.org/*"]],
  ["allowlist.shell.scope", [{ name: "a", cmd: "$MUSIC/a" }], [{ name: "a", cmd: "$AUDIO/a" }]],
  [
    "updater.endpoints",
    ["https://example.org/{{target}}/{{version}}"],
    ["https://example.org/{{target}}/{{current_version}}"],
  ],
  [
    "windows",
    [{ label: "main_window" }, { label: "second" }],
    [{ label: "mainWindow" }, { label: "second" }],
  ],
  ["bundle.macOS.exceptionDomain", "https://example.org:8080/a", "example.org"],
  ["bundle.deb", { useBootstrapper: false, depends: ["a"] }, { depends: ["a"] }],
  ["bundle.macOS", { exceptionDomain: "", useBootstrapper: true }, { exceptionDomain: "" }],
  ["build", { runner: "cargo" }, { devPath: "../page", distDir: "../page" }],
  [
    "security.devCsp",
    { "default-src": ["'self'", "tauri:"] },
    { "default-src": ["'self'", "framework:"] },
  ],
  ["security.csp", "img-src https://tauri.localhost", "img-src https://framework.localhost"],
  [
    "security.dangerousRemoteDomainIpcAccess",
    [{ domain: "a.org", windows: ["my-main"], enableTauriAPI: true }],
    [{ domain: "a.org", windows: ["myMain"], enableFrameworkAPI: true }],
  ],
];

for (const [path, written, ours] of repaired) {
  test(`${path} ${JSON.stringify(written)} becomes ${JSON.stringify(ours)}`, async () => {
    expect((await migrateValue(path, written)).value).toEqual(ours);
  });
}

// Fields that are the same here stay, though they look like the repaired ones.
const kept: readonly (readonly [path: string, written: unknown])[] = [
  ["allowlist.fs.scope", ["$RESOURCE/**", "**", "$APP/a..b"]],
  ["windows", [{ label: "grüße2", title: "data-tauri: tauri://resize" }]],
  [
    "build",
    { devPath: "http://localhost:1420", distDir: "../page", beforeDevCommand: "npm run tauri:dev" },
  ],
  ["bundle.shortDescription", "Made with tauri and src-tauri"],
  ["security.csp", "connect-src https://tauri.example.org"],
];

for (const [path, written] of kept) {
  test(`${path} ${JSON.stringify(written)} stays`, async () => {
    const { value, migrated } = await migrateValue(path, written);
    expect(value).toEqual(written);
    expect(part(migrated, "and repair:")).toEqual([]);
  });
}

// The message about a value that stays, without its place.
const noted: readonly (readonly [path: string, written: unknown, note: string])[] = [
  ["build.features", ["beta"], "build.features: these were features of Cargo"],
  [
    "allowlist.shell.scope",
    [{ name: "a", cmd: "a", args: [{ validator: "\\d+" }, { validator: "^\\d+$" }] }],
    "framework.allowlist.shell.scope[0].args[0].validator: must match the whole argument here",
  ],
  [
    "allowlist.shell.open",
    "https://",
    "framework.allowlist.shell.open: is matched from the first character",
  ],
  [
    "bundle.identifier",
    "com.tauri.dev",
    "framework.bundle.identifier: is that of every new project of Tauri",
  ],
  ["updater.pubkey", "key", "framework.updater.pubkey: signatures name version and system here"],
  [
    "bundle.windows.wix.template",
    "a.wxs",
    "framework.bundle.windows.wix.template: was written for the peer's",
  ],
];

for (const [path, written, note] of noted) {
  test(`${path} ${JSON.stringify(written)} stays, and the report says how it differs`, async () => {
    const { migrated, value } = await migrateValue(path, written);
    expect(value).toEqual(written);
    const left = part(migrated, "Left for you:");
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(/^src-tauri\/tauri\.conf\.json:\d+ {2}/);
    expect(left[0]).toContain(note);
  });
}

const facts: Readonly<
  Record<string, { readonly conf: string; readonly name: string; readonly ours: string }>
> = {
  "a package without a version": {
    name: "tauri.conf.json",
    conf: '{\n  "package": {\n    "productName": "Notes"\n  },\n  "tauri": {}\n}\n',
    ours: '{\n  "package": {\n    "version": "2.1.0",\n    "productName": "Notes"\n  },\n  "framework": {}\n}\n',
  },
  "no package": {
    name: "tauri.conf.json",
    conf: '{\r\n  "tauri": {}\r\n}\r\n',
    ours: '{\r\n  "package": { "productName": "crate", "version": "2.1.0" },\r\n  "framework": {}\r\n}\r\n',
  },
  "no package, in TOML": {
    name: "Tauri.toml",
    conf: "[tauri.bundle]\nactive = true\n",
    ours: '[framework.bundle]\nactive = true\n\n[package]\nproductName = "crate"\nversion = "2.1.0"\n',
  },
  "an empty package, in TOML": {
    name: "Tauri.toml",
    conf: "[package]\n[tauri.bundle]\nactive = true\n",
    ours: '[package]\nproductName = "crate"\nversion = "2.1.0"\n[framework.bundle]\nactive = true\n',
  },
  "a package on one line, in TOML": {
    name: "Tauri.toml",
    conf: 'package = { productName = "Notes" }\n',
    ours: 'package = { version = "2.1.0", productName = "Notes" }\n',
  },
  "a package by dotted keys, in TOML": {
    name: "Tauri.toml",
    conf: 'package.productName = "Notes"\n',
    ours: 'package.version = "2.1.0"\npackage.productName = "Notes"\n',
  },
};

for (const [what, { name, conf, ours }] of Object.entries(facts)) {
  test(`name and version come from Cargo's manifest where the configuration has ${what}`, async () => {
    const { files }: Migrated = await migrate({
      [`src-tauri/${name}`]: conf,
      "src-tauri/Cargo.toml": '[package]\nname = "crate"\nversion = "2.1.0"\n',
    });
    expect(Object.values(files)).toContain(ours);
  });
}

test("files that the configuration names are copied, and no others", async () => {
  const files = {
    "src-tauri/tauri.conf.json": tauriConf({
      bundle: {
        identifier: "org.example.notes",
        icon: ["icons/a.png", "./icons/b.png", "icons/missing.png"],
        resources: ["data/*.json", "**/three.txt", "texts", "../page/index.html"],
        externalBin: ["bin/tool"],
        deb: { files: { "/usr/share/notes/a": "deb/a" } },
        windows: { wix: { license: "LICENSE.rtf" } },
      },
      systemTray: { iconPath: "icons/tray.png" },
      pattern: { use: "isolation", options: { dir: "isolation" } },
      allowlist: { fs: { scope: ["icons/other.png"] } },
    }),
    "src-tauri/icons/a.png": "a",
    "src-tauri/icons/b.png": "b",
    "src-tauri/icons/other.png": "other",
    "src-tauri/icons/tray.png": "tray",
    "src-tauri/data/one.json": "{}",
    "src-tauri/data/two.txt": "",
    "src-tauri/texts/deep/three.txt": "",
    "src-tauri/target/release/three.txt": "",
    "src-tauri/bin/tool-x86_64-unknown-linux-gnu": "",
    "src-tauri/bin/other-x86_64-unknown-linux-gnu": "",
    "src-tauri/deb/a": "",
    "src-tauri/LICENSE.rtf": "",
    "src-tauri/Info.plist": "",
    "src-tauri/isolation/index.html": '<script src="a.js"></script>',
    "src-tauri/isolation/a.js": "window.__TAURI_ISOLATION_HOOK__ = (payload) => payload;",
    "src-tauri/build.rs": "",
  };
  const migrated = await migrate(files);
  const ours = Object.keys(migrated.files).filter((path) => path.startsWith("src-framework/"));
  expect(ours.map((path) => path.slice("src-framework/".length))).toEqual([
    ".gitignore",
    "Info.plist",
    "LICENSE.rtf",
    "bin/tool-x86_64-unknown-linux-gnu",
    "data/one.json",
    "deb/a",
    "framework.conf.json",
    "icons/a.png",
    "icons/b.png",
    "icons/tray.png",
    "isolation/a.js",
    "isolation/index.html",
    "texts/deep/three.txt",
  ]);
  expect(migrated.files["src-framework/isolation/a.js"]).toBe(
    "window.__FRAMEWORK_ISOLATION_HOOK__ = (payload) => payload;",
  );
});
