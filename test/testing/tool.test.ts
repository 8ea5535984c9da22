// `framework init --tests` and `framework test`, as an author runs them.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../../src/testing/index.ts";
import { targetTriple } from "../../src/contract/target.ts";
import { thisMachine } from "../support/this-machine.ts";
import { isRunning } from "../../harness/process-tree.ts";
import { startProgram } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { commandLine, root } from "../support/app/display-app.ts";

// The helper is a shell script.
const testOfPosix = test.skipIf(process.platform === "win32");

test("a new project with tests passes them", async () => {
  using folder = tempDir();
  const run = async (...args: readonly string[]): Promise<string> => {
    await using tool = startProgram([...commandLine, ...args], {
      cwd: folder.path,
      env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
    });
    await tool.endWith(0);
    return tool.report();
  };
  await run("init", "--ci", "--tests");
  expect(await run("test")).toMatch(/2 pass/);
});

const failing = {
  "src-framework/framework.conf.json": JSON.stringify({
    package: { productName: "Failing" },
    build: { devPath: "../page", distDir: "../page" },
    framework: { bundle: { identifier: "org.example.failing" } },
  }),
  "page/index.html": "",
};

test("a test that fails has the tool fail", async () => {
  using folder = tempDir({
    ...failing,
    "fails.test.ts":
      'import { test } from "bun:test";\ntest("fails", () => { throw new Error("no"); });\n',
  });
  await using tool = startProgram([...commandLine, "test"], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
  });
  await tool.endWith(1);
});

testOfPosix(
  "the runner and what it started end with the tool, also when it is killed",
  async () => {
    const testFile = `
    import { test } from "bun:test";
    import { spawn } from "node:child_process";
    test("waits", async () => {
      const child = spawn("sleep", ["1000"]);
      console.log("pids", process.pid, child.pid);
      await new Promise(() => {});
    });`;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      using folder = tempDir({ ...failing, "fails.test.ts": testFile });
      await using tool = startProgram([...commandLine, "test"], {
        cwd: folder.path,
        env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
      });
      const [, ...pids] = (await tool.line(/^pids /)).trim().split(" ").map(Number);
      tool.signal(signal);
      await waitFor(`the end of ${pids.join(" and ")}`, () => !pids.some(isRunning), {
        timeout: 20_000,
      });
    }
  },
);

test("a page that is not built yet is named before its app is shown", async () => {
  using folder = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Unbuilt" },
      build: { devPath: "../page", distDir: "../dist" },
      framework: { bundle: { identifier: "org.example.unbuilt" } },
    }),
    "page/index.html": '<script type="module" src="main.ts"></script>',
  });
  await expect(launch({ project: folder.path, mode: "desktop" })).rejects.toThrow(
    `Cannot show the app: there is no folder "${join(folder.path, "dist")}" with its page, build the page first`,
  );
  await using app = await launch({ project: folder.path, mode: "memory" });
  expect(await app.windows.list()).toEqual([]);
});

test("a page in TypeScript that is not compiled is named before its app is shown, and needless without windows", async () => {
  using folder = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Uncompiled" },
      build: { devPath: "../page", distDir: "../page" },
      framework: { bundle: { identifier: "org.example.uncompiled" } },
    }),
    "page/index.html": '<script type="module" src="main.ts"></script>',
  });
  await expect(launch({ project: folder.path, mode: "desktop" })).rejects.toThrow(
    `Cannot show the app: the scripts of its page in "${join(folder.path, "page")}" are TypeScript, build the page into another folder and name that in build.distDir`,
  );
  await using app = await launch({ project: folder.path, mode: "memory" });
  expect(await app.windows.list()).toEqual([]);
});

test("a test that framework test runs starts the app of the project that it names", async () => {
  const appFiles = (name: string) => ({
    [`${name}/src-framework/framework.conf.json`]: JSON.stringify({
      package: { productName: name },
      build: { devPath: "../page", distDir: "../page" },
      framework: { bundle: { identifier: `org.example.${name}` }, windows: [{}] },
    }),
    [`${name}/src-framework/main.ts`]: `import { defineApp } from "framework/app";\nexport default defineApp({ commands: { name: () => ${JSON.stringify(name)} } });\n`,
    [`${name}/page/index.html`]: "",
  });
  using folder = tempDir({
    ...appFiles("near"),
    ...appFiles("far"),
    "near/name.test.ts": `
      import { expect, test } from "bun:test";
      import { launch } from ${JSON.stringify(join(root, "src/testing/index.ts"))};
      test.each([["near", {}], ["near", { project: "../near/" }], ["far", { project: "../far" }]])(
        "%s", async (name, options) => {
          await using app = await launch({ ...options, mode: "memory" });
          expect(await app.invoke("name")).toBe(name);
        });`,
  });
  await using tool = startProgram([...commandLine, "test"], {
    cwd: join(folder.path, "near"),
    env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
  });
  await tool.endWith(0);
  expect(tool.report()).toMatch(/3 pass/);
});

testOfPosix("sidecars and resources lie beside an app that is tested from source", async () => {
  using folder = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Beside" },
      build: { devPath: "../page", distDir: "../page" },
      framework: {
        bundle: {
          identifier: "org.example.beside",
          externalBin: ["bin/helper"],
          resources: ["res/*"],
        },
        windows: [{ title: "Beside" }],
        allowlist: { shell: { sidecar: true }, path: { all: true } },
      },
    }),
    [`src-framework/bin/helper-${targetTriple(thisMachine)}`]: "#!/bin/sh\necho helped\n",
    "src-framework/res/a.txt": "shipped",
    "page/index.html": "",
  });
  await using app = await launch({ project: folder.path, mode: "memory" });
  const run = { program: "bin/helper", args: [], options: {} };
  const { stdout } = (await app.invokeFrom("main", "shell.executeSidecar", run)) as {
    readonly stdout: Uint8Array;
  };
  expect(Buffer.from(stdout).toString()).toBe("helped\n");
  const resource = await app.invokeFrom("main", "path.resolveResource", { path: "res/a.txt" });
  expect(readFileSync(String(resource), "utf8")).toBe("shipped");
});
