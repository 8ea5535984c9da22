// Everything that `framework audit` warns of, on projects that have it. A rule that none of them
// shows fails here.

import { expect, test } from "bun:test";
import { readPage } from "../../../src/cli/audit/page.ts";
import { auditedOf, rules } from "../../../src/cli/audit/warnings.ts";
import { findPageFiles } from "../../../src/cli/build/pages/page-files.ts";
import { frontEnd } from "../../../src/cli/project/front-end.ts";
import { loadConfig } from "../../../src/config/read/load.ts";
import { audit, auditedProject } from "./audit-project.ts";
import type { TempDir } from "../../../harness/temp-dir.ts";

/** Level, place and words. */
type Row = readonly [level: string, about: string, danger: string];

interface Project {
  readonly what: string;
  readonly config: object;
  readonly page: Readonly<Record<string, string>>;
  /** All that is warned of, in its order. */
  readonly warnings: readonly Row[];
}

const bundle = { identifier: "org.example.app" };
const shell = {
  execute: true,
  open: ".*",
  scope: [
    { name: "tar", cmd: "tar", env: ["TAR_OPTIONS"] },
    { name: "sh", cmd: "/bin/sh", args: ["-c", { validator: "\\w+" }] },
    { name: "git", cmd: "git", args: true },
    { name: "curl", cmd: "curl", args: [{ validator: ".*" }] },
  ],
};
const everything = {
  package: { productName: "App", version: "1.0.0" },
  build: { distDir: "http://pages.example/" },
  framework: {
    allowlist: {
      all: true,
      fs: { scope: { allow: ["$HOME/**"], requireLiteralLeadingDot: false } },
      http: { scope: ["https://*"] },
      shell,
    },
    bundle,
    windows: [{ label: "main" }],
    security: {
      dangerousDisableAssetCspModification: true,
      dangerousUseHttpScheme: true,
      dangerousRemoteDomainIpcAccess: [
        { domain: "a.example", scheme: "http", windows: ["main"], enableFrameworkAPI: true },
        { domain: "b.example", scheme: "https", windows: ["main"] },
      ],
    },
    updater: {
      active: true,
      endpoints: ["https://u.example/"],
      pubkey:
        "untrusted comment: minisign public key\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
      acceptUnboundSignatures: true,
    },
  },
};
const openPolicy = {
  build: { distDir: "https://pages.example/" },
  framework: {
    bundle,
    security: { csp: "script-src 'unsafe-inline' 'unsafe-eval' * http: https: data: blob:" },
  },
};
const besidePrograms = {
  build: { distDir: "../dist" },
  framework: {
    bundle,
    allowlist: {
      fs: { writeFile: true, scope: ["$RESOURCE/**", "$EXE/*", "$LOCALDATA/**", "$CACHE/**"] },
    },
    security: { csp: "default-src 'self'; base-uri 'self'" },
  },
};
const plugins = {
  build: { distDir: "../dist" },
  plugins: {
    store: { allowlist: { all: true }, scope: ["**"] },
    sql: { allowlist: { read: true, write: false }, scope: ["notes.db", "a/*.db"] },
    log: { allowlist: { read: false }, scope: ["**"] },
    autostart: { allowlist: { manage: true } },
    other: { any: 1 },
  },
  framework: { bundle, security: { csp: "default-src 'self'; base-uri 'self'" } },
};
const ownPage = {
  build: { distDir: "../dist" },
  framework: { bundle, security: { csp: "img-src 'self'" } },
};

const foreign = "<script src='https://cdn.example/x.js'></script><a onclick='a()'>";

const projects: readonly Project[] = [
  {
    what: "every power, to everybody",
    config: everything,
    page: {},
    warnings: [
      [
        "high",
        "framework.allowlist.all",
        "pages may call everything there is, and everything that later versions add",
      ],
      [
        "high",
        "framework.security.csp",
        `pages have no policy, such as "default-src 'self'": a script that an attacker gets into one runs, with all that the page may do`,
      ],
      [
        "medium",
        "framework.security.dangerousDisableAssetCspModification",
        "scripts and styles inside of pages get no nonces, so the policy has to let in more",
      ],
      [
        "high",
        "framework.security.dangerousRemoteDomainIpcAccess[0]",
        "whoever controls a.example may call all that the app's own pages may",
      ],
      [
        "high",
        "framework.security.dangerousRemoteDomainIpcAccess[1]",
        "whoever controls b.example may call the app's own commands",
      ],
      [
        "high",
        "framework.security.dangerousRemoteDomainIpcAccess[0].scheme",
        'whoever controls the network on the way to a.example may, too: set it to "https"',
      ],
      [
        "medium",
        "framework.security.dangerousUseHttpScheme",
        "pages on Windows may load content that came over the network unprotected",
      ],
      [
        "high",
        "build.distDir",
        "the app's own pages come over the network unprotected, from a server that may call all that is allowed",
      ],
      [
        "high",
        "framework.allowlist.fs.scope",
        '"$HOME/**" reaches all that the user has; name the folders that are needed',
      ],
      [
        "high",
        "framework.allowlist.fs.scope.requireLiteralLeadingDot",
        "keys and passwords in hidden folders, such as ~/.ssh, are in reach",
      ],
      [
        "high",
        "framework.allowlist.fs.writeFile, framework.allowlist.fs.scope",
        "a page that writes into the whole home folder can make programs run: at the next login, in the next terminal",
      ],
      [
        "medium",
        "framework.allowlist.globalShortcut.all",
        "a page may take plain keys, such as letters, from all other programs, and learn when they are pressed",
      ],
      [
        "high",
        "framework.allowlist.shell.scope[0].env",
        'by "TAR_OPTIONS" a page may decide which code "tar" runs',
      ],
      [
        "high",
        "framework.allowlist.shell.scope[1]",
        '"/bin/sh" runs code from its arguments, so a page that may choose them may run anything',
      ],
      [
        "medium",
        "framework.allowlist.shell.scope[2].args",
        'any argument is allowed for "git"; list them, with an expression for the parts that may differ',
      ],
      [
        "medium",
        "framework.allowlist.shell.scope[3].args",
        'an expression of "curl" lets through everything, options such as --output included',
      ],
      [
        "medium",
        "framework.allowlist.shell.execute, framework.allowlist.fs.writeFile",
        "a page that writes files and starts programs may be able to make one run a file that it wrote",
      ],
      [
        "high",
        "framework.allowlist.shell.open",
        "the expression admits addresses of files or of other programs, which may be run when they are opened",
      ],
      [
        "medium",
        "framework.allowlist.http.scope",
        '"https://*" reaches every server, those in the user\'s own network too',
      ],
      [
        "low",
        "framework.allowlist.http.request, framework.allowlist.fs.readFile",
        "a page that reads the user's data and sends requests can leak the data; the page's connect-src does not restrict the app's requests",
      ],
      [
        "medium",
        "framework.updater.acceptUnboundSignatures",
        "an attacker who controls the update server can offer any old release, with its known holes, as a newer one",
      ],
    ],
  },
  {
    what: "a page that writes beside programs",
    config: besidePrograms,
    page: { "../dist/index.html": "" },
    warnings: [
      [
        "medium",
        "framework.allowlist.fs.scope",
        '"$RESOURCE/**" is where the app\'s own programs are, which no page may change; let pages write to $APPDATA',
      ],
      [
        "high",
        "framework.allowlist.fs.scope",
        '"$EXE/*" is where the user\'s own programs are, which terminals and other programs run; let pages write to $APPDATA',
      ],
      [
        "medium",
        "framework.allowlist.fs.scope",
        '"$LOCALDATA/**" holds the data and settings of all apps of the user, by which some run programs; name $APPDATA, or the folders that are needed',
      ],
      [
        "medium",
        "framework.allowlist.fs.scope",
        '"$CACHE/**" holds the data and settings of all apps of the user, by which some run programs; name $APPDATA, or the folders that are needed',
      ],
    ],
  },
  {
    what: "a policy that admits all",
    config: openPolicy,
    page: {},
    warnings: [
      [
        "high",
        "framework.security.csp",
        "'unsafe-inline' for scripts lets every script inside of a page run, an attacker's too",
      ],
      ["medium", "framework.security.csp", "'unsafe-eval' for scripts lets text become a script"],
      ["high", "framework.security.csp", "* for scripts lets scripts of every server run"],
      ["high", "framework.security.csp", "http: for scripts lets scripts of every server run"],
      ["high", "framework.security.csp", "https: for scripts lets scripts of every server run"],
      [
        "high",
        "framework.security.csp",
        "data: for scripts lets an attacker write a script into an address",
      ],
      [
        "medium",
        "framework.security.csp",
        "blob: for scripts lets an attacker write a script into a blob",
      ],
      [
        "low",
        "framework.security.csp",
        "without base-uri 'self' an attacker's <base> moves the page's own scripts to another server",
      ],
      [
        "low",
        "framework.security.csp",
        "the policy says nothing of object-src: set it, or default-src",
      ],
      [
        "medium",
        "build.distDir",
        "the app's own pages come from a server, which may call all that is allowed",
      ],
    ],
  },
  {
    what: "a page with scripts of others",
    config: ownPage,
    page: { "../dist/index.html": foreign },
    warnings: [
      [
        "high",
        "framework.security.csp",
        "the policy says nothing of scripts: set default-src or script-src",
      ],
      [
        "low",
        "framework.security.csp",
        "without base-uri 'self' an attacker's <base> moves the page's own scripts to another server",
      ],
      [
        "low",
        "framework.security.csp",
        "the policy says nothing of object-src: set it, or default-src",
      ],
      [
        "high",
        "index.html",
        "scripts of https://cdn.example run in the page and may do all that it may; ship them with the app",
      ],
      [
        "low",
        "index.html",
        "1 attribute such as onclick holds a script, which needs 'unsafe-inline'; use addEventListener",
      ],
    ],
  },
  {
    what: "plugins that pages may use with every name",
    config: plugins,
    page: {},
    warnings: [
      [
        "low",
        "plugins.store.allowlist.all",
        'pages may call all that the plugin "store" offers, and all that its later versions add',
      ],
      [
        "low",
        "plugins.store.scope",
        '"**" lets pages use the plugin "store" with every name; list those that they need',
      ],
    ],
  },
];

const uploads = {
  build: { distDir: "../dist" },
  plugins: { upload: { allowlist: { upload: true, download: true } } },
  framework: {
    allowlist: {
      fs: { scope: { allow: ["$HOME/**", "$DATA/**"], requireLiteralLeadingDot: false } },
      http: { scope: ["https://*"] },
    },
    bundle,
    security: { csp: "default-src 'self'; base-uri 'self'" },
  },
};

test("audit says what pages may do with the scopes by plugins alone", async () => {
  using dir = await auditedProject({ "framework.conf.json": JSON.stringify(uploads) }, null);
  const { out } = await audit(dir.path, {});
  const places = "anything below ~ and anything below $DATA, hidden ones included";
  expect(out).toBe(`A page of this app
  may use the plugin "upload": upload, download
  may send files by the plugin "upload": ${places}
  may reach servers by the plugin "upload": https://*
  may write files by the plugin "upload": ${places}

5 warnings
  high    framework.allowlist.fs.scope
          "$HOME/**" reaches all that the user has; name the folders that are needed
  high    framework.allowlist.fs.scope.requireLiteralLeadingDot
          keys and passwords in hidden folders, such as ~/.ssh, are in reach
  high    plugins.upload.allowlist, framework.allowlist.fs.scope
          a page that writes into the whole home folder can make programs run: at the next login, in the next terminal
  medium  framework.allowlist.fs.scope
          "$DATA/**" holds the data and settings of all apps of the user, by which some run programs; name $APPDATA, or the folders that are needed
  medium  framework.allowlist.http.scope
          "https://*" reaches every server, those in the user's own network too

The page is not built yet, so only the configuration was looked at
`);
});

test("audit says what only the configuration of another system allows", async () => {
  const { build } = uploads;
  const own = { build, framework: { bundle, security: uploads.framework.security } };
  const windows = {
    framework: {
      allowlist: { clipboard: { readText: true }, fs: { readFile: true, scope: ["**"] } },
    },
  };
  using dir = await auditedProject(
    {
      "framework.conf.json": JSON.stringify(own),
      "framework.windows.conf.json": JSON.stringify(windows),
    },
    null,
  );
  const { code, out } = await audit(dir.path, { failOn: "high" });
  expect(code).toBe(1);
  expect(out).toContain("  may read the clipboard, whatever was copied into it (on Windows)\n");
  expect(out).toContain("name the folders that are needed (on Windows)\n");
  expect(out).not.toContain("on macOS");
});

test("a page that sends requests may send the files of the scope in forms", async () => {
  const { framework, build } = uploads;
  const allowlist = {
    ...framework.allowlist,
    http: { request: true, scope: ["https://a.example"] },
  };
  const config = JSON.stringify({ build, framework: { ...framework, allowlist } });
  using dir = await auditedProject({ "framework.conf.json": config }, null);
  const { out } = await audit(dir.path, {});
  expect(out).toContain("may send files in forms of such requests: anything below ~ and");
  expect(out).toContain('"$HOME/**" reaches all that the user has');
});

test("a page that copies files into the whole home folder writes there", async () => {
  const { framework, build } = uploads;
  const fs = { copyFile: true, scope: ["$HOME/**"] };
  const config = JSON.stringify({ build, framework: { ...framework, allowlist: { fs } } });
  using dir = await auditedProject({ "framework.conf.json": config }, null);
  const { out } = await audit(dir.path, {});
  expect(out).toContain("framework.allowlist.fs.copyFile, framework.allowlist.fs.scope");
});

async function projectOf({ config, page }: Project): Promise<TempDir> {
  return await auditedProject({ "framework.conf.json": JSON.stringify(config), ...page }, null);
}

for (const project of projects) {
  test(`${project.what}: audit says all of it`, async () => {
    using dir = await projectOf(project);
    const { code, out } = await audit(dir.path, {});
    const printed = /^\d+ warnings\n(?: .*\n)*/m.exec(out)?.[0] ?? "";
    const wanted = project.warnings.map(
      ([level, about, danger]) => `  ${level.padEnd(6)}  ${about}\n          ${danger}\n`,
    );
    expect(printed).toBe(`${project.warnings.length} warnings\n${wanted.join("")}`);
    expect(code).toBe(0);
  });
}

test("audit says what pages may do with plugins, by the flags that are on", async () => {
  using dir = await auditedProject({ "framework.conf.json": JSON.stringify(plugins) }, null);
  const { out } = await audit(dir.path, {});
  expect(out.split("\n").slice(0, 5)).toEqual([
    "A page of this app",
    '  may use all commands of the plugin "store", within **',
    '  may use the plugin "sql": read, within notes.db, a/*.db',
    '  may use the plugin "autostart": manage',
    "",
  ]);
});

test("each rule speaks for one of these projects", async () => {
  const found = new Set<number>();
  for (const project of projects) {
    using dir = await projectOf(project);
    const { config, folder } = loadConfig({ from: dir.path, system: "linux", command: "dev" });
    if (config === null) throw new Error(`The configuration of "${project.what}" has problems`);
    const place = frontEnd(config.build.distDir, folder);
    const files =
      place.kind === "folder" && Object.keys(project.page).length > 0
        ? findPageFiles(place, { keepSourceMaps: true, pages: [] }).files
        : [];
    const audited = auditedOf(config, readPage(files));
    for (const [index, rule] of rules.entries()) if (rule(audited).length > 0) found.add(index);
  }
  const silent = rules.flatMap((_, index) =>
    found.has(index) ? [] : [`rule ${index} has no project`],
  );
  expect(silent).toEqual([]);
});

for (const [failOn, code, last] of [
  ["high", 1, /^\d+ warnings of level high: failing$/],
  ["medium", 1, /^\d+ warnings of level medium or worse: failing$/],
  ["low", 1, /^5 warnings of level low or worse: failing$/],
] as const) {
  test(`--fail-on ${failOn} fails, and the last line says by how many`, async () => {
    using dir = await projectOf(projects[3] as Project);
    const run = await audit(dir.path, { failOn });
    expect(run.code).toBe(code);
    expect(run.out.trimEnd().split("\n").at(-1)).toMatch(last);
  });
}

test("--fail-on passes where only lesser warnings are, and refuses a level that there is not", async () => {
  const lesser = {
    build: { distDir: "../dist" },
    framework: { bundle, security: { csp: "default-src 'self'" } },
  };
  using dir = await auditedProject({ "framework.conf.json": JSON.stringify(lesser) }, null);
  const run = async (failOn: string) => {
    const { code, out, err } = await audit(dir.path, { failOn });
    return [code, /failing/.test(out + err), err];
  };
  expect(await run("high")).toEqual([0, false, ""]);
  expect(await run("medium")).toEqual([0, false, ""]);
  expect(await run("low")).toEqual([1, true, ""]);
  expect(await run("worst")).toEqual([
    1,
    false,
    'Cannot fail on "worst": the levels are high, medium, low\n',
  ]);
});
