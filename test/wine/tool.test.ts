// The command-line tool on Windows: all of it runs under Wine, with Bun for Windows.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WineProgram } from "../../harness/wine-program.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { runTool, type ToolResult } from "../cli/tool.ts";
import { root } from "../support/app/display-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const main = join(root, "src/cli/main.ts");
const client =
  "HKLM\\Software\\Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";

describe.skipIf(missing !== null)("the tool on Windows", () => {
  let wine: WineSession;

  beforeAll(async () => {
    wine = await startWine();
  });

  afterAll(async () => {
    await wine[Symbol.asyncDispose]();
  });

  function start(
    cwd: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): WineProgram {
    return wine.bun(main, args, { cwd, env, bunOptions: ["--no-env-file", "--no-install"] });
  }

  async function run(
    cwd: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<ToolResult> {
    await using app = start(cwd, args, env);
    const { code, out, err } = await app.result();
    return { code: code ?? -1, out, err };
  }

  test("init makes the same project as elsewhere, icons included", async () => {
    using dir = tempDir({ "here/x": "", "there/x": "" });
    const args = ["init", "--ci", "-A", "Ä name", "--format", "toml"];
    const [here, there] = [join(dir.path, "here"), join(dir.path, "there")];
    expect((await runTool(here, args)).code).toBe(0);
    const { code, out } = await run(there, args);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("wrote src-framework\\icons\\icon.ico\n"),
    });
    expect(contentOf(there)).toEqual(contentOf(here));
  });

  test("config reads what is written with Windows' line ends, and names the places of problems", async () => {
    const lines = [
      "{",
      "  // a comment",
      '  "package": { "productName": "A" },',
      '  "biuld": {}',
      "}",
      "",
    ];
    using dir = tempDir({ "src-framework/framework.conf.json5": lines.join("\r\n") });
    const { code, err } = await run(dir.path, ["config"]);
    expect(code).toBe(1);
    expect(err).toContain('framework.conf.json5:4:3\n  4 |   "biuld": {}\n');
  });

  test.each(["react", "vanilla", "vue"] as const)(
    "migrate makes of an app what it makes elsewhere: %s",
    async (name) => {
      using here = tempDir();
      using there = tempDir();
      for (const { path } of [here, there])
        cpSync(join(root, "test/fixtures/peer-apps", name), path, { recursive: true });
      expect((await runTool(here.path, ["migrate", "--yes"])).code).toBe(0);
      const { code, out } = await run(there.path, ["migrate", "--yes"]);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining(`Found ${wine.windowsPath(there.path)}`),
      });
      expect(contentOf(there.path)).toEqual(contentOf(here.path));
    },
  );

  // No program of Windows can be in such a folder; all of them can work with what is there.
  test("paths may be longer than Windows once took", async () => {
    using dir = tempDir();
    const folder = join(
      dir.path,
      ...Array.from({ length: 8 }, (_, index) => `${index}${"long".repeat(12)}`),
    );
    const long = (name: string) => wine.windowsPath(join(folder, name));
    expect(long("").length).toBeGreaterThan(400);
    expect(await run(dir.path, ["init", "--ci", "-d", long("")])).toMatchObject({ code: 0 });
    const picture = long("src-framework/icons/icon.png");
    expect(await run(dir.path, ["icon", "-o", long("icons"), picture])).toMatchObject({ code: 0 });
    expect(statSync(join(folder, "icons/icon.ico")).size).toBeGreaterThan(1000);
  });

  test("a signature made on Windows equals one of the same key elsewhere", async () => {
    using dir = tempDir({ "app.exe": "content" });
    expect(await run(dir.path, ["signer", "generate", "--ci", "-w", "my.key"])).toMatchObject({
      code: 0,
    });
    expect(
      await run(dir.path, ["signer", "sign", "--ci", "-k", ".\\my.key", "app.exe"]),
    ).toMatchObject({
      code: 0,
    });
    const made = readFileSync(join(dir.path, "app.exe.sig"), "utf8");
    expect(
      (await runTool(dir.path, ["signer", "sign", "--ci", "-k", "my.key", "app.exe"])).code,
    ).toBe(0);
    const signature = (text: string) => Buffer.from(text, "base64").toString().split("\n")[1];
    expect(signature(made)).toBe(signature(readFileSync(join(dir.path, "app.exe.sig"), "utf8")));
  });

  test("info names the WebView2 runtime, and what to do where it is missing", async () => {
    using dir = tempDir();
    const without = await run(dir.path, ["info"]);
    expect(without.code).toBe(1);
    expect(without.out).toMatch(
      /WebView2 runtime +MISSING \(shows pages\); install it with: winget install Microsoft\.EdgeWebView2Runtime\n/,
    );
    const add = ["reg.exe", "add", client, "/v", "pv", "/d", "120.0.2210.91", "/f", "/reg:32"];
    expect(await wine.run(add)).toMatchObject({ code: 0 });
    const { code, out } = await run(dir.path, ["info", "--json"]);
    const info = JSON.parse(out) as {
      system: { version: string }[];
      session: Record<string, string>;
    };
    expect({ code, versions: info.system.map(({ version }) => version) }).toEqual({
      code: 0,
      versions: ["120.0.2210.91"],
    });
    expect(info.session).toEqual({
      GPU: expect.any(String),
      "session type": expect.any(String),
      system: expect.stringMatching(/Windows .*, kernel 10\./),
      target: "windows-x64",
    });
  });

  /** A project whose app is the stand-in, which cmd.exe starts as it does what npm installs. */
  function project(build: object, files: Readonly<Record<string, string>> = {}): TempDir {
    const standIn = wine.windowsPath(join(import.meta.dir, "programs/tool-app-program.ts"));
    return tempDir({
      "package.json": "{}",
      "page/index.html": "<!doctype html>",
      "src-framework/framework.conf.json": configuration({
        runner: "./bun.cmd",
        devPath: "../page",
        ...build,
      }),
      "src-framework/bun.cmd": `@"%BUN_OF_TEST%" "${standIn}" %*\r\n`,
      "src-framework/main.ts": "export default {};",
      // As npm makes it for a package's program.
      "node_modules/.bin/serve.cmd": '@ECHO off\r\n"%BUN_OF_TEST%" "%~dp0\\..\\serve.ts" %*\r\n',
      "node_modules/serve.ts":
        "console.error(`serve: ${JSON.stringify(process.argv.slice(2))} ${process.env.FRAMEWORK_PLATFORM}`);" +
        "setInterval(() => {}, 1000);",
      ...files,
    });
  }

  const standInEnvironment = () => ({ BUN_OF_TEST: wine.windowsPath(wine.bunFile) });
  const dev = (dir: TempDir, ...args: string[]) =>
    start(dir.path, ["dev", ...args], standInEnvironment());

  test("dev starts hooks by the system's shell and the app, and follows changes", async () => {
    using dir = project({
      beforeDevCommand: 'echo %FRAMEWORK_FAMILY% "a & b"&& serve "two words" x',
    });
    await using tool = dev(dir, "--", "one", "t w o");
    await tool.line('windows "a & b"');
    await tool.line('serve: ["two words","x"] windows');
    await tool.line('app: began with ["one","t w o"]');
    writeFileSync(join(dir.path, "src-framework/main.ts"), "export default { commands: {} };");
    await tool.line("app: restart");
    await tool.line("src-framework\\main.ts has changed: restarted in");
    writeFileSync(join(dir.path, "page/index.html"), "<!doctype html><p>new");
    await tool.line("app: reload");
    // Another configuration: the app ends by itself, and starts anew.
    writeFileSync(
      join(dir.path, "src-framework/framework.conf.json"),
      configuration({ runner: "./bun.cmd", devPath: "../page", beforeDevCommand: "serve again" }),
    );
    await tool.line("app: the tool is gone");
    await tool.line('serve: ["again"] windows');
    await tool.line("app: began");
  });

  test("dev ends with the app's exit code, and all that it has started with it", async () => {
    using dir = project({ beforeDevCommand: "serve 1" });
    await using tool = dev(dir, "--", "quit");
    await tool.endWith(5);
    await waitFor("the end of all", () => tool.processes.length === 0, {
      state: () => tool.report(),
    });
  });

  test("an app on another drive than the framework is put together", async () => {
    using dir = project({});
    const folder = join(wine.prefix, "drive_c/app");
    cpSync(dir.path, folder, { recursive: true });
    await using tool = start(folder, ["dev", "--", "quit"], standInEnvironment());
    await tool.endWith(5);
    const entry = readFileSync(join(folder, "src-framework/target/dev/app-thread.js"), "utf8");
    const [own, ...ours] = [...entry.matchAll(/(?:from |import\()"([^"]+)"/g)]
      .map(([, path = ""]) => path)
      .toSorted();
    expect(own).toBe("../../main.ts");
    expect(ours.filter((path) => !existsSync(wine.linuxPath(path)))).toEqual([]);
    expect(ours.length).toBeGreaterThan(3);
  });

  test("a page whose scripts are TypeScript is served with hot reloading", async () => {
    using dir = project(
      {},
      {
        "page/index.html": '<!doctype html><script type="module" src="./a.ts"></script>',
        "page/a.ts": 'const word: string = "typed"; console.log(word);',
      },
    );
    await using tool = dev(dir);
    await tool.line("Serving page with hot reloading");
    expect(await tool.line("app: page")).toBe("app: page 200, script true");
  });

  test("the children of dev end with it, also when it is killed", async () => {
    using dir = project({ beforeDevCommand: "serve 1" });
    await using tool = dev(dir);
    await tool.line("serve: ");
    await tool.line("app: began");
    // The tool; cmd.exe and Bun for the hook; the same for the app.
    expect(tool.processes.length).toBeGreaterThanOrEqual(5);
    process.kill(tool.pid, "SIGKILL");
    await waitFor("the end of all", () => tool.processes.length === 0, {
      state: () => tool.report(),
    });
  });

  // Bun itself cannot write an executable under Wine 8; all else of a build is as on Windows.
  test("build puts hooks, pages and runtime together", async () => {
    const page = "<!doctype html><p>packed under Wine";
    using dir = project({
      beforeBuildCommand: 'echo %FRAMEWORK_ARCH% "a & b"',
      distDir: "../page",
    });
    writeFileSync(join(dir.path, "page/index.html"), page);
    const env = standInEnvironment();
    const { code, out, err } = await run(dir.path, ["build", "--no-bundle", "--json"], env);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('x86_64 "a & b"\n') });
    const { executable } = JSON.parse(out) as { executable: string };
    const file = wine.linuxPath(executable);
    expect(file).toBe(join(dir.path, "src-framework/target/release/A.exe"));
    const bytes = readFileSync(file);
    expect([bytes.toString("latin1", 0, 2), bytes.includes(page)]).toEqual(["MZ", true]);
  });

  test("a hook that fails ends dev with its exit code, and what it has started", async () => {
    using dir = project({
      beforeDevCommand: { script: "start /b serve left & exit 7", wait: true },
    });
    await using tool = dev(dir);
    await tool.endWith(7);
    expect(tool.output.map(({ text }) => text)).toContain(
      "build.beforeDevCommand failed: exit code 7",
    );
    await waitFor("the end of all", () => tool.processes.length === 0, {
      state: () => tool.report(),
    });
  });
});

function configuration(build: object = {}): string {
  return JSON.stringify({
    package: { productName: "A", version: "1.0.0" },
    build: { distDir: "../dist", ...build },
    framework: { bundle: { identifier: "org.example.a" }, windows: [{}] },
  });
}

/** The files of a folder, with what is in them. */
function contentOf(folder: string): Record<string, string> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).toSorted();
  return Object.fromEntries(
    names
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path.slice(folder.length), readFileSync(path, "latin1")]),
  );
}
