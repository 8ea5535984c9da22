import { win32 } from "node:path";
import { environmentForOthers } from "../../../process/environment.ts";
import { fileRights } from "../file-rights.ts";

// From version 120 on the engine's processes run in a Windows sandbox (AppContainer), which may
// read files that all AppContainers may read. In Windows' folder for programs that is everything. A
// folder elsewhere does not grant it, and on Windows 10 the engine then ends at its start, or shows
// nothing. Our installers grant it; a copy of the app's folder, and a third-party installer, do
// not.
//
// Source: WebView2Announcements #82; Microsoft's "Distribute your app and the WebView2 Runtime",
// the fixed version.

/**
 * `ALL RESTRICTED APPLICATION PACKAGES` and `ALL APPLICATION PACKAGES`: read and execute, in the
 * whole folder.
 */
const grants = ["*S-1-15-2-2:(OI)(CI)(RX)", "*S-1-15-2-1:(OI)(CI)(RX)"];
/** The grants in SDDL; the second has letters of its own there. */
const granted = [/\(A;[^()]*;S-1-15-2-2\)/, /\(A;[^()]*;(?:AC|S-1-15-2-1)\)/];

const firstBuildOfWindows11 = 22_000;
/** Milliseconds. The folder holds some hundred files. */
const patience = 20_000;

/** The facts about Windows, and its program for rights. */
export interface RightsTools {
  /** `10.0.19045`. */
  readonly windowsVersion: string;
  readonly rightsOf: (folder: string) => string | null;
  /** @returns whether it succeeded */
  readonly run: (program: string, args: readonly string[]) => boolean;
}

export const theseTools: RightsTools = {
  get windowsVersion() {
    return process.getBuiltinModule("node:os").release();
  },
  rightsOf: fileRights,
  run: (program, args) =>
    process.getBuiltinModule("node:child_process").spawnSync(program, args, {
      stdio: "ignore",
      windowsHide: true,
      timeout: patience,
      env: environmentForOthers(),
    }).status === 0,
};

/** Grants the engine's own sandbox access to the shipped engine, or prints the commands for it. */
export function admitSandbox(folder: string, tools: RightsTools): void {
  if (Number(tools.windowsVersion.split(".")[2]) >= firstBuildOfWindows11) return;
  const rights = tools.rightsOf(folder);
  if (rights !== null && granted.every((one) => one.test(rights))) return;
  const program = win32.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "icacls.exe");
  if (tools.run(program, [folder, "/grant", ...grants])) return;
  process.stderr.write(
    `framework: the web engine in "${folder}" may not start on Windows 10, whose sandbox cannot read it: run as administrator: icacls "${folder}" /grant ${grants.join(" ")}\n`,
  );
}
