import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { windows, type XWindow } from "../../../harness/x.ts";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { windowsBun } from "../../../harness/wine-prefix.ts";
import { waitFor } from "../../../harness/wait.ts";
import { compareBytes } from "../../../src/bundler/write/entries.ts";
import { missingTool, Project, type AppCase } from "../../bundler/project.ts";
import { loaderProblems } from "../../support/loader/windows-loader.ts";
import { notepadInstaller } from "./notepad-installer.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const product = `Grüße "$INSTDIR" \${NSISDIR} $%HOME% & Co's`;
const name = "Grüße INSTDIR NSISDIR HOME & Co's";
const key = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\org.example.greeter";

const isNotepad = ({ title }: XWindow): boolean => title.includes("Notepad");

const installer = (project: Project, app: AppCase): Promise<string> =>
  notepadInstaller("nsis", project, { productName: product, ...app });

describe.skipIf(skip !== null)("the script installer", () => {
  let wine: WineSession;
  let project: Project;
  let setup: string;

  const files = {
    "data/a b.txt": "hello",
    "data/deep/er.txt": "x",
    "data/$HOME ${NSISDIR}.txt": "y",
  };
  const app: AppCase = {
    bundle: { resources: { "data/": "texts" } },
    windows: { allowDowngrades: false },
  };

  beforeAll(async () => {
    wine = await startWine();
    project = new Project(files);
    setup = await installer(project, app);
  });

  afterAll(async () => {
    project[Symbol.dispose]();
    await wine[Symbol.asyncDispose]();
  });

  const folder = (): string => join(wine.userFolder, "AppData/Local", name);
  const startMenu = (): string =>
    join(wine.userFolder, "AppData/Roaming/Microsoft/Windows/Start Menu/Programs", `${name}.lnk`);

  async function value(of: string, root: "HKCU" | "HKLM" = "HKCU"): Promise<string | null> {
    // To a file, because what is printed has no letters beyond ASCII.
    const file = join(wine.prefix, "drive_c/said.reg");
    rmSync(file, { force: true });
    await wine.run(["reg.exe", "export", `${root}\\${key}`, wine.windowsPath(file), "/y"]);
    if (!existsSync(file)) return null;
    const text = readFileSync(file, "utf16le").match(new RegExp(`^"${of}"="(.*)"\r$`, "m"))?.[1];
    return text?.replaceAll(/\\(.)/g, "$1") ?? null;
  }

  async function install(path: string, ...options: string[]): Promise<number | null> {
    return (await wine.run([path, "/S", ...options])).code;
  }

  async function uninstall(...options: string[]): Promise<void> {
    // It goes on from a copy of itself, which has to outlive it.
    await using program = wine.start([join(folder(), "uninstall.exe"), "/S", ...options]);
    await waitFor(
      "the end of the uninstaller",
      () => !existsSync(join(folder(), "uninstall.exe")),
      {
        state: () => program.report(),
      },
    );
    await waitFor("its last word to Windows", async () => (await value("DisplayName")) === null);
  }

  test("installs what the app is made of, and says so to Windows in the app's own words", async () => {
    expect(await install(setup)).toBe(0);
    expect((readdirSync(folder(), { recursive: true }) as string[]).toSorted(compareBytes)).toEqual(
      [
        "App.exe",
        "texts",
        "texts/$HOME ${NSISDIR}.txt",
        "texts/a b.txt",
        "texts/deep",
        "texts/deep/er.txt",
        "uninstall.exe",
      ],
    );
    // One after the other: each is exported to the same file.
    const output = [
      await value("DisplayName"),
      await value("DisplayVersion"),
      await value("Publisher"),
    ];
    expect(output).toEqual([product, "1.2.3", "example"]);
    expect(existsSync(startMenu())).toBeTrue();
    // NSIS writes the uninstaller on the user's machine.
    expect(loaderProblems(readFileSync(join(folder(), "uninstall.exe")))).toEqual([]);
    await uninstall();
  });

  test("removes all it installed, and keeps what the user made", async () => {
    await install(setup);
    const data = join(wine.userFolder, "AppData/Roaming/org.example.greeter");
    await wine.run(["cmd.exe", "/c", "mkdir", wine.windowsPath(data)]);
    writeFileSync(join(folder(), "mine.txt"), "");
    const runKey = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
    await wine.run(["reg.exe", "add", runKey, "/v", name, "/d", "C:\\app.exe", "/f"]);
    await uninstall();
    expect((await wine.run(["reg.exe", "query", runKey, "/v", name])).code).toBe(1);
    expect(readdirSync(folder())).toEqual(["mine.txt"]);
    expect([existsSync(data), existsSync(startMenu()), await value("DisplayName")]).toEqual([
      true,
      false,
      null,
    ]);
    await install(setup);
    await uninstall("/DELETEDATA");
    expect(existsSync(data)).toBeFalse();
  });

  test("a newer version takes the older one's place while it runs, and starts again", async () => {
    await install(setup);
    await using old = wine.start([join(folder(), "App.exe")]);
    await waitFor(
      "the window of the app",
      async () => (await windows(wine.session, old.pid)).length > 0,
    );
    const next = await installer(project, {
      ...app,
      version: "1.3.0-beta.2",
      bundle: { resources: null },
    });
    // A program that it starts continues, and would end with it here.
    await using update = wine.start([next, "/S", "/R"]);
    expect((await update.exited).code).toBe(0);
    await waitFor("the end of the old one", () => !old.isRunning);
    expect(await value("DisplayVersion")).toBe("1.3.0-beta.2");
    expect(existsSync(join(folder(), "texts"))).toBeFalse();
    await waitFor("the window of the new one", async () =>
      (await windows(wine.session)).some(isNotepad),
    );
    await uninstall();
  });

  test("its shortcuts get the app's identifier, those of an older version, too", async () => {
    // Wine keeps no properties of shortcuts, and says what it was asked for.
    const asked = async (...options: string[]): Promise<string[]> => {
      const { code, err } = await wine.run([setup, "/S", ...options], {
        env: { WINEDEBUG: "fixme+shell" },
      });
      expect(code).toBe(0);
      return [...err.matchAll(/propertystore_(\w+)/g)].map(([, name = ""]) => name);
    };
    expect(await asked()).toEqual(["SetValue", "Commit"]);
    const desktop = join(wine.userFolder, "Desktop", `${name}.lnk`);
    copyFileSync(startMenu(), desktop);
    expect(await asked("/UPDATE")).toEqual(["SetValue", "Commit", "SetValue", "Commit"]);
    rmSync(startMenu());
    rmSync(desktop);
    expect(await asked("/UPDATE")).toEqual([]);
    expect(existsSync(startMenu())).toBeFalse();
    await uninstall();
  });

  test("a folder of the command line takes the place of the one where an older version is", async () => {
    await install(setup);
    writeFileSync(join(folder(), "mine.txt"), "");
    await using old = wine.start([join(folder(), "App.exe")]);
    await waitFor(
      "the window of the app",
      async () => (await windows(wine.session, old.pid)).length > 0,
    );
    const other = join(wine.prefix, "drive_c/other");
    const next = await installer(project, { ...app, version: "1.3.0-beta.2" });
    expect(await install(next, `/D=${wine.windowsPath(other)}`)).toBe(0);
    await waitFor("the end of the old one", () => !old.isRunning);
    expect(existsSync(join(other, "App.exe"))).toBeTrue();
    // The older version, which could not be removed any more, has gone from there, and what the
    // user put beside it has not.
    expect(readdirSync(folder())).toEqual(["mine.txt"]);
    // Its present path.
    expect(await install(next)).toBe(0);
    expect(readdirSync(folder())).toEqual(["mine.txt"]);
    rmSync(folder(), { recursive: true });
    await using program = wine.start([join(other, "uninstall.exe"), "/S"]);
    await waitFor("its last word to Windows", async () => (await value("DisplayName")) === null, {
      state: () => program.report(),
    });
  });

  test.each([
    ["a short name", (path: string) => shortName(path)],
    ["another case", (path: string) => path.replace(/App\.exe$/, "APP.EXE")],
    ["a link to its folder", (path: string) => linked(path)],
  ] as const)("an app that was started by %s is seen to run, and closed", async (_, spelled) => {
    await install(setup);
    const path = await spelled(wine.windowsPath(join(folder(), "App.exe")));
    await using old = wine.start([path]);
    await waitFor(
      "the window of the app",
      async () => (await windows(wine.session, old.pid)).length > 0,
    );
    const next = await installer(project, { ...app, version: "1.3.0-beta.2" });
    expect(await install(next)).toBe(0);
    await waitFor("the end of the old one", () => !old.isRunning);
    expect(await value("DisplayVersion")).toBe("1.3.0-beta.2");
    await uninstall();
  });

  /** The path with a short name of the app's folder, as DOS had them. */
  async function shortName(path: string): Promise<string> {
    const script = join(wine.prefix, "drive_c/short.ts");
    writeFileSync(
      script,
      `import { dlopen } from "bun:ffi";
      const shape = { GetShortPathNameW: { args: ["ptr", "ptr", "u32"], returns: "u32" } } as const;
      const { GetShortPathNameW } = dlopen("kernel32.dll", shape).symbols;
      const name = Buffer.alloc(1024);
      const length = GetShortPathNameW(Buffer.from(process.argv[2] + "\\0", "utf16le"), name, 512);
      console.log(name.toString("utf16le", 0, 2 * length));`,
    );
    const { out } = await wine.run([windowsBun() ?? "", wine.windowsPath(script), path]);
    expect(out.trim()).toContain("~");
    return out.trim();
  }

  /** The path through a link to the app's folder. */
  function linked(path: string): string {
    const link = join(wine.prefix, "drive_c/link");
    rmSync(link, { force: true });
    symlinkSync(folder(), link);
    return `C:\\link\\${path.split("\\").at(-1) ?? ""}`;
  }

  test("displayLanguageSelector: the uninstaller asks, too, after a language was chosen once", async () => {
    const nsis = { displayLanguageSelector: true, languages: ["English", "German"] };
    await install(await installer(project, { ...app, nsis }));
    const stored = ["/v", "Installer Language", "/d", "1031", "/f"];
    await wine.run(["reg.exe", "add", "HKCU\\Software\\org.example.greeter", ...stored]);
    await using program = wine.start([join(folder(), "uninstall.exe")]);
    const asks = async (): Promise<boolean> =>
      (await windows(wine.session)).some(({ title }) => title === "Installer Language");
    await waitFor("the question", asks, { state: () => program.report() });
    await program[Symbol.asyncDispose]();
    await uninstall();
  });

  test("an older version is refused, a release candidate of the same one, too", async () => {
    await install(setup);
    const older = await installer(project, { ...app, version: "1.2.3-rc.1" });
    expect(await install(older)).toBe(2);
    expect(await value("DisplayVersion")).toBe("1.2.3");
    await uninstall();
  });

  for (const [mode, options, root, folderOf] of [
    ["perMachine", [], "HKLM", () => join(wine.prefix, "drive_c/Program Files")],
    ["both", ["/AllUsers"], "HKLM", () => join(wine.prefix, "drive_c/Program Files")],
    ["both", ["/CurrentUser"], "HKCU", () => join(wine.userFolder, "AppData/Local/Programs")],
  ] as const) {
    test(`mode ${[mode, ...options].join(" with ")} installs for ${root === "HKLM" ? "all users" : "one user"}`, async () => {
      const made = await installer(project, { ...app, nsis: { installMode: mode } });
      expect(await install(made, ...options)).toBe(0);
      const place = join(folderOf(), name);
      expect(existsSync(join(place, "App.exe"))).toBeTrue();
      expect(await value("InstallLocation", root)).toBe(wine.windowsPath(place));
      await using program = wine.start([join(place, "uninstall.exe"), "/S"]);
      await waitFor(
        "its last word to Windows",
        async () => (await value("InstallLocation", root)) === null,
        {
          state: () => program.report(),
        },
      );
      expect(existsSync(place)).toBeFalse();
    });
  }

  describe("in mode both, the copy of one user and that of all users", () => {
    const both: AppCase = { ...app, nsis: { installMode: "both" } };
    const ofAll = (): string => join(wine.prefix, "drive_c/Program Files", name);
    const ofOne = (): string => join(wine.userFolder, "AppData/Local/Programs", name);
    const hasApp = (): boolean[] =>
      [ofAll(), ofOne()].map((place) => existsSync(join(place, "App.exe")));
    const versions = async (): Promise<(string | null)[]> => [
      await value("DisplayVersion", "HKLM"),
      await value("DisplayVersion", "HKCU"),
    ];

    async function remove(place: string, root: "HKCU" | "HKLM"): Promise<void> {
      await using program = wine.start([join(place, "uninstall.exe"), "/S"]);
      await waitFor(
        "its last word to Windows",
        async () => (await value("DisplayVersion", root)) === null,
        {
          state: () => program.report(),
        },
      );
    }

    test("are updated and removed each by itself", async () => {
      const made = await installer(project, both);
      expect(await install(made, "/AllUsers")).toBe(0);
      expect(await install(made, "/CurrentUser")).toBe(0);
      const next = await installer(project, { ...both, version: "1.3.0" });
      expect(await install(next, "/UPDATE", "/CurrentUser")).toBe(0);
      expect([hasApp(), await versions()]).toEqual([
        [true, true],
        ["1.2.3", "1.3.0"],
      ]);
      await remove(ofOne(), "HKCU");
      expect([hasApp(), await versions()]).toEqual([
        [true, false],
        ["1.2.3", null],
      ]);
      await remove(ofAll(), "HKLM");
      expect(hasApp()).toEqual([false, false]);
    });

    test("go to a folder of the command line", async () => {
      const place = join(wine.prefix, "drive_c/chosen");
      const made = await installer(project, both);
      expect(await install(made, "/CurrentUser", `/D=${wine.windowsPath(place)}`)).toBe(0);
      expect([existsSync(join(place, "App.exe")), ...hasApp()]).toEqual([true, false, false]);
      await remove(place, "HKCU");
      expect(existsSync(place)).toBeFalse();
    });
  });
});
