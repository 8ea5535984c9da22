import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../../src/bundler/index.ts";
import type { WindowsApp } from "../../../src/bundler/windows/windows-app.ts";
import type { AppCase, Project } from "../../bundler/project.ts";
import { windowsProgram } from "../programs/windows-program.ts";

/**
 * Makes an installer of an app that is a program of Windows' own, and gives its path. Script
 * installers are of 64 bits, the only ones that Debian's Wine runs.
 */
export async function notepadInstaller(
  format: "nsis" | "msi",
  project: Project,
  app: AppCase = {},
  change: (staged: WindowsApp) => Partial<WindowsApp> = () => ({}),
): Promise<string> {
  copyFileSync(windowsProgram("notepad.exe"), join(project.folder, "bin/app"));
  const staged = project.stageFor("windows", app);
  const own = {
    ...staged,
    executableName: "App.exe",
    nsis: { ...staged.nsis, kind: "amd64-unicode" },
    ...change(staged),
  };
  const outDir = mkdtempSync(join(project.folder, "out-"));
  const [made] = await bundle({ staged: own, formats: [format], outDir, effort: "quick" });
  return made?.path ?? "";
}
