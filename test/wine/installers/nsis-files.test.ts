// The files that our plugin unpacks, which the framework has packed: whole, or not at all.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { press, windows } from "../../../harness/x.ts";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { waitFor } from "../../../harness/wait.ts";
import { missingTool, Project, run, type AppCase } from "../../bundler/project.ts";
import { noise } from "../../support/noise.ts";
import { wineOverrides } from "../../../harness/wine-prefix.ts";
import { canCompile, compileLibrary } from "../../native/windows/headers.ts";
import { notepadInstaller } from "./notepad-installer.ts";
import { windowsProgram } from "../programs/windows-program.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const key = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\org.example.greeter";

/** Packed as it is, so that it can be found in an installer. */
const large = noise(3_000_000, 7);
/** As long as content that is stored without a packer. */
const stored = noise(6_000_000, 8);
const files = {
  "data/large.bin": large,
  "more/more.bin": stored,
  "data/empty.txt": "",
  "data/deep/er/a.txt": "a",
  "data/Ünï $0 ${NSISDIR}.txt": "b",
  "own.nsi": `Target amd64-unicode
!include "app.nsh"
Name "\${NAME}"
OutFile "\${OUT}"
SetCompressor /SOLID "\${COMPRESSION}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\\Own"
Section
  StrCpy $0 "kept"
  !insertmacro INSTALL_FILES
  FileOpen $1 "$INSTDIR\\done.txt" w
  FileWrite $1 $0
SectionEnd
`,
};
const app: AppCase = { bundle: { resources: { "data/": "texts" } } };

describe.skipIf(skip !== null)("the files of a script installer", () => {
  let wine: WineSession;
  let project: Project;
  let setup: string;
  let damaged: string;

  beforeAll(async () => {
    wine = await startWine();
    project = new Project(files);
    setup = await notepadInstaller("nsis", project, app);
    const bytes = readFileSync(setup);
    const at = bytes.indexOf(large.subarray(1_000_000, 1_001_000));
    bytes[at] = ~(bytes[at] ?? 0);
    damaged = join(project.folder, "damaged.exe");
    writeFileSync(damaged, bytes);
    expect(at).toBeGreaterThan(0);
  });
  afterAll(async () => {
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  const contents = (folder: string): Record<string, Buffer> =>
    Object.fromEntries(
      (readdirSync(folder, { recursive: true }) as string[])
        .filter((path) => statSync(join(folder, path)).isFile())
        .map((path) => [path, readFileSync(join(folder, path))]),
    );
  const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const isRegistered = async (): Promise<boolean> =>
    (await wine.run(["reg.exe", "query", key])).code === 0;
  async function uninstall(folder: string): Promise<void> {
    // It goes on from a copy of itself, which has to outlive it.
    await using program = wine.start([join(folder, "uninstall.exe"), "/S"]);
    await waitFor(
      "the end of the uninstaller",
      async () => !existsSync(folder) && !(await isRegistered()),
      {
        state: () => program.report(),
      },
    );
  }

  /** Not checked by NSIS, which would not begin with it. */
  const unchecked = "/NCRC";

  test("are as they were packed, with the time of the sources", async () => {
    const folder = join(wine.prefix, "drive_c/whole");
    expect((await wine.run([setup, "/S", `/D=${wine.windowsPath(folder)}`])).code).toBe(0);
    const { "uninstall.exe": _, ...installed } = contents(folder);
    expect(installed).toEqual({
      "App.exe": readFileSync(windowsProgram("notepad.exe")),
      "texts/large.bin": large,
      "texts/empty.txt": Buffer.alloc(0),
      "texts/deep/er/a.txt": Buffer.from("a"),
      "texts/Ünï $0 ${NSISDIR}.txt": Buffer.from("b"),
    });
    expect(statSync(join(folder, "App.exe")).mtimeMs).toBe(1_767_225_600_000);
    expect(await isRegistered()).toBeTrue();
    await uninstall(folder);
  });

  test("that were damaged are not left there, and the installer ends with 3", async () => {
    const folder = join(wine.prefix, "drive_c/damaged");
    const { code } = await wine.run([damaged, "/S", unchecked, `/D=${wine.windowsPath(folder)}`]);
    expect({ code, left: names(folder), isRegistered: await isRegistered() }).toEqual({
      code: 3,
      left: [],
      isRegistered: false,
    });
  });

  test("that were damaged raise a question, and the installer ends with 3 when the user gives up", async () => {
    const folder = join(wine.prefix, "drive_c/shown");
    await using program = wine.start([damaged, "/P", unchecked, `/D=${wine.windowsPath(folder)}`]);
    await press(wine.session, await question(), "Escape");
    await waitFor("the installer alone", async () => (await windows(wine.session)).length === 1);
    // Its button can be pressed when all has been removed.
    await waitFor("its end", async () => {
      const [window] = await windows(wine.session);
      if (window !== undefined) await press(wine.session, window.id, "Escape");
      return !program.isRunning;
    });
    expect((await program.exited).code).toBe(3);
    expect(names(folder)).toEqual([]);
  });

  /** It stands before the window of the installer, and is smaller. */
  async function question(): Promise<number> {
    const shown = await waitFor("the question", async () => {
      const all = await windows(wine.session);
      return all.length > 1 && all;
    });
    return shown.toSorted((one, other) => one.area.width - other.area.width)[0]?.id ?? 0;
  }

  const cannotMount = process.getuid?.() === 0 ? null : "needs to be root, for a small disk";
  describe.skipIf(cannotMount !== null)(
    `with no room on the disk (${cannotMount ?? "a small one"})`,
    () => {
      let disk: string;
      beforeAll(() => {
        disk = join(wine.prefix, "drive_c/small");
        mkdirSync(disk);
        run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
      });
      afterAll(() => void run(["umount", disk]));
      const resize = (size: string): void =>
        void run(["mount", "-o", `remount,size=${size}`, disk]);

      test("none are left there, and the installer ends with 3", async () => {
        const folder = join(disk, "app");
        const { code } = await wine.run([setup, "/S", `/D=${wine.windowsPath(folder)}`]);
        expect({ code, left: names(folder), isRegistered: await isRegistered() }).toEqual({
          code: 3,
          left: [],
          isRegistered: false,
        });
      });

      test("the user can make some, and have it tried again", async () => {
        const folder = join(disk, "again");
        await using program = wine.start([setup, "/P", `/D=${wine.windowsPath(folder)}`]);
        const asked = await question();
        resize("20m");
        await press(wine.session, asked, "Return");
        expect((await program.exited).code).toBe(0);
        expect(readFileSync(join(folder, "texts/large.bin")).equals(large)).toBeTrue();
        await uninstall(folder);
      });

      test("an older version stays as it was, until the user has made some", async () => {
        const folder = join(disk, "older");
        const place = `/D=${wine.windowsPath(folder)}`;
        resize("20m");
        expect((await wine.run([setup, "/S", place])).code).toBe(0);
        const before = contents(folder);
        const newer = await notepadInstaller("nsis", project, {
          version: "1.3.0",
          bundle: { resources: { "more/": "more" } },
        });

        resize("5m");
        expect((await wine.run([newer, "/S", place])).code).toBe(2);
        await using program = wine.start([newer, "/P", place]);
        const asked = await question();
        expect(contents(folder)).toEqual(before);
        resize("20m");
        await press(wine.session, asked, "Return");
        expect((await program.exited).code).toBe(0);
        expect(Object.keys(contents(folder)).toSorted()).toEqual([
          "App.exe",
          "more/more.bin",
          "uninstall.exe",
        ]);
        expect(readFileSync(join(folder, "more/more.bin")).equals(stored)).toBeTrue();
        await uninstall(folder);
      });
    },
  );

  test("that another program has open are not touched, and neither are the others, until it lets go of them", async () => {
    const folder = join(wine.prefix, "drive_c/held");
    const place = `/D=${wine.windowsPath(folder)}`;
    expect((await wine.run([setup, "/S", place])).code).toBe(0);
    const before = contents(folder);
    const newer = await notepadInstaller("nsis", project, { ...app, version: "1.3.0" });
    {
      const path = wine.windowsPath(join(folder, "texts/deep/er/a.txt"));
      await using holder = wine.bun(join(import.meta.dir, "../programs/file-holder-program.ts"), [
        path,
      ]);
      await holder.line("held");
      expect((await wine.run([newer, "/S", place])).code).toBe(2);
      expect(contents(folder)).toEqual(before);
    }
    expect((await wine.run([newer, "/S", place])).code).toBe(0);
    await uninstall(folder);
  });

  const noCompiler = canCompile ? null : "needs gcc-mingw-w64-x86-64";
  for (const [naming, isNamed] of [
    ["with the system's words alone where no Restart Manager knows", false],
    [
      `and with each program that has it open (${noCompiler ?? "a stand-in for the Restart Manager"})`,
      true,
    ],
  ] as const)
    test.skipIf(isNamed && !canCompile)(
      `that are open are named in a question, ${naming}`,
      async () => {
        const folder = join(wine.prefix, "drive_c", isNamed ? "named" : "unnamed");
        const place = `/D=${wine.windowsPath(folder)}`;
        expect((await wine.run([setup, "/S", place])).code).toBe(0);
        const before = contents(folder);
        const newer = await notepadInstaller("nsis", project, { ...app, version: "1.3.0" });
        const path = wine.windowsPath(join(folder, "texts/deep/er/a.txt"));
        const library = join(wine.prefix, "drive_c/windows/system32/rstrtmgr.dll");
        if (isNamed)
          compileLibrary(join(import.meta.dir, "../programs/restart-manager.c"), library);
        const env = { WINEDLLOVERRIDES: `${wineOverrides}${isNamed ? ";rstrtmgr=n" : ""}` };
        await using holder = wine.bun(join(import.meta.dir, "../programs/file-holder-program.ts"), [
          path,
        ]);
        await holder.line("held");

        await using program = wine.start([newer, "/P", place], { env });
        const asked = await question();
        const { out } = await wine
          .bun(join(import.meta.dir, "../programs/message-reader-program.ts"))
          .result();
        const texts = JSON.parse(out) as string[];
        const text = texts.find((one) => one.startsWith(path));
        const names = isNamed ? `\r\nNotizen $0 & S\u00f6hne (4711)\r\n${path} (4712)` : "";
        expect(text).toStartWith(`${path}\r\n\r\n`);
        expect(text?.slice(path.length + 4)).toMatch(/^[^\r]+\r\n/);
        expect(text?.slice(path.length + 4).replace(/^[^\r]+\r\n/, "")).toBe(names);
        await press(wine.session, asked, "Escape");
        expect((await program.exited).code).toBe(2);
        expect(contents(folder)).toEqual(before);

        // Without a window nothing is asked, whoever has the file.
        expect((await wine.run([newer, "/S", place], { env })).code).toBe(2);
        await holder[Symbol.asyncDispose]();
        await uninstall(folder);
      },
    );

  test("that cannot be written stop the installer, which ends with 3", async () => {
    const folder = join(wine.prefix, "drive_c/taken");
    mkdirSync(join(folder, "App.exe"), { recursive: true });
    for (const compression of ["lzma", "zlib"] as const) {
      const made = await notepadInstaller("nsis", project, { ...app, nsis: { compression } });
      const { code } = await wine.run([made, "/S", `/D=${wine.windowsPath(folder)}`]);
      expect({ compression, code, left: names(folder) }).toEqual({
        compression,
        code: 3,
        left: ["App.exe"],
      });
    }
  });

  test("are put there by a script that knows nothing of the plugin, whose variables stay its own", async () => {
    const own = await notepadInstaller("nsis", project, { ...app, nsis: { template: "own.nsi" } });
    const folder = join(wine.prefix, "drive_c/own");
    expect((await wine.run([own, "/S", `/D=${wine.windowsPath(folder)}`])).code).toBe(0);
    expect(readFileSync(join(folder, "texts/large.bin")).equals(large)).toBeTrue();
    expect(readFileSync(join(folder, "done.txt"), "latin1")).toBe("kept");
  });
});
