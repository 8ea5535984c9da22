// Attacks by dragging: files that a page has made are no choice of the user, however the pointer
// moves. Each runs in a shipped app, and in one without the rule, where it must succeed.

import { afterAll, expect } from "bun:test";
import { join } from "node:path";
import {
  onDisplay,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { movePointer, pressButton, releaseButton } from "../../harness/x-window.ts";
import { unguardedRunner } from "./unguarded.ts";

const files = tempDir({ id_rsa: "the secret" });
afterAll(() => files[Symbol.dispose]());
const stolen = join(files.path, "id_rsa");

const shared = shareSession();
const runner = unguardedRunner();
const build = { devPath: "../page", distDir: "../page", withGlobalFramework: true };
const place = { y: 40, width: 400, height: 300 };

/** Runs an attack in a separate app, and returns its loot. */
async function run(
  steal: (app: DisplayApp) => Promise<unknown>,
  isWeak: boolean,
): Promise<unknown> {
  await using app = await startDisplayApp(shared.session, {
    windows: ["main", "page"],
    config: {
      build: isWeak ? { ...build, runner } : build,
      framework: {
        allowlist: { fs: { readFile: true, scope: [] } },
        windows: [
          { label: "main", title: "main", x: 20, ...place },
          { label: "page", title: "page", x: 640, ...place, fileDropEnabled: false },
        ],
      },
    },
  });
  return await steal(app);
}

function attack(name: string, steal: (app: DisplayApp) => Promise<unknown>): void {
  onDisplay(`${name}: it is refused`, async () =>
    expect(await run(steal, false)).not.toBe("the secret"),
  );
  onDisplay(`${name}: without the rule it succeeds`, async () =>
    expect(await run(steal, true)).toBe("the secret"),
  );
}

/**
 * Lets the upper left of a window be dragged, as a list with the file to steal; all of it takes
 * drops.
 */
const bait = `
  document.body.innerHTML = "<div draggable=true style='position:fixed;left:0;top:0;width:120px;height:120px'>drag me</div>"
    + "<input type=file style='position:fixed;left:150px;top:150px;width:200px;height:120px'>";
  Object.assign(window, { over: 0, dropped: 0, ended: 0, read: null, files: [] });
  ondragstart = ({ dataTransfer }) => {
    dataTransfer.effectAllowed = "all";
    dataTransfer.setData("text/uri-list", args[0]);
  };
  const isInput = ({ target }) => target instanceof HTMLInputElement;
  ondragover = (event) => { window.over += 1; if (!isInput(event)) event.preventDefault(); };
  ondragend = () => { window.ended += 1; };
  ondrop = (event) => { window.dropped += 1; if (!isInput(event)) event.preventDefault(); };
  onchange = async ({ target }) => { window.read = await target.files[0].text(); };
  await __FRAMEWORK__.window.appWindow.onFileDropEvent(({ payload }) => {
    if (payload.type === "drop") window.dropped += 1;
    files.push(...(payload.paths ?? []));
  });`;

type DragPlace = readonly [window: string, x: number, y: number];
type AppOf = (window: string) => DisplayApp;

/**
 * Drags from one window over other places, given from a window's upper left, and drops in the last.
 */
async function dragOver(
  app: DisplayApp,
  from: string,
  ...places: readonly DragPlace[]
): Promise<void> {
  await dragBetween(() => app, from, places);
}

async function dragBetween(
  appOf: AppOf,
  from: string,
  places: readonly DragPlace[],
): Promise<void> {
  for (const window of new Set([from, ...places.map(([window]) => window)]))
    await appOf(window).page(window).run(bait, Bun.pathToFileURL(stolen).href);
  const [label] = places.at(-1) ?? [from];
  const count = async (window: string, name: "dropped" | "ended") =>
    (await appOf(window).page(window).run(`return window.${name}`)) as number;
  // A drop that comes before the engine has decided is none, and a person drops again.
  await waitFor("the drop", async () => {
    const before = await count(from, "ended");
    await dragOnce(appOf, from, places);
    await waitFor(
      "the end of the drag",
      async () => (await count(label, "dropped")) > 0 || (await count(from, "ended")) > before,
    );
    return (await count(label, "dropped")) > 0;
  });
}

async function dragOnce(appOf: AppOf, from: string, places: readonly DragPlace[]): Promise<void> {
  const { session } = shared;
  const at = async ([window, x, y]: DragPlace): Promise<[number, number]> => {
    const { area } = await appOf(window).window(window);
    return [area.x + x, area.y + y];
  };
  await movePointer(session, await at([from, 30, 30]));
  await pressButton(session);
  try {
    await movePointer(session, await at([from, 70, 70]));
    for (const each of places) {
      const [x, y] = await at(each);
      const label = each[0];
      const over = async () =>
        (await appOf(label).page(label).run("return window.over + files.length")) as number;
      const before = await over();
      // The page accepts a drop only after it has answered, in its own process.
      await waitFor("the page to see what is dragged", async () => {
        await movePointer(session, [x, y], [x + 4, y]);
        return (await over()) > before + 1;
      });
    }
  } finally {
    await releaseButton(session);
  }
}

/** The result of a window's file API, or the paths that the page got. */
async function readBy(app: DisplayApp, window: string): Promise<unknown> {
  const page = app.page(window);
  return await page
    .call("fs.readTextFile", stolen)
    .catch(async () => await page.run("return files.join()"));
}

attack("a page drags a file within itself", async (app) => {
  await dragOver(app, "main", ["main", 200, 80]);
  return await readBy(app, "main");
});

attack("a page drags a file into another window of the app", async (app) => {
  await dragOver(app, "page", ["main", 200, 80]);
  return await readBy(app, "main");
});

attack("a page drags a file out of its window and back into it", async (app) => {
  await dragOver(app, "main", ["page", 200, 80], ["main", 200, 80]);
  return await readBy(app, "main");
});

attack("a page of another program drags a file into a window of the app", async (app) => {
  await using other = await startDisplayApp(shared.session, {
    windows: ["other"],
    config: {
      build,
      framework: {
        bundle: { identifier: "org.example.other" },
        windows: [{ label: "other", title: "other", x: 640, ...place, y: 400 }],
      },
    },
  });
  const appOf: AppOf = (window) => (window === "other" ? other : app);
  await dragBetween(appOf, "other", [["main", 200, 80]]);
  return await readBy(app, "main");
});

attack("a page drags a file onto a field for files", async (app) => {
  await dragOver(app, "page", ["page", 250, 200]);
  // The field is filled in before the page hears of it, or never.
  return await app.page("page").run(`
    const [file] = document.querySelector("input").files;
    return file === undefined ? null : await file.text();`);
});

onDisplay("a page that drags a file within itself gets no path", async () => {
  const reported = await run(async (app) => {
    await dragOver(app, "main", ["main", 200, 80]);
    return await app.page().run("return files");
  }, false);
  expect(reported).toEqual([]);
});
