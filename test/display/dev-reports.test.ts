// The reports of pages on the terminal of `framework dev`.

import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  writeProject,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { isolated } from "./dev-session.ts";

const shared = shareSession();

// Each on a line of its own, so that a place names it.
const troubles = `const { fs, event, shell } = window.__FRAMEWORK__;
window.troubles = {
  error: () => setTimeout(() => { throw new TypeError("on purpose"); }),
  rejection: () => void Promise.reject(new RangeError("nobody waits")),
  text: () => void Promise.reject("only text"),
  flag: () => shell.open("https://example.org/").catch(() => {}),
  scope: () => fs.readTextFile("/etc/hostname").catch(() => {}),
  unheard: () => void fs.readTextFile("/etc/passwd"),
  command: () => window.__FRAMEWORK__.invoke("no such").catch(() => {}),
  old: () => event.listen("tauri://resize", () => {}),
  unknown: () => event.listen("framework://nothing", () => {}),
  own: () => event.listen("my-event", () => {}),
  file: () => fetch("missing.js"),
  picture: () => void (new Image().src = "asset://localhost/%2Fetc%2Fpasswd"),
  policy: () => void (new Image().src = "http://127.0.0.1:9/a.png"),
  log: () => console.log("said", { a: [1] }, new Error("in it")),
  format: () => console.log("%cNuxt%c %d of %s, 100 %%", "color: red", "", 1, "two", "three"),
  plain: () => console.log("100 %% and %s"),
  escape: () => void Promise.reject("\\x1b[2Jgone\\nnext\\u202e"),
};
`;
const lineOf = (name: string) =>
  troubles.split("\n").findIndex((line) => line.includes(` ${name}: `)) + 1;

const options: DisplayAppOptions = {
  config: {
    framework: {
      bundle: { identifier: "org.example.display-app" },
      allowlist: { dialog: { message: true }, fs: { readFile: true, scope: [] } },
      security: { csp: "default-src 'self' 'unsafe-inline' 'unsafe-eval'; img-src 'self' asset:" },
      windows: [{ label: "main", title: "main" }],
    },
  },
  files: { "page/troubles.js": troubles },
};

async function startTroubled(more: readonly string[] = []): Promise<DisplayApp> {
  const app = await startDisplayApp(shared.session, {
    ...options,
    command: [...devCommand, ...more],
  });
  await app
    .page()
    .run(
      `await new Promise((onload) => document.head.append(Object.assign(document.createElement("script"), { src: "/troubles.js", onload })))`,
    );
  return app;
}

const received = (app: DisplayApp) =>
  app.running.output.map(({ text }) => text).filter((text) => text.startsWith('Page "main"'));

const cases: readonly (readonly [name: string, says: string, place?: string])[] = [
  ["error", "uncaught TypeError: on purpose"],
  ["rejection", "uncaught rejection: RangeError: nobody waits"],
  [
    "flag",
    'Cannot run "shell.open" from window "main": set framework.allowlist.shell.open to true',
  ],
  [
    "scope",
    'Cannot read "/etc/hostname": not in framework.allowlist.fs.scope and not chosen by the user',
  ],
  [
    "unheard",
    'Cannot read "/etc/passwd": not in framework.allowlist.fs.scope and not chosen by the user',
  ],
  ["command", 'Cannot run "no such": it is neither built in'],
  [
    "old",
    'nothing emits the event "tauri://resize", which is listened to: here it is called "framework://resize"',
  ],
  ["unknown", 'nothing emits the event "framework://nothing", which is listened to'],
];

onDisplay("the terminal shows each error of a page once, with its place", async () => {
  await using app = await startTroubled();
  for (const [name, says] of cases) {
    await app.page().run(`window.troubles.${name}(); window.troubles.${name}()`);
    const line = await app.running.line(`Page "main": ${says}`);
    expect(line).toMatch(
      new RegExp(`\\(framework://localhost/troubles\\.js:${lineOf(name)}:\\d+\\)$`),
    );
  }
  for (const [name, says] of [
    ["text", "uncaught rejection: only text"],
    ["file", 'Cannot find "missing.js" among the files of the app'],
    ["picture", "Cannot read files: set framework.allowlist.protocol.asset to true"],
    [
      "policy",
      `the policy's img-src refuses "http://127.0.0.1:9/a.png" (framework://localhost/troubles.js:${lineOf("policy")}:`,
    ],
    ["escape", "uncaught rejection: \uFFFD[2Jgone next\uFFFD"],
  ] as const) {
    await app.page().run(`window.troubles.${name}()`);
    await app.running.line(`Page "main": ${says}`);
  }
  await app.page().run("window.troubles.own(); window.troubles.log(); window.troubles.flag()");
  await waitFor("the reports", () => received(app).length >= cases.length + 5);
  expect(new Set(received(app)).size).toBe(received(app).length);
  const explained = app.running.output.filter(({ text }) => text.startsWith("About "));
  expect(explained.map(({ text }) => text)).toEqual(
    ["not-allowed", "out-of-scope", "unknown-command"].map(
      (code) => `About "${code}": docs/reference/errors.md of the framework's package`,
    ),
  );
  expect(
    received(app).filter((text) => text.includes("said") || text.includes("my-event")),
  ).toEqual([]);
  // Whoever loads the page anew wants to know whether it is still there.
  await app.page().reload();
  await app.page().run(`window.__FRAMEWORK__.shell.open("https://example.org/").catch(() => {})`);
  await app.running.line('Cannot run "shell.open"');
});

onDisplay("the terminal explains once why an import finds no package", async () => {
  await using app = await startTroubled();
  for (const name of ["framework/api/window", "lodash"]) {
    await app.page().run(`void import("${name}")`);
    await app.running.line(name);
  }
  const explained = app.running.output.filter(({ text }) => text.startsWith("A script that"));
  expect(explained.map(({ text }) => text)).toEqual([
    "A script that imports packages has to be compiled: name a .ts file in the page, or take window.__FRAMEWORK__; see docs/front-ends.md of the framework's package",
  ]);
});

onDisplay(
  "an error that a command of the app throws is shown with its stack, unless it is meant for the page",
  async () => {
    const main = `import fixture from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
import { defineApp, FrameworkError } from ${JSON.stringify(join(root, "src/app/index.ts"))};
const deeper = (text) => { throw new RangeError(text); };
export default defineApp({
  ...fixture,
  commands: {
    ...fixture.commands,
    error: ({ text }) => deeper(text),
    later: async () => { await null; deeper("later"); },
    object: () => { throw { code: 42, message: "an object" }; },
    coded: () => { throw new FrameworkError("not-found", "No such note"); },
    works: () => 1,
  },
});
`;
    const files = { ...options.files, "src-framework/main.ts": main };
    await using app = await startDisplayApp(shared.session, {
      ...options,
      files,
      command: devCommand,
    });
    const call = (name: string) =>
      app
        .page()
        .run(`await __FRAMEWORK__.invoke("${name}", { text: "\\x1b[2Jgone" }).catch(() => {})`);
    for (const name of ["works", "object", "coded", "error", "error", "later"]) await call(name);
    await app.running.line('Command "later" of page "main": RangeError: later');
    await app.running.line("main.ts:9:");
    const lines = app.running.output.map(({ text }) => text);
    expect(lines.filter((line) => line.startsWith("Command"))).toEqual([
      'Command "error" of page "main": RangeError: \uFFFD[2Jgone',
      'Command "later" of page "main": RangeError: later',
    ]);
    expect(lines.filter((line) => /^ +at .*main\.ts:[379]:\d+\)?$/.test(line)).length).toBe(3);
  },
);

onDisplay("the listeners that a page's modules add by themselves are no mistake", async () => {
  await using app = await startDisplayApp(shared.session, {
    config: {
      framework: {
        bundle: { identifier: "org.example.display-app" },
        allowlist: { globalShortcut: { all: true } },
        windows: [{ label: "main", title: "main" }],
      },
    },
  });
  await app.page().run(`const { globalShortcut, tray, updater } = __FRAMEWORK__;
    const { appWindow } = __FRAMEWORK__.window;
    await globalShortcut.registerAll(["Ctrl+Alt+F9", "Ctrl+Alt+F10"], () => {});
    await tray.onTrayClick(() => {});
    await tray.onTrayMenu(() => {});
    await updater.onUpdaterEvent(() => {});
    for (const on of ["Resized", "Moved", "CloseRequested", "FocusChanged", "ScaleChanged", "MenuClicked", "FileDropEvent", "ThemeChanged"])
      await appWindow["on" + on](() => {});
    void Promise.reject("the last one");`);
  await app.running.line("the last one");
  expect(received(app)).toEqual(['Page "main": uncaught rejection: the last one']);
});

onDisplay(
  "a page that waits for the app has no error when the app's code is replaced",
  async () => {
    await using app = await startDisplayApp(shared.session, options);
    const main = join(app.folder, "src-framework/main.ts");
    const original = readFileSync(main, "utf8");
    for (let edit = 2; edit <= 6; edit++) {
      await app
        .page()
        .run(
          `await __FRAMEWORK__.event.listen("x", () => {}); void __FRAMEWORK__.dialog.message("?");`,
        );
      await app.dialog();
      writeFileSync(main, `${original}// ${edit}\n`);
      await app.pageOpened("main", edit);
    }
    await app.page().run(`void Promise.reject("the last one")`);
    await app.running.line("the last one");
    expect(received(app)).toEqual(['Page "main": uncaught rejection: the last one']);
  },
);

onDisplay("with --console the terminal shows what pages write to theirs, each time", async () => {
  await using app = await startTroubled(["--console"]);
  await app.page().run("window.troubles.log(); window.troubles.log()");
  for (let count = 0; count < 2; count++) {
    const line = await app.running.line('Page "main": console.log: said {"a":[1]} Error: in it (');
    expect(line).toEndWith(
      `framework://localhost/troubles.js:${lineOf("log")}:${line.split(":").at(-1)}`,
    );
  }
});

onDisplay("the terminal formats console messages with placeholders as a console does", async () => {
  await using app = await startTroubled(["--console"]);
  await app.page().run("window.troubles.format(); window.troubles.plain()");
  await app.running.line('Page "main": console.log: Nuxt 1 of two, 100 % three (');
  await app.running.line('Page "main": console.log: 100 %% and %s (');
});

onDisplay("a page that reports without end is not heard for ever", async () => {
  await using app = await startTroubled();
  await app
    .page()
    .run(`for (let index = 0; index < 3000; index++) void Promise.reject("no " + index)`);
  await app.running.line('Page "main": has said much');
  await app
    .page()
    .call("fs.exists", "/")
    .catch(() => {});
  expect(received(app).length).toBe(1001);
});

onDisplay("an isolation hook of the old name is reported with its place", async () => {
  using project = writeProject(isolated("__TAURI_ISOLATION_HOOK__"));
  await using running = shared.session.start(devCommand, { cwd: project.path });
  await running.line(
    "isolation/hook.js:2:8: __TAURI_ISOLATION_HOOK__ is called __FRAMEWORK_ISOLATION_HOOK__ here; no call gets through",
  );
});

onDisplay("each call that an isolation hook refuses is reported", async () => {
  const { files, ...options } = isolated("__FRAMEWORK_ISOLATION_HOOK__");
  const hook = 'window.__FRAMEWORK_ISOLATION_HOOK__ = () => { throw new Error("not today"); };';
  using project = writeProject({ ...options, files: { ...files, "isolation/hook.js": hook } });
  await using running = shared.session.start(devCommand, { cwd: project.path });
  await running.line(/Page "main": .*not today/);
});

onDisplay("a hook that refuses the calls by which events come is reported", async () => {
  const { files, ...options } = isolated("__FRAMEWORK_ISOLATION_HOOK__");
  using project = writeProject({
    ...options,
    files: {
      ...files,
      "isolation/hook.js": `window.__FRAMEWORK_ISOLATION_HOOK__ = (call) => {
        if (call.command === "event.next") throw new Error("no events today");
        return call;
      };`,
      "page/listening.html":
        '<!doctype html><script>window.__FRAMEWORK__.event.listen("x", () => {});</script>',
    },
  });
  const shown = { framework: { windows: [{ url: "listening.html" }] } };
  await using running = shared.session.start([...devCommand, "--config", JSON.stringify(shown)], {
    cwd: project.path,
  });
  await running.line('Page "main": Cannot run "event.next": no events today');
});

onDisplay("the isolation application's files are followed like the page's", async () => {
  await using app = await startDisplayApp(shared.session, isolated("__FRAMEWORK_ISOLATION_HOOK__"));
  writeFileSync(join(app.folder, "isolation/more.js"), "1");
  await app.pageOpened("main", 2);
});
