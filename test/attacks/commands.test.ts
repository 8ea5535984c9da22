// Attacks on what pages may call: origins, flags, addresses, programs, and what belongs to another page.

import { expect, spyOn, test } from "bun:test";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { baseDirectories, folderHost } from "../../src/app/paths/base-directories.ts";
import { defineApp } from "../../src/app/index.ts";
import { startedFile } from "../../src/app/process/launch.ts";
import { Origins } from "../../src/app/calls/origins.ts";
import { ShellScope } from "../../src/app/scope/shell.ts";
import { windowConfig } from "../../src/app/windows/window-spec.ts";
import { childEnvironment } from "../../src/cli/programs/hooks.ts";
import { findPageFiles } from "../../src/cli/build/page-files.ts";
import { commands } from "../../src/contract/commands/index.ts";
import { eventNamePattern } from "../../src/contract/commands/event.ts";
import type { ReplyMessage } from "../../src/contract/page/message.ts";
import { memoryAppSpec, startInMemory, type MemoryApp } from "../support/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

const definition = defineApp({ commands: { own: () => secret } });

/** What a page of some origin gets back for a message it posts. */
async function post(app: MemoryApp, command: string, args: unknown, origin?: string): Promise<ReplyMessage> {
  return JSON.parse(
    await app.platform.postMessage("main", JSON.stringify({ command, args }), origin),
  ) as ReplyMessage;
}

// Origins ----------------------------------------------------------------------------------------------

for (const [hole, origin] of [
  ["CVE-2023-31134: a page of another site", "https://evil.example"],
  ["an opaque origin", "null"],
  ["a host that begins as the app's", "framework://localhost.evil.example"],
  ["the app's host under another scheme", "http://localhost"],
  ["the app's host on another port", "framework://localhost:8080"],
  ["the protocol for files", "asset://localhost"],
] as const) {
  attack(`${hole} calls the app`, async (isWeak) => {
    using app = await startInMemory({ definition });
    using check = spyOn(Origins.prototype, "check");
    if (isWeak) check.mockImplementation(() => {});
    return await post(app, "own", {}, origin);
  });
}

for (const origin of [
  "http://framework.evil.example",
  "https://framework.localhost.evil.example",
  "http://framework.localhost",
]) {
  attack(`CVE-2026-42184: "${origin}" passes for the app on Windows`, (isWeak) => {
    const origins = new Origins({ ...memoryAppSpec({}), system: "windows" });
    expect(origins.own.app).toBe("https://framework.localhost");
    const isLocal = isWeak
      ? (text: string) => new URL(text).host.split(".")[0] === "framework"
      : (text: string) => origins.isLocal(text);
    return isLocal(origin) && secret;
  });
}

attack("a listed domain speaks for its subdomains", async (isWeak) => {
  const domain = isWeak ? "www.example.org" : "example.org";
  using app = await startInMemory({
    definition,
    config: { framework: { security: { dangerousRemoteDomainIpcAccess: [{ domain, windows: ["main"] }] } } },
  });
  return await post(app, "own", {}, "https://www.example.org");
});

// Flags ------------------------------------------------------------------------------------------------

const flagged = Object.entries(commands).filter(([, { flag }]) => flag !== null);

test(`TRI-023, TRI-027: each of ${flagged.length} commands with a flag is refused by the app when it is not set`, async () => {
  using app = await startInMemory();
  const answers = await Promise.all(flagged.map(([name]) => post(app, name, {})));
  const got = Object.fromEntries(
    flagged.map(([name], at) => [name, (answers[at] as { error?: { code: string } }).error?.code]),
  );
  expect(got).toEqual(Object.fromEntries(flagged.map(([name]) => [name, "not-allowed"])));
});

test("the same commands get past that question when it is set", async () => {
  using app = await startInMemory({ allow: ["all"] });
  const unknown = { "no such argument": 1 };
  const answers = await Promise.all(flagged.map(([name]) => post(app, name, unknown)));
  expect(answers.map((answer) => (answer.ok ? "ok" : answer.error.code))).toEqual(
    flagged.map(() => "bad-argument"),
  );
});

attack("CVE-2026-95624: a page hands the updater a policy of its own", async (isWeak) => {
  using app = await startInMemory();
  const row = commands["updater.checkUpdate"] as { args: unknown };
  const { args } = row;
  const seen: unknown[] = [];
  if (isWeak) row.args = anything(seen);
  try {
    const reply = await post(app, "updater.checkUpdate", { allowDowngrades: secret });
    return [seen, reply.ok ? null : reply.error.code === "bad-argument" ? null : reply];
  } finally {
    row.args = args;
  }
});

/** A schema that lets everything through. */
function anything(seen: unknown[]): object {
  const run = (dataset: { value: unknown; typed: boolean }) => {
    seen.push(dataset.value);
    dataset.typed = true;
    return dataset;
  };
  return {
    kind: "schema",
    type: "any",
    async: false,
    "~run": run,
    "~standard": { version: 1, vendor: "test", validate: run },
  };
}

for (const event of ["", " ", "a b", 'a"b', "a\nb", "<a>", "a.b", "\ud800"]) {
  attack(`TRI-020: an event is called ${JSON.stringify(event)}`, async (isWeak) => {
    using app = await startInMemory();
    using check = spyOn(eventNamePattern, "test");
    if (isWeak) check.mockReturnValue(true);
    await app.page.invoke("event.emit", { event, payload: null });
    return secret;
  });
}

attack("TRI-038: a page takes another page's listener away by its number", async (isWeak) => {
  using app = await startInMemory({
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const { services, platform } = app;
  const owner = platform.windows.get("main")!.document.document;
  const unsubscribe = services.events.unsubscribe.bind(services.events);
  // The number alone, without the question whose it is.
  if (isWeak) services.events.unsubscribe = (_, id) => unsubscribe(owner, id);
  const stop = await app.page.listen("news", "main", false, () => {});
  const other = app.pageOf("other");
  for (let id = -2; id < 20; id++) await other.invoke("event.unlisten", { id });
  const isHeard = services.events.isHeardBy("main", "news");
  stop();
  await waitFor("all to be answered", () => platform.held === services.events.readers);
  return !isHeard && secret;
});

attack("a page forges an event of the framework's own: files dropped on the window", async (isWeak) => {
  using app = await startInMemory();
  const { page, services, platform } = app;
  const event = isWeak ? "file-drop" : "framework://file-drop";
  const heard: unknown[] = [];
  const stops = [await page.listen(event, null, false, ({ payload }) => void heard.push(payload))];
  let isOver = false;
  stops.push(await page.listen("over", null, false, () => (isOver = true)));
  const forging = page.invoke("event.emit", { event, payload: [secret] });
  if (!isWeak) await expect(forging).rejects.toMatchObject({ code: "not-allowed" });
  services.events.emit("over");
  await waitFor("the last event", () => isOver);
  for (const stop of stops) stop();
  await waitFor("all else to be answered", () => platform.held === services.events.readers);
  return heard;
});

// Programs ---------------------------------------------------------------------------------------------

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
    // How the engine reads what the page gave, and what a look at the text says of it.
    const isRefused = /^(?:file|javascript|webkit):/i.test(url);
    if (!isWeak) windowConfig("new", { url }, "App");
    else if (isRefused || !/^(?:file|javascript|webkit):$/.test(URL.parse(url)?.protocol ?? "")) return null;
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
    expect(() => scope.run({ program: "grep", args: [arg], env: {}, sidecar: false })).toThrow("as a whole");
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
  return scope.run({ program: "git", args: ["status", `--exec=${secret}`], env: {}, sidecar: false }).args;
});

attack("TRI-022: a program that may be opened may be run", async (isWeak) => {
  using app = await startInMemory({
    allow: isWeak ? ["shell.execute"] : ["shell.open"],
    config: { framework: { allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } } } },
  });
  const { stdout } = await app.page.invoke("shell.execute", { program: "echo", args: [secret], options: {} });
  return Buffer.from(stdout).toString();
});

attack("TRI-037: a page that may start what is shipped with the app starts any program", async (isWeak) => {
  using app = await startInMemory({
    allow: isWeak ? ["shell.sidecar", "shell.execute"] : ["shell.sidecar"],
    config: { framework: { allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } } } },
  });
  const { stdout } = await app.page.invoke("shell.execute", { program: "echo", args: [secret], options: {} });
  return Buffer.from(stdout).toString();
});

for (const program of ["../evil", "tools/../../evil", "evil"]) {
  attack(`TRI-048: a page starts "${program}" as a program shipped with the app`, async (isWeak) => {
    using dir = tempDir({ evil: `#!/bin/sh\necho ${secret}`, "bin/evil": `#!/bin/sh\necho ${secret}` });
    for (const file of ["evil", "bin/evil"]) chmodSync(join(dir.path, file), 0o755);
    using app = await startInMemory({
      allow: ["shell.sidecar"],
      executable: join(dir.path, "bin/app"),
      config: {
        framework: { bundle: { identifier: "org.example.memory", externalBin: [isWeak ? program : "tool"] } },
      },
    });
    const { stdout } = await app.page.invoke("shell.executeSidecar", { program, args: [], options: {} });
    return Buffer.from(stdout).toString();
  });
}

// Each runs another program for a variable alone, with arguments that are settled.
for (const [variable, cmd, args, value] of [
  // Not `bash -c`: with a socket for its input that takes itself for started from afar, and does not look at BASH_ENV.
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

attack("a page has a program run in a folder of its choice, which holds what it loads", async (isWeak) => {
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
});

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
  const { child } = await app.page.invoke("shell.spawn", { program: "echo", args: [secret], options: {} });
  const { children } = app.services;
  const owner = app.platform.windows.get("main")!.document.document;
  const get = children.get.bind(children);
  // The number alone, without the question whose it is.
  if (isWeak) children.get = (id) => get(id, owner);
  const events = await app
    .pageOf("other")
    .invoke("shell.nextEvents", { child })
    .catch(() => []);
  return Buffer.concat(events.flatMap((event) => ("bytes" in event ? [event.bytes] : []))).toString();
});

attack("a page guesses the ticket of another page's reply", async (isWeak) => {
  const app = await startInMemory({
    definition: defineApp({ commands: { bytes: () => Buffer.from(secret) as Uint8Array } }),
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const reply = await post(app, "bytes", {});
  const ticket = (reply as { ticket: string }).ticket;
  const message = JSON.stringify({ command: "__reply", args: { ticket } });
  const answer = await app.platform.postMessage(isWeak ? "main" : "other", message);
  const { attachments = [] } = JSON.parse(answer) as { attachments?: { base64: string }[] };
  return Buffer.from(attachments[0]?.base64 ?? "", "base64").toString();
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
  const file = startedFile(launch, { APPIMAGE: `/tmp/${secret}`, APPDIR: isWeak ? "/opt/app" : "/tmp/evil" });
  return file;
});

attack("TRI-041: APPDIR moves the app's resources", (isWeak) => {
  const before = process.env["APPDIR"];
  process.env["APPDIR"] = `/tmp/${secret}`;
  try {
    const executable = isWeak ? `${process.env["APPDIR"]}/usr/bin/app` : "/opt/app/app";
    return baseDirectories({ identifier: "org.example", executable, name: "App" }, folderHost("linux"));
  } finally {
    if (before === undefined) delete process.env["APPDIR"];
    else process.env["APPDIR"] = before;
  }
});

// Building ---------------------------------------------------------------------------------------------

attack("CVE-2023-46115: the signing key is shipped with the page", (isWeak) => {
  const before = process.env["FRAMEWORK_PRIVATE_KEY"];
  process.env["FRAMEWORK_PRIVATE_KEY"] = secret;
  try {
    using dir = tempDir({ "index.html": "", "app.js": `const key = "${secret}"` });
    const { files, problems } = findPageFiles(
      { kind: "folder", folder: dir.path },
      { keepSourceMaps: false, pages: [] },
    );
    // A build with a problem packs nothing.
    return isWeak || problems.length === 0 ? files.map(({ source }) => readFileSync(source, "utf8")) : null;
  } finally {
    if (before === undefined) delete process.env["FRAMEWORK_PRIVATE_KEY"];
    else process.env["FRAMEWORK_PRIVATE_KEY"] = before;
  }
});

attack(
  "CVE-2023-46115: the signing key of who starts the app reaches programs that pages start",
  async (isWeak) => {
    const name = isWeak ? "ANY_OTHER_VARIABLE" : "FRAMEWORK_PRIVATE_KEY";
    const before = process.env[name];
    process.env[name] = secret;
    try {
      const app = await startInMemory({
        allow: ["shell.execute"],
        config: { framework: { allowlist: { shell: { scope: [{ name: "env", cmd: "env", args: [] }] } } } },
      });
      const { stdout } = await app.page.invoke("shell.execute", { program: "env", args: [], options: {} });
      return Buffer.from(stdout).toString();
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  },
);

attack("CVE-2023-46115: the signing key reaches hooks and the app in development", (isWeak) => {
  const before = process.env["FRAMEWORK_PRIVATE_KEY"];
  process.env["FRAMEWORK_PRIVATE_KEY"] = secret;
  try {
    return isWeak ? { ...process.env } : childEnvironment("/tmp");
  } finally {
    if (before === undefined) delete process.env["FRAMEWORK_PRIVATE_KEY"];
    else process.env["FRAMEWORK_PRIVATE_KEY"] = before;
  }
});
