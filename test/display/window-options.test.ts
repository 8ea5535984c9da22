// Every field of a window's configuration, seen from outside or from its page.

import { expect } from "bun:test";
import type { WindowOptions } from "../../src/contract/window/options.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { activeWindow, picture, readWindow, windows, type XWindow } from "../../harness/x.ts";
import { depth, numbers, property, sizeLimits } from "../../harness/x-window.ts";

const shared = shareApp({
  config: { framework: { allowlist: { window: { all: true } } } },
  files: {
    "colour.html":
      "<body style='background: transparent'><script>document.title = navigator.userAgent</script>",
  },
});

let count = 0;

interface Opened {
  readonly label: string;
  /** The window as the X server knows it, now. */
  readonly look: () => Promise<XWindow>;
  /** The result of a getter of the window module. */
  readonly get: (getter: string) => Promise<unknown>;
}

/** Opens a window, waits for it, and closes it after `look`. */
async function inWindow(
  options: WindowOptions,
  check: (window: Opened) => Promise<void>,
): Promise<void> {
  const { app } = shared;
  const label = `window${++count}`;
  const title = options.title ?? label;
  const main = app.page();
  await main.run(
    `const [label, options] = args;
     await new Promise((resolve, reject) => {
       const window = new __FRAMEWORK__.window.WebviewWindow(label, options);
       window.once("framework://created", resolve);
       window.once("framework://error", ({ payload }) => reject(new Error(payload)));
     });`,
    label,
    { title, ...options },
  );
  try {
    const id =
      options.visible === false
        ? null
        : await waitFor(`the window "${title}"`, async () => {
            return (await app.windows()).find((window) => window.title === title && window.isMapped)
              ?.id;
          });
    await check({
      label,
      look: async () => {
        const window = id === null ? null : await readWindow(app.session, id);
        if (window === null) throw new Error(`Window "${title}" is not on the screen`);
        return window;
      },
      get: (getter) =>
        main.run(
          `return __FRAMEWORK__.window.WebviewWindow.getByLabel(args[0])[args[1]]()`,
          label,
          getter,
        ),
    });
  } finally {
    await main.run(`await __FRAMEWORK__.invoke("window.destroy", { label: args[0] })`, label);
  }
}

const until = (what: string, check: () => Promise<boolean>): Promise<unknown> =>
  waitFor(what, check);

onDisplay("title: any text, and as much as fits", async () => {
  await inWindow({ title: "“Ünï” <b>&amp;</b> %s" }, async ({ look, get }) => {
    expect((await look()).title).toBe("“Ünï” <b>&amp;</b> %s");
    expect(await get("title")).toBe("“Ünï” <b>&amp;</b> %s");
  });
});

onDisplay("width and height are those of the page", async () => {
  await inWindow({ width: 411, height: 233 }, async ({ label, look, get }) => {
    const { width, height } = (await look()).area;
    expect([width, height]).toEqual([411, 233]);
    expect(await get("innerSize")).toMatchObject({ width: 411, height: 233 });
    expect(await shared.app.page(label).run("return [innerWidth, innerHeight]")).toEqual([
      411, 233,
    ]);
  });
});

onDisplay("x and y are those of the frame", async () => {
  await inWindow({ x: 123, y: 77, width: 300, height: 200 }, async ({ look, get }) => {
    const [left = 0, , top = 0] = await numbers(
      shared.app.session,
      (await look()).id,
      "_NET_FRAME_EXTENTS",
    );
    const { x, y } = (await look()).area;
    expect([x, y]).toEqual([123 + left, 77 + top]);
    expect([await get("outerPosition"), await get("innerPosition")]).toMatchObject([
      { x: 123, y: 77 },
      { x, y },
    ]);
  });
});

for (const place of [{}, { x: 10, y: 20 }])
  onDisplay(`center: in the middle of the screen, with ${JSON.stringify(place)}`, async () => {
    await inWindow({ ...place, center: true, width: 300, height: 200 }, async ({ look }) => {
      const { x, y } = (await look()).area;
      expect(Math.abs(x - (1280 - 300) / 2)).toBeLessThan(30);
      expect(Math.abs(y - (1024 - 200) / 2)).toBeLessThan(30);
    });
  });

for (const [what, place, put] of [
  ["x and y", { x: 10, y: 20 }, ""],
  ["setPosition", {}, "await w.setPosition(new __FRAMEWORK__.window.LogicalPosition(10, 20));"],
] as const)
  onDisplay(`center() of a window that is not shown yet holds against ${what}`, async () => {
    const options = { ...place, width: 300, height: 200, visible: false };
    await inWindow(options, async ({ label }) => {
      await shared.app
        .page(label)
        .run(`const w = __FRAMEWORK__.window.appWindow; ${put} await w.center(); await w.show()`);
      await until("the middle", async () => {
        const window = (await shared.app.windows()).find(({ title }) => title === label);
        return window?.isMapped === true && Math.abs(window.area.x - (1280 - 300) / 2) < 30;
      });
    });
  });

onDisplay("the least and the most it measures", async () => {
  await inWindow(
    { width: 100, height: 900, minWidth: 200, maxWidth: 500, maxHeight: 400 },
    async ({ look }) => {
      const window = await look();
      expect([window.area.width, window.area.height]).toEqual([200, 400]);
      expect(await sizeLimits(shared.app.session, window.id)).toEqual({
        least: "200x1",
        most: "500x400",
      });
    },
  );
});

onDisplay("resizable: false fixes the size", async () => {
  await inWindow({ resizable: false, width: 320, height: 210 }, async ({ look, get }) => {
    const { id, area } = await look();
    expect([area.width, area.height]).toEqual([320, 210]);
    expect(await sizeLimits(shared.app.session, id)).toEqual({ least: "320x210", most: "320x210" });
    expect(await property(shared.app.session, id, "_NET_WM_ALLOWED_ACTIONS")).not.toContain(
      "RESIZE",
    );
    expect([await get("isResizable"), await get("isMaximizable")]).toEqual([false, false]);
  });
});

// By itself GTK makes none smaller than 200 pixels.
onDisplay("resizable: false fixes a small size, too", async () => {
  await inWindow({ resizable: false, width: 170, height: 60 }, async ({ look }) => {
    const { id, area } = await look();
    expect([area.width, area.height]).toEqual([170, 60]);
    expect(await sizeLimits(shared.app.session, id)).toEqual({ least: "170x60", most: "170x60" });
  });
});

onDisplay(
  "maximized: a window that is not resizable, too, which has its own size afterwards",
  async () => {
    const options = { resizable: false, maximized: true, width: 320, height: 210 };
    await inWindow(options, async ({ look, get }) => {
      await until("the width of the screen", async () => (await look()).area.width === 1280);
      await until("the getter", async () => (await get("isMaximized")) === true);
      expect(await get("isResizable")).toBe(false);
      await get("unmaximize");
      await until("its own size", async () => {
        const { width, height } = (await look()).area;
        return width === 320 && height === 210;
      });
      await until("the getter", async () => (await get("isMaximized")) === false);
    });
  },
);

onDisplay("maximized: a hidden window, whose size is fixed before it is shown", async () => {
  const options = { visible: false, maximized: true, width: 320, height: 210 };
  await inWindow(options, async ({ label, get }) => {
    expect(await get("isMaximized")).toBe(true);
    const { app } = shared;
    const call = (name: string, args: object) =>
      app.page().run(`await __FRAMEWORK__.invoke(args[0], args[1])`, `window.${name}`, {
        label,
        ...args,
      });
    const sized = (what: string, wide: number) =>
      until(what, async () => {
        const { width } = (await get("innerSize")) as { readonly width: number };
        return width === wide;
      });
    await call("setResizable", { resizable: false });
    await call("show", {});
    await sized("the width of the screen", 1280);
    await call("unmaximize", {});
    await sized("its own width", 320);
    await call("setResizable", { resizable: true });
    await call("maximize", {});
    await sized("the width of the screen once more", 1280);
    await call("hide", {});
    await call("setResizable", { resizable: false });
    await call("show", {});
    await sized("the width of the screen again", 1280);
  });
});

onDisplay("closable: false asks the window manager to take the close button away", async () => {
  await inWindow({ closable: false }, async ({ look, get }) => {
    // Functions (bit 0 of the flags): all (1) but to close (1 << 5).
    expect(
      (await numbers(shared.app.session, (await look()).id, "_MOTIF_WM_HINTS")).slice(0, 2),
    ).toEqual([1, 0x21]);
    expect(await get("isClosable")).toBe(false);
  });
});

onDisplay("fullscreen", async () => {
  await inWindow({ fullscreen: true }, async ({ look, get }) => {
    await until("the whole screen", async () => (await look()).area.height === 1024);
    expect((await look()).states).toContain("FULLSCREEN");
    expect((await look()).area).toEqual({ x: 0, y: 0, width: 1280, height: 1024 });
    expect(await get("isFullscreen")).toBe(true);
  });
});

onDisplay("fullscreen: a hidden window says so", async () => {
  await inWindow({ visible: false, fullscreen: true }, async ({ get }) => {
    expect(await get("isFullscreen")).toBe(true);
  });
});

onDisplay("maximized", async () => {
  await inWindow({ maximized: true }, async ({ look, get }) => {
    await until("the state", async () => (await look()).states.includes("MAXIMIZED_VERT"));
    expect((await look()).states).toEqual(
      expect.arrayContaining(["MAXIMIZED_VERT", "MAXIMIZED_HORZ"]),
    );
    await until("the getter", async () => (await get("isMaximized")) === true);
  });
});

onDisplay("visible: false shows nothing, and its page runs", async () => {
  await inWindow({ visible: false, title: "hidden" }, async ({ label, get }) => {
    expect(await shared.app.page(label).run("return document.title")).toBe("Test page");
    expect((await windows(shared.app.session)).map(({ title }) => title)).not.toContain("hidden");
    expect(await get("isVisible")).toBe(false);
  });
});

onDisplay("focus: a new window has the keyboard", async () => {
  await inWindow({}, async ({ look, get }) => {
    const { id } = await look();
    await until("the focus", async () => (await activeWindow(shared.app.session)) === id);
    await until("the getter", async () => (await get("isFocused")) === true);
  });
});

onDisplay("focus: false leaves the keyboard where it is", async () => {
  const before = await shared.app.window();
  await inWindow({ focus: false }, async ({ look, get }) => {
    expect(await numbers(shared.app.session, (await look()).id, "_NET_WM_USER_TIME")).toEqual([0]);
    expect(await activeWindow(shared.app.session)).toBe(before.id);
    expect(await get("isFocused")).toBe(false);
  });
});

onDisplay("decorations: false has no frame", async () => {
  await inWindow(
    { decorations: false, x: 50, y: 60, width: 300, height: 200 },
    async ({ look, get }) => {
      const { id, area } = await look();
      expect(area).toEqual({ x: 50, y: 60, width: 300, height: 200 });
      expect(await numbers(shared.app.session, id, "_NET_FRAME_EXTENTS")).toEqual([0, 0, 0, 0]);
      expect([await get("isDecorated"), await get("outerSize")]).toMatchObject([
        false,
        { width: 300, height: 200 },
      ]);
    },
  );
});

onDisplay("alwaysOnTop and skipTaskbar", async () => {
  await inWindow({ alwaysOnTop: true, skipTaskbar: true }, async ({ look }) => {
    await until("both states", async () => {
      const { states } = await look();
      return states.includes("ABOVE") && states.includes("SKIP_TASKBAR");
    });
  });
  await inWindow({}, async ({ look }) => expect((await look()).states).not.toContain("ABOVE"));
});

onDisplay("transparent: the pixels of the window carry transparency", async () => {
  await inWindow({ transparent: true, url: "colour.html" }, async ({ look }) => {
    expect(await depth(shared.app.session, (await look()).id)).toBe(32);
  });
  await inWindow({ url: "colour.html", x: 0, y: 0, width: 300, height: 300 }, async ({ look }) => {
    const { id, area } = await look();
    expect(await depth(shared.app.session, id)).toBe(24);
    // An opaque window shows white where its page shows nothing.
    const middle = { x: area.x + 100, y: area.y + 100, width: 1, height: 1 };
    await until("a white page", async () =>
      picture(shared.app.session, middle).pixels.every((value) => value === 255),
    );
  });
});

onDisplay("effectsFallback: the colour behind a page, also of a transparent window", async () => {
  for (const transparent of [false, true]) {
    const options = {
      effects: ["mica", "sidebar"],
      effectsFallback: "#102030",
      transparent,
    } as const;
    await inWindow({ ...options, url: "colour.html", x: 0, y: 0 }, async ({ look }) => {
      const { area } = await look();
      const middle = { x: area.x + 100, y: area.y + 100, width: 1, height: 1 };
      await until("the colour", async () => {
        const seen = [...picture(shared.app.session, middle).pixels];
        return [0x10, 0x20, 0x30].every((part) => seen.includes(part));
      });
    });
  }
});

onDisplay("userAgent", async () => {
  await inWindow({ userAgent: "Test/1.0 (ünï)" }, async ({ label }) => {
    expect(await shared.app.page(label).run("return navigator.userAgent")).toBe("Test/1.0 (ünï)");
  });
});

onDisplay("url: a path inside the app", async () => {
  await inWindow({ url: "index.html#there" }, async ({ label }) => {
    expect(await shared.app.page(label).run("return location.href")).toBe(
      "framework://localhost/index.html#there",
    );
  });
});

onDisplay("unsupported options on Linux are logged once each, and the window opens", async () => {
  const nothing = {
    maximizable: false,
    minimizable: false,
    shadow: false,
    contentProtected: true,
    effects: ["mica"],
    titleBarStyle: "overlay",
    hiddenTitle: true,
    acceptFirstMouse: true,
    tabbingIdentifier: "x",
  } as const;
  await inWindow(nothing, async ({ get }) => expect(await get("isMaximizable")).toBe(true));
  await inWindow(nothing, async ({ get }) => expect(await get("isMinimizable")).toBe(true));
  const output = shared.app.running.output
    .filter(({ stream }) => stream === "err")
    .flatMap(({ text }) => /^framework: (\w+) has no effect on Linux: /.exec(text)?.[1] ?? []);
  expect(output.toSorted()).toEqual(Object.keys(nothing).toSorted());
});
