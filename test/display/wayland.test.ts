// An app on Wayland, in three kinds of desktops. Only sway has a mouse, and none has a keyboard.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../../harness/accessibility-words.ts";
import type { Node } from "../../harness/accessibility.ts";
import {
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { startMockPortal } from "../../harness/mock-portal.ts";
import type { Session } from "../../harness/session.ts";
import { waitFor } from "../../harness/wait.ts";
import { WaylandPointer } from "../../harness/wayland-pointer.ts";
import {
  missingWaylandPrograms,
  startWaylandSession,
  waylandWindows,
  type Compositor,
  type WaylandWindow,
} from "../../harness/wayland.ts";

/** Cases in a session with this compositor, and with an app in it. */
function onWayland(
  compositor: Compositor,
  options: DisplayAppOptions,
  define: (desktop: Desktop, check: typeof test) => void,
): void {
  const missing = missingWaylandPrograms(compositor);
  if (missing.length > 0)
    console.warn(`skipped on Wayland: ${missing.join(", ")} missing; install ${compositor}`);
  describe.skipIf(missing.length > 0)(compositor, () => {
    const desktop = new Desktop();
    beforeAll(async () => {
      desktop.session = await startWaylandSession(compositor);
      desktop.app = await startDisplayApp(desktop.session, options);
    });
    afterAll(async () => {
      await desktop.app[Symbol.asyncDispose]();
      await desktop.session[Symbol.asyncDispose]();
    });
    define(desktop, test);
  });
}

/** The common part of the cases of one compositor. */
class Desktop {
  declare session: Session;
  declare app: DisplayApp;

  /** Runs an expression of the window module in the page; `w` is its window, `m` the module. */
  run(expression: string): Promise<unknown> {
    return this.app
      .page()
      .run(`const m = __FRAMEWORK__.window; const w = m.appWindow; return await (${expression});`);
  }

  async windows(): Promise<WaylandWindow[]> {
    return (await waylandWindows(this.session)).filter(({ pid }) => pid === this.app.pid);
  }

  /** Waits until the app's windows are so. */
  async becomes(
    what: string,
    check: (windows: readonly WaylandWindow[]) => boolean,
  ): Promise<void> {
    await waitFor(what, async () => check(await this.windows()), {
      state: async () => JSON.stringify(await this.windows()),
    });
  }

  /** Waits until an expression gives this. */
  async gives(expression: string, wanted: unknown): Promise<void> {
    let given: unknown;
    await waitFor(
      `${expression} to be ${JSON.stringify(wanted)}`,
      async () => Bun.deepEquals((given = await this.run(expression)), wanted),
      {
        state: async () =>
          `${JSON.stringify(given)}, of ${JSON.stringify(await this.run("Promise.all([w.innerSize(), w.outerSize(), w.isMaximized(), w.isFullscreen()])"))}`,
      },
    );
  }

  /** The page's result when the user does `act` to the dialog of a call. */
  async answer(
    call: readonly [name: string, ...args: unknown[]],
    role: Role,
    act: (dialog: Node) => Promise<void>,
  ): Promise<unknown> {
    const [name, ...args] = call;
    const answer = this.app.page().call(name, ...args);
    await act(await this.app.tree.find({ role }));
    return await answer;
  }

  /** The part of the log about unsupported operations. */
  get printed(): string[] {
    return this.app.running.output.flatMap(
      ({ text }) => /^framework: (\w+) has no effect on Linux: /.exec(text)?.[1] ?? [],
    );
  }
}

/** A window that is remembered, where no window knows its place. */
async function comesBack(
  desktop: Desktop,
  { maximizes }: { readonly maximizes: boolean },
): Promise<void> {
  const open = (): Promise<unknown> =>
    desktop.run(`new Promise((done, fail) => {
      const options = { title: "kept", width: 300, height: 200, rememberState: true };
      const kept = new m.WebviewWindow("kept", options);
      kept.once("framework://created", done);
      kept.once("framework://error", fail);
    })`);
  const kept = `m.WebviewWindow.getByLabel("kept")`;
  const width = `${kept}.innerSize().then(({ width }) => width)`;
  const close = async (): Promise<void> => {
    await desktop.run(`${kept}.close()`);
    await desktop.gives(`m.getAll().length`, 1);
  };
  await open();
  await desktop.gives(width, 300);
  await desktop.run(`${kept}.setSize(new m.LogicalSize(411, 222))`);
  await desktop.gives(width, 411);
  await close();
  await open();
  await desktop.gives(width, 411);
  if (maximizes) {
    await desktop.run(`${kept}.maximize()`);
    await desktop.gives(`${kept}.isMaximized()`, true);
    await close();
    await open();
    await desktop.gives(`${kept}.isMaximized()`, true);
  }
  await close();
  expect(desktop.printed).not.toContain("setPosition");
}

const press = (name: string) => async (dialog: Node) =>
  (await dialog.find({ role: "push button", name, states: ["showing", "sensitive"] })).press();

const size = (getter: string) => `w.${getter}().then(({ width, height }) => [width, height])`;
const framework = { allowlist: { all: true } };

onWayland("sway", { config: { framework } }, (desktop, check) => {
  check("the app shows and paints its window", async () => {
    const [window] = await desktop.windows();
    expect(window).toMatchObject({
      appId: "org.example.display-app",
      title: "main",
      isFullscreen: false,
    });
    expect(window?.area).toMatchObject({ width: 560, height: 400 });
    await desktop.run(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
    );
    await desktop.gives("[innerWidth, innerHeight]", [560, 400]);
  });

  check("a window comes back as large as it was", () => comesBack(desktop, { maximizes: false }));

  check("setTitle", async () => {
    await desktop.run(`w.setTitle("“Other” title")`);
    await desktop.becomes("the title", ([window]) => window?.title === "“Other” title");
    expect(await desktop.run("w.title()")).toBe("“Other” title");
    await desktop.run(`w.setTitle("main")`);
  });

  check("setSize, and limits that hold", async () => {
    const becomes = async (width: number, height: number) => {
      await desktop.becomes(
        "the size",
        ([window]) => window?.area.width === width && window.area.height === height,
      );
      await desktop.gives(size("innerSize"), [width, height]);
      await desktop.gives(size("outerSize"), [width, height]);
    };
    await desktop.run("w.setSize(new m.LogicalSize(420, 310))");
    await becomes(420, 310);
    await desktop.run("w.setMinSize(new m.LogicalSize(450, 350))");
    await becomes(450, 350);
    await desktop.run("w.setMaxSize(new m.LogicalSize(460, 360))");
    await desktop.run("w.setSize(new m.LogicalSize(900, 900))");
    await becomes(460, 360);
    await desktop.run("w.setMinSize(null)");
    await desktop.run("w.setMaxSize(null)");
  });

  check("setFullscreen", async () => {
    expect(await desktop.run("w.setFullscreen(true).then(() => w.isFullscreen())")).toBe(true);
    await desktop.becomes("the whole screen", ([window]) => window?.isFullscreen === true);
    await desktop.gives(size("innerSize"), [1280, 1024]);
    expect(await desktop.run("w.setFullscreen(false).then(() => w.isFullscreen())")).toBe(false);
    await desktop.becomes("the window", ([window]) => window?.isFullscreen === false);
  });

  check("hide and show", async () => {
    await desktop.run("w.hide()");
    await desktop.becomes("no window", (windows) => windows.length === 0);
    expect(await desktop.run("w.isVisible()")).toBe(false);
    await desktop.run("w.show()");
    await desktop.becomes("the window", ([window]) => window?.title === "main");
    expect(await desktop.run("w.isVisible()")).toBe(true);
  });

  check("the compositor draws a frame around windows with decorations alone", async () => {
    const hasFrame = async (wanted: boolean): Promise<void> => {
      await desktop.becomes(
        `a frame: ${wanted}`,
        (windows) =>
          windows.some(({ title }) => title === "bare") &&
          windows.every(
            ({ title, border }) => (border === "csd") === (title === "bare" && !wanted),
          ),
      );
    };
    const bare = `m.WebviewWindow.getByLabel("bare")`;
    await desktop.run(`new Promise((done) => {
      const options = { title: "bare", decorations: false };
      new m.WebviewWindow("bare", options).once("framework://created", done);
    })`);
    await hasFrame(false);
    await desktop.run(`${bare}.hide()`);
    await desktop.becomes("no other window", (windows) => windows.length === 1);
    await desktop.run(`${bare}.show()`);
    await hasFrame(false);
    await desktop.run(`${bare}.setDecorations(true)`);
    await hasFrame(true);
    await desktop.run(`${bare}.setDecorations(false)`);
    await hasFrame(false);
    await desktop.run(`${bare}.close()`);
    await desktop.becomes("one window", (windows) => windows.length === 1);
  });

  check("clicks, the drag region and the edges follow the pointer", async () => {
    using pointer = await WaylandPointer.plugIn(desktop.session);
    await desktop.run(`new Promise((done) => {
      const options = { title: "bare", width: 300, height: 200, decorations: false };
      new m.WebviewWindow("bare", options).once("framework://created", done);
    })`);
    const page = desktop.app.page("bare");
    await page.run(`
      document.body.innerHTML = "<div data-framework-drag-region style='height: 50px'></div>";
      window.clicks = [];
      window.moves = 0;
      addEventListener("mousemove", () => moves++);
      addEventListener("click", ({ clientX, clientY }) => clicks.push([clientX, clientY]));`);
    const area = async () =>
      (await desktop.windows()).find(({ title }) => title === "bare")
        ?.area as WaylandWindow["area"];
    const begun = await area();
    const at = (x: number, y: number) => ({ x: begun.x + x, y: begun.y + y });

    let offset = 0;
    await waitFor("the app to know the mouse", async () => {
      pointer.moveTo(at(150 + (offset = 1 - offset), 120));
      return ((await page.run("return moves")) as number) > 0;
    });
    pointer.moveTo(at(150, 120));
    pointer.click();
    await waitFor(
      "the click",
      async () => Bun.deepEquals(await page.run("return clicks"), [[150, 120]]),
      { state: async () => JSON.stringify(await page.run("return clicks")) },
    );
    const isAt = async (wanted: WaylandWindow["area"]): Promise<boolean> => {
      const now = await area();
      // The app asks for the drag some time after the press.
      return (["x", "y", "width", "height"] as const).every(
        (each) => Math.abs(now[each] - wanted[each]) <= 1,
      );
    };
    await pointer.drag(at(100, 30), at(140, 50), {
      hasBegun: async () => (await area()).x !== begun.x,
      isThere: () => isAt({ ...begun, ...at(40, 20) }),
    });
    const moved = await area();
    const corner = { x: moved.x + 299, y: moved.y + 199 };
    await pointer.drag(
      corner,
      { x: corner.x + 50, y: corner.y + 30 },
      {
        hasBegun: async () => (await area()).width !== 300,
        isThere: () => isAt({ ...moved, width: 350, height: 230 }),
      },
    );
    await desktop.run(`m.WebviewWindow.getByLabel("bare").close()`);
    await desktop.becomes("one window", (windows) => windows.length === 1);
  });

  check("the outer size of a window counts its menu bar", async () => {
    const [before] = await desktop.windows();
    const { width, height } = (before as WaylandWindow).area;
    await desktop.run(`w.setMenu([{ text: "File", items: [{ id: "open", text: "Open" }] }])`);
    await desktop.becomes("the menu bar", ([now]) => (now?.area.height ?? 0) > height);
    const [now] = await desktop.windows();
    await desktop.gives(size("innerSize"), [width, height]);
    await desktop.gives(size("outerSize"), [width, now?.area.height]);
    await desktop.run("w.setMenu([])");
    await desktop.gives(size("outerSize"), [width, height]);
  });

  check("another window opens and goes", async () => {
    await desktop.run(
      `new Promise((done) => new m.WebviewWindow("other", { title: "other" }).once("framework://created", done))`,
    );
    await desktop.becomes("both windows", (windows) =>
      windows.some(({ title }) => title === "other"),
    );
    await desktop.run(`__FRAMEWORK__.invoke("window.destroy", { label: "other" })`);
    await desktop.becomes("one window", (windows) => windows.length === 1);
  });

  for (const [name, button, result] of [
    ["dialog.message", "OK", undefined],
    ["dialog.ask", "Yes", true],
    ["dialog.ask", "No", false],
    ["dialog.confirm", "OK", true],
    ["dialog.confirm", "Cancel", false],
  ] as const) {
    check(`${name}: ${button} gives ${result}`, async () => {
      const given = await desktop.answer(
        [name, "Hello", { title: "Title" }],
        "alert",
        async (dialog) => {
          await desktop.becomes("the dialog", (windows) =>
            windows.some(({ title }) => title === "Title"),
          );
          await dialog.find({ role: "label", text: "Hello" });
          await press(button)(dialog);
        },
      );
      expect(given).toBe(result);
      await desktop.becomes("no dialog", (windows) => windows.length === 1);
    });
  }

  check("open gives the file, save the name, and cancelling nothing", async () => {
    const folder = join(desktop.session.home, "files");
    mkdirSync(folder);
    const file = join(folder, "a.txt");
    writeFileSync(file, "content");
    const open = (options: object, button: string) =>
      desktop.answer(["dialog.open", options], "file chooser", press(button));
    expect(await open({ defaultPath: file }, "Open")).toBe(file);
    expect(await open({ defaultPath: file }, "Cancel")).toBeNull();
    expect(await open({ directory: true, defaultPath: folder }, "Select")).toBe(folder);
    const save = { defaultPath: join(folder, "b.txt") };
    expect(await desktop.answer(["dialog.save", save], "file chooser", press("Save"))).toBe(
      save.defaultPath,
    );
  });

  check("unsupported operations on Wayland are logged once each, and do not fail", async () => {
    const calls = [
      "setPosition(new m.LogicalPosition(1, 2))",
      "center()",
      "setAlwaysOnTop(true)",
      "setSkipTaskbar(true)",
      "requestUserAttention(m.UserAttentionType.Critical)",
      "unminimize()",
      "setCursorPosition(new m.LogicalPosition(1, 2))",
      "setCursorGrab(true)",
    ];
    const before = await desktop.windows();
    const outputBefore = desktop.printed;
    for (let round = 0; round < 2; round++)
      for (const call of calls) await desktop.run(`w.${call}`);
    expect(await desktop.windows()).toEqual(before);
    expect(desktop.printed.toSorted()).toEqual(
      [...outputBefore, ...calls.map((call) => call.slice(0, call.indexOf("(")))].toSorted(),
    );
    expect(outputBefore).toEqual(["position"]);
    expect(await desktop.run("w.outerPosition().then(({ x, y }) => [x, y])")).toEqual([0, 0]);
    expect(await desktop.run("m.primaryMonitor()")).toBeNull();
    expect(await desktop.run("m.currentMonitor().then(({ size }) => size.width)")).toBe(1280);
  });

  check("a portal gets the window that asked", async () => {
    await using portal = await startMockPortal(desktop.session);
    await using app = await startDisplayApp(desktop.session, {
      config: { framework },
      env: { GTK_USE_PORTAL: "1" },
    });
    expect(await app.page().call("dialog.open", {})).toBeNull();
    expect((await portal.call(0)).parent).toMatch(/^wayland:.+/);
  });

  check("a window goes away while the desktop shows a dialog in front of it", async () => {
    await using portal = await startMockPortal(desktop.session);
    await using app = await startDisplayApp(desktop.session, {
      windows: ["main", "other"],
      config: { framework },
      env: { GTK_USE_PORTAL: "1" },
    });
    for (let round = 0; round < 5; round++) {
      portal.answers.push({ kind: "never" });
      void app
        .page("other")
        .call("dialog.open", {})
        .catch(() => {});
      await portal.call(round);
      await app.page("main").run(`
        const { WebviewWindow } = __FRAMEWORK__.window;
        await WebviewWindow.getByLabel("other").close();`);
      await waitFor("the end of the dialog", () => portal.closed.length > round);
      await app
        .page("main")
        .run("new __FRAMEWORK__.window.WebviewWindow('other', { title: 'other' })");
      await app.pageOpened("other", round + 2);
    }
    expect(
      app.running.output.map(({ text }) => text).filter((text) => /CRITICAL|WARNING/.test(text)),
    ).toEqual([]);
  });
});

onWayland(
  "weston",
  {
    config: {
      framework: {
        ...framework,
        windows: [
          { label: "main", width: 100, height: 900, minWidth: 200, maxWidth: 500, maxHeight: 400 },
        ],
      },
    },
  },
  (desktop, check) => {
    const closeButtons = async (count: number) =>
      waitFor(`${count} close buttons`, async () => {
        const buttons = await desktop.app.tree.findAll({ role: "push button", name: "Close" });
        return buttons.length === count;
      });

    check("limits are those of the page, and not of the frame that GTK draws", async () => {
      await desktop.gives(size("innerSize"), [200, 400]);
      await desktop.run("w.setSize(new m.LogicalSize(700, 700))");
      await desktop.gives(size("innerSize"), [500, 400]);
      await desktop.run("w.setMinSize(new m.LogicalSize(300, 350))");
      await desktop.run("w.setSize(new m.LogicalSize(10, 10))");
      await desktop.gives(size("innerSize"), [300, 350]);
      await desktop.run("w.setMinSize(null)");
    });

    check("the frame counts without its shadow", async () => {
      await desktop.run("w.setSize(new m.LogicalSize(420, 310))");
      await desktop.gives(size("innerSize"), [420, 310]);
      await desktop.gives(
        `${size("outerSize")}.then(([w, h]) => w === 420 && h > 310 && h < 370)`,
        true,
      );
    });

    check("setDecorations leaves the page its size", async () => {
      await desktop.run("w.setDecorations(false)");
      await desktop.gives(size("outerSize"), [420, 310]);
      await closeButtons(0);
      await desktop.run("w.setDecorations(true)");
      await desktop.gives(size("innerSize"), [420, 310]);
    });

    check("setClosable takes the button out of the frame", async () => {
      await closeButtons(1);
      await desktop.run("w.setClosable(false)");
      await closeButtons(0);
      await desktop.run("w.setClosable(true)");
      await closeButtons(1);
    });

    check("maximize and setFullscreen go beyond the limits, and back", async () => {
      expect(await desktop.run("w.maximize().then(() => w.isMaximized())")).toBe(true);
      await desktop.gives(size("outerSize"), [1280, 1024]);
      expect(await desktop.run("w.unmaximize().then(() => w.isMaximized())")).toBe(false);
      await desktop.gives(`${size("outerSize")}.then(([w]) => w < 1280)`, true);
      expect(await desktop.run("w.setFullscreen(true).then(() => w.isFullscreen())")).toBe(true);
      await desktop.gives(size("innerSize"), [1280, 1024]);
      expect(await desktop.run("w.setFullscreen(false).then(() => w.isFullscreen())")).toBe(false);
      // The compositor gives back the size from before, and would take back one that is asked for
      // sooner.
      await desktop.gives(`${size("innerSize")}.then(([w]) => w < 1280)`, true);
      await desktop.run("w.setSize(new m.LogicalSize(700, 700))");
      // On the way back GTK counts some of the shadow it has just drawn anew.
      await desktop.gives(
        `${size("innerSize")}.then(([w, h]) => w <= 500 && w >= 440 && h <= 400 && h >= 340)`,
        true,
      );
    });

    check("so does a window that is not resizable", async () => {
      await desktop.run("w.setResizable(false)");
      for (const [begin, end, getter] of [
        ["maximize()", "unmaximize()", "isMaximized"],
        ["setFullscreen(true)", "setFullscreen(false)", "isFullscreen"],
      ]) {
        await desktop.run(`w.${begin}`);
        await desktop.gives(size("outerSize"), [1280, 1024]);
        expect(await desktop.run(`Promise.all([w.${getter}(), w.isResizable()])`)).toEqual([
          true,
          false,
        ]);
        await desktop.run(`w.${end}`);
        await desktop.gives(`${size("innerSize")}.then(([w]) => w < 600)`, true);
      }
      await desktop.run("w.setResizable(true)");
    });

    check("so does an element of the page", async () => {
      await desktop.app.page().run(`
        window.full = document.body.appendChild(document.createElement("button"));
        full.textContent = "Full";
        full.onclick = () => full.requestFullscreen();`);
      await (await desktop.app.tree.find({ role: "push button", name: "Full" })).press();
      await desktop.gives("[document.fullscreenElement === full, innerWidth, innerHeight]", [
        true,
        1280,
        1024,
      ]);
      await desktop.app.page().run("await document.exitFullscreen(); full.remove();");
      await desktop.gives(`${size("innerSize")}.then(([w]) => w < 600)`, true);
    });

    check("a window that is not resizable is as small as it is asked to be", async () => {
      await desktop.run("w.setResizable(false)");
      for (const [width, height] of [
        [170, 60],
        [400, 300],
        [200, 90],
      ]) {
        await desktop.run(`w.setSize(new m.LogicalSize(${width}, ${height}))`);
        await desktop.gives(size("innerSize"), [width, height]);
      }
      await desktop.run("w.setResizable(true)");
      await desktop.run("w.setSize(new m.LogicalSize(420, 310))");
      await desktop.gives(size("innerSize"), [420, 310]);
    });

    check("a dialog is answered", async () => {
      expect(await desktop.answer(["dialog.ask", "Hello"], "alert", press("Yes"))).toBe(true);
    });
  },
);

// A window that begins as large as the screen, and is of a fixed size otherwise.
const fixedAndFull = {
  width: 500,
  height: 350,
  maxWidth: 600,
  maxHeight: 500,
  resizable: false,
} as const;

for (const compositor of ["weston", "mutter"] as const)
  onWayland(
    compositor,
    {
      config: {
        framework: {
          ...framework,
          windows: [{ label: "main", ...fixedAndFull, fullscreen: true }],
        },
      },
    },
    (desktop, check) => {
      check("a window of a fixed size begins full screen, leaves that and comes back", async () => {
        await desktop.gives(size("innerSize"), [1280, 1024]);
        await desktop.run("w.setFullscreen(false)");
        await desktop.gives(
          `${size("innerSize")}.then(([w, h]) => w >= 500 && w < 530 && h < 380)`,
          true,
        );
        await desktop.run("w.setFullscreen(true)");
        await desktop.gives(size("innerSize"), [1280, 1024]);
        await desktop.run("w.setFullscreen(false)");
        await desktop.gives(
          `${size("innerSize")}.then(([w, h]) => w >= 500 && w < 530 && h < 380)`,
          true,
        );
      });

      // Weston ends an app whose window is drawn in its old size once the new one is settled.
      check("windows become full screen at any time after a call to maximize", async () => {
        for (let wait = 0; wait < 10; wait++) {
          const other = `new m.WebviewWindow("other${wait}", ${JSON.stringify(fixedAndFull)})`;
          await desktop.run(`(async () => {
            const other = ${other};
            await new Promise((go) => other.once("framework://created", go));
            const asked = other.maximize();
            await new Promise((go) => setTimeout(go, ${wait}));
            await Promise.all([asked, other.setFullscreen(true)]);
          })()`);
          await desktop.gives(`m.WebviewWindow.getByLabel("other${wait}").isFullscreen()`, true);
          await desktop.run(`m.WebviewWindow.getByLabel("other${wait}").close()`);
        }
      });
    },
  );

onWayland("mutter", { config: { framework } }, (desktop, check) => {
  check("a window comes back as large as it was, and maximized", () =>
    comesBack(desktop, { maximizes: true }),
  );

  check("limits hold in a window whose edges can be dragged", async () => {
    await desktop.gives(size("innerSize"), [560, 400]);
    await desktop.run("w.setMaxSize(new m.LogicalSize(500, 350))");
    await desktop.gives(size("innerSize"), [500, 350]);
    await desktop.run("w.setSize(new m.LogicalSize(900, 900))");
    await desktop.gives(size("innerSize"), [500, 350]);
    await desktop.run("w.setMaxSize(null)");
  });

  check("maximize goes beyond them, and back", async () => {
    await desktop.run("w.setResizable(false)");
    await desktop.run("w.maximize()");
    await desktop.gives(size("outerSize"), [1280, 1024]);
    await desktop.run("w.unmaximize()");
    await desktop.gives(size("innerSize"), [500, 350]);
    await desktop.run("w.setResizable(true)");
  });

  check("setDecorations leaves the page its size", async () => {
    await desktop.run("w.setDecorations(false)");
    await desktop.gives(size("outerSize"), [500, 350]);
    await desktop.gives(size("innerSize"), [500, 350]);
    await desktop.run("w.setDecorations(true)");
    await desktop.gives(size("innerSize"), [500, 350]);
  });
});
