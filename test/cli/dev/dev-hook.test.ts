import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DevHook } from "../../../src/cli/dev/dev-hook.ts";
import { systemVersion } from "../../../src/cli/info/system.ts";
import type { Project } from "../../../src/cli/project/project.ts";
import { architectureNames } from "../../../src/contract/target.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { settledConfig } from "../../support/config.ts";
import { runTool } from "../tool.ts";
import { thisMachine } from "../../support/this-machine.ts";

type BeforeDevCommand = string | { script: string; cwd?: string; wait?: boolean };

function projectWith(folder: string, beforeDevCommand: BeforeDevCommand): Project {
  const config = settledConfig({
    framework: { bundle: { identifier: "a.b" } },
    build: { beforeDevCommand },
  });
  return {
    config,
    isWritten: () => false,
    fileOf: () => "",
    configFolder: folder,
    frontEndFolder: folder,
    outputFolder: join(folder, "target"),
  };
}

const noFailure = (error: unknown) => expect(error).toBeUndefined();

test("beforeDevCommand sees what the interface promises, and a version of the system, not of its kernel", async () => {
  using dir = tempDir({ "sub/x": "" });
  const script =
    `env | grep ^FRAMEWORK_ | sort >../told; ` +
    `(. /etc/os-release; echo "\${VERSION_ID:-$(uname -r)}") >../version`;
  await using hook = new DevHook(
    projectWith(dir.path, { script, cwd: "sub", wait: true }),
    thisMachine,
  );
  await hook.start(noFailure);
  const read = (name: string) => readFileSync(join(dir.path, name), "utf8").trim();
  const { system, architecture } = thisMachine;
  expect(read("told").split("\n")).toEqual([
    `FRAMEWORK_ARCH=${architectureNames[architecture].gnu}`,
    "FRAMEWORK_DEBUG=true",
    "FRAMEWORK_FAMILY=unix",
    `FRAMEWORK_PLATFORM=${system}`,
    "FRAMEWORK_PLATFORM_TYPE=Linux",
    `FRAMEWORK_PLATFORM_VERSION=${systemVersion()}`,
  ]);
  expect(systemVersion()).toBe(read("version"));
});

test.each([
  ["none", undefined],
  ["epiphany", "epiphany"],
])("a development server finds BROWSER=%s when the user's is %p", async (reported, own) => {
  using dir = tempDir({});
  const { BROWSER: before } = process.env;
  try {
    if (own === undefined) delete process.env["BROWSER"];
    else process.env["BROWSER"] = own;
    const script = { script: 'printf "%s" "$BROWSER" >reported', wait: true };
    await using hook = new DevHook(projectWith(dir.path, script), thisMachine);
    await hook.start(noFailure);
  } finally {
    if (before === undefined) delete process.env["BROWSER"];
    else process.env["BROWSER"] = before;
  }
  expect(readFileSync(join(dir.path, "reported"), "utf8")).toBe(reported);
});

test("a beforeDevCommand that is waited for has ended, one that is not goes on", async () => {
  using dir = tempDir({});
  const file = join(dir.path, "made");
  const script = "mkfifo never 2>/dev/null; sleep 0.2; touch made";
  await using waiting = new DevHook(projectWith(dir.path, { script, wait: true }), thisMachine);
  await waiting.start(noFailure);
  expect(existsSync(file)).toBe(true);

  const server = "touch started; read line <never";
  await using going = new DevHook(projectWith(dir.path, server), thisMachine);
  await going.start(noFailure);
  await waitFor("the server's start", () => existsSync(join(dir.path, "started")));
});

test("a beforeDevCommand that fails while it is waited for ends the command with its exit code", async () => {
  using dir = tempDir({});
  await using hook = new DevHook(
    projectWith(dir.path, { script: "exit 7", wait: true }),
    thisMachine,
  );
  await expect(hook.start(noFailure)).rejects.toMatchObject({
    message: "build.beforeDevCommand failed: exit code 7",
    exitCode: 7,
  });
});

// It ends while the app is being made ready, which must then open nothing any more.
test("a beforeDevCommand that fails at once beside the start of the app ends the command", async () => {
  using dir = tempDir({
    "page/index.html": "",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "A", version: "1.0.0" },
      build: { devPath: "../page", distDir: "../page", beforeDevCommand: "exit 7" },
      framework: { bundle: { identifier: "org.example.a" } },
    }),
  });
  expect(await runTool(dir.path, ["dev"])).toEqual({
    code: 7,
    out: "",
    err: "Running beforeDevCommand (exit 7)\nbuild.beforeDevCommand failed: exit code 7\n",
  });
});
