import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, type App } from "../../src/testing/index.ts";
import { root } from "../support/app/display-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

// One app for all: events of own code report the effect of each test.
const main = `import { defineApp } from ${JSON.stringify(join(root, "src/app/index.ts"))};

const app = defineApp({
  commands: {
    bytes: ({ size }) => new Uint8Array(size).fill(7),
    notify: () => undefined,
    show: ({ note }, { app }) => app.windows.get("main").emit("note", note),
    popup: (_, { app }) => app.windows.get("main").popupMenu([{ id: "copy", text: "Copy" }]),
  },
  async setup(app) {
    const tell = (what) => app.events.emit("told", what);
    await app.menu.set([
      { text: "&File", items: [{ id: "save", text: "&Save" }, { id: "off", text: "Off", enabled: false }] },
    ]);
    app.menu.onChoose(({ id }) => tell("menu " + id));
    await app.shortcuts.register("Alt+K", () => tell("keys"));
    app.onOpen(({ files }) => tell("open " + files.join()));
    app.events.listen("framework://file-drop", ({ payload }) => tell("drop " + payload.join()));
    app.events.listen("ping", ({ payload }) => tell("ping " + payload));
  },
});
export default app;
`;

let project: TempDir;
let app: App;

beforeAll(async () => {
  const config = {
    package: { productName: "Parts" },
    build: { devPath: "../page", distDir: "../page" },
    framework: {
      bundle: { identifier: "org.example.parts" },
      windows: [{ title: "Parts" }],
      allowlist: { notification: { all: true }, clipboard: { all: true } },
    },
  };
  project = tempDir({
    "src-framework/framework.conf.json": JSON.stringify(config),
    "src-framework/main.ts": main,
    "page/index.html": "<!doctype html><title>Parts</title>",
    "note.txt": "text",
  });
  app = await launch({
    project: project.path,
    mode: "memory",
    files: { "note.txt": "text" },
    reports: join(project.path, "reports"),
  });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  project?.[Symbol.dispose]();
});

/** The events of own code when something is done. */
async function reported(act: () => Promise<unknown>): Promise<unknown> {
  const next = app.events.next("told");
  await act();
  return await next;
}

test("an item of a menu is read, and chosen by the texts that lead to it", async () => {
  const [file] = await app.menus.items();
  expect(file).toMatchObject({
    text: "File",
    items: [{ text: "Save" }, { text: "Off", enabled: false }],
  });
  expect(await reported(() => app.menus.choose(["File", "Save"]))).toBe("menu save");
});

test("an item that is disabled, or is not there, is refused with what there is", async () => {
  await expect(app.menus.choose(["File", "Off"])).rejects.toThrow(
    'Cannot choose "Off": it is disabled',
  );
  await expect(app.menus.choose(["Edit"])).rejects.toThrow(
    'Cannot choose "Edit": the menu has ["File"]',
  );
});

test("an item of a menu over the page is chosen", async () => {
  const chosen = app.invoke("popup");
  await app.menus.choosePopup(["Copy"]);
  expect(await chosen).toBe("copy");
});

test("keys that the app has taken are pressed", async () => {
  expect(await app.shortcuts.all()).toEqual(["Alt+K"]);
  expect(await reported(() => app.shortcuts.press("Alt+K"))).toBe("keys");
  await expect(app.shortcuts.press("Alt+L")).rejects.toThrow('Cannot press "Alt+L"');
});

test("files are opened and dropped", async () => {
  const file = join(app.home, "note.txt");
  expect(readFileSync(file, "utf8")).toBe("text");
  expect(await reported(() => app.open(file))).toBe(`open ${file}`);
});

test("the clipboard is what the app has written, and what another program has", async () => {
  await app.invokeFrom("main", "clipboard.writeText", { text: "copied" });
  expect(await app.clipboard.read()).toBe("copied");
  await app.clipboard.write("pasted");
  expect(await app.invokeFrom("main", "clipboard.readText")).toBe("pasted");
});

test("a notification is read", async () => {
  await app.invokeFrom("main", "notification.send", {
    options: { title: "Done", body: "All of it" },
  });
  expect(await app.notifications.titled("Done")).toMatchObject({
    title: "Done",
    body: "All of it",
  });
});

test("bytes come back from a command as bytes", async () => {
  expect(await app.invoke("bytes", { size: 3 })).toEqual(new Uint8Array([7, 7, 7]));
});

test("an event for one window is an event of the app", async () => {
  const next = app.events.next("note");
  await app.invoke("show", { note: 12 });
  expect(await next).toBe(12);
});

test("an event of the test reaches own code", async () => {
  expect(await reported(() => app.events.emit("ping", 1))).toBe("ping 1");
});

test("a call that the flags forbid is refused, as a page's is", async () => {
  await expect(
    app.invokeFrom("main", "fs.readTextFile", { path: "/etc/passwd" }),
  ).rejects.toMatchObject({
    code: "not-allowed",
  });
});

test("a failure names a report with the steps and the output", async () => {
  const failing = app.test("no such item", async () => {
    await app.menus.choose(["File", "Missing"]);
  });
  const message = await failing.then(
    () => "",
    (error: Error) => error.message,
  );
  const file = /Report: (.*)$/m.exec(message)?.[1] ?? "";
  const html = readFileSync(file, "utf8");
  expect(message).toContain('Cannot choose "Missing"');
  for (const text of ["no such item", "choose File &#62; Missing", "Window main"])
    expect(html).toContain(text);
});

test("an app starts again with the same home", async () => {
  const before = app.pid;
  await app.restart();
  expect(app.pid).not.toBe(before);
  expect(readFileSync(join(app.home, "note.txt"), "utf8")).toBe("text");
  expect(await app.shortcuts.all()).toEqual(["Alt+K"]);
});
