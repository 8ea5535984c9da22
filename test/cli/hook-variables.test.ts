import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runHook } from "../../src/cli/programs/hooks.ts";
import { Programs } from "../../src/cli/programs/programs.ts";
import { openProject } from "../../src/cli/project/project.ts";
import type { System } from "../../src/contract/target.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { thisMachine } from "../support/this-machine.ts";

/** What a hook of an app for a system is told of the oldest macOS. */
async function told(system: System, macOS: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  using folder = tempDir({
    "package.json": '{"name": "small"}',
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist", beforeBuildCommand: "env > told" },
      framework: { bundle: { identifier: "org.example.small", macOS } },
    }),
  });
  const terminal = { cwd: folder.path, host: thisMachine, color: false, out: () => {}, err: () => {} };
  const project = openProject(terminal, { system, command: "build" });
  await using programs = new Programs();
  const target = { system, architecture: "x64" } as const;
  await runHook("beforeBuildCommand", project.config.build, { ...project, target, debug: false, programs });
  const lines = readFileSync(join(project.frontEndFolder, "told"), "utf8").split("\n");
  return lines.find((line) => line.startsWith("MACOSX_DEPLOYMENT_TARGET="))?.split("=")[1];
}

test("hooks of an app for macOS know the oldest system that it is for", async () => {
  expect(await told("macos", {})).toBe("10.13");
  expect(await told("macos", { minimumSystemVersion: "14.1" })).toBe("14.1");
  expect(await told("macos", { minimumSystemVersion: "" })).toBe("10.13");
  expect(await told("macos", { minimumSystemVersion: null })).toBeUndefined();
  expect(await told("linux", { minimumSystemVersion: "14.1" })).toBeUndefined();
});
