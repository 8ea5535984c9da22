// Files and addresses that a user opens with an app: from source, and built, where it runs once.

import { expect } from "bun:test";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { desktopEntry } from "../../src/bundler/linux/desktop-entry.ts";
import { mimeEntries } from "../../src/bundler/linux/mime-types.ts";
import { missingTool, Project } from "../bundler/project.ts";
import {
  devCommand,
  onDisplay,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { run } from "../../harness/x-program.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { focus } from "../../harness/x.ts";

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

/** The items that are opened from now on, by the names of the files and the addresses. */
async function listening(app: DisplayApp): Promise<() => Promise<unknown>> {
  await app.page().run(`
    window.opened = [];
    await __FRAMEWORK__.app.onOpen(({ files, urls }) => opened.push(...files, ...urls));`);
  return () => app.page().run("return opened");
}

onDisplay(
  "a second start hands its files and links over, comes to the front, and ends with 0",
  async () => {
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
    // Another app has the keyboard by now.
    await using other = await startDisplayApp(shared.session, { windows: ["other"] });
    const hasFocus = async (of: DisplayApp, window: string) =>
      (await of.page(window).run("return document.hasFocus()")) === true;
    await focus(shared.session, (await other.window("other")).id);
    await waitFor("the other app to have the focus", () => hasFocus(other, "other"));
    await startAgain(folder.path);
    await waitFor("the app to have the focus", () => hasFocus(app, "main"));

    expect(await opened()).toEqual([second, "notes:new", second, "notes:new"]);
    expect(await page.call("fs.readTextFile", second)).toBe("second");
  },
);

/**
 * Installs the entry and the types of a package for the user, with the app by the name that the
 * entry has for it.
 */
function installEntry(data: string): void {
  using project = new Project();
  const note = {
    ext: ["note"],
    name: null,
    description: null,
    mimeType: null,
    role: "Editor",
    icon: null,
  } as const;
  const staged = project.stage({
    bundle: { identifier: "org.example.opening", fileAssociations: [note], urlSchemes: ["notes"] },
  });
  const entry = join(data, "applications/org.example.opening.desktop");
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, desktopEntry(staged, null));
  for (const { path, bytes } of mimeEntries(staged)) {
    const place = join(data, path.replace(/^usr\/share\//, ""));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes as Uint8Array);
  }
  mkdirSync(join(data, "bin"));
  symlinkSync(made.built.executable, join(data, "bin", staged.packageName));
}

const noDesktop = missingTool("gio", "update-desktop-database", "update-mime-database");
onDisplay.skipIf(noDesktop !== null)(
  "a file and a link that the desktop opens reach the app as they are",
  async () => {
    const { session } = shared;
    using folder = tempDir({ "a %U $(id) --flag.note": "a note" });
    using data = tempDir({});
    installEntry(data.path);
    await run(session, ["update-desktop-database", join(data.path, "applications")]);
    await run(session, ["update-mime-database", join(data.path, "mime")]);
    const env = { XDG_DATA_HOME: data.path, PATH: `${data.path}/bin:${process.env["PATH"]}` };
    await using app = await startBuiltApp(session, made.built.executable, {
      ...options,
      folder: made.built.folder,
    });
    const opened = await listening(app);
    const file = join(folder.path, "a %U $(id) --flag.note");
    const link = "notes:open?%22--inspect%22=%25s";
    for (const what of [file, link]) {
      await using open = session.start(["gio", "open", what], { env });
      await open.endWith(0);
    }
    await waitFor("both", async () => ((await opened()) as unknown[]).length === 2);
    expect(((await opened()) as string[]).toSorted()).toEqual([file, link].toSorted());
    expect(await app.page().call("fs.readTextFile", file)).toBe("a note");
  },
);
