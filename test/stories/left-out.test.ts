import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import type { CommandContext } from "../../src/app/calls/context.ts";
import { fs } from "../../src/app/commands/no-fs.ts";
import { http } from "../../src/app/commands/no-http.ts";
import { shell } from "../../src/app/commands/no-shell.ts";
import { partModules, parts } from "../../src/cli/build/compile/parts.ts";
import { limitTexts } from "../../src/contract/limits.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { engineCapabilities as webkitPowers } from "../../src/native/linux/page/engine-capabilities.ts";
import { engineCapabilities as wkWebViewPowers } from "../../src/native/macos/page/engine-capabilities.ts";
import { engineCapabilities as webview2Powers } from "../../src/native/windows/page/engine-capabilities.ts";
import { settledConfig } from "../support/config.ts";
import { startInMemory } from "../support/app/memory-app.ts";

const used = (framework: object) =>
  partModules(settledConfig({ framework }, []))
    .filter(({ name, module }) => module === parts[name as keyof typeof parts].module)
    .map(({ name }) => name);

test("an app is made of the parts that its configuration has a use for, and of no others", () => {
  const shell = [
    { execute: true },
    { sidecar: true },
    { open: true },
    { open: "^https://" },
    { all: true },
  ];
  const key = "untrusted comment: x";
  expect([
    used({}),
    used({ cli: { args: [] } }),
    used({ updater: { active: true, pubkey: key, endpoints: ["https://example.com"] } }),
    used({ updater: { active: false, pubkey: key } }),
    used({ allowlist: { fs: { exists: true } } }),
    used({ allowlist: { http: { request: true } } }),
    ...shell.map((flags) => used({ allowlist: { shell: flags } })),
    used({ allowlist: { all: true } }),
  ]).toEqual([
    [],
    ["commandLine"],
    ["updates"],
    ["updates"],
    ["fs"],
    ["http"],
    ...shell.map(() => ["shell"]),
    ["fs", "http", "shell"],
  ]);
});

test("an app for Linux has no code that opens files on Windows or macOS", async () => {
  using folder = tempDir();
  const entry = join(folder.path, "entry.ts");
  const module = join(import.meta.dir, "../../src/app/process/host.ts");
  writeFileSync(
    entry,
    `import { thisHost } from ${JSON.stringify(module)};\nconsole.log(thisHost);\n`,
  );
  const { metafile } = await Bun.build({ entrypoints: [entry], target: "bun", metafile: true });
  const brought = Object.values(metafile?.outputs ?? {})
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => basename(path, ".ts"))
    .filter((name) => name.startsWith("open-"));
  expect(brought.toSorted()).toEqual([
    "open-checked",
    "open-handle",
    "open-linux",
    "open-portable",
  ]);
});

test("no app has the texts that only the documentation shows", async () => {
  const { outputs } = await Bun.build({
    entrypoints: ["app", "native/linux", "native/windows", "native/macos"].map((room) =>
      join(import.meta.dir, "../../src", room, "index.ts"),
    ),
    target: "bun",
  });
  const code = (await Promise.all(outputs.map((output) => output.text()))).join("\n");
  const powers = [...webkitPowers, ...webview2Powers, ...wkWebViewPowers];
  const texts = [
    ...Object.values(limitTexts).flatMap(({ what, more }) => [what, more]),
    ...powers.flatMap(({ capability, engine, decision }) => [capability, engine, decision]),
  ];
  const sentences = texts.filter((text) => text.split(" ").length > 3);
  expect(sentences.filter((text) => code.includes(text))).toEqual([]);
});

test("a call of a part that was left out is refused as one that is not allowed", async () => {
  const refusals = async (framework: object) => {
    let own: App | null = null;
    const definition = defineApp({ setup: (app) => void (own = app) });
    using app = await startInMemory({ config: { framework }, definition });
    const statuses: unknown[] = [];
    app.services.events.listen("framework://update-status", ({ payload }) =>
      statuses.push(payload),
    );
    const failed = (call: Promise<unknown> | undefined) =>
      call?.catch((error: unknown) => String(error));
    const invoke = (command: string, args: object) => failed(app.page.invoke(command, args));
    const { updater } = own as unknown as App;
    const run = { program: "a", args: [], options: {} };
    return [
      await invoke("updater.checkUpdate", {}),
      await invoke("updater.installUpdate", {}),
      await failed(updater.check()),
      await failed(updater.install()),
      statuses,
      await invoke("fs.readTextFile", { path: "a" }),
      await invoke("http.request", { method: "GET", url: "https://example.com" }),
      await invoke("shell.execute", run),
      await invoke("shell.spawnSidecar", run),
      await invoke("shell.kill", { child: 1 }),
      await invoke("shell.write", { child: 2, contents: "a" }),
      await invoke("cli.getMatches", {}),
    ];
  };
  const without = await refusals({});
  expect(without.slice(0, 2)).toEqual([
    "Cannot look for an update: set framework.updater.active to true",
    "Cannot install an update: set framework.updater.active to true",
  ]);
  expect(without[4]).toHaveLength(4);
  const [read, request, execute] = without.slice(5);
  expect(request).toBe(
    'Cannot run "http.request" from window "main": set framework.allowlist.http.request to true',
  );
  // Both are there, and still not for this.
  const updater = { active: false, pubkey: "untrusted comment: x" };
  expect(await refusals({ updater, allowlist: { shell: { open: true } } })).toEqual(without);
  // The dispatcher is asked first, and nothing else has to be.
  const context = { sender: { window: "main" } } as CommandContext;
  expect(() => fs["fs.readTextFile"]({} as never, context)).toThrow(String(read));
  expect(() => http({} as never)["http.request"]({} as never, context)).toThrow(String(request));
  const { "shell.execute": run } = shell({} as never, new Set());
  expect(() => run({} as never, context)).toThrow(String(execute));
});
