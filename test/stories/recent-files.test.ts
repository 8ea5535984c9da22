// On Linux alone: XDG_DATA_HOME leads to a folder of the test, and the list is kept on the disk of
// this machine.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineApp, type App, type MenuChoice } from "../../src/app/index.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "" });

async function start(): Promise<MemoryApp & { readonly own: App }> {
  let own: App | undefined;
  const setup = async (app: App): Promise<void> => {
    own = app;
    await app.menu.set([{ role: "recentFiles" }]);
  };
  const app = await startInMemory({ definition: defineApp({ setup }) });
  return Object.assign(app, { own: own as App });
}

/** The menu that the window shows: whether it can be opened, and its items. */
function shown(app: MemoryApp): unknown {
  const [list] = app.platform.menus.shown.get("main") ?? [];
  if (list?.kind !== "submenu") return null;
  return {
    enabled: list.enabled,
    items: list.items.map((item) => item.kind === "action" && item.text),
  };
}

const showing = (app: MemoryApp, ...items: readonly string[]) =>
  waitFor(
    "the files",
    () => JSON.stringify(shown(app)) === JSON.stringify({ enabled: items.length > 0, items }),
    { state: () => JSON.stringify(shown(app)) },
  );

test("files are in the menu, the latest first, each once, ten at most, in the next run, too", async () => {
  {
    using app = await start();
    await showing(app);
    for (const name of ["a.md", "b.md", "a.md"]) app.own.menu.addRecentFile(`/notes/${name}`);
    await showing(app, "a.md", "b.md");
  }
  using app = await start();
  await showing(app, "a.md", "b.md");
  for (let number = 0; number < 12; number++) app.own.menu.addRecentFile(`/${number}`);
  await showing(app, "11", "10", "9", "8", "7", "6", "5", "4", "3", "2");
  app.own.menu.clearRecentFiles();
  await showing(app);
});

test("choosing a file tells own code its path, and no page", async () => {
  using app = await start();
  const chosen: MenuChoice[] = [];
  app.own.menu.onChoose((choice) => void chosen.push(choice));
  const heard: unknown[] = [];
  await app.page.listen("framework://menu", null, false, ({ payload }) => heard.push(payload));
  app.platform.chooseInMenu("main", "framework:file:/notes/b.md");
  app.platform.chooseInMenu("main", "other");
  await waitFor("both choices", () => chosen.length === 2);
  expect(chosen[0]).toEqual({ id: "recentFiles", window: "main", file: "/notes/b.md" });
  await waitFor("the page", () => heard.length > 0);
  expect(heard).toEqual(["other"]);
});

test("a path that is not whole is refused, and a list that was cut off is none", async () => {
  using app = await start();
  expect(() => app.own.menu.addRecentFile("b.md")).toThrow(
    'Cannot add "b.md" to the recent files: want a whole path',
  );
  app.own.menu.addRecentFile("/a.md");
  await showing(app, "a.md");
  writeFileSync(join(data.path, "org.example.memory/private/recent-files/list.json"), '["/a.m');
  using next = await start();
  await showing(next);
});
