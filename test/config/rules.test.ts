import { expect, test } from "bun:test";
import { systems } from "../../src/contract/target.ts";
import type { System } from "../../src/contract/target.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import { icns } from "../../src/bundler/index.ts";
import { writeIco, writePng } from "../../src/cli/icon/files.ts";
import { blackPng } from "../../harness/png.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { nothing, output } from "./said.ts";

test("fields of packages hold no control characters", () => {
  const evil = "x\nPre-Depends: evil";
  const bundle = {
    publisher: evil,
    copyright: "half of a smile \ud83d",
    shortDescription: "two\nlines \u{1f600}",
    longDescription: "two\n\nparagraphs\u0007",
    deb: { depends: ["a", evil], section: "x\u2028y", files: { "/opt/a\nb": "a" } },
    rpm: { provides: ["a\u0085b", "a\uffffb"] },
  };
  expect(output({}, { bundle, files: { a: "" } }).errors.toSorted()).toEqual([
    "framework.bundle.copyright: may hold no control characters, such as U+D83D here",
    "framework.bundle.deb.depends[1]: may hold no control characters, such as U+000A here",
    'framework.bundle.deb.files["/opt/a\\nb"]: is a name that may hold no control characters, such as U+000A here',
    "framework.bundle.deb.section: may hold no control characters, such as U+2028 here",
    "framework.bundle.longDescription: may hold no control characters, such as U+0007 here",
    "framework.bundle.publisher: may hold no control characters, such as U+000A here",
    "framework.bundle.rpm.provides[0]: may hold no control characters, such as U+0085 here",
    "framework.bundle.rpm.provides[1]: may hold no control characters, such as U+FFFF here",
  ]);
});

test("each window has its own label, and a label has letters and digits of any script", () => {
  expect(output({ windows: [{}, { label: "zwei" }, { label: "窗口3" }] })).toEqual(nothing);
  expect(output({ windows: [{ label: "a" }, { label: "a" }] }).errors).toEqual([
    "framework.windows[1].label: is the label of another window, too",
  ]);
  expect(output({ windows: [{}, {}] }).errors).toEqual([
    'framework.windows[1].label: is missing: without it the label is "main", which another window has, too',
  ]);
  expect(
    output({ windows: [{ label: "a-b" }, { label: "c\u200Bd" }, { label: "" }] }).errors,
  ).toEqual([
    'framework.windows[0].label: may hold only letters and digits, not "-"',
    "framework.windows[1].label: may hold only letters and digits, not U+200B",
    'framework.windows[2].label: may not be empty; for example "main"',
  ]);
});

test("the least size of a window is not above the greatest", () => {
  expect(output({ windows: [{ minWidth: 100, maxWidth: 100, width: 100 }] })).toEqual(nothing);
  expect(
    output({ windows: [{ minWidth: 101, maxWidth: 100, minHeight: 5, maxHeight: 4 }] }).errors,
  ).toEqual([
    "framework.windows[0].minWidth: is more than maxWidth, 100",
    "framework.windows[0].minHeight: is more than maxHeight, 4",
  ]);
  expect(
    output({ windows: [{ width: 50, minWidth: 100, height: 900, maxHeight: 800 }] }).warnings,
  ).toEqual([
    "framework.windows[0].width: is less than minWidth, 100, which wins",
    "framework.windows[0].height: is more than maxHeight, 800, which wins",
  ]);
});

test("a window's sizes are no less than nothing, and its address is one", () => {
  const windows = [
    { height: -1, maxWidth: -5 },
    { label: "b", url: "http://" },
    { label: "c", url: "localhost:1420/x" },
    { label: "d", url: "file:///etc/hosts" },
  ];
  const wanted =
    "must begin with http:, https:, framework:, asset:, data:, about: or be a path in the application";
  expect(output({ windows }).errors).toEqual([
    "framework.windows[0].height: must be 0 or more",
    "framework.windows[0].maxWidth: must be 0 or more",
    "framework.windows[1].url: must be an address or a path in the application",
    `framework.windows[2].url: ${wanted}`,
    `framework.windows[3].url: ${wanted}`,
  ]);
  for (const url of [
    "https://example.org",
    "users/1?a#b",
    "/x.html",
    "http://localhost:1420",
    "http:x",
    "about:blank",
    "FRAMEWORK://localhost/x",
  ])
    expect(output({ windows: [{ url, width: 0 }] })).toEqual(nothing);
});

test("a window's user agent can be a header", () => {
  const userAgents = [
    "",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "App (for (a) \\) (b)) more/1  (caf\u00e9)",
  ];
  const labelled = (list: readonly string[]) =>
    list.map((userAgent, index) => ({ label: `w${index}`, userAgent }));
  expect(output({ windows: labelled(userAgents) })).toEqual(nothing);
  expect(output({ windows: labelled(["App\r\nEvil: x", "a\0b", "a\u0085"]) }).errors).toEqual(
    ["U+000D", "U+0000", "U+0085"].map(
      (found, index) =>
        `framework.windows[${index}].userAgent: may hold no control characters, such as ${found} here`,
    ),
  );
  const others = [
    "Caf\u00e9/1",
    "App, 1",
    "App (a",
    "App (a \\)",
    "App a)",
    "App(a)",
    "a/1/2",
    " ",
    "(a)",
    "a (\u{1F600})",
  ];
  expect(output({ windows: labelled(others) }).errors).toEqual(
    others.map(
      (_, index) =>
        `framework.windows[${index}].userAgent: must be made of products and comments, for example "My-App/1.0 (for Linux)"`,
    ),
  );
});

test("a policy, which becomes a header, holds no control characters but those between its lines", () => {
  const csp = {
    "default-src": ["'self'", "https://a.example\u2028"],
    "img-src": "data:\n\t'self'",
  };
  const devCsp = "default-src 'self';\n\timg-src 'self'";
  expect(output({ security: { csp, devCsp } }).errors).toEqual([
    "framework.security.csp.default-src[1]: may hold no control characters, such as U+2028 here",
  ]);
  expect(output({ security: { csp: devCsp, devCsp: "default-src\0 'self'" } }).errors).toEqual([
    "framework.security.devCsp: may hold no control characters, such as U+0000 here",
  ]);
});

test("the scope of files is for pictures, programs' folders and forms, too", () => {
  const fs = { scope: ["$APPDATA/*"] };
  const scoped = (allowlist: object) => output({ allowlist: { fs, ...allowlist } }).warnings;
  for (const allowlist of [
    { window: { setIcon: true } },
    { notification: { all: true } },
    { shell: { execute: true } },
    { http: { request: true, scope: ["https://example.org/*"] } },
  ])
    expect(scoped(allowlist).filter((line) => line.includes("fs.scope"))).toEqual([]);
  expect(scoped({ window: { setTitle: true } })).toEqual([
    "framework.allowlist.fs.scope: has no effect: set a flag of framework.allowlist.fs to true",
  ]);
});

test("the scopes of files and addresses are for plugins, too", () => {
  const allowlist = { fs: { scope: ["$APPDATA/*"] }, http: { scope: ["https://example.org/*"] } };
  const without = (name: string, flags: object) =>
    output(
      { allowlist },
      { overrides: [JSON.stringify({ plugins: { [name]: { allowlist: flags } } })] },
    )
      .warnings.filter((line) => line.includes(".scope: has no effect"))
      .map((line) => line.split(".")[2]);
  expect(without("upload", { all: true })).toEqual([]);
  expect(without("of-another-author", { use: true })).toEqual([]);
  expect(without("websocket", { connect: true })).toEqual(["fs"]);
  expect(without("fs-watch", { watch: true })).toEqual(["http"]);
  expect(without("upload", { upload: false })).toEqual(["fs", "http"]);
  expect(without("store", { all: true })).toEqual(["fs", "http"]);
});

test("names of the app are no longer than files may be called", () => {
  const most = { productName: "\u65e5".repeat(42) + "aa", version: `1.0.0-${"a".repeat(74)}` };
  const identifier = `a.${"b".repeat(126)}`;
  const windows = [{ label: "a".repeat(200) }];
  expect(output({ windows }, { bundle: { identifier }, app: most })).toEqual(nothing);
  const more = { productName: `${most.productName}a`, version: `${most.version}a` };
  expect(
    output(
      { windows: [{ label: "a".repeat(201) }] },
      { bundle: { identifier: `${identifier}b` }, app: more },
    ).errors,
  ).toEqual([
    "package.productName: must be shorter, because files are named after it: at most 128 bytes of UTF-8, it has 129",
    "package.version: must be shorter, because files are named after it: at most 80 characters, it has 81",
    "framework.bundle.identifier: must be shorter: at most 128 characters, it has 129",
    "framework.windows[0].label: must be shorter: at most 200 characters, it has 201",
  ]);
  expect(output({}, { app: { productName: "aB".repeat(43) + "a" } }).errors).toEqual([
    `package.productName: must be shorter, because files are named after it: at most 128 characters as a package is called, "${"a-b".repeat(43)}a" has 130`,
  ]);
});

test("the identifier has its letters only, and build refuses the one of the template", () => {
  const errors = (identifier: string, command: "dev" | "build" = "build") =>
    output({}, { bundle: { identifier }, command }).errors.map((line) =>
      line.replace("framework.bundle.identifier: ", ""),
    );
  expect(errors("com.Example-2.app-1")).toEqual([]);
  expect(errors("com.framework.dev", "dev")).toEqual([]);
  expect(errors("com.framework.dev")).toEqual([
    "is the one every new project has: choose your own",
  ]);
  expect(errors("com.exämple")).toEqual([
    'may hold only letters from A to Z, digits, "-" and ".", not "ä"',
  ]);
  // Without its letter it would begin with a dot, so that is not suggested.
  expect(errors("ä.b")).toEqual([
    'may hold only letters from A to Z, digits, "-" and ".", not "ä"; for example "com.example.my-app"',
  ]);
  expect(errors("com..x")).toEqual(['may not begin or end with ".", or hold two in a row']);
});

test("an active updater needs a key, and addresses of production are https", () => {
  const updater = (value: object, command: "dev" | "build" = "build") =>
    output({ updater: value }, { command });
  const endpoints = ["https://x.example/{{target}}/{{arch}}/{{current_version}}"];
  const pubkey = `untrusted comment: x\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3`;
  expect(updater({ active: true, pubkey, endpoints })).toEqual(nothing);
  expect(updater({ active: true, endpoints }).errors).toEqual([
    "framework.updater.pubkey: is missing: an active updater needs the key that updates are checked with",
  ]);
  expect(updater({ active: true, pubkey: "k", endpoints }).errors).toEqual([
    "framework.updater.pubkey: must be a public key of minisign: a line of comment and a line of base64, or both as base64 once more",
  ]);
  expect(updater({ active: true, pubkey: `${pubkey}\n${pubkey}`, endpoints }).errors).toEqual([
    "framework.updater.pubkey: must be one public key of minisign, not 2",
  ]);
  expect(updater({ active: false, pubkey: "k", endpoints })).toEqual(nothing);
  expect(updater({ active: true, pubkey }).warnings).toEqual([
    "framework.updater.active: has no address to ask: set endpoints",
  ]);
  expect(updater({ endpoints: ["http://x.example"] })).toEqual({
    errors: ["framework.updater.endpoints[0]: must begin with https:// in production"],
    warnings: [],
  });
  expect(updater({ endpoints: ["http://x.example"] }, "dev").errors).toEqual([]);
  expect(updater({ endpoints: ["x.example", "https://x/{{os}}", "ftp://x"] }).errors).toEqual([
    "framework.updater.endpoints[0]: must be an address that begins with https://",
    "framework.updater.endpoints[1]: has an unknown variable, {{os}}: use {{current_version}}, {{channel}}, {{target}} or {{arch}}",
    "framework.updater.endpoints[2]: must be an address that begins with https://",
  ]);
});

test("messages suggest the likely intention", () => {
  const suggestions = (
    framework: object,
    bundle = {},
    productName = "A",
  ): Record<string, readonly string[]> => {
    const config = {
      package: { productName, version: "1.0.0" },
      framework: { ...framework, bundle: { identifier: "a.b", ...bundle } },
    };
    using dir = tempDir({ "framework.conf.json": JSON.stringify(config) });
    const { problems, warnings } = loadConfig({
      from: dir.path,
      system: "linux",
      command: "config",
    });
    return Object.fromEntries([...problems, ...warnings].map((one) => [one.path, one.suggestions]));
  };
  const scope = [
    "$RESOURCE/../**",
    "*",
    "~/notes/*",
    "$MUSIC/**",
    "$DOCUMENTS/**",
    "$HOME\\a\\*",
    "a/b",
  ];
  const at = "framework.allowlist";
  expect(suggestions({ allowlist: { fs: { all: true, scope } } })).toEqual({
    [`${at}.fs.scope[0]`]: ['"$RESOURCE/**"'],
    [`${at}.fs.scope[1]`]: ['"**"'],
    [`${at}.fs.scope[2]`]: ['"$HOME/notes/*"'],
    [`${at}.fs.scope[3]`]: ['"$AUDIO/**"'],
    [`${at}.fs.scope[4]`]: ['"$DOCUMENT/**"'],
    [`${at}.fs.scope[5]`]: ['"$HOME/a/*"'],
    [`${at}.fs.scope[6]`]: [],
  });
  expect(suggestions({ windows: [{ url: "localhost:1420/x" }] })).toEqual({
    "framework.windows[0].url": ['"http://localhost:1420/x"'],
  });
  expect(
    suggestions({
      allowlist: { http: { all: true, scope: [" https://a.example/*", "a.example/*"] } },
    }),
  ).toEqual({
    [`${at}.http.scope[0]`]: ['"https://a.example/*"'],
    [`${at}.http.scope[1]`]: ['"https://a.example/*"'],
  });
  expect(
    suggestions(
      { allowlist: { shell: { sidecar: true, scope: [{ name: "protoc", sidecar: true }] } } },
      { externalBin: ["other", "protoc-vendored/protoc"] },
    ),
  ).toEqual({ [`${at}.shell.scope[0].name`]: ['"protoc-vendored/protoc"'] });
  expect(suggestions({}, { macOS: { exceptionDomain: "http://Example.com:3000/a" } })).toEqual({
    "framework.bundle.macOS.exceptionDomain": ['"example.com"'],
  });
  expect(suggestions({}, {}, "TCP/IP Tool")).toEqual({ "package.productName": [] });
  expect(
    suggestions({ windows: [{ label: "main_window" }] }, { identifier: "com.my_app" }),
  ).toEqual({
    "framework.windows[0].label": ['"mainwindow"'],
    "framework.bundle.identifier": ['"com.my-app"'],
  });
  expect(
    suggestions({
      updater: {
        endpoints: ["https://x.example/{{version}}", "https://x.example/{{ target }}", "x.example"],
      },
    }),
  ).toEqual({
    "framework.updater.endpoints[0]": ['"https://x.example/{{current_version}}"'],
    "framework.updater.endpoints[1]": ['"https://x.example/{{target}}"'],
    "framework.updater.endpoints[2]": ['"https://x.example"'],
  });
});

test("a runner that is no Bun is refused", () => {
  const refused = (runner: string) => {
    using dir = tempDir({
      "framework.conf.json": JSON.stringify({
        package: { version: "1.0.0" },
        framework: { bundle: { identifier: "a.b" } },
        build: { runner },
      }),
    });
    const { problems } = loadConfig({ from: dir.path, system: "linux", command: "config" });
    return problems.map((one) => one.path);
  };
  for (const runner of ["cargo", "/usr/bin/cargo", "C:\\node.exe", "npm.cmd"])
    expect([runner, refused(runner)]).toEqual([runner, ["build.runner"]]);
  for (const runner of ["bun", "./bun.sh", "cargo/bun", "/opt/node/bun"])
    expect([runner, refused(runner)]).toEqual([runner, []]);
});

function bitmap(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(54);
  bytes.write("BM", "latin1");
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}

const icon = writePng({ width: 2, height: 2, pixels: new Uint8Array(16) });
const inIco = (png: Uint8Array) => writeIco([{ size: 2, png }]);
const broken = "must be a whole PNG file, and breaks off";
const damaged = "must be a whole PNG file, and has a wrong checksum";

/** The icon whose last byte before the two checksums at its end is another. */
const spoiled = Buffer.from(icon);
spoiled.writeUInt8(spoiled.readUInt8(icon.length - 17) ^ 1, icon.length - 17);

for (const [what, name, bytes, wanted] of [
  ["a PNG", "a.png", icon, null],
  ["an ICO of a PNG", "a.ico", inIco(icon), null],
  ["an SVG", "a.svg", '<?xml version="1.0"?><svg/>', null],
  ["an ICNS", "a.icns", icns([icon]), null],
  ["half a PNG", "a.png", icon.subarray(0, -20), broken],
  ["a damaged PNG", "a.png", spoiled, damaged],
  ["an ICO of a damaged PNG", "a.ico", inIco(spoiled), damaged],
  ["an ICO of half a PNG", "a.ico", inIco(icon.subarray(0, -20)), broken],
  [
    "half an ICO",
    "a.ico",
    inIco(icon).subarray(0, -1),
    "must be a whole ICO file with a picture in it",
  ],
  ["an empty ICO", "a.ico", writeIco([]), "must be a whole ICO file with a picture in it"],
  ["text", "a.png", "x", "must be a PNG, JPEG, GIF, BMP, ICO or WebP picture"],
  ["nothing", "a.png", "", "must be a PNG, JPEG, GIF, BMP, ICO or WebP picture"],
  ["an ICO with another name", "a.png", inIco(icon), "must be a PNG file, as its name says"],
  ["a PNG with another name", "a.ico", icon, "must be an ICO file, as its name says"],
  ["an ICNS that is none", "a.icns", icon, "must be an ICNS file, as its name says"],
  ["an SVG that is none", "a.svg", "<html>", "must be an SVG picture, as its name says"],
  [
    "a picture that is too large",
    "a.png",
    blackPng(30_000, 30_000, 0),
    "is too large: it has 30000 × 30000 pixels, and may have 16777216 at most",
  ],
] as const) {
  test(`${what} as an icon: ${wanted ?? "all is well"}`, () => {
    const files = { [name]: bytes };
    const errors = (path: string) => (wanted === null ? [] : [`${path}: ${wanted}`]);
    for (const command of ["dev", "build", "config"] as const) {
      const { errors: inBundle } = output({}, { bundle: { icon: [name] }, files, command });
      expect(inBundle).toEqual(errors("framework.bundle.icon[0]"));
      const { errors: inTray } = output({ systemTray: { iconPath: name } }, { files, command });
      expect(inTray).toEqual(errors("framework.systemTray.iconPath"));
    }
  });
}

test("a package has an icon that its system shows, or is warned about", () => {
  const png = (width: number, height = width) => blackPng(width, height, 0);
  const files = {
    "a.png": png(1024),
    "b.png": png(17),
    "c.png": png(64, 32),
    "d.png": png(64),
    "e.svg": "<svg/>",
  };
  const all = { ...files, "f.ico": inIco(icon), "g.icns": icns([icon]) };
  const warned = (names: readonly string[], options = {}) =>
    output({}, { bundle: { active: true, icon: names }, files: all, ...options }).warnings.length;
  expect(warned(["a.png", "b.png", "c.png"])).toBe(1);
  for (const more of ["d.png", "e.svg"]) expect(warned(["a.png", more])).toBe(0);
  for (const system of systems) expect(warned([], { system })).toBe(0);
  const shown = (system: System) =>
    Object.keys(all).filter((file) => warned(["c.png", file], { system }) === 0);
  expect([shown("windows"), shown("macos")]).toEqual([
    ["b.png", "d.png", "f.ico"],
    ["a.png", "d.png", "g.icns"],
  ]);
  expect(output({}, { bundle: { icon: ["a.png"] }, files }).warnings).toEqual([]);
});

test("the place of pages is a path, or a whole address of a server", () => {
  const found = (place: string) => {
    const build = { devPath: place, distDir: place };
    using dir = tempDir({
      "framework.conf.json": JSON.stringify({
        package: { productName: "A", version: "1.0.0" },
        build,
      }),
    });
    const { problems } = loadConfig({ from: dir.path, system: "linux", command: "dev" });
    return problems.map(({ path, suggestions }) => [path, ...suggestions]);
  };
  for (const place of [
    "http://localhost:5173",
    "HTTPS://example.org/a",
    "../page",
    "C:\\page",
    "C://page",
  ])
    expect(found(place)).toEqual([]);
  for (const place of ["http://", "http://localhost:99999", "htp://localhost:1", "file:///page"])
    expect(found(place)).toEqual([["build.devPath"], ["build.distDir"]]);
  for (const [place, meant] of [
    ["localhost:5173", "http://localhost:5173"],
    ["127.0.0.1:3000/app", "http://127.0.0.1:3000/app"],
    ["[::1]:8080", "http://[::1]:8080"],
    ["//localhost:5173", "http://localhost:5173"],
  ] as const)
    expect(found(place)).toEqual(
      ["build.devPath", "build.distDir"].map((path) => [path, JSON.stringify(meant)]),
    );
});

test("a page's folder is not one around the project", () => {
  const problem = (field: string) =>
    `build.${field}: may not be a folder around the project: name the one with the page`;
  const errors = (build: object) => output({}, { overrides: [JSON.stringify({ build })] }).errors;
  expect(errors({ devPath: "../..", distDir: "/" })).toEqual([
    problem("devPath"),
    problem("distDir"),
  ]);
  expect(errors({ devPath: "..", distDir: "../../web/dist" })).toEqual([]);
});

test("files that are named are there, for the system that is built for", () => {
  const bundle = {
    icon: ["a.png"],
    deb: { changelog: "log" },
    windows: { nsis: { license: "l" } },
  };
  expect(output({}, { bundle }).errors).toEqual([
    "framework.bundle.icon[0]: is not there",
    "framework.bundle.deb.changelog: is not there",
  ]);
  expect(output({}, { bundle, files: { "a.png": icon, log: "x" } })).toEqual(nothing);
  expect(output({}, { bundle, system: "windows" }).errors).toEqual([
    "framework.bundle.icon[0]: is not there",
    "framework.bundle.windows.nsis.license: is not there",
  ]);
  expect(output({}, { bundle, command: "dev" }).errors).toEqual([]);
  expect(output({}, { bundle: { icon: ["dir"] }, files: { "dir/x": "" } }).errors).toEqual([
    "framework.bundle.icon[0]: must be a file",
  ]);
  const globs = { bundle: { icon: ["icons/*.png", "icons/[a].png"] } };
  expect(output({}, { ...globs, files: { "icons/a.png": icon, "icons/b.png": icon } })).toEqual(
    nothing,
  );
  expect(output({}, { ...globs, files: { "icons/b.png": "text" } }).errors).toEqual([
    "framework.bundle.icon[0]: must be a PNG, JPEG, GIF, BMP, ICO or WebP picture",
    "framework.bundle.icon[1]: matches no file",
  ]);
  const outside = ["/**", "/**/*.png", "icons/../../../**/*.png", "../../../**"];
  if (process.platform !== "win32") outside.push("/usr/**");
  for (const pattern of outside) {
    const { errors } = output({}, { bundle: { icon: [pattern], resources: [pattern] } });
    expect(errors.map((text) => text.replace(/in ".*?"/, "in …"))).toEqual([
      'framework.bundle.icon[0]: would be searched for in …, outside of the project: name that folder or its files themselves, without "*"',
      'framework.bundle.resources[0]: would be searched for in …, outside of the project: name that folder or its files themselves, without "*"',
    ]);
  }
  // In a file there is no other one, either; Bun has an error of its own for that.
  for (const iconPath of ["t.png", "package.json/t.png"]) {
    const files = { "package.json": "{}" };
    expect(output({ systemTray: { iconPath } }, { command: "dev", files }).errors).toEqual([
      "framework.systemTray.iconPath: is not there",
    ]);
  }
  for (const iconPath of ["dir", ""]) {
    expect(output({ systemTray: { iconPath } }, { files: { "dir/x": "" } }).errors).toEqual([
      "framework.systemTray.iconPath: must be a file",
    ]);
  }
  const misspelt = {
    systemTray: { iconpath: "t.png" },
    pattern: { use: "isolation", options: { Dir: "iso" } },
  };
  expect(output(misspelt).errors).toEqual([
    "framework.systemTray.iconpath: unknown field",
    "framework.pattern.options.Dir: unknown field",
  ]);
  const pattern = { use: "isolation", options: { dir: "iso" } };
  expect(output({ pattern }).errors).toEqual([
    "framework.pattern.options.dir: must be a folder with an index.html",
  ]);
  expect(output({ pattern }, { files: { "iso/index.html": "" } })).toEqual(nothing);
});

test("images of installers have their size: needed for MSI, recommended for the other", () => {
  const windows = { wix: { bannerPath: "b.bmp" }, nsis: { headerImage: "h.bmp" } };
  const given = (banner: Uint8Array | string, header: Uint8Array | string) =>
    output(
      {},
      { bundle: { windows }, system: "windows", files: { "b.bmp": banner, "h.bmp": header } },
    );
  expect(given(bitmap(493, 58), bitmap(150, -57))).toEqual(nothing);
  expect(given(bitmap(490, 58), bitmap(150, 58))).toEqual({
    errors: ["framework.bundle.windows.wix.bannerPath: is 490x58 pixels: 493x58 is needed"],
    warnings: [
      "framework.bundle.windows.nsis.headerImage: is 150x58 pixels: 150x57 is recommended",
    ],
  });
  const whole = Buffer.concat([bitmap(493, 58), Buffer.alloc(1480 * 58)]);
  whole.writeUInt32LE(54, 10);
  whole.writeUInt16LE(24, 28);
  expect(given(whole, bitmap(150, 57))).toEqual(nothing);
  expect(given(whole.subarray(0, -1), whole.subarray(0, 54)).errors).toEqual([
    "framework.bundle.windows.wix.bannerPath: must be a whole bitmap, and breaks off",
    "framework.bundle.windows.nsis.headerImage: must be a whole bitmap, and breaks off",
  ]);
  expect(given("PNG", "").errors).toEqual([
    "framework.bundle.windows.wix.bannerPath: must be a bitmap (.bmp)",
    "framework.bundle.windows.nsis.headerImage: must be a bitmap (.bmp)",
  ]);
});

test("transparent windows are opaque without the private interfaces, on macOS only", () => {
  const windows = [{ transparent: true }];
  expect(output({ windows })).toEqual(nothing);
  expect(output({ windows, macOSPrivateApi: true }, { system: "macos" })).toEqual(nothing);
  expect(output({ windows }, { system: "macos" })).toEqual({
    errors: [],
    warnings: [
      "framework.windows[0].transparent: has no effect on macOS: the window is opaque without framework.macOSPrivateApi, with which the application is not accepted by the store",
    ],
  });
});

test("effects that a system does not have are said, unless a colour is in their place", () => {
  const windows = [
    { label: "a", effects: ["mica", "sidebar"] },
    { label: "b", effects: ["acrylic"], effectsFallback: "#1e1e2e" },
    { label: "c", effectsFallback: "#1e1e2e" },
  ] as const;
  const unneeded = "framework.windows[2].effectsFallback: has no effect without effects";
  expect(output({ windows }).warnings).toEqual([
    "framework.windows[0].effects: has no effect on Linux: it has none; effectsFallback is a colour in their place",
    unneeded,
  ]);
  expect(output({ windows }, { system: "windows" }).warnings).toEqual([unneeded]);
  expect(output({ windows }, { system: "macos" }).warnings).toEqual([
    ...[0, 1].map(
      (index) =>
        `framework.windows[${index}].effects: has no effect on macOS: the page is opaque without framework.macOSPrivateApi`,
    ),
    unneeded,
  ]);
  const isPrivate = { macOSPrivateApi: true };
  expect(output({ windows, ...isPrivate }, { system: "macos" }).warnings).toEqual([unneeded]);
});

test("on Windows, windows share the arguments of the first that has some", () => {
  const windows = [
    { label: "a" },
    { label: "b", additionalBrowserArgs: "--one" },
    { label: "c", additionalBrowserArgs: "--one" },
    { label: "d", additionalBrowserArgs: "--two" },
  ];
  const { errors, warnings } = output({ windows }, { system: "windows" });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    "framework.windows[3].additionalBrowserArgs: has no effect: the first window that has some decides for all, since they share one browser process",
  ]);
  expect(output({ windows: windows.slice(1, 3) }, { system: "windows" })).toEqual(nothing);
});

test("windows share the theme of the last that has one", () => {
  const windows = [
    { label: "a", theme: "Dark" },
    { label: "b", theme: "Light" },
    { label: "c" },
  ] as const;
  expect(output({ windows })).toEqual({
    errors: [],
    warnings: [
      "framework.windows[0].theme: has no effect: all windows have one theme, and the last one that says so decides",
    ],
  });
  expect(output({ windows: windows.slice(1) })).toEqual(nothing);
  expect(output({ windows: [windows[0], { label: "b", theme: "Dark" }] })).toEqual(nothing);
});

test("rules of the command line name arguments that are there and can be kept", () => {
  const cli = (args: object[], more = {}) => output({ windows: [], cli: { args, ...more } }).errors;
  expect(
    cli([
      {
        name: "a",
        short: "-a",
        takesValue: true,
        multiple: true,
        requires: "b",
        requiresIf: ["b", "x"],
      },
      {
        name: "b",
        short: "b",
        minValues: 1,
        maxValues: 2,
        takesValue: true,
        conflictsWithAll: ["c"],
      },
      { name: "c", index: 1 },
      { name: "d", index: 2, multiple: true },
    ]),
  ).toEqual([]);
  expect(
    cli(
      [
        { name: "a", short: "x", requires: "bb", conflictsWithAll: ["a"] },
        { name: "a", short: "--xyz", multiple: true, requiredIfEq: ["zz", "1"] },
        { name: "bbb", takesValue: true, minValues: 3, maxValues: 2 },
        { name: "p", index: 1, multiple: true },
        { name: "q", index: 1 },
        { name: "r", index: 2 },
      ],
      { subcommands: { s: { args: [{ name: "t", conflictsWith: "a" }] } } },
    ),
  ).toEqual([
    "framework.cli.args[0].requires: names no argument of this command",
    "framework.cli.args[0].conflictsWithAll[0]: names the argument itself",
    "framework.cli.args[1].name: is the name of another argument, too",
    "framework.cli.args[1].short: is -x, which another argument has, too",
    "framework.cli.args[1].multiple: needs takesValue to be true",
    "framework.cli.args[1].requiredIfEq[0]: names no argument of this command",
    "framework.cli.args[2].minValues: is more than maxValues, 2",
    "framework.cli.args[3].multiple: is only possible for the last position",
    "framework.cli.args[4].index: is the position of another argument, too",
    "framework.cli.subcommands.s.args[0].conflictsWith: names no argument of this command",
  ]);
  const names = ["", "--b", "c d", "e=f", "g-h", "größe"].map((name) => ({ name }));
  const subcommands = { "": {}, "-x": {}, "a b": {}, "sub-command": {} };
  const unwritable = "may not be empty, begin with -, or hold spaces or =";
  expect(cli([...names, { name: "a file", index: 1 }], { subcommands })).toEqual([
    ...[0, 1, 2, 3].map((index) => `framework.cli.args[${index}].name: ${unwritable}`),
    ...['[""]', '["-x"]', '["a b"]'].map((key) => `framework.cli.subcommands${key}: ${unwritable}`),
  ]);
  expect(
    cli([
      { name: "a", numberOfValues: 0 },
      { name: "b", takesValue: true, maxValues: 0, possibleValues: [] },
      { name: "c", numberOfValues: 3, minValues: 4 },
      { name: "d", numberOfValues: 3, maxValues: 2 },
      { name: "e", numberOfValues: 3, minValues: 6, maxValues: 9, multipleOccurrences: true },
      { name: "f", index: 1, multipleOccurrences: true },
      { name: "g", index: 2, minValues: 2 },
      { name: "h", index: 3, minValues: 2, maxValues: 3 },
      { name: "i", index: 4, minValues: 2 },
    ]),
  ).toEqual([
    "framework.cli.args[0].numberOfValues: must be 1 or more",
    "framework.cli.args[1].maxValues: must be 1 or more",
    "framework.cli.args[1].possibleValues: must name a value: leave it out to allow any",
    "framework.cli.args[2].numberOfValues: is less than minValues, 4",
    "framework.cli.args[3].numberOfValues: is more than maxValues, 2",
    "framework.cli.args[5].multipleOccurrences: is only possible for the last position",
    "framework.cli.args[6].minValues: is only possible for the last position",
  ]);
  const file = { name: "file", index: 1, short: "f", requireEquals: true };
  const position = "has no effect: with index, an argument is recognized by its position alone";
  expect(output({ cli: { args: [file] } }).warnings).toEqual([
    `framework.cli.args[0].short: ${position}`,
    `framework.cli.args[0].requireEquals: ${position}`,
  ]);
  expect(cli([{ name: "n", requiresIf: ["n"] }])).toEqual([
    "framework.cli.args[0].requiresIf: must have exactly 2 items",
  ]);
});

test("a rule about a value that its argument cannot have is warned of", () => {
  const size = { name: "size", takesValue: true, possibleValues: ["s", "m"] };
  const args = [
    { ...size, requiresIf: ["flag", "l"] },
    { name: "flag", requiresIf: ["size", "true"], requiredIfEq: ["size", "xl"] },
    { name: "name", index: 1, requiresIf: ["flag", "x"], requiredIfEq: ["flag", "true"] },
    { name: "fine", takesValue: true, requiresIf: ["name", "x"], requiredIfEq: ["size", "m"] },
  ];
  const values = 'has no effect: possibleValues of "size" are s, m';
  const flag = 'has no effect: "flag" takes no value';
  expect(output({ cli: { args } })).toEqual({
    errors: [],
    warnings: [
      `framework.cli.args[0].requiresIf[1]: ${values}`,
      `framework.cli.args[1].requiresIf: ${flag}`,
      `framework.cli.args[1].requiredIfEq[1]: ${values}`,
      `framework.cli.args[2].requiredIfEq: ${flag}`,
    ],
  });
});

test("relations of packages for Linux are judged at their place, all of them", () => {
  const relation = "must be the name of a package and, if needed, a version behind it";
  const deb = { depends: ["a (>= 1)", "b >= 1", "c | d, e", ""], replaces: ["f = "] };
  const rpm = { depends: ["a >= 1", "b c d", "(e or f)"], obsoletes: ["g >> 1"], release: "1-2" };
  expect(
    output({}, { bundle: { deb, rpm } }).errors.map((one) => one.split(", such as")[0] ?? ""),
  ).toEqual([
    `framework.bundle.deb.depends[1]: ${relation}`,
    `framework.bundle.deb.depends[3]: ${relation}`,
    `framework.bundle.deb.replaces[0]: ${relation}`,
    "framework.bundle.rpm.depends[1]: must be a name, or a name, one of < <= = >= > and a version, or a boolean dependency such as (one or other)",
    "framework.bundle.rpm.obsoletes[0]: must be a name, or a name, one of < <= = >= > and a version",
    "framework.bundle.rpm.release: may not be empty, and may hold only letters, digits and . _ + ~ ^",
  ]);
});

// The whole bundle section is settled for each system, and a build takes the part for its own.
test("a mistake in the settings of a system is an error in a build for that system, else a warning", () => {
  const control = "a\nb";
  const bundle = {
    deb: { depends: ["b >= 1"], section: control },
    rpm: { obsoletes: ["g >> 1"], release: "1-2" },
    dmg: { background: "a.svg" },
    macOS: { signingIdentity: control },
    windows: {
      certificateThumbprint: "a",
      timestampUrl: control,
      wix: { language: ["en-UK"] },
      nsis: { languages: ["german"] },
    },
  };
  const wrong = {
    linux: ["deb.depends[0]", "deb.section", "rpm.obsoletes[0]", "rpm.release"],
    macos: ["dmg.background", "macOS.signingIdentity"],
    windows: [
      "windows.certificateThumbprint",
      "windows.nsis.languages[0]",
      "windows.timestampUrl",
      "windows.wix.language[0]",
    ],
  };
  for (const system of systems) {
    for (const command of ["dev", "build", "config"] as const) {
      const { errors, warnings } = output(
        {},
        { bundle, system, command, files: { "a.svg": "<svg/>" } },
      );
      const fields = (lines: string[]) =>
        lines.map((line) => line.slice("framework.bundle.".length, line.indexOf(":"))).toSorted();
      const others = systems.filter((one) => one !== system).flatMap((one) => wrong[one]);
      expect([system, command, fields(errors), fields(warnings)]).toEqual([
        system,
        command,
        wrong[system].toSorted(),
        others.toSorted(),
      ]);
    }
  }
});

test("a section of Debian's archive is one name, with an area before it if needed", () => {
  const errors = (section: string) => output({}, { bundle: { deb: { section } } }).errors;
  for (const section of ["", "utils", "contrib/games", "gnu-r", "Utility"])
    expect([section, errors(section)]).toEqual([section, []]);
  for (const section of ["My tools", "a/b/c", "utils, net", "/x"])
    expect(errors(section)).toEqual([
      'framework.bundle.deb.section: must be one name, after an area and "/" if needed; for example "utils"',
    ]);
});

test("a shared runtime is refused with formats that are named and carry their own", () => {
  const errors = (system: System, targets: unknown, more = {}) =>
    output({}, { bundle: { active: true, runtime: "shared", targets, ...more }, system }).errors;
  const cannot =
    'cannot be made with framework.bundle.runtime "shared": only deb and rpm share a runtime; ';
  const named = ["deb", "appimage", "nsis", "dmg"];
  const elsewhere = `${cannot}set it in framework.linux.conf.json alone`;
  expect(errors("linux", named)).toEqual([
    `framework.bundle.targets[1]: ${cannot}name only these, or set runtime to "own"`,
  ]);
  expect(errors("windows", named)).toEqual([`framework.bundle.targets[2]: ${elsewhere}`]);
  expect(errors("macos", named)).toEqual([`framework.bundle.targets[3]: ${elsewhere}`]);
  expect(errors("windows", "msi")).toEqual([`framework.bundle.targets: ${elsewhere}`]);
  for (const system of systems) {
    expect(errors(system, "all")).toEqual([]);
    expect(errors(system, ["deb", "rpm"])).toEqual([]);
    expect(errors(system, named, { runtime: "own" })).toEqual([]);
    expect(errors(system, named, { active: false })).toEqual([]);
  }
});

test("installer settings fit together", () => {
  const windows = {
    certificateThumbprint: "a",
    nsis: {
      languages: ["English", "german", "English"],
      customLanguageFiles: { German: "de.nsh", Klingon: "k.nsh" },
    },
  };
  const files = { "de.nsh": "", "k.nsh": "", "en.nsh": "", "a.svg": "" };
  const errors = (bundle: object, system: System = "windows") =>
    output({}, { bundle, system, files }).errors;
  expect(errors({ windows })).toEqual([
    "framework.bundle.windows.certificateThumbprint: needs digestAlgorithm, for example sha256",
    'framework.bundle.windows.nsis.languages[1]: "german" is no language of the installer, as English and SimpChinese are',
    "framework.bundle.windows.nsis.languages[2]: is named before: name each language once",
    'framework.bundle.windows.nsis.customLanguageFiles.German: is for "German", which is not in languages',
    'framework.bundle.windows.nsis.customLanguageFiles.Klingon: "Klingon" is no language of the installer, as English and SimpChinese are',
  ]);
  const cultures = (language: unknown) => errors({ windows: { wix: { language } } });
  const none = "is no language of the installer, as en-US and zh-CN are";
  expect(cultures("de_de")).toEqual([]);
  expect(cultures("German")).toEqual([`framework.bundle.windows.wix.language: "German" ${none}`]);
  expect(cultures(["en-US", "en-UK"])).toEqual([
    `framework.bundle.windows.wix.language[1]: "en-UK" ${none}`,
  ]);
  expect(cultures({ "fr-FR": {}, "": {} })).toEqual([
    `framework.bundle.windows.wix.language[""]: "" ${none}`,
  ]);
  const english = { nsis: { customLanguageFiles: { English: "en.nsh" } } };
  expect(output({}, { bundle: { windows: english }, system: "windows", files })).toEqual(nothing);
  expect(errors({ dmg: { background: "a.svg" } }, "macos")).toEqual([
    "framework.bundle.dmg.background: must be a png, jpg or gif image",
  ]);
});

test("a setting without effect is a warning", () => {
  const allowlist = {
    fs: { scope: ["/x"] },
    protocol: { assetScope: ["/x"] },
    shell: { scope: [{ name: "a", cmd: "a" }] },
    http: { scope: ["https://x.example/*"] },
    dialog: { all: true, open: false },
  };
  expect(output({ allowlist })).toEqual({
    errors: [],
    warnings: [
      "framework.allowlist.fs.scope: has no effect: set a flag of framework.allowlist.fs to true",
      "framework.allowlist.protocol.assetScope: has no effect: set asset to true",
      "framework.allowlist.shell.scope: has no effect: set execute or sidecar to true",
      "framework.allowlist.http.scope: has no effect: set request to true",
      "framework.allowlist.dialog.open: has no effect: dialog.all is true",
    ],
  });
  expect(output({ allowlist: { ...allowlist, dialog: {}, all: true } })).toEqual(nothing);
  const bundle = { active: true, targets: ["msi"] };
  expect(output({}, { bundle }).warnings).toEqual([
    "framework.bundle.targets: makes nothing here: none of these types is for linux",
  ]);
  expect(output({}, { bundle: { active: true, targets: ["deb", "updater"] } }).warnings).toEqual([
    "framework.bundle.targets[1]: makes nothing: framework.updater.active is false",
  ]);
  // One type is taken as a list of one.
  expect(output({}, { bundle: { active: true, targets: "Deb" } })).toEqual(nothing);
  expect(output({}, { bundle: { active: true, targets: "nsis" } })).toEqual({
    errors: [],
    warnings: ["framework.bundle.targets: makes nothing here: none of these types is for linux"],
  });
  const process = { all: true, exit: false, relaunchDangerousAllowSymlinkMacos: false };
  expect(output({ allowlist: { process } }).warnings).toEqual([
    "framework.allowlist.process.exit: has no effect: process.all is true",
  ]);
  expect(output({ windows: [{ resizable: false, maximizable: true }] }).warnings).toHaveLength(1);
});

test("both spellings of a webview runtime get a warning, and which one wins", () => {
  const windows = {
    webviewInstallMode: { type: "embedBootstrapper" },
    webviewFixedRuntimePath: "runtime",
    wix: { skipWebviewInstall: true },
  };
  expect(output({}, { bundle: { windows } }).warnings).toEqual([
    "framework.bundle.windows.webviewInstallMode: has no effect: webviewFixedRuntimePath wins",
    "framework.bundle.windows.webviewInstallMode: has no effect on the type msi: wix.skipWebviewInstall wins",
    "framework.bundle.windows.webviewFixedRuntimePath: is to be removed: use webviewInstallMode with the type fixedRuntime",
    "framework.bundle.windows.wix.skipWebviewInstall: is to be removed: use webviewInstallMode with the type skip",
  ]);
});

test("a value that a package cannot have is an error at its place, before a build", () => {
  const windows = {
    wix: {
      mergeRefs: ["Runtime"],
      language: { "ja-JP": {}, "de-DE": {}, "pl-PL": { localePath: "a" } },
    },
  };
  const macOS = { providerShortName: "Ada" };
  const files = { a: "" };
  const onWindows = output({}, { bundle: { windows, macOS }, system: "windows", files });
  const merge =
    "framework.bundle.windows.wix.mergeRefs: cannot be taken in, as merge modules cannot";
  const english =
    'framework.bundle.windows.wix.language.ja-JP: the installer\'s pages are in English, as it has no texts in "ja-JP"';
  const [first = "", second = "", ...others] = [...onWindows.errors, ...onWindows.warnings];
  expect([first, second].map((text) => text.replace(/: (install|\{).*/, "")).toSorted()).toEqual([
    english,
    merge,
  ]);
  expect(others).toEqual([]);
  expect(output({}, { bundle: { macOS }, system: "macos" }).warnings).toEqual([
    "framework.bundle.macOS.providerShortName: has no effect: a key for notarization belongs to one provider",
  ]);
});

test("every command warns of a field for other systems in the file of one system", () => {
  const files = {
    "framework.linux.conf.json":
      '{"framework": {"bundle": {"dmg": {}}, "windows": [{"hiddenTitle": true, "title": "A"}]}}',
  };
  for (const command of ["dev", "build", "config"] as const)
    expect(
      output({ windows: [{ titleBarStyle: "Overlay" }] }, { files, command }).warnings,
    ).toEqual([
      "framework.bundle.dmg: has an effect on macOS only, and this file is for linux",
      "framework.windows[0].hiddenTitle: has an effect on macOS only, and this file is for linux",
    ]);
});

// As templates have them: `copyright` and `timestampUrl` among others in those of Tauri 1.
test("an empty text of a bundle counts as not given", () => {
  const bundleOf = (bundle: object) => {
    using dir = tempDir({
      "framework.conf.json": JSON.stringify({
        package: { version: "1.0.0" },
        framework: { bundle: { identifier: "com.example.app", ...bundle } },
      }),
    });
    const loaded = loadConfig({ from: dir.path, system: "windows", command: "build" });
    return { bundle: loaded.config?.framework.bundle, problems: loaded.problems };
  };
  const texts = ["publisher", "copyright", "shortDescription", "longDescription"];
  const ofWindows = [
    "digestAlgorithm",
    "certificateThumbprint",
    "timestampUrl",
    "webviewFixedRuntimePath",
  ];
  const ofInstaller = ["template", "license", "headerImage", "sidebarImage", "installerIcon"];
  const empty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ""]));
  const deb = empty(["section", "desktopTemplate", "changelog"]);
  const windows = { ...empty(ofWindows), nsis: empty(ofInstaller) };
  expect(bundleOf({ ...empty(texts), deb, windows })).toEqual(bundleOf({ windows: { nsis: {} } }));
});

test("a minimumSystemVersion that is written is one that the runtime runs on, or gets a warning", () => {
  const version = (minimumSystemVersion: string) =>
    output({}, { bundle: { macOS: { minimumSystemVersion } }, system: "macos" });
  const field = "framework.bundle.macOS.minimumSystemVersion";
  const old = `${field}: is older than the runtime needs, so Info.plist will say 13.0: write "13.0"`;
  for (const one of ["10.13", "12", "10.15.7", "0.14"])
    expect([one, version(one)]).toEqual([one, { errors: [], warnings: [old] }]);
  for (const one of ["13", "13.0", "13.0.0", "13.0.1", "13.2", "14", "26.1"])
    expect([one, version(one)]).toEqual([one, nothing]);
  for (const one of ["Catalina", "13.", "v13"])
    expect(version(one).errors).toEqual([`${field}: must be a version such as "13.0"`]);
  expect(output({}, { bundle: { macOS: {} }, system: "macos" })).toEqual(nothing);
});

test("an empty minimumSystemVersion gets a warning, and the default is used; null stays", () => {
  const version = (minimumSystemVersion: string | null) => {
    using dir = tempDir({
      "framework.conf.json": JSON.stringify({
        package: { version: "1.0.0" },
        framework: { bundle: { identifier: "a.b", macOS: { minimumSystemVersion } } },
      }),
    });
    const loaded = loadConfig({ from: dir.path, system: "macos", command: "config" });
    return [loaded.config?.framework.bundle.macOS.minimumSystemVersion, loaded.warnings.length];
  };
  expect([version(""), version(null), version("14.0")]).toEqual([
    ["10.13", 1],
    [null, 0],
    ["14.0", 0],
  ]);
});

test("a field of another tool is an error with what there is in its place", () => {
  const { errors } = output({ trayIcon: {} }, { bundle: { appId: "x" } });
  expect(errors.map((line) => line.slice(0, line.indexOf(": unknown field: ")))).toEqual([
    "framework.bundle.appId",
    "framework.trayIcon",
  ]);
  expect(errors[1]).toBe(
    "framework.trayIcon: unknown field: the tray icon is framework.systemTray",
  );
});

test("a module that a plugin of Tauri is called after is refused with what there is in its place", () => {
  const { errors } = output({
    allowlist: { store: { all: true }, "clipboard-manager": { all: true } },
  });
  expect(errors).toEqual([
    "framework.allowlist.store: unknown field: in its place there is framework-plugin-store",
    "framework.allowlist.clipboard-manager: unknown field: in its place there is framework/api/clipboard",
  ]);
});

test("an entry of the menu is one thing, with an id and keys of its own", () => {
  const { errors } = output({
    menu: [
      {
        text: "File",
        items: [
          { id: "open", text: "Open", accelerator: "CmdOrCtrl+O" },
          { id: "open", text: "Again" },
          { id: "framework:role:quit", text: "Quit" },
          { text: "Nothing" },
          { id: "both", text: "Both", role: "copy" },
          { id: "bare" },
          { id: "keys", text: "Keys", accelerator: "Ctrl+Nothing" },
          { id: "plain", text: "Plain", accelerator: "S" },
          { role: "copy", checked: true },
        ],
      },
    ],
  });
  const at = "framework.menu[0].items";
  expect(errors).toEqual([
    `${at}[1].id: is the id of another item, too`,
    `${at}[2].id: may not begin with framework:`,
    `${at}[3]: must have exactly one of id, role, items and separator`,
    `${at}[4]: must have exactly one of id, role, items and separator`,
    `${at}[5]: needs a text beside id`,
    `${at}[6].accelerator: is no key combination: want the name of a key in place of "Nothing"`,
    `${at}[7].accelerator: must hold Control, Alt or the system's key: texts need it without`,
    `${at}[8].checked: has no effect beside role: leave it out`,
  ]);
});
