// The loop of `framework dev`: edits of code and configuration while it runs, their effect for the
// user, and its end.

import { expect } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { thisMachine } from "../support/this-machine.ts";
import { targetTriple } from "../../src/contract/target.ts";
import {
  devCommand,
  onDisplay,
  shareSession,
  startDisplayApp,
  writeProject,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { changeBuild, changeWindows, isolated, left } from "./dev-session.ts";

const shared = shareSession();

const fixture = (folder: string) => readFileSync(join(folder, "src-framework/main.ts"), "utf8");

/** Adds a command whose answer shows the version of the code. */
function ownCode(original: string, version: string): string {
  const path = /from ("[^"]+")/.exec(original)?.[1] ?? "";
  return `import app from ${path};
export default { commands: { ...app.commands, "test.version": () => ${JSON.stringify(version)} } };\n`;
}

const version = (app: DisplayApp) =>
  app.page().run(`return await window.__FRAMEWORK_BRIDGE__.call("test.version", {}, false)`);

/**
 * Waits until this version runs. A question may get lost with the page or the app thread it was
 * asked.
 */
function runs(app: DisplayApp, text: string): Promise<boolean> {
  let isAnswered = false;
  let last: unknown = "nothing";
  const ask = async () => {
    const answer = version(app).then(
      (found) => {
        last = found;
        isAnswered ||= found === text;
      },
      (error: unknown) => (last = error),
    );
    // The next question does not take back the ones before: any of them may be answered.
    await Promise.race([answer, Bun.sleep(50)]);
    return isAnswered;
  };
  return waitFor(`version ${text}`, ask, {
    state: () => `the last answer: ${String(last)}\n${app.running.report()}`,
  });
}

async function nothingLeft(app: DisplayApp): Promise<void> {
  await waitFor("the end of all that was started", () => left(app).length === 0, {
    state: () =>
      `left: ${left(app)
        .map((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1"))
        .join("\n")}`,
  });
}

onDisplay("app code is replaced while the windows stay where they are", async () => {
  await using app = await startDisplayApp(shared.session, { windows: ["main", "other"] });
  const before = [(await app.window("main")).id, (await app.window("other")).id];
  const file = join(app.folder, "src-framework/main.ts");
  const original = fixture(app.folder);
  for (const [index, text] of ["one", "two"].entries()) {
    writeFileSync(file, ownCode(original, text));
    await app.pageOpened("main", index + 2);
    await app.pageOpened("other", index + 2);
    expect(await version(app)).toBe(text);
  }
  expect([(await app.window("main")).id, (await app.window("other")).id]).toEqual(before);
});

onDisplay(
  "code beside the app source directory is followed as the code in it, with a mistake, too",
  async () => {
    await using app = await startDisplayApp(shared.session);
    const beside = join(app.folder, "version.ts");
    const original = fixture(app.folder);
    writeFileSync(beside, 'export default "one";');
    const code = ownCode(original, "").replace('=> ""', "=> version");
    writeFileSync(
      join(app.folder, "src-framework/main.ts"),
      `import version from "../version.ts";\n${code}`,
    );
    await runs(app, "one");
    writeFileSync(beside, "export default {{{");
    await app.running.line("The app's code failed; it is started again when it changes");
    writeFileSync(beside, 'export default "two";');
    await runs(app, "two");
    await app.running.line("version.ts has changed: restarted in");
  },
);

onDisplay(
  "code that is not there yet is waited for, and followed when the configuration changes with it",
  async () => {
    await using app = await startDisplayApp(shared.session);
    const beside = join(app.folder, "lib/version.ts");
    const code = ownCode(fixture(app.folder), "").replace('=> ""', "=> version");
    writeFileSync(
      join(app.folder, "src-framework/main.ts"),
      `import version from "../lib/version";\n${code}`,
    );
    changeBuild(app, { features: ["another"] });
    await app.running.line("Cannot find module '../lib/version'");
    mkdirSync(dirname(beside));
    for (const text of ["one", "two"]) {
      writeFileSync(beside, `export default "${text}";`);
      await runs(app, text);
    }
  },
);

// Each app thread has a key of its own, which the isolation frame gets.
onDisplay("app code is replaced under the isolation pattern, too", async () => {
  await using app = await startDisplayApp(shared.session, isolated("__FRAMEWORK_ISOLATION_HOOK__"));
  const file = join(app.folder, "src-framework/main.ts");
  const original = fixture(app.folder);
  for (const text of ["one", "two"]) {
    writeFileSync(file, ownCode(original, text));
    await runs(app, text);
  }
});

onDisplay(
  "code that cannot be loaded is reported, the windows stay, and the next change heals it",
  async () => {
    await using app = await startDisplayApp(shared.session);
    const before = (await app.window()).id;
    const file = join(app.folder, "src-framework/main.ts");
    const original = fixture(app.folder);
    writeFileSync(file, "export default {{{");
    await app.running.line("The app's code failed; it is started again when it changes");
    writeFileSync(file, 'throw new Error("at once");');
    await app.running.line("at once");
    writeFileSync(file, ownCode(original, "healed"));
    await app.pageOpened("main", 2);
    expect(await version(app)).toBe("healed");
    writeFileSync(
      file,
      `setTimeout(() => { throw new Error("later") });\n${ownCode(original, "x")}`,
    );
    await app.running.line("later");
    writeFileSync(file, ownCode(original, "again"));
    await runs(app, "again");
    expect((await app.window()).id).toBe(before);
  },
);

onDisplay(
  "app code that exports no app as its default is reported by its file's name",
  async () => {
    await using app = await startDisplayApp(shared.session);
    const file = join(app.folder, "src-framework/main.ts");
    const original = fixture(app.folder);
    for (const [text, says] of [
      [
        original.replace("default", "default as app"),
        "it has no default export, write export default defineApp({ … })",
      ],
      ["", "it has no default export"],
      ["export default () => {};", "its default export must be what defineApp returns"],
    ] as const) {
      writeFileSync(file, text);
      await app.running.line(`Cannot use src-framework/main.ts: ${says}`);
    }
    writeFileSync(file, ownCode(original, "healed"));
    await app.pageOpened("main", 2);
    expect(await version(app)).toBe("healed");
  },
);

onDisplay("app code that hangs is replaced with its whole process", async () => {
  await using app = await startDisplayApp(shared.session);
  const file = join(app.folder, "src-framework/main.ts");
  const original = fixture(app.folder);
  const signal = join(app.folder, "hang");
  const hang = `import { existsSync, writeSync } from "node:fs";
    setInterval(() => {
      if (!existsSync(${JSON.stringify(signal)})) return;
      writeSync(2, "it hangs\\n");
      for (;;);
    }, 1);\n`;
  writeFileSync(file, hang + ownCode(original, "stuck"));
  await app.running.line("restarted in");
  await app.pageOpened("main", 2);
  writeFileSync(signal, "");
  await app.running.line("it hangs");
  writeFileSync(file, ownCode(original, "free"));
  await app.running.line("the app does not answer: starting it anew");
  await app.pageOpened("main", 3);
  expect(await version(app)).toBe("free");
});

onDisplay("a dialog that was open goes away with the code that asked for it", async () => {
  await using app = await startDisplayApp(shared.session);
  void app
    .page()
    .call("dialog.ask", "Sure?")
    .catch(() => {});
  await app.dialog();
  const original = fixture(app.folder);
  writeFileSync(join(app.folder, "src-framework/main.ts"), ownCode(original, "new"));
  await app.pageOpened("main", 2);
  await app.noDialog();
  expect(await version(app)).toBe("new");
});

onDisplay("200 edits, and the session is still there", async () => {
  await using app = await startDisplayApp(shared.session);
  const before = (await app.window()).id;
  const file = join(app.folder, "src-framework/main.ts");
  const original = fixture(app.folder);
  for (let edit = 1; edit <= 200; edit += 1) {
    writeFileSync(file, ownCode(original, `edit ${edit}`));
    // Not every edit waits for the last one to be through.
    if (edit % 4 !== 0) await Bun.sleep(edit % 7);
    else await runs(app, `edit ${edit}`);
  }
  expect([app.running.isRunning, (await app.window()).id]).toEqual([true, before]);
});

onDisplay("a wrong configuration is reported, a good one is taken", async () => {
  await using app = await startDisplayApp(shared.session);
  const file = join(app.folder, "src-framework/framework.conf.json");
  const original = readFileSync(file, "utf8");
  const { pid } = app;
  writeFileSync(file, original.replace('"title":"main"', '"titel":"main"'));
  await app.running.line('did you mean "title"?');
  await app.running.line("The app goes on with the configuration it was started with");
  expect(app.running.isRunning).toBe(true);
  // Written again as it was: nothing is to be done.
  writeFileSync(file, `${original}\n`);
  writeFileSync(file, original.replace('"title":"main"', '"title":"renamed"'));
  await app.running.line("framework.conf.json has changed: starting the app with it");
  await app.pageOpened("main", 2);
  await app.window("renamed");
  expect(app.pid).not.toBe(pid);
});

onDisplay("settings of the compiler are taken when they are written", async () => {
  await using app = await startDisplayApp(shared.session);
  const file = join(app.folder, "src-framework/main.ts");
  // TypeScript's own decorators get the name of their target, those of the language a description
  // of it.
  const decorated = `${ownCode(fixture(app.folder), "decorated")}
const tell = (_: unknown, what: unknown) => console.log("decorators:", typeof what);
class Notes {
  @tell list() {}
}
new Notes().list();\n`;
  writeFileSync(file, decorated);
  await app.running.line("decorators: object");
  const settings = join(app.folder, "src-framework/tsconfig.json");
  writeFileSync(settings, '{ "compilerOptions": { "experimentalDecorators": true } }');
  await app.running.line("tsconfig.json has changed: starting the app with it");
  await app.running.line("decorators: string");
});

onDisplay("an app without a window says so", async () => {
  await using app = await startDisplayApp(shared.session);
  changeWindows(app, []);
  await app.running.line("framework: no window is open: name one in framework.windows");
  changeWindows(app, [{ label: "main" }]);
  await app.pageOpened("main", 2);
});

onDisplay("a changed beforeDevCommand takes the place of the one that runs", async () => {
  const paths = { devPath: "../page", distDir: "../page", withGlobalFramework: true };
  const beforeDevCommand = "setsid sleep 1000 & sleep 1001";
  await using app = await startDisplayApp(shared.session, {
    config: { build: { ...paths, beforeDevCommand } },
  });
  const sleeping = () =>
    left(app)
      .map((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0"))
      .filter(([program]) => program === "sleep")
      .map(([, time = ""]) => time)
      .sort();
  await waitFor("the first one", () => sleeping().length === 2);
  changeBuild(app, { beforeDevCommand: "exec sleep 1002" });
  await app.running.line("Running beforeDevCommand (exec sleep 1002)");
  await app.pageOpened("main", 2);
  await waitFor("the second one alone", () => sleeping().join() === "1002", {
    state: () => sleeping().join(),
  });
  expect(app.running.isRunning).toBe(true);
});

onDisplay("a server that is not there is waited for until the configuration changes", async () => {
  await using app = await startDisplayApp(shared.session);
  // Port 9 is for a service that is not run any more.
  changeBuild(app, { devPath: "http://127.0.0.1:9/" });
  await app.running.line("Waiting for http://127.0.0.1:9/ to answer");
  changeBuild(app, { devPath: "../page" });
  await app.pageOpened("main", 2);
});

onDisplay("sidecars and resources are found as in a package", async () => {
  const triple = targetTriple(thisMachine);
  await using app = await startDisplayApp(shared.session, {
    config: {
      framework: {
        bundle: {
          identifier: "org.example.display-app",
          externalBin: ["bin/helper", "bin/none"],
          resources: { "data/a.txt": "texts/a.txt" },
        },
        allowlist: {
          shell: { sidecar: true },
          path: { all: true },
          fs: { readFile: true, scope: ["$RESOURCE/**"] },
        },
      },
    },
    files: {
      [`src-framework/bin/helper-${triple}`]: "#!/bin/sh\necho helped\n",
      "src-framework/data/a.txt": "first",
    },
  });
  await app.running.line('framework.bundle.externalBin: Cannot ship "bin/none-');
  const help = `return (await window.__FRAMEWORK__.shell.Command.sidecar("bin/helper").execute()).stdout`;
  expect(await app.page().run(help)).toBe("helped\n");
  const read = `const { path, fs } = window.__FRAMEWORK__;
    return await fs.readTextFile(await path.resolveResource("texts/a.txt"))`;
  expect(await app.page().run(read)).toBe("first");
  writeFileSync(join(app.folder, "src-framework/data/a.txt"), "second");
  await app.pageOpened("main", 2);
  expect(await app.page().run(read)).toBe("second");
});

onDisplay("the app's exit code comes through, and the hook ends with it", async () => {
  const build = {
    devPath: "../page",
    distDir: "../page",
    withGlobalFramework: true,
    beforeDevCommand: "sleep 1000 & setsid sleep 1000 & wait",
  };
  await using app = await startDisplayApp(shared.session, {
    config: { build, framework: { allowlist: { process: { exit: true } } } },
  });
  await app.page().run("setTimeout(() => window.__FRAMEWORK__.process.exit(7))");
  expect(await app.running.end()).toEqual({ code: 7, signal: null });
  await nothingLeft(app);
});

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGKILL", null],
] as const) {
  onDisplay(`${signal} to the tool ends the app, the hook and all they started`, async () => {
    const build = {
      devPath: "../page",
      distDir: "../page",
      withGlobalFramework: true,
      beforeDevCommand: "sleep 1000 & setsid sleep 1000 & wait",
    };
    await using app = await startDisplayApp(shared.session, { config: { build } });
    expect(left(app).length).toBeGreaterThan(4);
    app.running.signal(signal);
    expect(await app.running.end()).toEqual({ code, signal: code === null ? signal : null });
    // A session that was killed by force could not wait for the others.
    if (code === null) await nothingLeft(app);
    else expect(left(app)).toEqual([]);
  });
}

onDisplay(
  "a project is run by one session at a time, and again when that has ended, however",
  async () => {
    const { session } = shared;
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      await using app = await startDisplayApp(session);
      await using second = session.start(devCommand, { cwd: app.folder });
      await second.endWith(1);
      expect(second.report()).toContain(
        "Cannot run the app: another framework dev runs it already; end that one first",
      );
      writeFileSync(join(app.folder, "src-framework/main.ts"), ownCode(fixture(app.folder), "one"));
      await app.pageOpened("main", 2);
      expect(await version(app)).toBe("one");
      app.running.signal(signal);
      await nothingLeft(app);
      await using third = session.start([...devCommand, "--no-watch"], {
        cwd: app.folder,
        env: { DISPLAY: ":9999" },
      });
      await third.endWith(1);
      expect(third.report()).toContain("Cannot open a display");
    }
  },
);

onDisplay("without a display, the session ends and says so", async () => {
  const { session } = shared;
  using project = writeProject();
  await using running = session.start(devCommand, { cwd: project.path, env: { DISPLAY: ":9999" } });
  await running.endWith(1);
  expect(running.report()).toContain("Cannot open a display");
});

onDisplay("a server that fails ends the session with its exit code", async () => {
  const { session } = shared;
  for (const [beforeDevCommand, says] of [
    ["exit 9", "build.beforeDevCommand failed: exit code 9"],
    [{ script: "exit 9", wait: true }, "build.beforeDevCommand failed: exit code 9"],
  ] as const) {
    using project = writeProject({
      config: { build: { devPath: "http://127.0.0.1:9/", distDir: "../page", beforeDevCommand } },
    });
    await using running = session.start(devCommand, { cwd: project.path });
    await running.endWith(9);
    expect(running.report()).toContain(says);
  }
});

onDisplay("--no-watch follows nothing, and an error ends the app", async () => {
  const { session } = shared;
  using project = writeProject();
  writeFileSync(join(project.path, "src-framework/main.ts"), 'throw new Error("broken");');
  await using running = session.start([...devCommand, "--no-watch"], { cwd: project.path });
  await running.endWith(1);
  expect(running.report()).toContain("broken");
});

onDisplay(
  "an app that could not start is started when its code appears or is removed",
  async () => {
    const { session } = shared;
    using project = writeProject();
    const main = join(project.path, "src-framework/main.ts");
    writeFileSync(main, 'throw new Error("broken");');
    await using running = session.start(devCommand, { cwd: project.path });
    await running.line("The app's code failed");
    rmSync(main);
    await running.line("restarted in");
    expect(running.isRunning).toBe(true);
  },
);
