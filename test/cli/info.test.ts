import { expect, test } from "bun:test";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { publishedVersion } from "../../src/bundler/index.ts";
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
    windows: "one, two",
  });
  const isComplete = system.every(
    (fact: { version: string | null; isNeeded: boolean }) => fact.version !== null || !fact.isNeeded,
  );
  expect(code).toBe(isComplete ? 0 : 1);
  expect((await runTool(dir.path, ["info"])).out).toContain("  name                    Known\n");
});

test("info says where the problems of a configuration are told", async () => {
  using dir = tempDir({ "src-framework/framework.conf.json": '{"biuld": {}}' });
  const { out } = await runTool(dir.path, ["info"]);
  expect(out).toContain("  problems                1\n");
  expect(out).toEndWith("npx framework config says more about the problems\n");
});

test("info tells the runtime of a project, and which ones are there for which apps", async () => {
  using dir = tempDir({
    "framework.conf.json": JSON.stringify({
      package: { productName: "Known", version: "2.0.0" },
      framework: {
        bundle: {
          identifier: "org.example.known",
          runtime: "shared",
          runtimeAddresses: ["https://one.example/bun.tgz", "https://two.example/bun.tgz"],
        },
      },
    }),
    "data/framework/runtimes/1.4.4-0123/bun": "a runtime",
    "data/framework/runtimes/1.4.4-0123456789abcdef/bun": "a runtime",
  });
  const env = { XDG_DATA_HOME: join(dir.path, "data") };
  const { out } = await runTool(dir.path, ["info"], env);
  expect(out).toContain(
    [
      "Runtime of apps",
      `  of the project          shared, Bun ${publishedVersion}`,
      "  got from                https://one.example/bun.tgz",
      "                          https://two.example/bun.tgz",
    ].join("\n"),
  );
  expect(out).toContain("    1.4.4-0123            used by no app\n");
  expect(out).toContain("    1.4.4-0123456789abcdef used by no app\n");
  const { runtime } = JSON.parse((await runTool(dir.path, ["info", "--json"], env)).out);
  expect(runtime.project).toEqual({
    runtime: "shared",
    version: publishedVersion,
    addresses: ["https://one.example/bun.tgz", "https://two.example/bun.tgz"],
    problem: null,
  });
});

test("an unknown command or switch is an error with a hint", async () => {
  using dir = tempDir();
  expect(await runTool(dir.path, ["biuld"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Did you mean build?"),
  });
  expect(await runTool(dir.path, ["build", "--bundle"])).toMatchObject({ code: 1 });
});
