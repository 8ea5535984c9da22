// The app as a process: its end, its remains, and its use of the folder that it is started in.

import { expect } from "bun:test";
import { readdirSync, statSync, symlinkSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { thisMachine } from "../support/this-machine.ts";
import { targetTriple } from "../../src/contract/target.ts";
import {
  buildApp,
  devCommand,
  onDisplay,
  root,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  startDisplayApp,
  writeProject,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { processTree } from "../../harness/process-tree.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  allGone,
  call,
  expectNotTrapped,
  failedPlace,
  failingApp,
  failures,
  processStories,
  traps,
  written,
} from "./process-stories.ts";

const shared = shareSession();

const made = shareBuiltApp(failingApp);

// The same stories for the app in development and as an executable
// --------------------------------------

const kinds = {
  "in development": () => startDisplayApp(shared.session, failingApp),
  "as an executable": (env: Readonly<Record<string, string>> = {}) =>
    startBuiltApp(shared.session, made.built.executable, {
      ...failingApp,
      env,
      folder: shared.session.home,
    }),
} as const;

/**
 * The exit code after a signal: an app ends as if it were closed, the tool as shells expect it of a
 * program.
 */
function codeAfter(signal: "SIGTERM" | "SIGINT" | "SIGHUP", kind: string): number {
  return kind === "in development" ? 128 + constants.signals[signal] : 0;
}

for (const [kind, start] of Object.entries(kinds)) {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const code = codeAfter(signal, kind);
    onDisplay(
      `${kind}: ${signal} ends the app with exit code ${code}, and all its processes`,
      async () => {
        await using app = await start();
        const tree = processTree(app.running.pid);
        expect(tree).toContain(app.pid);
        app.running.signal(signal);
        expect(await app.running.end()).toEqual({ code, signal: null });
        await allGone(tree);
      },
    );
  }

  onDisplay(`${kind}: SIGTERM ends it while dialogs are open and calls are held`, async () => {
    await using app = await start();
    const tree = processTree(app.running.pid);
    void app.page().call("dialog.open");
    void app.page().call("dialog.ask", "Waiting behind");
    void app.page().run(`return await __FRAMEWORK__.invoke("test.hold");`);
    await app.dialog("file chooser");
    app.running.signal("SIGTERM");
    expect(await app.running.end()).toEqual({ code: codeAfter("SIGTERM", kind), signal: null });
    await allGone(tree);
  });
}

processStories(onDisplay, {
  start: (folder = shared.session.home) =>
    startBuiltApp(shared.session, made.built.executable, { ...failingApp, folder }),
  processesOf: ({ running }) => processTree(running.pid),
  closeDialog: async (app) => await (await app.dialog()).press("OK"),
});

onDisplay(
  "in development: an error in a command rejects the call, and the app goes on",
  async () => {
    await using app = await kinds["in development"]();
    await expect(call(app, "test.throw")).rejects.toMatchObject({
      code: "command-failed",
      message: "thrown on purpose",
    });
    expect(await call(app, "test.held")).toBe(0);
  },
);

for (const [how, command] of failures) {
  onDisplay(
    `${how} of main.ts is printed with its place in development, where it waits for a change`,
    async () => {
      await using app = await kinds["in development"]();
      const tree = processTree(app.running.pid);
      void call(app, command);
      await app.running.line("started again when it changes");
      expect(written(app)).toMatch(failedPlace);
      app.running.signal("SIGTERM");
      await app.running.end();
      await allGone(tree);
    },
  );
}

onDisplay("a main.ts that throws when it is loaded is printed with its place", async () => {
  using project = writeProject({
    files: { "src-framework/main.ts": 'throw new Error("thrown on purpose");\n' },
  });
  await using app = shared.session.start(devCommand, { cwd: project.path });
  await app.line("started again when it changes");
  expect(app.report()).toMatch(/thrown on purpose[^]*main\.ts:1/);
  app.signal("SIGTERM");
  await app.end();
});

// The working folder
// -------------------------------------------------------------------------------------

onDisplay(
  "an executable needs neither Bun nor Node, nor a file beside it, and writes nothing beside itself",
  async () => {
    using programs = tempDir();
    symlinkSync(Bun.which("setpriv") ?? "", join(programs.path, "setpriv"));
    const before = listing(made.built.folder);
    expect(before.map(({ name }) => name)).toEqual(["Display-App"]);
    {
      await using app = await kinds["as an executable"]({ PATH: programs.path });
      const answer = app.page().call("dialog.ask", "Hello");
      await (await app.dialog()).press("Yes");
      expect(await answer).toBe(true);
      app.running.signal("SIGTERM");
      expect((await app.running.end()).code).toBe(0);
    }
    expect(listing(made.built.folder)).toEqual(before);
  },
);

onDisplay("in development nothing is taken from .env and bunfig.toml of the project", async () => {
  const node = Bun.which("node");
  if (node === null)
    throw new Error("Cannot find Node.js, which the framework command is started with");
  const inSource = Object.entries(traps).map(([name, text]) => [`src-framework/${name}`, text]);
  const files = { ...failingApp.files, ...traps, ...Object.fromEntries(inSource) };
  const command = [node, join(root, "bin/framework.mjs"), "dev"];
  await using app = await startDisplayApp(shared.session, { ...failingApp, files, command });
  await expectNotTrapped(app);
  app.running.signal("SIGTERM");
  expect(await app.running.end()).toEqual({
    code: codeAfter("SIGTERM", "in development"),
    signal: null,
  });
});

function listing(folder: string): { name: string; size: number; changed: number }[] {
  return readdirSync(folder).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return { name, size, changed: mtimeMs };
  });
}

onDisplay(
  "an executable without a package shows a route, and finds its sidecars and resources",
  async () => {
    const options: DisplayAppOptions = {
      config: {
        framework: {
          bundle: {
            identifier: "org.example.display-app",
            externalBin: ["bin/helper"],
            resources: { "data/a.txt": "texts/a.txt" },
          },
          allowlist: {
            shell: { sidecar: true },
            path: { all: true },
            fs: { readFile: true, scope: ["$RESOURCE/**"] },
          },
          windows: [{ label: "main", title: "main", url: "users/ada" }],
        },
      },
      files: {
        [`src-framework/bin/helper-${targetTriple(thisMachine)}`]: "#!/bin/sh\necho helped\n",
        "src-framework/data/a.txt": "shipped",
      },
    };
    using made = await buildApp(options);
    await using app = await startBuiltApp(shared.session, made.executable, {
      ...options,
      folder: made.folder,
    });
    const look = `const { path, fs, shell } = window.__FRAMEWORK__;
    const { stdout } = await shell.Command.sidecar("bin/helper").execute();
    return [location.pathname, stdout, await fs.readTextFile(await path.resolveResource("texts/a.txt"))]`;
    expect(await app.page().run(look)).toEqual(["/users/ada", "helped\n", "shipped"]);
  },
);
