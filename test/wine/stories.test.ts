// Stories of pages in apps that the tool built for Windows: those of the displays of Linux, and
// what only Windows has.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { missingWine } from "../../harness/wine.ts";
import { WineTray } from "../../harness/wine-tray.ts";
import { press, type XWindow } from "../../harness/x.ts";
import { clipboardStories } from "../display/clipboard-stories.ts";
import { dialogStories } from "../display/dialog-stories.ts";
import { httpStories } from "../display/http-stories.ts";
import { protocolFiles, protocolStories, writeLargeFile } from "../display/protocol-stories.ts";
import { failingApp, processStories } from "../display/process-stories.ts";
import { halves, trayStories, trayStoryMain } from "../display/tray-stories.ts";
import { windowEventStories } from "../display/window-event-stories.ts";
import { windowOperationStories } from "../display/window-operation-stories.ts";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { isolatedOptions, isolationStories } from "../display/isolation-stories.ts";
import type { BuiltApp, DisplayAppOptions } from "../support/app/display-app.ts";
import { windowPair } from "../support/window-pair.ts";
import {
  buildWindowsApp,
  startWindowsApp,
  startWindowsSession,
  type WindowsApp,
} from "../support/windows/windows-app.ts";
import { ServiceApp } from "./cases/service-app.ts";

const missing = missingWine() !== null;

/** Two apps share a session: starting one takes seconds. */
const held = new AsyncDisposableStack();
let plain: WindowsApp;
let isolated: WindowsApp;
let failing: BuiltApp;
let withTray: WindowsApp;
const apps = {
  get app() {
    return plain;
  },
};

const plainOptions: DisplayAppOptions = {
  windows: ["main", "second"],
  files: protocolFiles,
  config: {
    framework: {
      allowlist: {
        dialog: { all: true },
        window: { all: true },
        clipboard: { all: true },
        http: { all: true, scope: ["http://127.0.0.1:*/*"] },
        fs: { readFile: true, writeFile: true, exists: true, scope: ["$APPDATA/**"] },
        path: { all: true },
        protocol: { asset: true, assetScope: ["C:\\stories\\open\\**"] },
      },
    },
  },
};

const trayConfig = (iconPath: string): DisplayAppOptions["config"] & object => ({
  framework: {
    bundle: { identifier: "org.example.tray-app" },
    systemTray: { iconPath, menuOnLeftClick: false },
  },
});

const failingOptions: DisplayAppOptions = {
  ...failingApp,
  config: { framework: { bundle: { identifier: "org.example.failing-app" } } },
};

if (!missing) {
  beforeAll(async () => {
    const session = held.use(await startWindowsSession());
    const start = async (options: DisplayAppOptions) =>
      held.use(await startWindowsApp(session, held.use(await buildWindowsApp(options)), options));
    plain = await start(plainOptions);
    isolated = await start(isolatedOptions);
    const iconPath = join(session.wine.session.folder, "tray.png");
    writeFileSync(iconPath, halves(32));
    withTray = await start({ config: trayConfig(iconPath), files: trayStoryMain });
    failing = held.use(await buildWindowsApp(failingOptions));
  });
  afterAll(async () => held.disposeAsync());
}

describe.skipIf(missing)("isolation", () =>
  isolationStories(
    {
      get app() {
        return isolated;
      },
    },
    test,
    pageOrigins("https"),
  ),
);

describe.skipIf(missing)("files of the user", () => {
  test("paths out of the scope are refused", async () => {
    for (const [path, status] of [
      ["C:\\windows\\win.ini", 403],
      ["C:\\stories\\open\\..\\..\\windows\\win.ini", 400],
      ["Z:\\etc\\passwd", 403],
    ] as const) {
      const code = `return await fetch("https://asset.localhost/" + encodeURIComponent(args[0])).then((r) => r.status, () => "refused")`;
      expect([path, await plain.page().run(code, path)]).toEqual([path, status]);
    }
  });

  test("a page reads no file outside of the scope, and learns where the app's own folder is", async () => {
    const place = await plain.page().run("return await __FRAMEWORK__.path.appDataDir()");
    expect(place).toMatch(/^C:\\users\\.*\\org\.example\.display-app\\$/);
    await expect(
      plain.page().run(`return await __FRAMEWORK__.fs.readTextFile("C:\\\\windows\\\\win.ini")`),
    ).rejects.toThrow("not in framework.allowlist.fs.scope");
  });
});

describe.skipIf(missing)("events", () => {
  test("all windows get the events of one, in order", async () => {
    const listen = `
      window.heard = [];
      await __FRAMEWORK__.event.listen("tick", ({ payload }) => heard.push(payload));`;
    for (const label of ["main", "second"]) await plain.page(label).run(listen);
    await plain
      .page("second")
      .run(`for (let n = 0; n < 100; n++) __FRAMEWORK__.event.emit("tick", n);`);
    for (const label of ["main", "second"]) {
      await waitFor(
        "all events",
        async () => (await plain.page(label).run("return heard.length")) === 100,
      );
      expect(await plain.page(label).run("return heard.every((n, place) => n === place)")).toBe(
        true,
      );
    }
  });
});

describe.skipIf(missing)("dialogs", () => {
  const dialogs = async (): Promise<XWindow[]> =>
    (await plain.windows()).filter(({ type, isMapped }) => type === "DIALOG" && isMapped);
  const dialog = (title: string) =>
    waitFor(
      `the dialog "${title}"`,
      async () => (await dialogs()).find((each) => each.title === title),
      {
        state: () => plain.running.report(),
      },
    );

  dialogStories(apps, test, {
    async dialog(kind, title) {
      const { id } = await dialog(title);
      const isGone = async () => (await dialogs()).every((each) => each.id !== id);
      // Wine drops a key that comes before the dialog has the keyboard, so it is pressed until it
      // has done its work.
      const by = (key: string) => async () => {
        await waitFor(`what ${key} does to "${title}"`, async () => {
          if (await isGone()) return true;
          await press(plain.session, id, key).catch(() => {});
          return await waitFor("the end of the dialog", isGone, { timeout: 3000 }).catch(
            () => false,
          );
        });
      };
      return { yes: by("Return"), no: by(kind === "file" ? "Escape" : "alt+F4") };
    },
    get folder() {
      return join(plain.windowsSession.wine.prefix, "drive_c/users/Public");
    },
    named: (path) => plain.windowsSession.wine.windowsPath(path),
  });
});

describe.skipIf(missing)("protocols", () => {
  const large = { name: "large.bin", megabytes: 20 } as const;
  const folder = () => join(plain.windowsSession.wine.prefix, "drive_c/stories");

  beforeAll(() => {
    mkdirSync(join(folder(), "open"), { recursive: true });
    writeLargeFile(join(folder(), "open", large.name), large.megabytes);
  });

  protocolStories(apps, test, {
    origins: pageOrigins("https"),
    get folder() {
      return folder();
    },
    named: (path) => plain.windowsSession.wine.windowsPath(path),
    large,
  });
});

describe.skipIf(missing)("the clipboard", () => {
  let other: ServiceApp;
  beforeAll(async () => {
    other = held.use(await ServiceApp.start(plain.windowsSession.wine));
  });

  clipboardStories(apps, test, {
    paste: () => other.call("clipboard.read", null),
    async copy(text) {
      await other.call("clipboard.write", { text });
      return { [Symbol.asyncDispose]: () => Promise.resolve() };
    },
  });
});

describe.skipIf(missing)("requests of pages", () => httpStories(apps, test));

describe.skipIf(missing)("windows", () => {
  const pair = windowPair(apps);
  windowOperationStories(pair, (name, run) => {
    if (name !== "setFullscreen") return test(name, run);
    // On a busy machine Wine takes the size before, which the window manager reports late, for a
    // wish of the user, and gives it to a window that fills the screen already. Then the story is
    // repeated.
    test(name, () =>
      run().catch(async () => {
        await pair.run("w.setFullscreen(false)");
        await run();
      }),
    );
  });
  windowEventStories(apps, test);

  test("a page opens a window, changes it, reads it, and closes it", async () => {
    await plain.page().run(`
      const { WebviewWindow } = __FRAMEWORK__.window;
      const window = new WebviewWindow("third", { url: "index.html", title: "third", width: 420, height: 300, x: 100, y: 120 });
      await new Promise((resolve) => window.once("framework://created", resolve));`);
    await plain.pageOpened("third");
    expect((await plain.window("third")).area).toMatchObject({ width: 420, height: 300 });
    const inWindow = (code: string) =>
      plain
        .page()
        .run(`const third = __FRAMEWORK__.window.WebviewWindow.getByLabel("third"); ${code}`);
    await inWindow(`await third.setTitle("“drei” 三"); await third.setResizable(false);`);
    expect(await inWindow(`return [await third.title(), await third.isResizable()]`)).toEqual([
      "“drei” 三",
      false,
    ]);
    await waitFor("the title", async () =>
      (await plain.windows()).some(({ title }) => title === "“drei” 三"),
    );
    await inWindow("await third.close()");
    await waitFor("its end", async () =>
      (await plain.windows()).every(({ title }) => title !== "“drei” 三"),
    );
  });
});

describe.skipIf(missing)("processes", () => {
  processStories(test, {
    start: (folder) =>
      startWindowsApp(plain.windowsSession, failing, folder === undefined ? {} : { folder }),
    processesOf: (app) => app.processes,
    // Wine drops a key that comes before the dialog has the keyboard.
    closeDialog: (app) =>
      waitFor(
        "the end after the dialog",
        async () => {
          const [dialog] = (await app.windows()).filter(({ title }) => title === "Display App");
          if (dialog?.isMapped === true)
            await press(plain.session, dialog.id, "Return").catch(() => {});
          return !app.running.isRunning || undefined;
        },
        { state: () => app.running.report() },
      ).then(() => {}),
  });
});

describe.skipIf(missing)("the icon in the tray", () => {
  const tray = () => new WineTray(plain.session);

  trayStories(
    {
      get app() {
        return withTray;
      },
      hand: {
        async click(kind) {
          const [x, y] = await tray().iconAt();
          const twice = kind === "double" ? ["--repeat", "2", "--delay", "50"] : [];
          await tray().clickAt([x, y], ...twice, kind === "middle" ? "2" : "1");
          return { x, y };
        },
        async choose(place) {
          await tray().clickAt(await tray().iconAt(), "3");
          await tray().clickIn(await tray().menuArea("display-app.exe"), 10 + 20 * place);
        },
      },
    },
    test,
  );
});
