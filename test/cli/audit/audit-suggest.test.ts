// The proposals of `framework audit --suggest`, and the files after `--apply`.

import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../../src/config/read/load.ts";
import { settledConfig } from "../../support/config.ts";
import { audit, auditedProject, recordOf, used, writeRecord } from "./audit-project.ts";

const read = (cwd: string, name: string): string =>
  readFileSync(join(cwd, "src-framework", name), "utf8");

const uses = [
  used("flag", "fs.readFile", "fs.readTextFile", 3),
  used("flag", "dialog.open", "dialog.open", 1, "dialog.open"),
  used("flag", "shell.execute", "shell.execute", 2, "shell.execute"),
  used("flag", "http.request", "http.request", 2, "http.request"),
  used("fs", "$HOME/**", "$HOME/notes/a.txt", 2),
  used("fs", "$HOME/**", "$HOME/notes/b.txt"),
  used("http", "https://*.example.org/*", "GET https://api.example.org/users", 2, "http.request"),
  used("program", "git", '["status","-s"]', 2, "shell.execute"),
];

const formats: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    "framework.conf.json",
    `{
  // The product.
  "package": { "productName": "App", "version": "1.0.0" },
  "framework": {
    "allowlist": {
      "all": true, // while we begin
      "fs": {
        // The folder of notes.
        "scope": ["$HOME/**", "$TEMP/never/**"]
      },
      "http": { "scope": [
        "https://*.example.org/*", // the server
        "https://unused.example/*"
      ] },
      "shell": { "scope": [
        { "name": "git", "cmd": "git", "args": true },
        { "name": "ls", "cmd": "ls" }
      ] }
    },
    "bundle": { "identifier": "org.example.app" }
  }
}
`,
    `{
  // The product.
  "package": { "productName": "App", "version": "1.0.0" },
  "framework": {
    "allowlist": {
      "fs": {
        // The folder of notes.
        "scope": ["$HOME/notes/a.txt", "$HOME/notes/b.txt"],
        "readFile": true
      },
      "http": { "scope": [
        "https://api.example.org/users" // the server
      ], "request": true },
      "shell": { "scope": [
        { "name": "git", "cmd": "git", "args": ["status", "-s"] }
      ], "execute": true },
      "dialog": { "open": true }
    },
    "bundle": { "identifier": "org.example.app" }
  }
}
`,
  ],
  [
    "framework.conf.json5",
    `{
  package: { productName: 'App', version: '1.0.0' },
  framework: {
    allowlist: {
      all: true,
      fs: { scope: ['$HOME/**', '$TEMP/never/**'], },
      http: { scope: ['https://*.example.org/*', 'https://unused.example/*'] },
      shell: { scope: [{ name: 'git', cmd: 'git', args: true }, { name: 'ls', cmd: 'ls' }, ] }, /* two */
    },
    bundle: { identifier: 'org.example.app' },
  },
}
`,
    `{
  package: { productName: 'App', version: '1.0.0' },
  framework: {
    allowlist: {
      fs: { scope: ['$HOME/notes/a.txt', '$HOME/notes/b.txt'], readFile: true, },
      http: { scope: ['https://api.example.org/users'], request: true },
      shell: { scope: [{ name: 'git', cmd: 'git', args: ["status", "-s"] }, ], execute: true }, /* two */
      dialog: { open: true },
    },
    bundle: { identifier: 'org.example.app' },
  },
}
`,
  ],
  [
    "Framework.toml",
    `# The app
[package]
productName = "App"
version = "1.0.0"

[framework.allowlist]
all = true # while we begin

[framework.allowlist.fs]
# The folder of notes.
scope = [
  "$HOME/**", # all
  "$TEMP/never/**",
]

[framework.allowlist.http]
scope = ["https://*.example.org/*", "https://unused.example/*"]

[[framework.allowlist.shell.scope]]
name = "ls"
cmd = "ls"

[[framework.allowlist.shell.scope]]
name = "git"
cmd = "git"
args = true

[framework.bundle]
identifier = "org.example.app"
`,
    `# The app
[package]
productName = "App"
version = "1.0.0"

[framework.allowlist]
dialog.open = true

[framework.allowlist.fs]
# The folder of notes.
scope = [
  "$HOME/notes/a.txt",
  "$HOME/notes/b.txt", # all
]
readFile = true

[framework.allowlist.http]
scope = ["https://api.example.org/users"]
request = true

[framework.allowlist.shell]
execute = true


[[framework.allowlist.shell.scope]]
name = "git"
cmd = "git"
args = ["status", "-s"]

[framework.bundle]
identifier = "org.example.app"
`,
  ],
];

for (const [name, before, after] of formats) {
  test(`--apply narrows ${name} at its places, and keeps comments and layout`, async () => {
    using dir = await auditedProject({ [name]: before }, uses);
    const file = join(dir.path, "src-framework", name);
    chmodSync(file, 0o640);
    const { code, err } = await audit(dir.path, { apply: true });
    expect([code, err.includes("Cannot")]).toEqual([0, false]);
    expect(read(dir.path, name)).toBe(after);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test(`--suggest of ${name} writes nothing, and prints a patch that git applies`, async () => {
    using dir = await auditedProject({ [name]: before }, uses);
    const { out } = await audit(dir.path, { suggest: true });
    expect(read(dir.path, name)).toBe(before);
    const { status, stderr } = spawnSync("git", ["apply", "-p1", "-"], {
      cwd: dir.path,
      input: out,
      encoding: "utf8",
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dir.path },
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(read(dir.path, name)).toBe(after);
  });

  test(`lines of ${name} that end with CR and LF still do`, async () => {
    using dir = await auditedProject({ [name]: before.replaceAll("\n", "\r\n") }, uses);
    await audit(dir.path, { apply: true });
    expect(read(dir.path, name)).toBe(after.replaceAll("\n", "\r\n"));
  });
}

/** A configuration with this allowlist. */
const withAllowlist = (allowlist: object): string =>
  `${JSON.stringify(
    { package: { productName: "App", version: "1.0.0" }, framework: { allowlist } },
    null,
    2,
  )}\n`;

/** The allowlist after `--apply`. */
async function appliedTo(
  allowlist: object,
  ...used: Parameters<typeof auditedProject>[1] & object
): Promise<unknown> {
  using dir = await auditedProject({ "framework.conf.json": withAllowlist(allowlist) }, used);
  const { code, err } = await audit(dir.path, { apply: true });
  if (code !== 0) return err;
  return JSON.parse(read(dir.path, "framework.conf.json")).framework.allowlist;
}

const refusedWrite = {
  ...used("plugin", "notes.write", "add", 1, "plugin:notes|add"),
  outcome: "refused",
} as const;

const home = (pattern: string) => ({ fs: { readFile: true, scope: [pattern] } });
const reads = (rule: string, ...paths: string[]) => [
  used("flag", "fs.readFile", "fs.readTextFile"),
  ...paths.map((path) => used("fs", rule, path)),
];

const listedNotes = used("plugin", "notes.read", "list", 2, "plugin:notes|list");

for (const [what, notes, uses, expected] of [
  ["all of them become the used ones", { allowlist: { all: true } }, [listedNotes], { read: true }],
  [
    "an unused one goes, and other settings stay",
    { allowlist: { read: true, write: true, erase: false }, scope: ["a"] },
    [listedNotes],
    { read: true, erase: false },
  ],
  [
    "one that stands beside all of them stays",
    { allowlist: { all: true, read: true } },
    [listedNotes],
    { read: true },
  ],
  ["without a use none is left", { allowlist: { write: true } }, [], undefined],
  [
    "one that no app has known stays, and so do those of another plugin",
    { allowlist: { read: true, print: true } },
    [listedNotes],
    { read: true, print: true },
  ],
  [
    "a refused one is not added",
    { allowlist: { read: true } },
    [listedNotes, refusedWrite],
    { read: true },
  ],
  [
    "a made-up use adds none that is not allowed",
    { allowlist: { read: true } },
    [listedNotes, used("plugin", "notes.write", "add"), used("plugin", "notes.all", "add")],
    { read: true },
  ],
] as const) {
  test(`of a plugin's flags: ${what}`, async () => {
    const other = { allowlist: { all: true } };
    const config = { plugins: { notes, other }, framework: { allowlist: home("$HOME/a") } };
    const files = { "framework.conf.json": JSON.stringify(config, null, 2) };
    using dir = await auditedProject(files, [...reads("$HOME/a", "$HOME/a"), ...uses]);
    const { code, err } = await audit(dir.path, { apply: true });
    expect([code, err]).toEqual([0, ""]);
    const { allowlist: _, ...settings } = notes;
    expect(JSON.parse(read(dir.path, "framework.conf.json")).plugins).toEqual({
      notes: { ...settings, ...(expected !== undefined && { allowlist: expected }) },
      other,
    });
  });
}

test("a scope that pages use by a plugin stays, since these uses are not recorded", async () => {
  const framework = {
    allowlist: { fs: { scope: ["$HOME/**"] }, http: { scope: ["https://*"] } },
    bundle: { identifier: "org.example.app" },
  };
  const plugins = { upload: { allowlist: { upload: true } } };
  const config = JSON.stringify({ plugins, framework }, null, 2);
  using dir = await auditedProject({ "framework.conf.json": config }, [
    used("plugin", "upload.upload", "upload", 1, "plugin:upload|upload"),
  ]);
  const { out } = await audit(dir.path, { suggest: true, apply: true });
  expect(out).toContain('fs scope: the plugin "upload" uses it, which is not recorded');
  expect(out).toContain('http scope: the plugin "upload" uses it, which is not recorded');
  expect(JSON.parse(read(dir.path, "framework.conf.json")).framework).toEqual(framework);
});

test("the flags of plugins are explained, and one that a page lacked is named", async () => {
  const config = { plugins: { notes: { allowlist: { all: true }, x: 1 } }, framework: {} };
  const files = { "framework.conf.json": JSON.stringify(config, null, 2) };
  using dir = await auditedProject(files, [listedNotes, refusedWrite]);
  const { out } = await audit(dir.path, { suggest: true });
  for (const line of [
    "  plugins.notes.allowlist.read: true is added  (src-framework/framework.conf.json)",
    '      2 times, first by plugin:notes|list in window "main"',
    "  plugins.notes.allowlist.all: true is removed  (src-framework/framework.conf.json:5)",
    "      used of it: read",
    '  plugin:notes|add from window "main", once: plugins.notes.allowlist.write is off',
  ])
    expect(out.split("\n")).toContain(line);
});

for (const [what, pattern, paths, expected] of [
  ["up to three files are named", "$HOME/**", ["a/1", "a/2", "a/3"], ["a/1", "a/2", "a/3"]],
  [
    "more files of a folder become the folder",
    "$HOME/**",
    ["a/1", "a/2", "a/3", "a/4", "b/x"],
    ["a/*", "b/x"],
  ],
  [
    "more folders become all below",
    "$HOME/**",
    ["a/1/x", "a/2/x", "a/3/x", "a/4/x", "b"],
    ["b", "a/**"],
  ],
  [
    "files with signs of patterns are named with them",
    "$HOME/**",
    ["a/[1]*.txt"],
    ["a/[[]1][*].txt"],
  ],
  [
    "a pattern that says no more than was used stays",
    "$HOME/a/*",
    ["a/1", "a/2", "a/3", "a/4"],
    ["a/*"],
  ],
  [
    "a wider folder than the pattern admits is not suggested",
    "$HOME/*.txt",
    ["1.txt", "2.txt", "3.txt", "4.txt"],
    ["*.txt"],
  ],
  ["hidden files need a pattern that names them", "$HOME/**", ["a/.x"], ["**"]],
  ["a file with a line end in its name leaves the pattern as it is", "$HOME/**", ["a/\nb"], ["**"]],
] as const) {
  test(`of paths: ${what}`, async () => {
    const found = await appliedTo(
      home(pattern),
      ...reads(pattern, ...paths.map((path) => `$HOME/${path}`)),
    );
    expect(found).toEqual({ fs: { readFile: true, scope: expected.map((one) => `$HOME/${one}`) } });
  });
}

test("a folder that was listed keeps all that it holds, one that was listed with all below that", async () => {
  const listed = (kind: "fs.listed" | "fs.listedTree") => [
    ...reads("$HOME/**", "$HOME/a", "$HOME/a/1"),
    used(kind, "$HOME/**", "$HOME/a"),
  ];
  const scopeOf = async (kind: "fs.listed" | "fs.listedTree") =>
    ((await appliedTo(home("$HOME/**"), ...listed(kind))) as { fs: { scope: string[] } }).fs.scope;
  expect(await scopeOf("fs.listed")).toEqual(["$HOME/a", "$HOME/a/*"]);
  expect(await scopeOf("fs.listedTree")).toEqual(["$HOME/a", "$HOME/a/**"]);
});

const denying = { allow: ["$HOME/**"], deny: ["$HOME/a/secret"], requireLiteralLeadingDot: true };

test("denied entries stay denied, in a list as in an object", async () => {
  const to = (scope: object) =>
    appliedTo({ fs: { readFile: true, scope } }, ...reads("$HOME/**", "$HOME/a/1"));
  expect(await to(denying)).toEqual({
    fs: { readFile: true, scope: { ...denying, allow: ["$HOME/a/1"] } },
  });
  const { requireLiteralLeadingDot: _, ...item } = denying;
  expect(await to([item, "$TEMP/x"])).toEqual({
    fs: { readFile: true, scope: [{ ...item, allow: ["$HOME/a/1"] }] },
  });
});

for (const [what, pattern, addresses, expected] of [
  [
    "paths are named",
    "https://a.example.org/*",
    ["/x", "/y/z"],
    ["https://a.example.org/x", "https://a.example.org/y/z"],
  ],
  [
    "many of a folder become the folder",
    "https://a.example.org/*",
    ["/users/1", "/users/2", "/users/3", "/users/4"],
    ["https://a.example.org/users/*"],
  ],
  ["a root is the root", "https://a.example.org/*", ["/"], ["https://a.example.org/"]],
  [
    "paths that servers read in several ways leave the pattern",
    "https://a.example.org/api/*",
    ["/api/a%2Fb"],
    ["https://a.example.org/api/*"],
  ],
] as const) {
  test(`of addresses: ${what}`, async () => {
    const found = await appliedTo(
      { http: { request: true, scope: [pattern] } },
      used("flag", "http.request", "http.request"),
      ...addresses.map((path) => used("http", pattern, `GET https://a.example.org${path}`)),
    );
    expect(found).toEqual({ http: { request: true, scope: expected } });
  });
}

test("a host that may be internal is not written out in place of a star", async () => {
  const scope = ["https://*"];
  for (const host of [
    "169.254.169.254",
    "[fd00::1]",
    "metadata.google.internal",
    "intranet",
    "nas.local",
  ])
    expect([
      host,
      await appliedTo(
        { http: { request: true, scope } },
        used("flag", "http.request", "http.request"),
        used("http", "https://*", `GET https://${host}/x`),
      ),
    ]).toEqual([host, { http: { request: true, scope } }]);
});

const git = { name: "git", cmd: "git", args: true };
for (const [what, runs, args] of [
  ["one list is written down", [["status", "-s"]], ["status", "-s"]],
  ["none is false", [[]], false],
  [
    "a few values become an expression",
    [
      ["log", "a.b"],
      ["log", "c"],
    ],
    ["log", { validator: "a\\.b|c" }],
  ],
  ["lists of different lengths stay any", [["log"], ["log", "c"]], true],
  ["many values stay any", [["1"], ["2"], ["3"], ["4"]], true],
] as const) {
  test(`of arguments: ${what}`, async () => {
    const found = await appliedTo(
      { shell: { execute: true, scope: [{ ...git, env: ["LANG", "TZ"] }] } },
      used("flag", "shell.execute", "shell.execute"),
      ...runs.map((run) => used("program", "git", JSON.stringify(run))),
      used("program.env", "git", "TZ"),
    );
    expect(found).toEqual({ shell: { execute: true, scope: [{ ...git, args, env: ["TZ"] }] } });
  });
}

test("an entry of a sidecar stays, since without it any arguments would do", async () => {
  const config = (name: string) => ({
    shell: { sidecar: true, scope: [{ name, sidecar: true, args: ["x"] }] },
  });
  using dir = await auditedProject(
    {
      "framework.conf.json": JSON.stringify({
        framework: {
          allowlist: config("tool"),
          bundle: { identifier: "org.example.app", externalBin: ["tool"] },
        },
      }),
    },
    [used("flag", "shell.sidecar", "shell.executeSidecar")],
  );
  const { out } = await audit(dir.path, { suggest: true });
  expect(out).toContain("The configuration allows no more than was used");
});

test("addresses that were opened become an expression for their servers", async () => {
  const found = await appliedTo(
    { shell: { open: true } },
    used("flag", "shell.open", "shell.open"),
    used("open", "", "https://example.org/help"),
  );
  expect(found).toEqual({ shell: { open: "^(?:https://example\\.org)(?:[/?#]|$)" } });
});

test("a module's all becomes the flags that were used, and one without any goes", async () => {
  const found = await appliedTo(
    { dialog: { all: true }, window: { all: true, show: true }, os: { all: true } },
    used("flag", "dialog.save", "dialog.save"),
    used("flag", "window.show", "window.show"),
  );
  expect(found).toEqual({ dialog: { save: true }, window: { show: true } });
});

test("entries added after the record stay, and the output says so", async () => {
  using dir = await auditedProject({ "framework.conf.json": withAllowlist(home("$HOME/**")) }, [
    ...reads("$HOME/**", "$HOME/a"),
  ]);
  const later = {
    fs: { readFile: true, copyFile: true, scope: ["$HOME/**", "$TEMP/*"] },
    dialog: { all: true },
    shell: { execute: true, scope: [git] },
  };
  writeFileSync(join(dir.path, "src-framework/framework.conf.json"), withAllowlist(later));
  const { out } = await audit(dir.path, { apply: true });
  expect(JSON.parse(read(dir.path, "framework.conf.json")).framework.allowlist).toEqual({
    ...later,
    fs: { ...later.fs, scope: ["$HOME/a", "$TEMP/*"] },
  });
  for (const what of ["fs.copyFile", '"$TEMP/*"', "dialog.all", "shell.execute", 'program "git"'])
    expect(out).toContain(`${what}: it is newer than the record`);
});

test("an applied proposal stays: a second run changes nothing, also after another session", async () => {
  using dir = await auditedProject({ "framework.conf.json": formats[0]?.[1] as string }, uses);
  await audit(dir.path, { apply: true });
  const text = read(dir.path, "framework.conf.json");
  expect((await audit(dir.path, { apply: true })).out).toContain("allows no more than was used");
  // A session with the new configuration, in which nothing was used but one dialog.
  const record = recordOf(dir.path, [used("flag", "dialog.open", "dialog.open")]);
  const both = { ...record, uses: [...uses, ...record.uses.slice(1)], sessions: 2 };
  await writeRecord(dir.path, JSON.stringify(both));
  await audit(dir.path, { apply: true });
  expect(read(dir.path, "framework.conf.json")).toBe(text);
});

test("each change is made in the file that says it, and one of --config is left to its author", async () => {
  const main = withAllowlist({
    fs: { readFile: true, copyFile: true, scope: ["$TEMP/**"] },
    os: { all: true },
  });
  const linux = `{ "framework": { "allowlist": { "fs": { "copyFile": true, "scope": ["$HOME/**"] } } } }\n`;
  const inline = '{"framework":{"allowlist":{"os":{"all":true},"path":{"all":true}}}}';
  using dir = await auditedProject(
    { "framework.conf.json": main, "framework.linux.conf.json": linux },
    null,
  );
  const seen = reads("$HOME/**", "$HOME/a");
  await writeRecord(dir.path, JSON.stringify(recordOf(dir.path, seen, [inline])));
  const { code, out } = await audit(dir.path, { apply: true, config: [inline] });
  expect(code).toBe(0);
  expect(read(dir.path, "framework.linux.conf.json")).toBe(
    `{ "framework": { "allowlist": { "fs": { "scope": ["$HOME/a"] } } } }\n`,
  );
  const after = JSON.parse(read(dir.path, "framework.conf.json"));
  expect(after.framework.allowlist).toEqual({
    fs: { readFile: true, scope: ["$TEMP/**"] },
    os: { all: true },
  });
  expect(out).toContain(
    "framework.allowlist.path.all: true is removed  (given with --config: change it there)\n      never used",
  );
  expect(out).toContain("(src-framework/framework.linux.conf.json:1)");
});

test("refused calls are listed, and never suggested", async () => {
  using dir = await auditedProject({ "framework.conf.json": withAllowlist(home("$HOME/**")) }, [
    ...reads("$HOME/**", "$HOME/a"),
    { ...used("flag", "fs.removeFile", "fs.removeFile", 2, "fs.removeFile"), outcome: "refused" },
    { ...used("fs", "", "/etc/passwd"), outcome: "refused" },
    { ...used("fs", "user", "/elsewhere/b", 4), outcome: "granted" },
  ]);
  const { out } = await audit(dir.path, { apply: true });
  expect(out).toContain(
    'fs.removeFile from window "main", 2 times: framework.allowlist.fs.removeFile is off',
  );
  expect(out).toContain('fs.readTextFile from window "main", once: "/etc/passwd" is outside');
  expect(out).toContain(
    "Files that the user chose, or the app's own code granted, were used 4 times",
  );
  expect(JSON.parse(read(dir.path, "framework.conf.json")).framework.allowlist).toEqual(
    home("$HOME/a"),
  );
});

test("with --json the suggestion stands beside all else, and --fail-on speaks elsewhere", async () => {
  using dir = await auditedProject({ "framework.conf.json": withAllowlist(home("$HOME/**")) }, [
    ...reads("$HOME/**", "$HOME/a"),
  ]);
  const { code, out, err } = await audit(dir.path, { suggest: true, json: true, failOn: "high" });
  const { warnings, suggestion } = JSON.parse(out);
  expect(code).toBe(1);
  expect(err.trimEnd().split("\n").at(-1)).toBe("2 warnings of level high: failing");
  expect(warnings[0]).toMatchObject({ level: "high", about: ["framework.security.csp"] });
  expect(suggestion.changes).toEqual([
    {
      field: "framework.allowlist.fs.scope[0]",
      places: ["src-framework/framework.conf.json:11"],
      was: "$HOME/**",
      becomes: ["$HOME/a"],
      why: ['"$HOME/a": once, first by fs.readTextFile in window "main"'],
    },
  ]);
  expect(suggestion.patches[0].patch).toContain('-          "$HOME/**"\n+          "$HOME/a"\n');
});

/**
 * Other habits of writing the same: an allowlist with `all`, two modules and a scope of two
 * patterns.
 */
const layouts: readonly (readonly [what: string, name: string, text: string])[] = [
  [
    "JSON in one line",
    "framework.conf.json",
    '{"framework":{"allowlist":{"all":true,"fs":{"copyFile":true,"scope":["$HOME/**","$TEMP/x"]},"os":{"all":true}}}}',
  ],
  [
    "JSON with commas first and comments everywhere",
    "framework.conf.json",
    `{ "framework": { "allowlist": { /* a */ "all" /* b */ : /* c */ true /* d */
      , "fs": /* e */ { "scope": /* f */ [ /* g */ "$HOME/**" /* h */ // i
          , "$TEMP/x" /* j */ ] // k
          , "copyFile": true // l
        }
      , "os": { "all": true } /* m */
    } } }
`,
  ],
  [
    "JSON5 with trailing commas and no quotes",
    "framework.conf.json5",
    `{framework: {allowlist: {
  all: true, // all,
  fs: {
    copyFile: true,
    scope: [
      '$HOME/**', /* , */
      '$TEMP/x', // the end,
    ],
  },
  os: {all: true,},
},},}
`,
  ],
  [
    "TOML with dotted keys at its top",
    "Framework.toml",
    `framework.allowlist.all = true
framework.allowlist.fs.copyFile = true # no
framework.allowlist.fs.scope = ["$HOME/**", "$TEMP/x"]
framework.allowlist.os.all = true
`,
  ],
  [
    "TOML with tables in lines",
    "Framework.toml",
    `[framework]
allowlist = { all = true, fs = { copyFile = true, scope = ["$HOME/**", "$TEMP/x"] }, os = { all = true } }
`,
  ],
  [
    "TOML with quoted headers, and the module first",
    "Framework.toml",
    `["framework".'allowlist'.fs]
scope = [ "$HOME/**"
        , '$TEMP/x' ]
copyFile = true

[ framework . allowlist . os ]
all = true
[ framework . allowlist ]
all = true
[build]
distDir = "../dist"
`,
  ],
  [
    "TOML with a dotted key in a header",
    "Framework.toml",
    `[framework]\nallowlist.all = true\nallowlist.os.all = true\n[framework.allowlist.fs]\ncopyFile = true\nscope = ["$HOME/**", "$TEMP/x"]`,
  ],
];

for (const [what, name, text] of layouts) {
  test(`a configuration in another habit is narrowed: ${what}`, async () => {
    using dir = await auditedProject({ [name]: text }, [
      ...reads("$HOME/**", "$HOME/a", "$HOME/b"),
      used("flag", "dialog.ask", "dialog.ask"),
      used("flag", "clipboard.readText", "clipboard.readText"),
    ]);
    const { code, err, out } = await audit(dir.path, { apply: true });
    expect([code, err.includes("Cannot"), out.includes("Changed")]).toEqual([0, false, true]);
    const { config } = loadConfig({ from: dir.path, system: "linux", command: "dev" });
    expect(config?.framework.allowlist).toEqual(
      settledConfig({
        framework: {
          allowlist: {
            fs: { readFile: true, scope: ["$HOME/a", "$HOME/b"] },
            dialog: { ask: true },
            clipboard: { readText: true },
          },
        },
      }).framework.allowlist,
    );
    const comments = (of: string): readonly string[] => of.match(/\/\* [a-m] \*\//g) ?? [];
    const lost = new Set(["/* a */", "/* b */", "/* c */", "/* d */", "/* j */", "/* m */"]);
    const kept = comments(text).filter((comment) => !lost.has(comment));
    expect(comments(read(dir.path, name))).toEqual(expect.arrayContaining(kept));
  });
}
