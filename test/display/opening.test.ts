// What a user opens with an app: from source, and built, where it runs once.

import { expect } from "bun:test";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

const options: DisplayAppOptions = {
  config: {
    framework: {
      singleInstance: true,
      bundle: { identifier: "org.example.opening", urlSchemes: ["notes"] },
      allowlist: {
        app: { open: true },
        fs: { readFile: true },
        window: { hide: true, minimize: true },
      },
      windows: [{ label: "main", title: "main", x: 20, y: 40, width: 560, height: 400 }],
    },
  },
};

const made = shareBuiltApp(options);

onDisplay("in development the arguments and the folder are those of the tool", async () => {
  await using app = await startDisplayApp(shared.session, {
    ...options,
    files: { "a.md": "opened" },
    command: [...devCommand, "--", "a.md", "--flag"],
  });
  const folder = realpathSync(app.folder);
  expect(await app.page().call("app.getStart")).toMatchObject({
    args: ["a.md", "--flag"],
    cwd: folder,
    files: [join(folder, "a.md")],
  });
  expect(await app.page().call("fs.readTextFile", join(folder, "a.md"))).toBe("opened");
});

/** Starts the app once more, in a folder, and waits until it has ended. */
async function startAgain(cwd: string, ...args: string[]): Promise<void> {
  await using again = shared.session.start([made.built.executable, ...args], { cwd });
  await again.endWith(0);
  expect(again.output).toEqual([]);
}

/** What is opened from now on, by the names of the files and the addresses. */
async function listening(app: DisplayApp): Promise<() => Promise<unknown>> {
  await app.page().run(`
    window.opened = [];
    await __FRAMEWORK__.app.onOpen(({ files, urls }) => opened.push(...files, ...urls));`);
  return () => app.page().run("return opened");
}

onDisplay("a second start hands its files and links over, comes to the front, and ends with 0", async () => {
  using folder = tempDir({ "a.md": "first", "b.md": "second" });
  const [first, second] = [join(folder.path, "a.md"), join(folder.path, "b.md")];
  await using app = await startBuiltApp(shared.session, [made.built.executable, first], {
    ...options,
    folder: made.built.folder,
  });
  const page = app.page();
  expect(await page.call("app.getStart")).toMatchObject({ args: [first], files: [first] });
  const opened = await listening(app);
  const isShown = async () => (await app.windows()).some(({ isMapped }) => isMapped);

  for (const leave of ["hide", "minimize"]) {
    await app.window();
    await page.run("await __FRAMEWORK__.window.appWindow[args[0]]()", leave);
    await waitFor("the window to go", async () => !(await isShown()));
    await startAgain(folder.path, "b.md", "--flag", "notes:new");
    await app.window();
  }
  expect(await opened()).toEqual([second, "notes:new", second, "notes:new"]);
  expect(await page.call("fs.readTextFile", second)).toBe("second");
});
