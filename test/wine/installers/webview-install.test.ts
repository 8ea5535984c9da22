// The ways in which installers bring the web engine: replacements of Microsoft's programs record
// how they were run.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WebviewInstallMode } from "../../../src/config/generated/resolved-types.ts";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { wineOverrides } from "../../../harness/wine-prefix.ts";
import { missingTool, Project, run } from "../../bundler/project.ts";
import { notepadInstaller } from "./notepad-installer.ts";

const skip = missingWine() ?? missingTool("makensis");
if (skip !== null) console.warn(`skipped: ${skip}`);

/** A program that writes its command line to a file. */
const recorder = `Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
OutFile recorder.exe
Section
  FileOpen $0 "C:\\started.txt" w
  FileWriteUTF16LE $0 "$CMDLINE"
SectionEnd
`;

const bootstrapper = "webview2/MicrosoftEdgeWebview2Setup.exe";
const wholeEngine = "webview2/MicrosoftEdgeWebView2RuntimeInstallerX64.exe";

/** Each mode, and the options of the engine's installer. `null`: it is not run. */
const modes: readonly (readonly [mode: WebviewInstallMode, received: string | null])[] = [
  [{ type: "skip" }, null],
  [{ type: "fixedRuntime", path: "engine" }, null],
  ...(["downloadBootstrapper", "embedBootstrapper", "offlineInstaller"] as const).flatMap(
    (type): [WebviewInstallMode, string][] => [
      [{ type, silent: true }, "/silent /install"],
      [{ type, silent: false }, "/install"],
    ],
  ),
];

/**
 * The way in which the engine's sandbox gets access to an engine that an app contains, as Microsoft
 * describes it.
 */
const grant =
  /^"[^"]*\\icacls\.exe" "[^"]*\\webview" \/grant \*S-1-15-2-2:\(OI\)\(CI\)\(RX\) \*S-1-15-2-1:\(OI\)\(CI\)\(RX\)$/;

describe.skipIf(skip !== null)("the web engine", () => {
  let wine: WineSession;
  let project: Project;
  let server: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    wine = await startWine();
    project = new Project({ "recorder.nsi": recorder, "engine/msedgewebview2.exe": "engine" });
    run(["makensis", "-V2", "recorder.nsi"], { cwd: project.folder });
    const program = readFileSync(join(project.folder, "recorder.exe"));
    project.write({ [bootstrapper]: program, [wholeEngine]: program });
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(program) });
    // Windows Installer has it fetched by PowerShell, of which Wine has only the name.
    const powershell = join(
      wine.prefix,
      "drive_c/windows/system32/WindowsPowerShell/v1.0/powershell.exe",
    );
    mkdirSync(dirname(powershell), { recursive: true });
    rmSync(powershell, { force: true });
    copyFileSync(join(project.folder, "recorder.exe"), powershell);
    // The call that grants the folder to the engine's sandbox. Wine has only the name of the
    // sandbox, too.
    for (const folder of ["system32", "syswow64"]) {
      const icacls = join(wine.prefix, "drive_c/windows", folder, "icacls.exe");
      if (!existsSync(dirname(icacls))) continue;
      rmSync(icacls, { force: true });
      copyFileSync(join(project.folder, "recorder.exe"), icacls);
    }
  });
  afterAll(async () => {
    await server?.stop(true);
    project?.[Symbol.dispose]();
    await wine?.[Symbol.asyncDispose]();
  });

  /** The program that ran during an installer: its command line. `null`: none. */
  async function started(...command: string[]): Promise<string | null> {
    const record = join(wine.prefix, "drive_c/started.txt");
    rmSync(record, { force: true });
    // Wine's own program stands before one of the same name in the same folder.
    const env = { WINEDLLOVERRIDES: `${wineOverrides};icacls.exe=n` };
    expect((await wine.run(command, { env })).code).toBe(0);
    return existsSync(record) ? readFileSync(record, "utf16le") : null;
  }

  for (const [mode, reported] of modes) {
    const silent = "silent" in mode ? (mode.silent ? ", silent" : ", shown") : "";
    const app = { windows: { webviewInstallMode: mode } };

    test(`${mode.type}${silent}: by the script installer`, async () => {
      const setup = await notepadInstaller("nsis", project, app, ({ webview }) =>
        webview.kind === "download" ? { webview: { ...webview, address: server.url.href } } : {},
      );
      const line = await started(setup, "/S");
      if (mode.type === "fixedRuntime") expect(line).toMatch(grant);
      else if (reported === null) expect(line).toBeNull();
      else expect(line).toMatch(new RegExp(`^"[^"]*\\\\webview\\.exe" ${reported}$`));
    });

    test(`${mode.type}${silent}: by the package for Windows Installer`, async () => {
      const setup = await notepadInstaller("msi", project, app);
      const line = await started("msiexec.exe", "/i", setup, "/qn");
      const brings = existsSync(
        join(wine.prefix, "drive_c/Program Files/Greeter/webview/msedgewebview2.exe"),
      );
      expect(brings).toBe(mode.type === "fixedRuntime");
      if (brings) expect(line).toMatch(grant);
      else if (reported === null) expect(line).toBeNull();
      else if (mode.type !== "downloadBootstrapper") expect(line).toEndWith(` ${reported}`);
      else {
        expect(line).toContain("-Uri 'https://go.microsoft.com/fwlink/p/?LinkId=2124703'");
        expect(line).toContain(`-ArgumentList '${reported}' -Wait`);
      }
      await wine.run(["msiexec.exe", "/x", setup, "/qn"]);
    });
  }
});
