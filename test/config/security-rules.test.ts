// The rules about pages: scopes, policies, remote domains.

import { expect, test } from "bun:test";
import { loadConfig } from "../../src/config/read/load.ts";
import {
  checkDomain,
  checkPathPattern,
  checkRegex,
  checkUrlPattern,
} from "../../src/config/rules/patterns.ts";
import { systemDisk } from "../../src/app/scope/open/disk.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { nothing, output } from "./said.ts";

test("a program names what to run, and a sidecar is one that is shipped", () => {
  const shell = (scope: object[], bundle = {}) =>
    output({ allowlist: { shell: { execute: true, scope } } }, { bundle });
  expect(
    shell(
      [
        { name: "git", cmd: "git" },
        { name: "bin/x", sidecar: true },
      ],
      { externalBin: ["bin/x"] },
    ),
  ).toEqual(nothing);
  expect(
    shell([
      { name: "a" },
      { name: "a", cmd: "$HOMES/x" },
      { name: "b", sidecar: true },
      { name: "c", cmd: "c", args: ["x", { validator: "(" }] },
      { name: "d", cmd: "d", env: ["LANG", "A=b", "", "*"] },
    ]).errors,
  ).toEqual([
    "framework.allowlist.shell.scope[0].cmd: is missing: name the program to run, or set sidecar to true",
    "framework.allowlist.shell.scope[1].name: is the name of another entry, too",
    'framework.allowlist.shell.scope[1].cmd: has an unknown variable, "$HOMES"',
    expect.stringMatching(
      /^framework\.allowlist\.shell\.scope\[3\]\.args\[1\]\.validator: must be a regular expression/,
    ),
    'framework.allowlist.shell.scope[4].env[1]: must be the name of a variable, without "="',
    'framework.allowlist.shell.scope[4].env[2]: must be the name of a variable, without "="',
    "framework.allowlist.shell.scope[4].env[3]: must be the name of one variable: there is no pattern for them",
  ]);
});

test("patterns of scopes are read before anything is built", () => {
  const allowlist = {
    fs: { all: true, scope: { allow: ["$APPDATA/**", "x"], deny: ["/a/b**"] } },
    protocol: { asset: true, assetScope: ["$HOME/../x"] },
    http: { all: true, scope: ["https://ok.example/*", "example.com", "ftp://x"] },
  };
  expect(output({ allowlist }).errors).toEqual([
    'framework.allowlist.fs.scope.allow[1]: must start with "/", "**" or a variable such as $DOCUMENT',
    'framework.allowlist.fs.scope.deny[0]: must have "**" as a whole part, as in "a/**/b"',
    'framework.allowlist.protocol.assetScope[0]: may not hold ".."',
    'framework.allowlist.http.scope[1]: must be scheme, host and path, as in "https://*.example.com/api/*"',
  ]);
});

test("a scope may be a list of objects, whose patterns are read as well", () => {
  const scope = (...objects: object[]) =>
    output({ allowlist: { fs: { all: true, scope: objects } } });
  const at = "framework.allowlist.fs.scope";
  expect(scope({ allow: ["/a/**"], deny: ["/a/b"] }, { allow: ["/c"] })).toEqual({
    errors: [],
    warnings: [],
  });
  expect(scope({ allow: ["/a/**"] }, { allow: ["x"], deny: ["/a/b**"] }).errors).toEqual([
    `${at}[1].allow[0]: must start with "/", "**" or a variable such as $DOCUMENT`,
    `${at}[1].deny[0]: must have "**" as a whole part, as in "a/**/b"`,
  ]);
  expect(
    scope({ allow: ["/a/**"] }, { allow: ["/b"], requireLiteralLeadingDot: false }).errors,
  ).toEqual([
    `${at}[1].requireLiteralLeadingDot: must be the same in the whole list, which is one scope`,
  ]);
});

test("braces, which stand for themselves in a pattern, are warned of", () => {
  const allowlist = {
    fs: { all: true, scope: ["$HOME/*.{png,jpg}", "/a/{b}", "/a/{b}/{c,d}"] },
    http: { all: true, scope: ["https://x.example/{a,b}/*", "https://x.example/{id}"] },
  };
  expect(output({ allowlist })).toEqual({
    errors: [],
    warnings: [
      'framework.allowlist.fs.scope[0]: has "{png,jpg}", which stands for itself: write a pattern for each',
      'framework.allowlist.fs.scope[2]: has "{c,d}", which stands for itself: write a pattern for each',
      'framework.allowlist.http.scope[0]: has "{a,b}", which stands for itself: write a pattern for each',
    ],
  });
});

test("an expression for shell.open that does not say where it begins is warned of", () => {
  const warnings = (open: string) => output({ allowlist: { shell: { open } } }).warnings.length;
  expect(["^https://", "(^a|^b)", "(?:^a)", "https://", "\\.pdf$", ".*"].map(warnings)).toEqual([
    0, 0, 0, 1, 1, 1,
  ]);
});

test("a pattern for addresses says what it does not know", () => {
  const errors = (pattern: string) =>
    output({ allowlist: { http: { all: true, scope: [pattern] } } }).errors;
  const at = "framework.allowlist.http.scope[0]";
  expect([
    errors("https://x.example/v?/*"),
    errors("https://x.example/[ab"),
    errors("https://x.example/a/../b"),
    errors("https://x.example/50%"),
    errors("https://x.example/v[12]/**"),
  ]).toEqual([
    [
      `${at}: may not hold "?/*": a query is not compared; for any one character of a path write "*", and leave a query out to admit any`,
    ],
    [`${at}: has a "[" that is not closed; the character itself is written "[[]"`],
    [`${at}: may not have "." and ".." as names`],
    [`${at}: may not hold a "%" that begins no character: it is written "%25"`],
    [],
  ]);
});

test("scripts may not come from data: or blob: while nonces are put in", () => {
  const security = (value: object) =>
    output({ security: value }).errors.map((line) => line.split(",")[0]);
  expect(security({ csp: "default-src 'self'; img-src data: blob:" })).toEqual([]);
  expect(security({ csp: "default-src data:; script-src 'self'" })).toEqual([]);
  expect(
    security({ csp: "Script-Src 'self'  blob:", devCsp: { "default-src": ["'self'", "data:"] } }),
  ).toEqual([
    "framework.security.csp: lets scripts run from blob:",
    "framework.security.devCsp.default-src[1]: lets scripts run from data:",
  ]);
  expect(security({ csp: "script-src 'self'; script-src-elem blob:" })).toHaveLength(1);
  for (const csp of [
    "script-src 'self' 'unsafe-inline' data: blob:",
    { "default-src": "'unsafe-inline' blob:" },
  ])
    expect(security({ csp })).toEqual([]);
  // Beside a hash engines ignore 'unsafe-inline', so nonces are put in.
  expect(security({ csp: "script-src 'unsafe-inline' 'sha256-abc=' data:" })).toHaveLength(1);
  expect(security({ csp: "default-src 'self', script-src 'self' data:" })).toHaveLength(1);
  const csp = { "script-src": "data:" };
  expect(security({ csp, dangerousDisableAssetCspModification: true })).toEqual([]);
  expect(security({ csp, dangerousDisableAssetCspModification: ["script-src"] })).toEqual([]);
  expect(security({ csp, dangerousDisableAssetCspModification: ["style-src"] })).toHaveLength(1);
});

test("a directive that no engine knows gets a warning with the one that was meant", () => {
  const warned = (security: object) => output({ security }).warnings;
  const none = "is no directive of a policy, so engines pass over it";
  expect(warned({ csp: "defualt-src 'self'; img-src data:", devCsp: "scriptsrc 'none'" })).toEqual([
    `framework.security.csp: ${none}`,
    `framework.security.devCsp: ${none}`,
  ]);
  expect(
    warned({ csp: { "defualt-src": "'self'", "img-src": ["data:; stile-src", "'self'"] } }),
  ).toEqual([
    `framework.security.csp.defualt-src: ${none}`,
    `framework.security.csp.img-src[0]: ${none}`,
  ]);
  const csp = "default-src 'self' script-src 'self'; sandbox allow-scripts; report-to referrer";
  expect(warned({ csp })).toEqual([
    'framework.security.csp: is taken for a source of "default-src": put ";" before it',
  ]);
  const untouched = ["style-src", "Script-Src", "scrpt-src", "img-src"];
  expect(warned({ dangerousDisableAssetCspModification: untouched })).toEqual(
    [1, 2].map(
      (index) =>
        `framework.security.dangerousDisableAssetCspModification[${index}]: is no directive of a policy, so it leaves none alone`,
    ),
  );
  using dir = tempDir({
    "framework.conf.json5": `{package: {version: "1.0.0"}, framework: {security: {csp: "img-src 'self'; Defualt-Src 'self'"}}}`,
  });
  const { warnings } = loadConfig({ system: "linux", command: "config", from: dir.path });
  expect(warnings).toMatchObject([{ found: "Defualt-Src", suggestions: ['"default-src"'] }]);
});

test("a keyword without its quotes is an error that writes them", () => {
  const security = (given: object) => output({ security: given }).errors;
  const is = (name: string) => `is the name of a host without its quotes: write '${name}'`;
  expect(
    security({ csp: "default-src self; script-src 'self' Unsafe-Inline nonce-abc 'none" }),
  ).toEqual([
    `framework.security.csp: ${is("self")}`,
    `framework.security.csp: ${is("Unsafe-Inline")}`,
    `framework.security.csp: ${is("nonce-abc")}`,
    `framework.security.csp: ${is("none")}`,
  ]);
  expect(
    security({ devCsp: { "style-src": ["'self'", "sha256-abc="], "img-src": "none" } }),
  ).toEqual([
    `framework.security.devCsp.style-src[1]: ${is("sha256-abc=")}`,
    `framework.security.devCsp.img-src: ${is("none")}`,
  ]);
  // Names of other things, and of hosts.
  expect(
    security({ csp: "report-to self; sandbox; img-src self.example.org none.example" }),
  ).toEqual([]);
});

test("every directive that engines know, or knew, is taken", () => {
  const names =
    "base-uri child-src connect-src fenced-frame-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src navigate-to object-src plugin-types prefetch-src report-to report-uri require-sri-for require-trusted-types-for sandbox script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src upgrade-insecure-requests block-all-mixed-content reflected-xss referrer webrtc Default-SRC";
  const csp = names.split(" ").map((name) => `${name} 'none'`);
  expect(output({ security: { csp: csp.join("; ") } })).toEqual(nothing);
});

test("scripts inside of pages that need no nonce are warned of, styles are not", () => {
  const security = (value: object) => output({ security: value });
  expect(security({ csp: "default-src 'self'; style-src 'unsafe-inline'" })).toEqual(nothing);
  const { errors, warnings } = security({ csp: "script-src 'self' 'Unsafe-Inline'" });
  expect(errors).toEqual([]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toStartWith(
    "framework.security.csp: lets every script written into a page run",
  );
});

test("each source that lets scripts in is underlined where it is written, all at once", () => {
  const underlined = (text: string, file: string): string[] => {
    using dir = tempDir({ [file]: text, "package.json": '{"version": "1.0.0"}' });
    const { problems } = loadConfig({ from: dir.path, system: "linux", command: "config" });
    return problems.map(
      ({ place, path }) => `${path} ${place?.source.text.slice(place.start, place.end)}`,
    );
  };
  const json = (csp: string) =>
    `{"framework": {"bundle": {"identifier": "a.b"}, "security": {"csp": ${csp}}}}`;
  const at = "framework.security.csp";
  expect([
    underlined(json(`"img-src data:; script-src 'self' blob: data:"`), "framework.conf.json"),
    underlined(
      json(`{"img-src": "data:", "script-src": ["'self' BLOB:", "data:"]}`),
      "framework.conf.json",
    ),
    underlined(json(`{"script-src": "a.b blob:"}`), "framework.conf.json5"),
    underlined(
      `[framework.bundle]\nidentifier = "a.b"\n[framework.security]\ncsp = """\nimg-src data:;\nscript-src\n  data:"""`,
      "Framework.toml",
    ),
    // Written with an escape, so that the text has no place for each letter.
    underlined(json(`"script-src\\tdata:"`), "framework.conf.json"),
  ]).toEqual([
    [`${at} blob:`, `${at} data:`],
    [`${at}.script-src[0] BLOB:`, `${at}.script-src[1] data:`],
    [`${at}.script-src blob:`],
    [`${at} data:`],
    [`${at} "script-src\\tdata:"`],
  ]);
});

test("an entry that has no effect is a warning", () => {
  const allowlist = {
    http: { all: true, scope: ["wss://*", "framework://localhost/*", "https://user@x.example/*"] },
    shell: { sidecar: true, scope: [{ name: "tool", sidecar: true }] },
  };
  expect(output({ allowlist }, { bundle: { externalBin: ["bin/tool"] } })).toEqual({
    errors: [],
    warnings: [
      'framework.allowlist.http.scope[0]: has no effect: requests go to http and https addresses only, never to "wss://"',
      'framework.allowlist.http.scope[1]: has no effect: requests go to http and https addresses only, never to "framework://"',
      "framework.allowlist.http.scope[2]: has no effect: an address with a user name is always refused",
      "framework.allowlist.shell.scope[0].name: has no effect: framework.bundle.externalBin does not list it, and a sidecar is called, and its arguments are restricted, by the name it has there",
    ],
  });
});

test("a label that is wrong is one problem, whatever names it", () => {
  const windows = [{ label: "my_window" }, { label: "my_other" }, { label: "my_other" }];
  const dangerousRemoteDomainIpcAccess = ["a.example", "b.example"].map((domain) => ({
    domain,
    windows: ["my_window", "my_other"],
  }));
  const { errors, warnings } = output({ windows, security: { dangerousRemoteDomainIpcAccess } });
  expect([errors.length, warnings]).toEqual([3, []]);
});

test("a remote domain is a host alone, for windows that are there", () => {
  const scope = (domain: string, windows = ["main"]) =>
    output({ windows: [{}], security: { dangerousRemoteDomainIpcAccess: [{ domain, windows }] } });
  for (const domain of ["example.com", "127.0.0.1", "[::1]"])
    expect(scope(domain)).toEqual(nothing);
  for (const domain of [
    "https://example.com",
    "example.com:80",
    "example.com/x",
    "*.example.com",
    "",
  ]) {
    expect(scope(domain).errors).toHaveLength(1);
  }
  expect(scope("example.com", ["mian"]).warnings).toEqual([
    "framework.security.dangerousRemoteDomainIpcAccess[0].windows[0]: is the label of no window in the configuration",
  ]);
  // Extensions of windows that the app opens itself are reported once, and each likely misspelling.
  const many = Array.from({ length: 30 }, (_, number) => `extension${number}`);
  expect(scope("example.com", ["main", ...many, "mian"]).warnings).toEqual([
    "framework.security.dangerousRemoteDomainIpcAccess[0].windows: names windows that are not in the configuration, so the app has to open them by itself",
    "framework.security.dangerousRemoteDomainIpcAccess[0].windows[31]: is the label of no window in the configuration",
  ]);
});

test("a plugin that a remote domain may call is named as in its commands", () => {
  const plugins = ["log", "framework-plugin-log", "@a/framework-plugin-store", "plugin-x"];
  const dangerousRemoteDomainIpcAccess = [{ domain: "a.example", windows: ["main"], plugins }];
  const { errors, warnings } = output({
    windows: [{}],
    security: { dangerousRemoteDomainIpcAccess },
  });
  expect(errors).toEqual([]);
  expect(warnings).toEqual(
    [1, 2, 3].map(
      (at) =>
        `framework.security.dangerousRemoteDomainIpcAccess[0].plugins[${at}]: names a package: use the plugin's name in commands`,
    ),
  );
});

test("patterns are judged as the scopes of the app judge them", async () => {
  const { FsScope } = await import("../../src/app/scope/fs.ts");
  const { HttpScope } = await import("../../src/app/scope/network/http.ts");
  const { Grants } = await import("../../src/app/scope/grants/grants.ts");
  const fails = (make: () => unknown): boolean => {
    try {
      make();
      return false;
    } catch {
      return true;
    }
  };
  const paths =
    "/a/** ** **/x x ./x $HOME/x $HOME\\x $HOMES $home/x /a/b** /a/[b /a/[]] /a/[!]x] /a/[z-a] /a/[a-z] /a/../b C:/x C:\\x \\\\s\\t\\x \\\\?\\C:\\x \\\\s\\*\\x //s/t";
  const names = (await import("../../src/contract/paths.ts")).baseDirectories;
  for (const system of ["linux", "macos", "windows"] as const) {
    const home = system === "windows" ? "C:\\home" : "/home";
    const folders = Object.fromEntries(names.map((name) => [name, home])) as Record<
      (typeof names)[number],
      string
    >;
    for (const path of [...paths.split(" "), "", "/a\0b", "/a/[*]"]) {
      const refused = fails(
        () =>
          new FsScope({
            scope: [path],
            folders,
            grants: new Grants({ system, disk: systemDisk }),
            denied: [],
            system,
            disk: systemDisk,
            log: () => {},
          }),
      );
      expect({ system, path, refused }).toEqual({
        system,
        path,
        refused: checkPathPattern(path, system) !== null,
      });
    }
  }
  expect(checkPathPattern("\\\\?\\C:\\x\\*", "windows")?.suggestions).toEqual([
    JSON.stringify("C:\\x\\*"),
  ]);
  const urls =
    "https://x http://* *://x/* https://*.x/a/* https://a*.x x https:// ftp://x https://u@x https://x?q https://x#f https://x:80/ https://x:* https://x:0 https://[::1]/ https://x/../y https://x y https://b%zz https://x/50% https://x/%2e%2e/a https://x/v[12] https://x/v[ https://x/v[] https://x/[z-a] https://x/a/**/b https://x/*** https://x/v?/* https://x/[%] https://10.* wss://* framework://localhost/*";
  for (const url of [...urls.split(" "), "https://a b", "https://**"]) {
    const wrong = checkUrlPattern(url);
    expect({ url, refused: fails(() => new HttpScope([url])) }).toEqual({
      url,
      refused: wrong !== null && wrong.hasNoEffect !== true,
    });
  }
  const { RemoteScope } = await import("../../src/app/scope/network/remote.ts");
  for (const domain of "a.b ::1 [::1] 127.0.0.1 bücher.example https://a.b a.b:80 [::1]:80 a.b/x *.a.b u@a.b [a]".split(
    " ",
  )) {
    const entry = { scheme: null, domain, windows: [], plugins: [], enableFrameworkAPI: false };
    expect({ domain, refused: fails(() => new RemoteScope([entry])) }).toEqual({
      domain,
      refused: checkDomain(domain) !== null,
    });
  }
  expect([checkRegex("^a+$"), checkRegex("(")?.message]).toEqual([
    null,
    expect.stringContaining("must be a regular expression"),
  ]);
});
