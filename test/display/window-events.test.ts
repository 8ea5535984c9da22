// The events for pages when another program acts on their window.

import { expect } from "bun:test";
import { join } from "node:path";
import { onDisplay, root, shareApp } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { windowTitled } from "../../harness/x.ts";
import { windowEars, windowEventStories } from "./window-event-stories.ts";
import { movePointer, pressButton, releaseButton } from "../../harness/x-window.ts";

const shared = shareApp({
  windows: ["main", "second"],
  config: {
    framework: {
      allowlist: { window: { all: true }, fs: { readFile: true } },
      windows: [
        { label: "main", title: "main", x: 20, y: 40, width: 400, height: 300 },
        {
          label: "second",
          title: "second",
          x: 640,
          y: 40,
          width: 400,
          height: 300,
          fileDropEnabled: false,
        },
      ],
    },
  },
});

const { page, hear, heard } = windowEars(shared);

windowEventStories(shared, onDisplay);

/** Starts another program to drag from, takes its data, and holds it over a window. */
async function dragOver(
  label: string,
  addresses: readonly string[],
  run: (drag: Drag) => Promise<void>,
): Promise<void> {
  const { session } = shared.app;
  const script = join(root, "test/fixtures/drag-source.ts");
  await using source = session.start([
    process.execPath,
    script,
    "source",
    "900",
    "700",
    ...addresses,
  ]);
  const { area: from } = await windowTitled(session, "source");
  const { area: over } = await shared.app.window(label);
  await movePointer(session, [from.x + 50, from.y + 50]);
  await pressButton(session);
  const wiggle = () =>
    movePointer(session, [over.x + 100, over.y + 100], [over.x + 104, over.y + 100]);
  try {
    await movePointer(session, [from.x + 90, from.y + 90]);
    await wiggle();
    await run({
      wiggle,
      away: () => movePointer(session, [from.x + 20, 900]),
      drop: () => releaseButton(session),
      ended: async () => void (await source.line("the drag has ended")),
    });
  } finally {
    await releaseButton(session);
  }
}

interface Drag {
  readonly wiggle: () => Promise<void>;
  readonly away: () => Promise<void>;
  readonly drop: () => Promise<void>;
  /** Settles when the other program has got the result. */
  readonly ended: () => Promise<void>;
}

const pathsOf = (folder: string) => [join(folder, "a b.txt"), join(folder, "ünï [1].txt")];
const addressesOf = (paths: readonly string[]) => paths.map((path) => Bun.pathToFileURL(path).href);

onDisplay(
  "files of another program: over the window, away, over it again, dropped; then they may be read",
  async () => {
    using folder = tempDir({ "a b.txt": "first", "ünï [1].txt": "second" });
    const paths = pathsOf(folder.path);
    await hear("onFileDropEvent");
    await expect(page().call("fs.readTextFile", paths[0])).rejects.toMatchObject({
      code: "out-of-scope",
    });
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
      await expect(page().call("fs.readTextFile", paths[0])).rejects.toMatchObject({
        code: "out-of-scope",
      });
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
  const counted = (name: string) =>
    page(label).run("return window[args[0]]", name) as Promise<number>;
  await dragOver(label, addresses, async ({ wiggle, drop }) => {
    // The page accepts a drop only after it has answered, in its own process.
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

onDisplay(
  "fileDropEnabled: false: a file that a frame of the page does not take is not shown in the page's place",
  async () => {
    using folder = tempDir({ "one.html": "<h1>not the app</h1>" });
    const before = await page("second").run(
      `ondrop = ondragover = null;
       const style = "position:fixed;inset:0;width:100%;height:100%;border:0";
       const frame = Object.assign(document.createElement("iframe"), { srcdoc: "<p>a frame</p>", style });
       await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });
       frame.contentWindow.addEventListener("dragover", () => { window.over += 1; });
       return location.href;`,
    );
    const address = Bun.pathToFileURL(join(folder.path, "one.html")).href;
    // A drop that comes before the engine has decided is none, and a person drops again.
    await waitFor("the file to be refused", async () => {
      await dragOver("second", [address], async ({ wiggle, drop, ended }) => {
        await page("second").run("window.over = 0");
        await waitFor("the page to see what is dragged", async () => {
          await wiggle();
          return ((await page("second").run("return window.over")) as number) > 1;
        });
        await drop();
        await ended();
      });
      return shared.app.running.output.some(({ text }) =>
        text.includes('refused an address of "file:"'),
      );
    });
    expect(await page("second").run("return location.href")).toBe(before);
    await page("second").run("document.querySelector('iframe').remove()");
  },
);

for (const [where, over, effects] of [
  ["on the page itself", "second", ["none"]],
  // A drop that comes before the engine has decided is none.
  ["on the page of another window", "main", ["copy", "none"]],
] as const) {
  onDisplay(
    `a link of a page that is dropped ${where}, without a taker, is reported to be no move`,
    async () => {
      const { session } = shared.app;
      const before = await page("second").run(
        `document.body.innerHTML = "<a href='https://elsewhere.example/' style='position:fixed;inset:0 50% 50% 0'>a link</a>";
       ondrop = ondragover = null;
       window.effect = null;
       addEventListener("dragend", ({ dataTransfer }) => { window.effect = dataTransfer.dropEffect; }, true);
       return location.href;`,
      );
      await page(over).run(
        'window.over = 0; addEventListener("dragover", () => { window.over += 1; }, true);',
      );
      const { area: from } = await shared.app.window("second");
      const { area: to } = await shared.app.window(over);
      await movePointer(session, [from.x + 50, from.y + 20]);
      await pressButton(session);
      try {
        await movePointer(session, [from.x + 60, from.y + 40], [from.x + 90, from.y + 60]);
        await waitFor("the page to see what is dragged", async () => {
          await movePointer(session, [to.x + 300, to.y + 200], [to.x + 304, to.y + 200]);
          return ((await page(over).run("return window.over")) as number) > 1;
        });
      } finally {
        await releaseButton(session);
      }
      await waitFor(
        "the end of the drag",
        async () => (await page("second").run("return window.effect")) !== null,
      );
      expect(await page("second").run("return window.effect")).toBeOneOf([...effects]);
      expect(await page("second").run("return location.href")).toBe(before);
      expect(await page().run("return location.href")).toBe("framework://localhost/");
    },
  );
}

onDisplay(
  "a link that the page does not take does not take the page's place, and becomes text in a field",
  async () => {
    let requests = 0;
    await using server = Bun.serve({
      port: 0,
      fetch: () => new Response(`elsewhere ${++requests}`),
    });
    const address = new URL("/elsewhere", server.url).href;
    const before = await page("second").run(
      `document.body.innerHTML = "<input style='position:fixed;inset:50px 0 auto;height:100px;width:100%'>";
     ondrop = ondragover = null;
     return location.href;`,
    );
    const field = () => page("second").run("return document.querySelector('input').value");
    const dragOnce = (isOverField: boolean) =>
      dragOver("second", [address], async ({ wiggle, drop, ended }) => {
        await page("second").run(
          `window.over = 0;
         document.querySelector("input").style.display = args[0] ? "" : "none";
         addEventListener("dragover", () => { window.over += 1; }, true);`,
          isOverField,
        );
        await waitFor("the page to see what is dragged", async () => {
          await wiggle();
          return ((await page("second").run("return window.over")) as number) > 1;
        });
        await drop();
        await ended();
      });
    await dragOnce(false);
    // A drop before that would have replaced its address by the time it takes the address as text.
    await waitFor("the address in the field", async () => {
      if ((await field()) === "") await dragOnce(true);
      return (await field()) === address;
    });
    expect(await page("second").run("return location.href")).toBe(before);
    expect(requests).toBe(0);
  },
);

onDisplay("a drag without files is left to the page", async () => {
  await hear("onFileDropEvent");
  await dropIntoPage("main", ["https://example.org/"]);
  expect(await heard()).toEqual([]);
});

onDisplay("data that a page drags within itself arrives unchanged", async () => {
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
