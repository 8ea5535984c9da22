import { expect, test } from "bun:test";
import { readPage } from "../../src/cli/audit/page.ts";
import { findCapabilities } from "../../src/cli/audit/powers.ts";
import { findWarnings } from "../../src/cli/audit/warnings.ts";
import { allowlistFlags, type AllowlistModule } from "../../src/contract/commands/allowlist.ts";
import { settledConfig, type AuthorConfig } from "../support/config.ts";
import { tempDir } from "../../harness/temp-dir.ts";

type Framework = NonNullable<AuthorConfig["framework"]>;

const powers = (allowlist: NonNullable<Framework["allowlist"]>) =>
  findCapabilities(
    settledConfig({
      framework: { allowlist, bundle: { identifier: "a.b", externalBin: ["tool"] } },
    }),
  ).map(({ sentence }) => sentence);

const good = "default-src 'self'; base-uri 'self'";

/** The warnings: `field: danger`. */
function warnings(framework: Framework, page: Record<string, string> = {}): string[] {
  using dir = tempDir(page);
  const files = Object.keys(page).map((path) => ({ path, source: `${dir.path}/${path}` }));
  const config = settledConfig({ framework: { security: { csp: good }, ...framework } });
  return findWarnings(config, readPage(files)).map(
    ({ about, danger }) => `${about.join(" + ")}: ${danger}`,
  );
}

for (const [what, allowlist, expected] of [
  ["nothing", {}, []],
  ["a message", { dialog: { message: true } }, ["may show dialogs: message"]],
  [
    "files in a folder",
    { fs: { readFile: true, readDir: true, scope: ["$DOCUMENT/**", "$HOME/*"] } },
    [
      "may read and list anything below ~/Documents and anything directly in ~, except hidden ones that no pattern names",
      "may read and list paths that the user drops on a window",
    ],
  ],
  [
    "files with what is denied, and hidden ones",
    {
      fs: {
        readFile: true,
        scope: { allow: ["/data/**"], deny: ["/data/keys/**"], requireLiteralLeadingDot: false },
      },
    },
    [
      "may read anything below /data, hidden ones included, and except anything below /data/keys",
      "may read paths that the user drops on a window",
    ],
  ],
  [
    "programs",
    {
      shell: {
        execute: true,
        sidecar: true,
        open: true,
        scope: [
          { name: "git", cmd: "git", args: ["status", { validator: "\\w+" }], env: ["LANG", "TZ"] },
          { name: "ls", cmd: "ls", args: ["-la", { validator: "(?i)/[a-z]+\\/" }] },
          { name: "tool", sidecar: true, args: false },
        ],
      },
    },
    [
      'may run "git" with the arguments "status" /\\w+/, and give it the variables LANG and TZ',
      'may run "ls" with the arguments "-la" /(?i)\\/[a-z]+\\//',
      'may run "tool", which is shipped with the app, without arguments',
      "may open http, https, mailto and tel addresses with the user's application for them",
    ],
  ],
  [
    "requests",
    { http: { request: true, scope: ["https://api.example.org/*"] } },
    ["may send requests to https://api.example.org/*, past the page's own policy"],
  ],
  [
    "the clipboard",
    { clipboard: { readText: true } },
    ["may read the clipboard, whatever was copied into it"],
  ],
] as const) {
  test(`the powers of a page that is allowed ${what}`, () => {
    expect(powers(allowlist as NonNullable<Framework["allowlist"]>)).toEqual([...expected]);
  });
}

test("each flag that is on gives a page a power that is listed", () => {
  const scopes: Partial<Record<AllowlistModule, object>> = {
    fs: { scope: ["$DOCUMENT/**"] },
    http: { scope: ["https://api.example.org/*"] },
    protocol: { assetScope: ["$DOCUMENT/**"] },
    shell: { scope: [{ name: "git", cmd: "git" }] },
  };
  const unlisted = (Object.keys(allowlistFlags) as AllowlistModule[]).flatMap((module) =>
    [...allowlistFlags[module], "all"]
      .filter((flag) => powers({ [module]: { ...scopes[module], [flag]: true } }).length === 0)
      .map((flag) => `${module}.${flag}`),
  );
  // It lifts a check of relaunch, and allows nothing by itself.
  expect(unlisted).toEqual(["process.relaunchDangerousAllowSymlinkMacos"]);
  expect(powers({ dialog: { open: true, choose: true } })).toEqual([
    "may show dialogs: open and choose",
  ]);
});

test("an app with a good policy and nothing dangerous has no warnings", () => {
  const page = {
    "index.html": `<script src="/a.js"></script><script src="b.js"></script>`,
    "a.txt": "onclick",
  };
  expect(warnings({ allowlist: { dialog: { all: true } } }, page)).toEqual([]);
});

for (const [what, framework, field, word] of [
  ["no policy", { security: {} }, "framework.security.csp", "no policy"],
  [
    "'unsafe-inline'",
    { security: { csp: "script-src 'unsafe-inline'; object-src 'none'; base-uri 'self'" } },
    "framework.security.csp",
    "'unsafe-inline'",
  ],
  [
    "'unsafe-inline' in the directive that decides",
    {
      security: {
        csp: "script-src 'self'; script-src-elem 'unsafe-inline'; object-src 'none'; base-uri 'self'",
      },
    },
    "framework.security.csp",
    "'unsafe-inline'",
  ],
  [
    "'unsafe-eval', about which another directive decides",
    {
      security: {
        csp: "default-src 'self'; script-src-elem 'self'; script-src 'unsafe-eval'; base-uri 'self'",
      },
    },
    "framework.security.csp",
    "'unsafe-eval'",
  ],
  [
    "a source of scripts in the only one of two policies that restricts them",
    { security: { csp: { "object-src": "'none', script-src *", "base-uri": ["'self'"] } } },
    "framework.security.csp",
    "* for scripts",
  ],
  [
    "no base-uri",
    { security: { csp: "default-src 'self'" } },
    "framework.security.csp",
    "base-uri",
  ],
  [
    "a policy without scripts",
    { security: { csp: "object-src 'none'; base-uri 'self'" } },
    "framework.security.csp",
    "nothing of scripts",
  ],
  [
    "the whole home folder",
    { allowlist: { fs: { readFile: true, scope: ["$HOME/**"] } } },
    "framework.allowlist.fs.scope",
    "all that the user has",
  ],
  [
    "the whole disk in another spelling",
    { allowlist: { fs: { readFile: true, scope: ["/./**/**"] } } },
    "framework.allowlist.fs.scope",
    "all that the user has",
  ],
  [
    "a shell",
    {
      allowlist: { shell: { execute: true, scope: [{ name: "s", cmd: "/bin/bash", args: true }] } },
    },
    "framework.allowlist.shell.scope[0]",
    "anything",
  ],
  [
    "any argument",
    { allowlist: { shell: { execute: true, scope: [{ name: "git", cmd: "git", args: true }] } } },
    "framework.allowlist.shell.scope[0].args",
    "any argument",
  ],
  [
    "a variable that loads code",
    {
      allowlist: {
        shell: { execute: true, scope: [{ name: "tar", cmd: "tar", env: ["TZ", "TAR_OPTIONS"] }] },
      },
    },
    "framework.allowlist.shell.scope[0].env",
    'by "TAR_OPTIONS" a page may decide which code "tar" runs',
  ],
  [
    "opening everything",
    { allowlist: { shell: { open: ".*" } } },
    "framework.allowlist.shell.open",
    "admits",
  ],
  [
    "every server",
    { allowlist: { http: { request: true, scope: ["https://*"] } } },
    "framework.allowlist.http.scope",
    "every server",
  ],
  [
    "another site",
    {
      security: {
        csp: good,
        dangerousRemoteDomainIpcAccess: [
          { domain: "example.org", scheme: "https", windows: ["main"] },
        ],
      },
    },
    "framework.security.dangerousRemoteDomainIpcAccess[0]",
    "example.org",
  ],
  [
    "taking signatures that name no version",
    {
      updater: {
        active: true,
        endpoints: ["https://a.example"],
        pubkey: "k",
        acceptUnboundSignatures: true,
      },
    },
    "framework.updater.acceptUnboundSignatures",
    "old release",
  ],
  [
    "writing where the app's programs are",
    { allowlist: { fs: { writeFile: true, scope: ["$RESOURCE/data/*", "$APPDATA/**"] } } },
    "framework.allowlist.fs.scope",
    "the app's own programs",
  ],
  [
    "writing to the data of all apps",
    { allowlist: { fs: { copyFile: true, scope: ["$LOCALDATA/**", "$LOCALDATA/mine/**"] } } },
    "framework.allowlist.fs.scope",
    "of all apps",
  ],
  [
    "taking plain keys",
    { allowlist: { globalShortcut: { all: true } } },
    "framework.allowlist.globalShortcut.all",
    "plain keys",
  ],
] as const) {
  test(`${what} is warned of, and nothing else`, () => {
    const found = warnings(framework as Framework);
    expect(found).toHaveLength(1);
    expect(found[0]).toStartWith(`${field}: `);
    expect(found[0]).toContain(word);
  });
}

test("reading where the app's programs are is not warned of", () => {
  const scope = ["$RESOURCE/**", "$DATA/**"];
  expect(warnings({ allowlist: { fs: { readFile: true, readDir: true, scope } } })).toEqual([]);
});

test("there is no warning about a source that the policy keeps out", () => {
  for (const csp of [
    "script-src 'unsafe-inline' *; script-src-elem 'self'; object-src 'none'; base-uri 'self'",
    "default-src 'self' 'unsafe-inline' 'sha256-abc='; base-uri 'self'",
    "default-src *; base-uri 'self', script-src 'self'",
  ])
    expect([csp, warnings({ security: { csp } })]).toEqual([csp, []]);
});

test("reading together with sending is warned of", () => {
  const allowlist = {
    fs: { readFile: true, scope: ["$DOCUMENT/*"] },
    http: { request: true, scope: ["https://a.example/*"] },
  };
  expect(warnings({ allowlist })).toEqual([
    "framework.allowlist.http.request + framework.allowlist.fs.readFile: a page that reads the user's data and sends requests can leak the data; the page's connect-src does not restrict the app's requests",
  ]);
});

test("scripts of other servers and scripts in attributes are found in the page", () => {
  const page = {
    "index.html": `<script src="https://cdn.example/x.js"></script><a onclick="a()" onfocus="b()">`,
    "sub/b.html": `<script src=//cdn.example/y.js></script><a onclick="a()">`,
  };
  expect(warnings({}, page)).toEqual([
    "sub/b.html: scripts of framework://cdn.example run in the page and may do all that it may; ship them with the app",
    "index.html: scripts of https://cdn.example run in the page and may do all that it may; ship them with the app",
    "index.html: 2 attributes such as onclick hold scripts, which need 'unsafe-inline'; use addEventListener",
    "sub/b.html: 1 attribute such as onclick holds a script, which needs 'unsafe-inline'; use addEventListener",
  ]);
});
