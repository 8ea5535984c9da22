import { expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
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

test("an unknown command or switch is an error with a hint", async () => {
  using dir = tempDir();
  expect(await runTool(dir.path, ["biuld"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Did you mean build?"),
  });
  expect(await runTool(dir.path, ["build", "--bundle"])).toMatchObject({ code: 1 });
});
