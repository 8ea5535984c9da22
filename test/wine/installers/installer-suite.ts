// The installers as users run them: real ones, of 32 bits, under Wine 10, silently and page by
// page. `npm run verify` runs this file; test/wine/installers/nsis.test.ts and msi.test.ts look at what is
// inside, by installers of 64 bits.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, globSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { missingWine10, wine10, wine10File } from "../../../harness/wine-10.ts";
import { waitFor } from "../../../harness/wait.ts";
import { startWine, type WineSession } from "../../../harness/wine.ts";
import type { WineProgram } from "../../../harness/wine-program.ts";
import { activeWindow, windows } from "../../../harness/x.ts";
import { run } from "../../../harness/x-program.ts";
import { bundle } from "../../../src/bundler/index.ts";
import { missingTool, Project, type AppCase } from "../../bundler/project.ts";

const skip = missingWine10() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const name = "Greeter";
const uninstallKey = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall";

/**
 * Makes an installer of an app that is a program of Wine's own, as the tool makes it, and gives its
 * path.
 */
async function installer(
  project: Project,
  format: "nsis" | "msi",
  app: AppCase = {},
): Promise<string> {
  copyFileSync(wine10File("notepad.exe"), join(project.folder, "bin/app"));
  const staged = { ...project.stageFor("windows", app), executableName: "Greeter.exe" };
  const outDir = mkdtempSync(join(project.folder, "out-"));
  const [made] = await bundle({ staged, formats: [format], outDir, effort: "quick" });
  return made?.path ?? "";
}

describe.skipIf(skip !== null)("under Wine 10", () => {
  let wine: WineSession;
  let project: Project;
  let before: readonly string[];

  beforeAll(() => {
    project = new Project({ "data/a b.txt": "hello" });
  });
  afterAll(() => project?.[Symbol.dispose]());
  // A machine for each story, since one that failed would leave its app there.
  beforeEach(async () => {
    wine = await startWine({ install: wine10 });
    before = footprint();
  });
  afterEach(() => wine?.[Symbol.asyncDispose]());

  /** Each story ends so. */
  async function nothingIsLeft(): Promise<void> {
    await waitFor("a machine as it was", () => footprint().join("\n") === before.join("\n"), {
      state: () =>
        footprint()
          .filter((path) => !before.includes(path))
          .join("\n"),
    });
  }

  /** All files and folders of the machine but Windows' own, and Wine's caches of what was shown. */
  function footprint(): string[] {
    const disk = join(wine.prefix, "drive_c");
    const own = ["windows/**", "users/*/Temp/**", "users/*/AppData/Local/Temp/**"];
    return globSync("**", { cwd: disk, exclude: own }).toSorted();
  }

  const greeter: AppCase = { productName: name, bundle: { resources: { "data/": "texts" } } };
  const folders = {
    user: (): string => join(wine.userFolder, "AppData/Local", name),
    machine: (): string => join(wine.prefix, "drive_c/Program Files", name),
  };

  async function value(root: "HKCU" | "HKLM", key: string, of: string): Promise<string | null> {
    const { code, out } = await wine.run([
      "reg.exe",
      "query",
      `${root}\\${key}`,
      "/v",
      of,
      "/reg:64",
    ]);
    return code === 0 ? (/REG_\w+ +(.*)$/m.exec(out)?.[1]?.trim() ?? "") : null;
  }
  const version = (root: "HKCU" | "HKLM"): Promise<string | null> =>
    value(root, `${uninstallKey}\\org.example.greeter`, "DisplayVersion");

  async function uninstall(folder: string, root: "HKCU" | "HKLM"): Promise<void> {
    // It goes on from a copy of itself, which has to outlive it.
    await using program = wine.start([join(folder, "uninstall.exe"), "/S"]);
    await waitFor("its last word to Windows", async () => (await version(root)) === null, {
      state: () => program.report(),
    });
  }

  const shortcuts = (): string[] =>
    globSync("{users,ProgramData}/**/*.lnk", { cwd: join(wine.prefix, "drive_c") }).toSorted();

  /**
   * Takes the default of each page of an installer, until it is over. @returns how often a page was
   * answered
   */
  async function goThrough(
    program: WineProgram,
    isOver: () => boolean | Promise<boolean>,
  ): Promise<number> {
    let answers = 0;
    await waitFor(
      "the end of the pages",
      async () => {
        if (await isOver()) return true;
        const active = await activeWindow(wine.session);
        const all = await windows(wine.session);
        if (!all.some(({ id, title }) => id === active && isPage(title))) return false;
        // To whatever has the keyboard by then: a question may have come before the page.
        await run(wine.session, ["xdotool", "key", "Return"]);
        answers += 1;
        return false;
      },
      { state: () => program.report() },
    );
    return answers;
  }
  const showsApp = async (): Promise<boolean> =>
    (await windows(wine.session)).some(({ title }) => title.includes("Notepad"));
  const isPage = (title: string): boolean => /^Greeter (Setup|Uninstall)/.test(title);

  describe("the script installer", () => {
    test.each([
      ["one user", "currentUser", "HKCU", folders.user],
      ["all users", "perMachine", "HKLM", folders.machine],
    ] as const)(
      "silently, for %s: installs, says so to Windows, and leaves nothing",
      async (_, installMode, root, folder) => {
        const setup = await installer(project, "nsis", { ...greeter, nsis: { installMode } });
        expect((await wine.run([setup, "/S"])).code).toBe(0);
        expect((readdirSync(folder(), { recursive: true }) as string[]).toSorted()).toEqual([
          "Greeter.exe",
          "texts",
          "texts/a b.txt",
          "uninstall.exe",
        ]);
        expect(await version(root)).toBe("1.2.3");
        expect(shortcuts().map((path) => path.split("/").at(-1))).toEqual(["Greeter.lnk"]);
        await uninstall(folder(), root);
        await nothingIsLeft();
      },
    );

    test("page by page: installs, shows the app, and is removed page by page while that runs", async () => {
      const setup = await installer(project, "nsis", { ...greeter, nsis: { license: "LICENSE" } });
      await using program = wine.start([setup]);
      // The licence, the folder, the start menu, and what to do at the end.
      expect(await goThrough(program, () => !program.isRunning)).toBeGreaterThanOrEqual(4);
      expect([existsSync(join(folders.user(), "Greeter.exe")), await version("HKCU")]).toEqual([
        true,
        "1.2.3",
      ]);
      await waitFor("the app, which the last page starts", showsApp);
      await using removal = wine.start([join(folders.user(), "uninstall.exe")]);
      await goThrough(removal, async () => (await version("HKCU")) === null);
      await goThrough(removal, async () => (await windows(wine.session)).length === 0);
      await nothingIsLeft();
    });

    test.each(["silently", "page by page"])(
      "%s, a newer version takes the older one's place while that runs",
      async (way) => {
        const [old, next] = [
          await installer(project, "nsis", greeter),
          await installer(project, "nsis", { ...greeter, version: "1.3.0" }),
        ];
        expect((await wine.run([old, "/S"])).code).toBe(0);
        await using running = wine.start([join(folders.user(), "Greeter.exe")]);
        await waitFor("the window of the app", showsApp);
        await using update = wine.start(way === "silently" ? [next, "/S"] : [next]);
        await goThrough(update, () => !update.isRunning);
        await waitFor("the end of the old one", () => !running.isRunning);
        expect(await version("HKCU")).toBe("1.3.0");
        await uninstall(folders.user(), "HKCU");
        await nothingIsLeft();
      },
    );
  });

  describe("the package for Windows Installer", () => {
    test("silently: installs, is updated while the app runs, and leaves nothing", async () => {
      const [old, next] = [
        await installer(project, "msi", greeter),
        await installer(project, "msi", { ...greeter, version: "1.3.0" }),
      ];
      const key = "Software\\org.example.greeter";
      const msiexec = async (...options: string[]): Promise<number | null> =>
        (await wine.run(["msiexec.exe", ...options, "/qn"])).code;
      expect([await msiexec("/i", old), await value("HKLM", key, "Version")]).toEqual([0, "1.2.3"]);
      expect(shortcuts().map((path) => path.split("/").at(-1))).toEqual([
        "Greeter.lnk",
        "Greeter.lnk",
      ]);
      await using running = wine.start([join(folders.machine(), "Greeter.exe")]);
      await waitFor("the window of the app", showsApp);
      expect([await msiexec("/i", next), await value("HKLM", key, "Version")]).toEqual([
        0,
        "1.3.0",
      ]);
      await running[Symbol.asyncDispose]();
      expect([await msiexec("/x", next), await value("HKLM", key, "Version")]).toEqual([0, null]);
      await nothingIsLeft();
    });
  });
});
