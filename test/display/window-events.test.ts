// What pages hear when somebody else does something to their window.

import { expect } from "bun:test";
import { join } from "node:path";
import { onDisplay, root, shareApp } from "../support/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { close, focus, windowTitled, windows } from "../../harness/x.ts";
import { movePointer, numbers, pressButton, releaseButton } from "../../harness/x-window.ts";

const shared = shareApp({
  windows: ["main", "second"],
  config: {
    framework: {
      allowlist: { window: { all: true }, fs: { readFile: true } },
      windows: [
        { label: "main", title: "main", x: 20, y: 40, width: 400, height: 300 },
        { label: "second", title: "second", x: 640, y: 40, width: 400, height: 300, fileDropEnabled: false },
      ],
    },
  },
});

const page = (label = "main") => shared.app.page(label);

/** Keeps the payloads that a listener of a window gets, in the page; `heard` returns them. */
async function hear(method: string, label = "main"): Promise<void> {
  await page(label).run(
    `window.unhear?.();
     window.heard = [];
     window.unhear = await __FRAMEWORK__.window.appWindow[args[0]](({ payload }) => void window.heard.push(payload));`,
    method,
  );
}

const heard = (label = "main") => page(label).run("return window.heard") as Promise<unknown[]>;
const last = async (label = "main") => (await heard(label)).at(-1);

async function xdotool(...command: string[]): Promise<void> {
  await shared.app.session.start(["xdotool", ...command]).end();
}

onDisplay(
  "a window made larger by its user says so once for each size, last with the size it has",
  async () => {
    await hear("onResized");
    const { id } = await shared.app.window();
    await xdotool("windowsize", "--sync", String(id), "440", "330");
    await waitFor("the event", async () =>
      Bun.deepEquals(await last(), { type: "Physical", width: 440, height: 330 }),
    );
    const sizes = await heard();
    expect(new Set(sizes.map((size) => JSON.stringify(size))).size).toBe(sizes.length);
  },
);

onDisplay("a window that is moved says where its frame is", async () => {
  await hear("onMoved");
  const { id } = await shared.app.window();
  await xdotool("windowmove", "--sync", String(id), "70", "80");
  const place = () => page().run("return await __FRAMEWORK__.window.appWindow.outerPosition()");
  await waitFor("the event", async () => (await heard()).length > 0);
  await waitFor("its last place", async () => Bun.deepEquals(await last(), await place()));
  const [left = 0, , top = 0] = await numbers(shared.app.session, id, "_NET_FRAME_EXTENTS");
  const { x, y } = (await shared.app.window()).area;
  expect(await last()).toEqual({ type: "Physical", x: x - left, y: y - top });
});

onDisplay("focus comes and goes", async () => {
  const [main, second] = [await shared.app.window(), await shared.app.window("second")];
  await focus(shared.app.session, main.id);
  await hear("onFocusChanged");
  await focus(shared.app.session, second.id);
  await focus(shared.app.session, main.id);
  await waitFor("both events", async () => (await heard()).length === 2);
  expect(await heard()).toEqual([false, true]);
});

onDisplay("the theme is the one that pages see", async () => {
  const both = `return [
    await __FRAMEWORK__.window.appWindow.theme(),
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  ];`;
  expect(await page().run(both)).toEqual(["light", "light"]);
});

onDisplay("the close button asks the page, which keeps its window or lets it go", async () => {
  const { session } = shared.app;
  await page().run(
    `new __FRAMEWORK__.window.WebviewWindow("third", { title: "third", width: 300, height: 200 });`,
  );
  await shared.app.pageOpened("third");
  const { id } = await windowTitled(session, "third");
  await page("third").run(
    `window.questions = 0;
     window.mayClose = false;
     await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => {
       window.questions += 1;
       if (!window.mayClose) event.preventDefault();
     });`,
  );
  await close(session, id);
  await waitFor("the question", async () => (await page("third").run("return window.questions")) === 1);
  expect((await windows(session)).map(({ title }) => title)).toContain("third");
  await page("third").run("window.mayClose = true;");
  await close(session, id);
  await waitFor("its end", async () => (await windows(session)).every(({ title }) => title !== "third"));
});

onDisplay("a page that listened and was reloaded does not lock its window", async () => {
  const { session } = shared.app;
  await page().run(
    `new __FRAMEWORK__.window.WebviewWindow("fourth", { title: "fourth", width: 300, height: 200 });`,
  );
  await shared.app.pageOpened("fourth");
  await page("fourth").run(
    "await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => event.preventDefault());",
  );
  await page("fourth").reload();
  await close(session, (await windowTitled(session, "fourth")).id);
  await waitFor("its end", async () => (await windows(session)).every(({ title }) => title !== "fourth"));
});

/** Starts another program to drag from, takes up what it offers, and holds it over a window. */
async function dragOver(
  label: string,
  addresses: readonly string[],
  run: (drag: Drag) => Promise<void>,
): Promise<void> {
  const { session } = shared.app;
  const script = join(root, "test/fixtures/drag-source.ts");
  await using _source = session.start([process.execPath, script, "source", "900", "700", ...addresses]);
  const { area: from } = await windowTitled(session, "source");
  const { area: over } = await shared.app.window(label);
  await movePointer(session, [from.x + 50, from.y + 50]);
  await pressButton(session);
  const wiggle = () => movePointer(session, [over.x + 100, over.y + 100], [over.x + 104, over.y + 100]);
  try {
    await movePointer(session, [from.x + 90, from.y + 90]);
    await wiggle();
    await run({
      wiggle,
      away: () => movePointer(session, [from.x + 20, 900]),
      drop: () => releaseButton(session),
    });
  } finally {
    await releaseButton(session);
  }
}

interface Drag {
  readonly wiggle: () => Promise<void>;
  readonly away: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

const pathsOf = (folder: string) => [join(folder, "a b.txt"), join(folder, "ünï [1].txt")];
const addressesOf = (paths: readonly string[]) => paths.map((path) => Bun.pathToFileURL(path).href);

onDisplay(
  "files of another program: over the window, away, over it again, dropped; then they may be read",
  async () => {
    using folder = tempDir({ "a b.txt": "first", "ünï [1].txt": "second" });
    const paths = pathsOf(folder.path);
    await hear("onFileDropEvent");
    await expect(page().call("fs.readTextFile", paths[0])).rejects.toMatchObject({ code: "out-of-scope" });
    await dragOver("main", addressesOf(paths), async ({ wiggle, away, drop }) => {
      const seen = (type: string, count: number) =>
        waitFor(
          `"${type}", ${count} in all`,
          async () => {
            const events = (await heard()) as { type: string }[];
            if (events.length < count && type === "hover") await wiggle();
            return events.length === count && events.at(-1)?.type === type;
          },
          { state: async () => JSON.stringify(await heard()) },
        );
      await seen("hover", 1);
      await away();
      await seen("cancel", 2);
      await wiggle();
      await seen("hover", 3);
      await expect(page().call("fs.readTextFile", paths[0])).rejects.toMatchObject({ code: "out-of-scope" });
      await drop();
      await seen("drop", 4);
    });
    expect(await heard()).toEqual([
      { type: "hover", paths },
      { type: "cancel" },
      { type: "hover", paths },
      { type: "drop", paths },
    ]);
    expect(await page().call("fs.readTextFile", paths[1])).toBe("second");
    expect(await page().run("return location.href")).toBe("framework://localhost/");
  },
);

/** Drops something where the page takes drops itself; settles when the page has got it. */
async function dropIntoPage(label: string, addresses: readonly string[]): Promise<void> {
  await page(label).run(
    `window.over = 0;
     window.dropped = 0;
     ondragover = (event) => { event.preventDefault(); window.over += 1; };
     ondrop = (event) => { event.preventDefault(); window.dropped += 1; };`,
  );
  const counted = (name: string) => page(label).run("return window[args[0]]", name) as Promise<number>;
  await dragOver(label, addresses, async ({ wiggle, drop }) => {
    // The page takes a drop only after it has said so, in its own process.
    await waitFor("the page to see what is dragged", async () => {
      await wiggle();
      return (await counted("over")) > 1;
    });
    await drop();
    await waitFor("the drop in the page", async () => (await counted("dropped")) === 1);
  });
}

onDisplay("fileDropEnabled: false leaves the drop to the page", async () => {
  using folder = tempDir({ "a b.txt": "first", "ünï [1].txt": "second" });
  await hear("onFileDropEvent", "second");
  await dropIntoPage("second", addressesOf(pathsOf(folder.path)));
  expect(await heard("second")).toEqual([]);
});

onDisplay("what is dragged and is no file is left to the page", async () => {
  await hear("onFileDropEvent");
  await dropIntoPage("main", ["https://example.org/"]);
  expect(await heard()).toEqual([]);
});

onDisplay("what a page drags within itself and is no file arrives as it was", async () => {
  const { session } = shared.app;
  await page("second").run(
    `document.body.innerHTML = "<p draggable=true style='position:fixed;inset:0;margin:0'>drag me</p>";
     Object.assign(window, { over: 0, got: null });
     ondragstart = ({ dataTransfer }) => dataTransfer.setData("text/uri-list", "https://example.org/\\r\\nhttps://example.com/");
     ondragover = (event) => { event.preventDefault(); window.over += 1; };
     ondrop = (event) => { event.preventDefault(); window.got = event.dataTransfer.getData("text/uri-list"); };`,
  );
  const { area } = await shared.app.window("second");
  await movePointer(session, [area.x + 50, area.y + 50]);
  await pressButton(session);
  try {
    await movePointer(session, [area.x + 90, area.y + 90]);
    await waitFor("the page to see what is dragged", async () => {
      await movePointer(session, [area.x + 150, area.y + 150], [area.x + 154, area.y + 150]);
      return ((await page("second").run("return window.over")) as number) > 1;
    });
  } finally {
    await releaseButton(session);
  }
  const got = await waitFor("the drop", () => page("second").run("return window.got"));
  expect(got).toBe("https://example.org/\r\nhttps://example.com/");
});
