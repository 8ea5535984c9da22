import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runHook } from "../../../src/cli/programs/hooks.ts";
import { Programs } from "../../../src/cli/programs/programs.ts";
import { openProject } from "../../../src/cli/project/project.ts";
import type { System } from "../../../src/contract/target.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { thisMachine } from "../../support/this-machine.ts";

interface Case {
  readonly hook: unknown;
  readonly system?: System;
  readonly macOS?: Readonly<Record<string, unknown>>;
}

/**
 * Runs the hook of a project before it is built, for a system. `read` sees the files that it has
 * written into the front end's folder.
 */
async function hooked<T>(
  { hook, system = "linux", macOS = {} }: Case,
  read: (folder: string) => T,
): Promise<T> {
  using folder = tempDir({
    "package.json": '{"name": "small"}',
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist", beforeBuildCommand: hook },
      framework: { bundle: { identifier: "org.example.small", macOS } },
    }),
  });
  const terminal = {
    cwd: folder.path,
    host: thisMachine,
    color: false,
    out: () => {},
    err: () => {},
  };
  const project = openProject(terminal, { system, command: "build" });
  await using programs = new Programs();
  const target = { system, architecture: "x64" } as const;
  await runHook("beforeBuildCommand", project.config.build, {
    ...project,
    target,
    debug: false,
    programs,
  });
  return read(project.frontEndFolder);
}

/** The oldest macOS in the hook's environment, for an app for a system. */
function reported(
  system: System,
  macOS: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  return hooked({ hook: "env > told", system, macOS }, (folder) => {
    const lines = readFileSync(join(folder, "told"), "utf8").split("\n");
    return lines.find((line) => line.startsWith("MACOSX_DEPLOYMENT_TARGET="))?.split("=")[1];
  });
}

test("hooks of an app for macOS know the oldest system that it is for", async () => {
  // The oldest one that the runtime runs on, as in Info.plist.
  expect(await reported("macos", {})).toBe("13.0");
  expect(await reported("macos", { minimumSystemVersion: "14.1" })).toBe("14.1");
  expect(await reported("macos", { minimumSystemVersion: "" })).toBe("13.0");
  expect(await reported("macos", { minimumSystemVersion: null })).toBeUndefined();
  expect(await reported("linux", { minimumSystemVersion: "14.1" })).toBeUndefined();
});

test("a folder for a hook that is not there is named", async () => {
  const run = hooked({ hook: { script: "echo", cwd: "nowhere" } }, () => {});
  await expect(run).rejects.toThrow(
    /^Cannot run build\.beforeBuildCommand: its cwd ".+\/nowhere" is not there; make/,
  );
});
