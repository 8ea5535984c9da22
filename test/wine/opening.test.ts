// The registry entries of Windows' installers for files and addresses that an app opens, the
// remains of them when the app is removed, and the app's own macros in the script installer.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingTool, png, Project, type AppCase } from "../bundler/project.ts";
import { notepadInstaller } from "./installers/notepad-installer.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

const note = {
  ext: ["note"],
  name: "A $HOME [note]",
  description: null,
  mimeType: null,
  role: "Editor",
} as const;
const markdown = {
  ext: ["md"],
  name: null,
  description: null,
  mimeType: null,
  role: "Editor",
  icon: null,
} as const;
const hooks = ["PREINSTALL", "POSTINSTALL", "PREUNINSTALL", "POSTUNINSTALL"]
  .map(
    (name) => `!macro NSIS_HOOK_${name}
  FileOpen $0 "$APPDATA\\hooks.txt" a
  FileSeek $0 0 END
  FileWrite $0 "${name} "
  FileClose $0
!macroend
`,
  )
  .join("");
const files = {
  "icons/note.png": png(256, 256),
  "installer/hooks.nsh": `!include "\${HOOKS_FOLDER}\\more.nsh"\n${hooks}`,
  "installer/more.nsh": "!define MORE\n",
};
const app: AppCase = {
  bundle: {
    fileAssociations: [{ ...note, icon: "icons/note.png" }, markdown],
    urlSchemes: ["greeter"],
    reservedUrlSchemes: ["mailto"],
  },
  nsis: { hooks: "installer/hooks.nsh" },
};

describe.skipIf(skip !== null)("an installed app that opens files and addresses", () => {
  let wine: WineSession;
  let project: Project;

  beforeAll(async () => {
    wine = await startWine();
    project = new Project(files);
  });
  afterAll(async () => {
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  /** A key of the registry and all below it, as a file has it; `null`: there is none. */
  async function exported(key: string): Promise<string | null> {
    const file = join(wine.prefix, "drive_c/said.reg");
    rmSync(file, { force: true });
    await wine.run(["reg.exe", "export", key, wine.windowsPath(file), "/y"]);
    return existsSync(file) ? readFileSync(file, "utf16le").replaceAll(/\\(["\\])/g, "$1") : null;
  }

  const places = [
    "Classes\\org.example.greeter.note",
    "Classes\\org.example.greeter.md",
    "Classes\\org.example.greeter.address",
    "Classes\\.note",
    "Classes\\.md",
    "Classes\\greeter",
    "RegisteredApplications",
    "org.example.greeter\\Capabilities",
  ];

  /** The places below `Software` that name the app. */
  async function registered(root: "HKCU" | "HKLM"): Promise<string[]> {
    const found: string[] = [];
    for (const place of places)
      if (
        /org\.example\.greeter|App\.exe/.test((await exported(`${root}\\Software\\${place}`)) ?? "")
      )
        found.push(place);
    return found;
  }

  async function expectRegistered(root: "HKCU" | "HKLM", folder: string): Promise<void> {
    expect(await registered(root)).toEqual(places);
    const type = await exported(`${root}\\Software\\Classes\\org.example.greeter.note`);
    expect(type).toContain('@="A $HOME [note]"');
    expect(type).toContain(`@=""${folder}\\App.exe" --framework-open "%1""`);
    expect(type).toContain(`@=""${folder}\\file-note.ico""`);
    const scheme = await exported(`${root}\\Software\\Classes\\greeter`);
    expect(scheme).toContain('"URL Protocol"=""');
    expect(scheme).toContain(`@=""${folder}\\App.exe" --framework-open-address "%1""`);
    expect(await exported(`${root}\\Software\\org.example.greeter\\Capabilities`)).toContain(
      '"mailto"="org.example.greeter.address"',
    );
  }

  test("the script installer registers them, runs the app's macros, and takes back what is still its own", async () => {
    const setup = await notepadInstaller("nsis", project, app);
    const folder = join(wine.userFolder, "AppData/Local/Greeter");
    const reported = (): string =>
      readFileSync(join(wine.userFolder, "AppData/Roaming/hooks.txt"), "latin1");
    expect((await wine.run([setup, "/S"])).code).toBe(0);
    await expectRegistered("HKCU", wine.windowsPath(folder));
    expect(reported()).toBe("PREINSTALL POSTINSTALL ");
    // An update runs no macros of removing, and registers anew.
    expect((await wine.run([setup, "/S", "/UPDATE"])).code).toBe(0);
    await expectRegistered("HKCU", wine.windowsPath(folder));
    expect(reported()).toBe("PREINSTALL POSTINSTALL PREINSTALL POSTINSTALL ");

    // Another app takes the addresses over.
    const command = "HKCU\\Software\\Classes\\greeter\\shell\\open\\command";
    await wine.run(["reg.exe", "add", command, "/ve", "/d", "other.exe", "/f"]);
    await using program = wine.start([join(folder, "uninstall.exe"), "/S"]);
    await waitFor("the end of the uninstaller", () => reported().endsWith("POSTUNINSTALL "), {
      state: () => program.report(),
    });
    expect(reported()).toEndWith("POSTINSTALL PREUNINSTALL POSTUNINSTALL ");
    expect(await exported(command)).toContain('@="other.exe"');
    await wine.run(["reg.exe", "delete", "HKCU\\Software\\Classes\\greeter", "/f"]);
    expect(await registered("HKCU")).toEqual([]);
  });

  test("the package for Windows Installer registers them for all users, and leaves nothing", async () => {
    const setup = await notepadInstaller("msi", project, app);
    expect((await wine.run(["msiexec.exe", "/i", wine.windowsPath(setup), "/qn"])).code).toBe(0);
    await expectRegistered("HKLM", "C:\\Program Files\\Greeter");
    expect((await wine.run(["msiexec.exe", "/x", wine.windowsPath(setup), "/qn"])).code).toBe(0);
    expect(await registered("HKLM")).toEqual([]);
  });
});
