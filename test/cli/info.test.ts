import { expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { baseDirectories } from "../../src/app/paths/base-directories.ts";
import { logFolder } from "../../src/cli/info/log.ts";
import { systems } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { runTool } from "./tool.ts";

test("info tells the versions, and that there is no project", async () => {
  using dir = tempDir();
  const { out } = await runTool(dir.path, ["info", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    versions: { framework: packageJson.version, Bun: Bun.version },
    session: { target: `linux-${process.arch}` },
    project: null,
  });
});

test("info tells what a project is made of, and ends with 1 when something needed is missing", async () => {
  using dir = tempDir({
    "pnpm-lock.yaml": "",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Known", version: "2.0.0" },
      build: { devPath: "http://localhost:5173", beforeDevCommand: { script: "vite" } },
      framework: { windows: [{ label: "one" }, { label: "two" }] },
    }),
    "src-framework/main.ts": "",
  });
  const { code, out } = await runTool(dir.path, ["info", "--json"]);
  const { project, system } = JSON.parse(out);
  expect(project).toMatchObject({
    name: "Known",
    version: "2.0.0",
    devPath: "http://localhost:5173",
    beforeDevCommand: "vite",
    "package manager": "pnpm (pnpm-lock.yaml)",
    "own code": "src-framework/main.ts",
    runtime: "own",
    windows: "one, two",
  });
  const isComplete = system.every(
    (fact: { version: string | null; isNeeded: boolean }) =>
      fact.version !== null || !fact.isNeeded,
  );
  expect(code).toBe(isComplete ? 0 : 1);
  expect((await runTool(dir.path, ["info"])).out).toContain("  name                    Known\n");
});

test("info tells the session, the versions of the front end, and where the documents are", async () => {
  using dir = tempDir({
    "package.json": JSON.stringify({
      dependencies: { react: "^19.0.0", leftpad: "1" },
      devDependencies: { vite: "^7.0.0", typescript: "^5.0.0" },
    }),
    "node_modules/react/package.json": '{ "version": "19.3.1" }',
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    "src-framework/framework.conf.json": '{ "package": { "version": "1.0.0" } }',
  });
  const env = { WAYLAND_DISPLAY: "", DISPLAY: ":7", GDK_BACKEND: "x11" };
  const info = JSON.parse((await runTool(dir.path, ["info", "--json"], env)).out);
  expect(info.frontEnd).toEqual({
    react: "19.3.1",
    typescript: "5.9.3",
    vite: "^7.0.0, not installed",
  });
  expect(info.session).toMatchObject({
    "session type": "x11",
    "drawing variables": expect.stringContaining("GDK_BACKEND=x11"),
  });
  expect(info.session).toHaveProperty("GPU");
  expect(existsSync(join(dir.path, info.documents, "install.md"))).toBeTrue();

  const { out } = await runTool(dir.path, ["info", "--markdown"], env);
  expect(out).toStartWith("### Machine\n\n- system: `");
  expect(out).toContain("### Front end\n\n- react: `19.3.1`\n");
  expect((await runTool(dir.path, ["info", "--json", "--markdown"])).err).toContain(
    "use --json or --markdown",
  );
});

test("a value is no Markdown of a report", async () => {
  using dir = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      build: { devPath: "http://localhost:1/`x`", beforeDevCommand: "a\n# b" },
      package: { version: "1.0.0" },
    }),
  });
  const { out } = await runTool(dir.path, ["info", "--markdown"]);
  expect(out).toContain("- devPath: `` http://localhost:1/`x` ``\n");
  expect(out).toContain("- beforeDevCommand: `a # b`\n");
});

test("info names the command that reports the problems of a configuration", async () => {
  using dir = tempDir({ "src-framework/framework.conf.json": '{"biuld": {}}' });
  const { out } = await runTool(dir.path, ["info"]);
  expect(out).toContain("  problems                1\n");
  expect(out).toEndWith("npx framework config says more about the problems\n");
});

test("info --log prints the newest log of the project's app", async () => {
  using dir = tempDir({
    "app/src-framework/framework.conf.json": JSON.stringify({
      build: { devPath: "http://localhost:5173" },
      framework: { bundle: { identifier: "org.example.logged" } },
    }),
    "config/org.example.logged/logs/Old.log": "old\n",
    "config/org.example.logged/logs/New.log": Array.from(
      { length: 600 },
      (_, i) => `line ${i}\n`,
    ).join(""),
    "config/org.example.logged/logs/notes.txt": "",
  });
  utimesSync(join(dir.path, "config/org.example.logged/logs/Old.log"), 1, 1);
  const env = { XDG_CONFIG_HOME: join(dir.path, "config") };
  const { code, out } = await runTool(join(dir.path, "app"), ["info", "--log"], env);
  expect([code, out.split("\n").length]).toEqual([0, 503]);
  expect(out).toContain("logs/New.log\n\nline 100\n");
  expect(out).toEndWith("line 599\n");
  const none = await runTool(join(dir.path, "app"), ["info", "--log"], {
    XDG_CONFIG_HOME: dir.path,
  });
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("Cannot find a log in")]);
});

test("the logs are where the app has them", () => {
  for (const system of systems) {
    const host = {
      system,
      env: { APPDATA: "C:\\Data" },
      home: "/home/a",
      temp: "/tmp",
      known: null,
      readText: () => null,
    };
    const folders = baseDirectories({ identifier: "org.a", executable: "/a", name: "A" }, host);
    expect(logFolder(system, "org.a", host.env, host.home)).toBe(folders.APPLOG as string);
  }
});

test("an unknown command or switch is an error with a hint", async () => {
  using dir = tempDir();
  expect(await runTool(dir.path, ["biuld"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Did you mean build?"),
  });
  expect(await runTool(dir.path, ["build", "--bundle"])).toMatchObject({ code: 1 });
});
