import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { waitFor } from "../../../harness/wait.ts";
import { windows } from "../../../harness/x.ts";
import { Project, type AppCase } from "../../bundler/project.ts";
import { notepadInstaller } from "./notepad-installer.ts";
import { windowsProgram } from "../programs/windows-program.ts";

const skip = missingWine();
if (skip !== null) console.warn(`skipped: ${skip}`);

const product = 'Grüße "[ProgramFilesFolder]" $(var.X) !(loc.X) %PATH% & Co';
const name = "Grüße [ProgramFilesFolder] (var.X) !(loc.X) PATH & Co";
const uninstallKey = "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall";
const key = "HKLM\\Software\\org.example.greeter";

const installer = (project: Project, app: AppCase): Promise<string> =>
  notepadInstaller("msi", project, { productName: product, ...app });

describe.skipIf(skip !== null)("the package for Windows Installer", () => {
  let wine: WineSession;
  let project: Project;
  let setup: string;

  const files = {
    "data/a b.txt": "hello",
    "data/deep/er.txt": "x",
    "data/[TARGETDIR] $(var.X) %PATH%.txt": "y",
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

  const folder = (): string => join(wine.prefix, "drive_c/Program Files", name);
  /** Wine has no folders that all users share. */
  const shortcuts = (): string[] =>
    globSync("users/*/{Desktop,AppData/Roaming/Microsoft/Windows/Start Menu/Programs}/*.lnk", {
      cwd: join(wine.prefix, "drive_c"),
    })
      .map((path) => basename(dirname(path)))
      .toSorted();
  const installed = (): string[] =>
    existsSync(folder()) ? readdirSync(folder(), { recursive: true }).map(String).toSorted() : [];

  /** All values of a key, and of those below, by their names. */
  async function values(of: string): Promise<ReadonlyMap<string, string>> {
    const file = join(wine.prefix, "drive_c/said.reg");
    rmSync(file, { force: true });
    await wine.run(["reg.exe", "export", of, wine.windowsPath(file), "/y"]);
    const text = existsSync(file) ? readFileSync(file, "utf16le") : "";
    return new Map(
      Array.from(text.matchAll(/^"(.*)"="(.*)"\r$/gm), ([, name = "", value = ""]) => [
        name,
        value.replaceAll(/\\(.)/g, "$1"),
      ]),
    );
  }

  async function msiexec(...options: string[]): Promise<number | null> {
    return (await wine.run(["msiexec.exe", ...options, "/qn"])).code;
  }

  const version = async (): Promise<string | undefined> => (await values(key)).get("Version");

  /** Removes the app and looks for what is left of it. */
  async function removed(by: string): Promise<void> {
    expect(await msiexec("/x", by)).toBe(0);
    expect([installed(), shortcuts(), await values(key), await values(uninstallKey)]).toEqual([
      [],
      [],
      new Map(),
      new Map(),
    ]);
    expect(existsSync(folder())).toBeFalse();
  }

  test("installs what the app is made of, and says so to Windows in the app's own words", async () => {
    expect(await msiexec("/i", setup)).toBe(0);
    expect(installed()).toEqual([
      "App.exe",
      "texts",
      "texts/[TARGETDIR] $(var.X) %PATH%.txt",
      "texts/a b.txt",
      "texts/deep",
      "texts/deep/er.txt",
    ]);
    expect(shortcuts()).toEqual(["Desktop", "Programs"]);
    const output = await values(uninstallKey);
    expect(
      ["DisplayName", "DisplayVersion", "Publisher", "URLInfoAbout"].map((of) => output.get(of)),
    ).toEqual([product, "1.2.3", "example", "https://example.org/greeter"]);
    expect((await values(key)).get("InstallDir")).toBe(`C:\\Program Files\\${name}\\`);
    await removed(setup);
  });

  test("removes all it installed, and keeps what the user made", async () => {
    await msiexec("/i", setup);
    writeFileSync(join(folder(), "mine.txt"), "");
    expect(await msiexec("/x", setup)).toBe(0);
    expect(installed()).toEqual(["mine.txt"]);
    rmSync(folder(), { recursive: true });
    expect([shortcuts(), await values(key), await values(uninstallKey)]).toEqual([
      [],
      new Map(),
      new Map(),
    ]);
  });

  test("a newer version takes the older one's place, in the folder that was chosen", async () => {
    await msiexec("/i", setup, "INSTALLDIR=C:\\Chosen");
    const chosen = join(wine.prefix, "drive_c/Chosen");
    expect(readdirSync(chosen).toSorted()).toEqual(["App.exe", "texts"]);
    const next = await installer(project, {
      ...app,
      version: "1.3.0",
      bundle: { resources: null },
    });
    expect(await msiexec("/i", next)).toBe(0);
    expect(readdirSync(chosen)).toEqual(["App.exe"]);
    expect([existsSync(folder()), await version()]).toEqual([false, "1.3.0"]);
    await removed(next);
    expect(existsSync(chosen)).toBeFalse();
  });

  describe("when older versions are refused, after 1.2.3-rc.2", () => {
    for (const [offered, isTaken] of [
      ["1.2.2", false],
      ["1.2.3-beta.11", false],
      ["1.2.3-rc.1", false],
      ["1.2.3-rc.10", true],
      ["1.2.3", true],
      ["1.3.0-alpha", true],
    ] as const) {
      test(`${offered} is ${isTaken ? "installed" : "refused"}`, async () => {
        const first = await installer(project, { ...app, version: "1.2.3-rc.2" });
        expect(await msiexec("/i", first)).toBe(0);
        const second = await installer(project, { ...app, version: offered });
        const code = await msiexec("/i", second);
        expect([code === 0, await version()]).toEqual([isTaken, isTaken ? offered : "1.2.3-rc.2"]);
        await removed(isTaken ? second : first);
      });
    }
  });

  test("an older version is installed over a newer one unless that is refused", async () => {
    await msiexec("/i", setup);
    const older = await installer(project, {
      ...app,
      version: "1.2.2",
      windows: { allowDowngrades: true },
    });
    expect([await msiexec("/i", older), await version()]).toEqual([0, "1.2.2"]);
    await removed(older);
  });

  test("another build of the same version takes the first one's place", async () => {
    await msiexec("/i", setup);
    project.write({ "data/new.txt": "" });
    const again = await installer(project, { ...app, bundle: { resources: ["data/new.txt"] } });
    rmSync(join(project.folder, "data/new.txt"));
    expect(await msiexec("/i", again)).toBe(0);
    expect(installed()).toEqual(["App.exe", "data", "data/new.txt"]);
    await removed(again);
  });

  test("a repair puts back what is missing and what was changed", async () => {
    await msiexec("/i", setup);
    rmSync(join(folder(), "App.exe"));
    writeFileSync(join(folder(), "texts/a b.txt"), "something else");
    // Wine takes no path with /f, which says the same.
    expect(await msiexec("/i", setup, "REINSTALL=ALL", "REINSTALLMODE=omus")).toBe(0);
    expect(readFileSync(join(folder(), "texts/a b.txt"), "utf8")).toBe("hello");
    expect(existsSync(join(folder(), "App.exe"))).toBeTrue();
    await removed(setup);
  });

  test("ADDLOCAL chooses what is installed", async () => {
    expect(await msiexec("/i", setup, "ADDLOCAL=MainProgram")).toBe(0);
    expect(shortcuts()).toEqual(["Programs"]);
    await removed(setup);
  });

  test("the app is started after an update that asks for it", async () => {
    await using update = wine.start(["msiexec.exe", "/i", setup, "/qn", "AUTOLAUNCHAPP=1"]);
    expect((await update.exited).code).toBe(0);
    await waitFor("the window of the app", async () =>
      (await windows(wine.session)).some(({ title }) => title.includes("Notepad")),
    );
    await update[Symbol.asyncDispose]();
    await removed(setup);
  });

  test("a newer version takes the place of the older one, which runs: started by its entry in the start menu", async () => {
    // Wine puts variables into what it starts, so the name is a plain one.
    const plain = { ...app, productName: "Greeter" };
    expect(await msiexec("/i", await installer(project, plain))).toBe(0);
    const [entry = ""] = globSync(
      "users/*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/*.lnk",
      {
        cwd: join(wine.prefix, "drive_c"),
      },
    );
    await using old = wine.start([
      "start.exe",
      "/wait",
      wine.windowsPath(join(wine.prefix, "drive_c", entry)),
    ]);
    await waitFor("the window of the app", async () =>
      (await windows(wine.session)).some(({ title }) => title.includes("Notepad")),
    );
    const next = await installer(project, { ...plain, version: "1.3.0" });
    expect([await msiexec("/i", next), await version()]).toEqual([0, "1.3.0"]);
    await old[Symbol.asyncDispose]();
    await removed(next);
  });

  test("the features of a fragment can be chosen, and are removed with the app", async () => {
    project.write({
      "wix/extra [TARGETDIR].txt": "extra",
      "wix/extra.wxs": `<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi"><Fragment>
        <DirectoryRef Id="INSTALLDIR"><Directory Id="EXTRA" Name="more %PATH%"><Component Id="Extra" Guid="*">
          <File Source="extra [TARGETDIR].txt" KeyPath="yes"/>
          <RegistryValue Root="HKLM" Key="Software\\org.example.greeter" Name="Extra" Value="[#Executable]"/>
          <RegistryValue Root="HKLM" Key="Software\\org.example.greeter" Name="Signs" Value="[\\[]a[\\]] [\\{]b[\\}]"/>
        </Component></Directory></DirectoryRef></Fragment></Wix>`,
    });
    const wix = { fragmentPaths: ["wix/extra.wxs"], componentRefs: ["Extra"] };
    const more = await installer(project, { ...app, bundle: { resources: null }, wix });
    expect(await msiexec("/i", more, "ADDLOCAL=MainProgram")).toBe(0);
    expect(installed()).toEqual(["App.exe"]);
    await removed(more);
    expect(await msiexec("/i", more)).toBe(0);
    expect(installed()).toEqual(["App.exe", "more %PATH%", "more %PATH%/extra [TARGETDIR].txt"]);
    expect((await values(key)).get("Signs")).toBe("[a] {b}");
    expect((await values(key)).get("Extra")).toBe(`C:\\Program Files\\${name}\\App.exe`);
    await removed(more);
  });

  test("the web engine is installed where there is none, and only there", async () => {
    // It stays open until it is closed, so an installer that starts it waits.
    project.write({
      "webview2/MicrosoftEdgeWebview2Setup.exe": readFileSync(windowsProgram("notepad.exe")),
    });
    const bringing = await installer(project, {
      ...app,
      windows: { webviewInstallMode: { type: "embedBootstrapper", silent: true } },
    });
    await using first = wine.start(["msiexec.exe", "/i", bringing, "/qn"]);
    const engine = async () =>
      (await windows(wine.session)).find(({ title }) => title.includes("Notepad"));
    await waitFor(
      "the window of the engine's installer",
      async () => (await engine()) !== undefined,
    );
    const pid = (await engine())?.pid ?? null;
    // Whatever result the engine's installer has, the app itself reports the missing engine.
    if (pid !== null) process.kill(pid, "SIGKILL");
    expect((await first.exited).code).toBe(0);
    await removed(bringing);
    const clients =
      "SOFTWARE\\Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
    const there = [`HKLM\\${clients}`, "/reg:32"];
    await wine.run(["reg.exe", "add", ...there, "/v", "pv", "/d", "130.0.0.1", "/f"]);
    expect(await msiexec("/i", bringing)).toBe(0);
    await wine.run(["reg.exe", "delete", ...there, "/f"]);
    await removed(bringing);
  });

  test("the task for updates is made, and goes with the app", async () => {
    const task = await installer(project, { ...app, wix: { enableElevatedUpdateTask: true } });
    const tasks = (): string[] => readdirSync(join(wine.prefix, "drive_c/windows/system32/tasks"));
    expect(await msiexec("/i", task)).toBe(0);
    expect(tasks()).toEqual(["org.example.greeter update"]);
    await removed(task);
    expect(tasks()).toEqual([]);
  });
});
