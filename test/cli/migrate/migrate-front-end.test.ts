import { expect, test } from "bun:test";
import { migrate, part, tauriConf } from "./migrated.ts";

const conf = tauriConf({ bundle: { identifier: "org.example.notes", icon: ["icons/icon.png"] } });
const project = { "src-tauri/tauri.conf.json": conf, "src-tauri/icons/icon.png": "picture" };

const noGlobal =
  "window.__FRAMEWORK__ is there with build.withGlobalFramework alone: isFramework() of framework/api/framework tells whether there is an app";

/** One text of a front end afterwards, and the remaining list. */
async function migrateText(path: string, text: string) {
  const migrated = await migrate({ ...project, [path]: text });
  return { text: migrated.files[path], left: part(migrated, "Left for you:") };
}

// Each row: a line of a front end, and the same line afterwards.
const renamed: readonly (readonly [theirs: string, ours: string])[] = [
  [
    'import { invoke } from "@tauri-apps/api/tauri";',
    'import { invoke } from "framework/api/framework";',
  ],
  ["import { invoke } from '@tauri-apps/api'", "import { invoke } from 'framework/api'"],
  [
    "const { open } = await import(`@tauri-apps/api/dialog`);",
    "const { open } = await import(`framework/api/dialog`);",
  ],
  ['require("@tauri-apps/api/globalShortcut.js")', 'require("framework/api/globalShortcut")'],
  ['vi.mock("@tauri-apps/api/mocks")', 'vi.mock("framework/api/mocks")'],
  ["window.__TAURI__.tauri.invoke('a')", "window.__FRAMEWORK__.framework.invoke('a')"],
  [
    "const { invoke } = window.__TAURI__.tauri",
    "const { invoke } = window.__FRAMEWORK__.framework",
  ],
  ["window.__TAURI__?.tauri", "window.__FRAMEWORK__?.framework"],
  ["if ('__TAURI__' in window)", "if ('__FRAMEWORK__' in window)"],
  ["window.__TAURI_ISOLATION_HOOK__ = hook", "window.__FRAMEWORK_ISOLATION_HOOK__ = hook"],
  ["<div data-tauri-drag-region>", "<div data-framework-drag-region>"],
  ["bar.dataset.tauriDragRegion = ''", "bar.dataset.frameworkDragRegion = ''"],
  ["listen('tauri://resize', f)", "listen('framework://resize', f)"],
  ['view.once("tauri://created", f)', 'view.once("framework://created", f)'],
  ["listen(`tauri://update-status`)", "listen(`framework://update-status`)"],
  ["fetch('tauri://localhost/a.json')", "fetch('framework://localhost/a.json')"],
  ["fetch('https://tauri.localhost/a.json')", "fetch('https://framework.localhost/a.json')"],
  ["minify: !process.env.TAURI_DEBUG", "minify: !process.env.FRAMEWORK_DEBUG"],
  ["import.meta.env.TAURI_PLATFORM_VERSION", "import.meta.env.FRAMEWORK_PLATFORM_VERSION"],
  ['envPrefix: ["VITE_", "TAURI_"]', 'envPrefix: ["VITE_", "FRAMEWORK_"]'],
  [
    'import { TauriEvent } from "@tauri-apps/api/event"',
    'import { FrameworkEvent } from "framework/api/event"',
  ],
  ["__TAURI__.app.getTauriVersion()", "__FRAMEWORK__.app.getFrameworkVersion()"],
  ['ignored: ["**/src-tauri/**"]', 'ignored: ["**/src-framework/**"]'],
  [
    "import icon from '../src-tauri/icons/icon.png'",
    "import icon from '../src-framework/icons/icon.png'",
  ],
  [
    "import c from '../src-tauri/tauri.conf.json'",
    "import c from '../src-framework/framework.conf.json'",
  ],
  ["path: src-tauri/target/release/bundle", "path: src-framework/target/release/bundle"],
];

for (const [theirs, ours] of renamed) {
  test(`${theirs} becomes ${ours}`, async () => {
    expect((await migrateText("page/main.ts", theirs)).text).toBe(ours);
  });
}

test("types of events have their module, and nothing is left to say of them", async () => {
  const theirs = 'import type { UnlistenFn, Event as Heard } from "@tauri-apps/api/helpers/event";';
  const ours = 'import type { UnlistenFn, Event as Heard } from "framework/api/event";';
  expect(await migrateText("page/main.ts", theirs)).toEqual({ text: ours, left: [] });
});

// Text that only looks like it.
const kept: readonly string[] = [
  'import { isTauri } from "./tauri"',
  'import { a } from "my-@tauri-apps/api/dialog-like"',
  "emit('tauri://my-own-event')",
  "const tauri = { invoke }",
  "<title>Tauri notes</title>",
  "import type { Note } from '../src-tauri/bindings/Note'",
  "cd src-tauri && cargo test",
  "key: ${{ secrets.TAURI_PRIVATE_KEY }}",
  'import { Event as TauriEvent } from "./events"',
  "my-src-tauri/target",
];

for (const line of kept) {
  test(`${line} stays`, async () => {
    expect(await migrateText("page/main.ts", line)).toEqual({ text: line, left: [] });
  });
}

// Code that no rule can replace: the note, without its place.
const left: readonly (readonly [line: string, note: string])[] = [
  [
    'import { listen, UnlistenFn } from "@tauri-apps/api/helpers/event"',
    '"@tauri-apps/api/helpers/event" is of the inside of Tauri: see "Names" in docs/from-tauri.md',
  ],
  [
    'import { invoke } from "@tauri-apps/api/core"',
    '"@tauri-apps/api/core" is no module of version 1: see "Names" in docs/from-tauri.md',
  ],
  [
    'import { Stronghold } from "tauri-plugin-stronghold-api"',
    '"tauri-plugin-stronghold-api" is the page\'s half of a Rust plugin: see "Plugins" in docs/from-tauri.md',
  ],
  [
    "window.__TAURI_METADATA__.__currentWindow",
    "__TAURI_METADATA__ is of the inside of Tauri: use the modules of framework/api, or isFramework() of framework/api/framework",
  ],
  ["process.env.TAURI_CONFIG", "TAURI_CONFIG has no counterpart"],
  [
    "read(join(folder, 'tauri.conf.json'))",
    '"tauri.conf.json" is read here: its "tauri" is "framework" in our configuration',
  ],
];

for (const [line, note] of left) {
  test(`${line} is left, and reported with file and line`, async () => {
    const { left: notes, text } = await migrateText("page/main.ts", `\n${line}\n`);
    expect(notes).toEqual([`page/main.ts:2  ${note}`]);
    expect(text).toBe(`\n${line}\n`);
  });
}

test("the action of Tauri is listed where a workflow uses it, and in no script", async () => {
  const uses = "- uses: tauri-apps/tauri-action@v0\n";
  const note =
    "the action tauri-apps/tauri-action builds with Cargo: run npx framework build instead";
  for (const path of [".github/workflows/a.yml", ".github/workflows/a.yaml"])
    expect((await migrateText(path, uses)).left).toEqual([`${path}:1  ${note}`]);
  expect((await migrateText("scripts/a.mjs", "// From tauri-apps/tauri-action\n")).left).toEqual(
    [],
  );
});

test("every kind of text is looked at, and what tools make or others wrote is not", async () => {
  const word = "data-tauri-drag-region";
  const looked = [
    "a.js",
    "a.mjs",
    "a.cts",
    "a.tsx",
    "a.vue",
    "a.svelte",
    "a.astro",
    "a.html",
    "a.css",
    "a.scss",
    "a.rs",
  ];
  const own = [
    ...looked.map((name) => `page/${name}`),
    "page/dist/a.js",
    ".github/workflows/a.yml",
    ".env.local",
  ];
  const others = [
    "dist/a.js",
    "node_modules/a/a.js",
    "build/a.js",
    "pnpm-lock.yaml",
    "README.md",
    ".svelte-kit/a.js",
  ];
  const files = Object.fromEntries([...own, ...others].map((path) => [path, word]));
  const migrated = await migrate({ ...project, ...files, "page/latin.js": new Uint8Array([0xe9]) });
  const changed = Object.entries(files).filter(
    ([path]) => migrated.files[path] === "data-framework-drag-region",
  );
  expect(changed.map(([path]) => path)).toEqual(own);
  expect(others.map((path) => migrated.files[path])).toEqual(others.map(() => word));
});

test("files that say what tools shall not look at name both directories", async () => {
  const text =
    "node_modules\n# src-tauri\n/src-tauri/target\nsrc-tauri/\n!src-tauri/icons/icon.png\nsrc-tauri/gen\n";
  expect((await migrateText(".gitignore", text)).text).toBe(
    "node_modules\n# src-tauri\n/src-tauri/target\n/src-framework/target\nsrc-tauri/\nsrc-framework/\n!src-tauri/icons/icon.png\n!src-framework/icons/icon.png\nsrc-tauri/gen\n",
  );
});

test("the report names the places in the front end that use a window's old label", async () => {
  const migrated = await migrate({
    "src-tauri/tauri.conf.json": tauriConf({ windows: [{ label: "side-bar" }] }),
    "page/main.js": '\nWebviewWindow.getByLabel("side-bar")\n',
  });
  expect(part(migrated, "Left for you:")).toEqual([
    'page/main.js:2  "side-bar" may be the label of a window, which is "sideBar" now',
  ]);
});

// Each row: the scripts of a manifest, and the same scripts afterwards.
const scripts: readonly (readonly [
  theirs: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
])[] = [
  [
    { dev: "tauri dev", build: "vite build && tauri build" },
    { dev: "framework dev", build: "vite build && framework build" },
  ],
  [
    { tauri: "tauri", "tauri:dev": "npm run tauri dev" },
    { tauri: "framework", "tauri:dev": "npm run tauri dev" },
  ],
  [
    { tauri: "cross-env A=1 tauri", d: "yarn tauri dev" },
    { tauri: "cross-env A=1 framework", d: "yarn tauri dev" },
  ],
  [
    { d: "yarn tauri dev", p: "pnpm tauri build" },
    { d: "yarn framework dev", p: "pnpm framework build" },
  ],
  [{ both: 'concurrently "vite" "tauri dev"' }, { both: 'concurrently "vite" "framework dev"' }],
  [
    { all: "run-p vite tauri", tauri: "tauri dev" },
    { all: "run-p vite tauri", tauri: "framework dev" },
  ],
  [
    { dev: "cargo tauri dev", test: "cd src-tauri && cargo test" },
    { dev: "framework dev", test: "cd src-tauri && cargo test" },
  ],
  [
    { a: "npx tauri-docs", b: "tauri-driver --port 1", c: "tauri:dev" },
    { a: "npx tauri-docs", b: "tauri-driver --port 1", c: "tauri:dev" },
  ],
  [
    { sign: "TAURI_PRIVATE_KEY=~/key tauri build" },
    { sign: "FRAMEWORK_PRIVATE_KEY=~/key framework build" },
  ],
  [
    { icon: "tauri icon src-tauri/icons/icon.png" },
    { icon: "framework icon src-framework/icons/icon.png" },
  ],
];

for (const [theirs, ours] of scripts) {
  test(`the scripts ${JSON.stringify(theirs)} become ${JSON.stringify(ours)}`, async () => {
    const { text, left: notes } = await migrateText(
      "package.json",
      JSON.stringify({ scripts: theirs }),
    );
    expect(JSON.parse(text ?? "").scripts).toEqual(ours);
    expect(notes).toEqual([]);
  });
}

// Each row: a script that passes something to Cargo, the same script afterwards, and the removed
// part.
const cargoScripts: readonly (readonly [
  theirs: string,
  ours: string,
  leftOut: readonly string[],
])[] = [
  ["tauri dev -- --features x", "framework dev", ["--features x"]],
  [
    "tauri dev --no-watch -- --release -- --flag",
    "framework dev --no-watch -- --flag",
    ["--release"],
  ],
  ["tauri dev -- -- --flag -- a", "framework dev -- --flag -- a", []],
  [
    "tauri build --debug -- --locked && echo done",
    "framework build --debug && echo done",
    ["--locked"],
  ],
  ["cargo tauri build -- --locked 2> log; ls", "framework build 2> log; ls", ["--locked"]],
  [
    'run "tauri dev -- --features x" "vite -- a"',
    'run "framework dev" "vite -- a"',
    ["--features x"],
  ],
  ["tauri build -- --features 'a b' | tee log", "framework build | tee log", ["--features 'a b'"]],
  ["vite -- a && tauri build", "vite -- a && framework build", []],
];

for (const [theirs, ours, leftOut] of cargoScripts) {
  test(`the script ${theirs} becomes ${ours}, and the report names the options for Cargo`, async () => {
    const { text, left } = await migrateText(
      "package.json",
      JSON.stringify({ scripts: { a: theirs } }),
    );
    expect(JSON.parse(text ?? "").scripts).toEqual({ a: ours });
    expect(left).toEqual(
      leftOut.map(
        (options) => `package.json:1  the script "a" gave Cargo ${options}, which was left out`,
      ),
    );
  });
}

test("options that our commands do not have are reported with their script", async () => {
  const text =
    '{"scripts": {\n"dev": "tauri dev -f beta --no-watch -- -- --flag",\n"build": "tauri build -d --features a"}}';
  expect((await migrateText("package.json", text)).left).toEqual([
    'package.json:2  the script "dev" gives -f, which the command does not know here',
    'package.json:3  the script "build" gives --features, which the command does not know here',
  ]);
});

// Each row: dependencies as they are written, and afterwards.
const dependencies: readonly (readonly [theirs: string, ours: string])[] = [
  ['{\n  "@tauri-apps/api": "1",\n  "vue": "3"\n}', '{\n  "vue": "3"\n}'],
  ['{\n  "vue": "3",\n  "@tauri-apps/api": "1"\n}', '{\n  "vue": "3"\n}'],
  ['{ "@tauri-apps/api": "1", "@tauri-apps/cli": "1" }', "{  }"],
  [
    '{ "a": "1", "@tauri-apps/api": "1", "@tauri-apps/cli": "1", "b": "2" }',
    '{ "a": "1", "b": "2" }',
  ],
];

for (const [theirs, ours] of dependencies) {
  test(`the dependencies ${JSON.stringify(theirs)} become ${JSON.stringify(ours)}`, async () => {
    const { text } = await migrateText(
      "package.json",
      `{"name": "a", "devDependencies": ${theirs}}`,
    );
    expect(text).toBe(`{"name": "a", "devDependencies": ${ours}}`);
    expect(JSON.parse(text ?? "")).toBeObject();
  });
}

// Each row: a line of a package.json, and the name in the list.
const otherNames: readonly (readonly [line: string, name: string | null])[] = [
  ['"dependencies": {"path": "link:@tauri-apps/api/path"}', "link:@tauri-apps/api/path"],
  ['"devDependencies": {"old-api": "npm:@tauri-apps/api@1.4"}', "npm:@tauri-apps/api@1.4"],
  ['"overrides": {"@tauri-apps/cli": "1.5"}', "@tauri-apps/cli"],
  ['"resolutions": {"**/@tauri-apps/api": "1.5"}', "**/@tauri-apps/api"],
  ['"pnpm": {"overrides": {"@tauri-apps/api": "1.5"}}', "@tauri-apps/api"],
  ['"overrides": {"vue": "3"}', null],
];
for (const [line, name] of otherNames) {
  test(`${line} is ${name === null ? "not " : ""}reported as a package of Tauri`, async () => {
    const { left } = await migrateText("package.json", `{\n${line}\n}`);
    const output = `package.json:2  "${name}" is a package of Tauri, which is taken out: remove this line`;
    expect(left).toEqual(name === null ? [] : [output]);
  });
}

// Each row: the version of Tauri's package, a page, and true if the type of its call was another
// one.
const imported = 'import { open, save } from "@tauri-apps/api/dialog";\n';
for (const [range, page, isReported] of [
  ["^1.1.0", `${imported}const path: string = await save();`, true],
  ["1.0", 'import { dialog } from "@tauri-apps/api";\nawait dialog.save({});', true],
  ["^1.1.0", `${imported}await open(); store.save(); // save()`, false],
  ["^1.1.0", 'import { save } from "./store";\nimport "@tauri-apps/api/fs"; save();', false],
  ["^1.2.0", `${imported}await save();`, false],
  ["1", `${imported}await save();`, false],
  ["^1.10.0", `${imported}await save();`, false],
] as const) {
  test(`with @tauri-apps/api ${range} the type of save() in ${page} is ${isReported ? "" : "not "}reported`, async () => {
    const leftOf = async (name: string, tool: string) => {
      const manifest = {
        dependencies: { "@tauri-apps/api": range },
        devDependencies: { [tool]: "5" },
      };
      const migrated = await migrate({
        "src-tauri/tauri.conf.json": tauriConf(),
        "package.json": JSON.stringify(manifest),
        [name]: page,
      });
      return part(migrated, "Left for you:").filter((line) => line.includes("save()"));
    };
    const output =
      "page/a.ts:2  save() may give null by its type, when it is cancelled: before 1.2 the types of @tauri-apps/api did not say so";
    expect(await leftOf("page/a.ts", "typescript")).toEqual(isReported ? [output] : []);
    expect(await leftOf("page/a.js", "typescript")).toEqual([]);
    expect(await leftOf("page/a.ts", "vite")).toEqual([]);
  });
}

test("a project with our package gets no advice to install it", async () => {
  const text = '{"dependencies": {"@tauri-apps/api": "1", "framework": "file:../framework.tgz"}}';
  expect(await migrateText("package.json", text)).toEqual({
    text: '{"dependencies": {"framework": "file:../framework.tgz"}}',
    left: [],
  });
});

for (const { withGlobalTauri, left: notes } of [
  { withGlobalTauri: true, left: [] },
  { withGlobalTauri: false, left: [`page/main.js:2  ${noGlobal}`] },
]) {
  test(`a page that asks for the global object is ${notes.length === 0 ? "not " : ""}warned about isFramework() with withGlobalTauri ${withGlobalTauri}`, async () => {
    const migrated = await migrate({
      "src-tauri/tauri.conf.json": tauriConf({ build: { withGlobalTauri } }),
      "page/main.js": '\nif ("__TAURI__" in window) start();\n',
    });
    expect(migrated.files["page/main.js"]).toBe('\nif ("__FRAMEWORK__" in window) start();\n');
    expect(part(migrated, "Left for you:")).toEqual(notes);
  });
}
