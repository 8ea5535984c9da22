// Attacks through programs: addresses that pages may open, programs that they may start, and the
// data that a started program gets.

import { expect, spyOn } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { baseDirectories, folderHost } from "../../src/app/paths/base-directories.ts";
import { Children } from "../../src/app/process/children.ts";
import { startedFile } from "../../src/app/process/launch.ts";
import { ShellScope } from "../../src/app/scope/shell.ts";
import { windowConfig } from "../../src/app/windows/window-spec.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

const folders = baseDirectories(
  { identifier: "org.example", executable: "/opt/app/app", name: "App" },
  folderHost("linux"),
);
const shell = (options: Partial<ConstructorParameters<typeof ShellScope>[0]>) =>
  new ShellScope({ scope: [], open: true, externalBin: [], folders, system: "linux", ...options });

for (const address of [
  "file:///etc/passwd",
  "smb://evil.example/share",
  "nfs://evil.example/x",
  "javascript:alert(1)",
  "/bin/sh",
  "-e",
  "\\\\evil\\share",
]) {
  attack(`CVE-2025-31477: shell.open takes ${address}`, (isWeak) => {
    if (!isWeak) shell({}).checkOpen(address);
    else if (!/./.test(address)) return null;
    return secret;
  });
}

for (const path of [
  "/srv/docs/../../etc/passwd",
  "file:///srv/docs/%2e%2e/%2e%2e/etc/passwd",
  "file:///srv/docs/..%2f..%2fetc/passwd",
  "https://example.org/docs/../admin",
]) {
  const open = "(?:/srv|file:///srv|https://example\\.org)/docs/.+";
  attack(`shell.open takes ${path}, which leads out of what its expression names`, (isWeak) => {
    if (!isWeak) shell({ open }).checkOpen(path);
    else if (!new RegExp(open, "uy").test(path)) return null;
    return secret;
  });
}

for (const url of [
  " file:///x.html",
  "fi\tle:///x.html",
  "java\tscript:alert(1)",
  " webkit://gpu",
  "\0file:///x",
]) {
  attack(`a page opens a window for ${JSON.stringify(url)}`, (isWeak) => {
    // The engine's reading of the page's text, and the result of a check of the text.
    const isRefused = /^(?:file|javascript|webkit):/i.test(url);
    if (!isWeak) windowConfig("new", { url }, "App");
    else if (isRefused || !/^(?:file|javascript|webkit):$/.test(URL.parse(url)?.protocol ?? ""))
      return null;
    return secret;
  });
}

attack("TAU2-011: an argument holds more than its expression says", (isWeak) => {
  const scope = shell({
    scope: [
      {
        name: "grep",
        cmd: "grep",
        args: [{ validator: isWeak ? ".*\\d+.*" : "\\d+" }],
        env: [],
        sidecar: false,
      },
    ],
  });
  return scope.run({ program: "grep", args: [`1; ${secret}`], env: {}, sidecar: false }).args;
});

attack("arguments that an expression compares in every way keep the app busy", async (isWeak) => {
  const [validator, arg] = ["(a+)+", `${"a".repeat(60)}!`];
  const scope = shell({
    scope: [{ name: "grep", cmd: "grep", args: [{ validator }], env: [], sidecar: false }],
  });
  for (let call = 0; call < 100 && !isWeak; call++)
    expect(() => scope.run({ program: "grep", args: [arg], env: {}, sidecar: false })).toThrow(
      "as a whole",
    );
  if (!isWeak) return null;
  // The engine gives up after a hundred million ways, each time.
  const program = `for (let call = 0; call < 100; call++) new RegExp("^(?:${validator})$", "u").test("${arg}")`;
  await using engine = Bun.spawn([process.execPath, "-e", program], { timeout: 2000 });
  await engine.exited;
  return engine.signalCode === null ? null : secret;
});

for (const address of [
  "mailto:a@b.c?attach=/etc/passwd",
  "mailto:a@b.c?subject=x&Attachment=%2Fetc%2Fpasswd",
  "mailto:a@b.c?subject=x;x-attach=~/.ssh/id_rsa",
  "mailto:a@b.c?%61ttach=/etc/passwd",
  "mailto:a@b.c?subject=x&amp;attach=/etc/passwd",
]) {
  attack(`a letter takes a file along: ${address}`, (isWeak) => {
    // An expression of the app's own is taken at its word.
    shell({ open: isWeak ? "^mailto:" : true }).checkOpen(address);
    return secret;
  });
}

attack("TRI-002: a program gets one argument more than it may", (isWeak) => {
  const scope = shell({
    scope: [{ name: "git", cmd: "git", args: isWeak ? true : ["status"], env: [], sidecar: false }],
  });
  return scope.run({
    program: "git",
    args: ["status", `--exec=${secret}`],
    env: {},
    sidecar: false,
  }).args;
});

attack("TRI-022: a program that may be opened may be run", async (isWeak) => {
  using app = await startInMemory({
    allow: isWeak ? ["shell.execute"] : ["shell.open"],
    config: {
      framework: { allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } } },
    },
  });
  const { stdout } = await app.page.invoke("shell.execute", {
    program: "echo",
    args: [secret],
    options: {},
  });
  return Buffer.from(stdout).toString();
});

attack(
  "TRI-037: a page that may start what is shipped with the app starts any program",
  async (isWeak) => {
    using app = await startInMemory({
      allow: isWeak ? ["shell.sidecar", "shell.execute"] : ["shell.sidecar"],
      config: {
        framework: { allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } } },
      },
    });
    const { stdout } = await app.page.invoke("shell.execute", {
      program: "echo",
      args: [secret],
      options: {},
    });
    return Buffer.from(stdout).toString();
  },
);

for (const program of ["../evil", "tools/../../evil", "evil"]) {
  attack(
    `TRI-048: a page starts "${program}" as a program shipped with the app`,
    async (isWeak) => {
      using dir = tempDir({
        evil: `#!/bin/sh\necho ${secret}`,
        "bin/evil": `#!/bin/sh\necho ${secret}`,
      });
      for (const file of ["evil", "bin/evil"]) chmodSync(join(dir.path, file), 0o755);
      using app = await startInMemory({
        allow: ["shell.sidecar"],
        executable: join(dir.path, "bin/app"),
        config: {
          framework: {
            bundle: { identifier: "org.example.memory", externalBin: [isWeak ? program : "tool"] },
          },
        },
      });
      const { stdout } = await app.page.invoke("shell.executeSidecar", {
        program,
        args: [],
        options: {},
      });
      return Buffer.from(stdout).toString();
    },
  );
}

// Each runs another program for a variable alone, with arguments that are settled.
for (const [variable, cmd, args, value] of [
  // Not `bash -c`: with a socket for its input that takes itself for started from afar, and does
  // not look at BASH_ENV.
  ["BASH_ENV", "bash", ["good.sh"], "evil.sh"],
  [
    "TAR_OPTIONS",
    "tar",
    ["--create", "--file=made.tar", "good.sh"],
    "--checkpoint=1 --checkpoint-action=exec=./evil.sh",
  ],
] as const) {
  attack(
    `TRI-007: a page gives ${cmd} the variable ${variable}, which makes it run other code`,
    async (isWeak) => {
      using dir = tempDir({ "evil.sh": `#!/bin/sh\necho "${secret}"`, "good.sh": "true" });
      chmodSync(join(dir.path, "evil.sh"), 0o755);
      const entry = { name: "program", cmd, args: [...args], env: isWeak ? [variable] : [] };
      using app = await startInMemory({
        allow: ["shell.execute"],
        config: {
          framework: { allowlist: { shell: { scope: [entry] }, fs: { scope: [dir.path] } } },
        },
      });
      const { stdout } = await app.page.invoke("shell.execute", {
        program: "program",
        args: [...args],
        options: { env: { [variable]: value }, cwd: dir.path },
      });
      return Buffer.from(stdout).toString();
    },
  );
}

attack(
  "a page has a program run in a folder of its choice, which holds what it loads",
  async (isWeak) => {
    using dir = tempDir({ "open/a": "", "closed/key": secret });
    using app = await startInMemory({
      allow: ["shell.execute"],
      config: {
        framework: {
          allowlist: {
            shell: { scope: [{ name: "cat", cmd: "cat", args: ["key"] }] },
            fs: { scope: [isWeak ? `${dir.path}/**` : `${dir.path}/open/**`] },
          },
        },
      },
    });
    const { stdout } = await app.page.invoke("shell.execute", {
      program: "cat",
      args: ["key"],
      options: { cwd: `${dir.path}/closed` },
    });
    return Buffer.from(stdout).toString();
  },
);

attack("TAU2-044: a page guesses the number of another page's program", async (isWeak) => {
  using app = await startInMemory({
    allow: ["shell.execute"],
    config: {
      framework: {
        windows: [{ label: "main" }, { label: "other" }],
        allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } },
      },
    },
  });
  const { child } = await app.page.invoke("shell.spawn", {
    program: "echo",
    args: [secret],
    options: {},
  });
  const owner = app.platform.windows.get("main")!.document.document;
  // The number alone, without a check of its owner.
  const owners = isWeak ? spyOn(Children.prototype, "get") : null;
  owners?.mockImplementation(function (this: Children, id) {
    owners.mockRestore();
    return this.get(id, owner);
  });
  const events = await app
    .pageOf("other")
    .invoke("shell.nextEvents", { child })
    .catch(() => []);
  return Buffer.concat(
    events.flatMap((event) => ("bytes" in event ? [event.bytes] : [])),
  ).toString();
});

attack("TRI-047: whoever starts the app decides by variables what it relaunches", (isWeak) => {
  const launch = {
    mode: "release",
    system: "linux",
    architecture: "x64",
    frameworkVersion: "1",
    executable: "/opt/app/app",
    arguments: [],
  } as const;
  const file = startedFile(launch, {
    APPIMAGE: `/tmp/${secret}`,
    APPDIR: isWeak ? "/opt/app" : "/tmp/evil",
  });
  return file;
});

attack("TRI-041: APPDIR moves the app's resources", (isWeak) => {
  const before = process.env["APPDIR"];
  process.env["APPDIR"] = `/tmp/${secret}`;
  try {
    const executable = isWeak ? `${process.env["APPDIR"]}/usr/bin/app` : "/opt/app/app";
    return baseDirectories(
      { identifier: "org.example", executable, name: "App" },
      folderHost("linux"),
    );
  } finally {
    if (before === undefined) delete process.env["APPDIR"];
    else process.env["APPDIR"] = before;
  }
});
