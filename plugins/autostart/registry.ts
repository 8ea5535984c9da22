import { win32 } from "node:path";
import { FrameworkError } from "framework/app";
import type { LoginApp, LoginEntry } from "./entry.ts";
import { run } from "./programs.ts";

// Windows: a value below the user's Run key, with the same name as in tauri-plugin-autostart. The
// user's switch in the settings, or in the Task Manager, is a value of the same name below
// StartupApproved, of 12 bytes: an odd first one is off.

const runKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`;
const approvedKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run`;

/** @param windows the folder of Windows */
export function registryEntry(app: LoginApp, windows: string): LoginEntry {
  const reg = win32.join(windows, "System32", "reg.exe");
  const read = async (key: string): Promise<string | null> => {
    const { code, out } = await run(reg, ["query", key, "/v", app.name]);
    return code === 0 ? (/^\s+.*?\s{4}REG_\w+\s{4}(.*?)\r?$/m.exec(out)?.[1] ?? null) : null;
  };
  const isVetoed = async (): Promise<boolean> => {
    const approved = await read(approvedKey);
    return approved !== null && Number.parseInt(approved.slice(0, 2), 16) % 2 === 1;
  };
  return {
    async enable() {
      if (await isVetoed())
        throw new FrameworkError(
          "unavailable",
          `Cannot start "${app.name}" at login: its user has switched that off in the settings of Windows, under Apps, Startup`,
        );
      const data = app.command.map(quoted).join(" ");
      const { code } = await run(reg, [
        "add",
        runKey,
        "/v",
        app.name,
        "/t",
        "REG_SZ",
        "/d",
        data,
        "/f",
      ]);
      if (code !== 0)
        throw new FrameworkError("io", `Cannot write "${runKey}": reg.exe ended with code ${code}`);
    },
    async disable() {
      if ((await read(runKey)) === null) return;
      const { code } = await run(reg, ["delete", runKey, "/v", app.name, "/f"]);
      if (code !== 0)
        throw new FrameworkError(
          "io",
          `Cannot remove a value of "${runKey}": reg.exe ended with code ${code}`,
        );
    },
    async isEnabled() {
      const written = await read(runKey);
      return written !== null && startsOurs(written, app) && !(await isVetoed());
    },
  };
}

/** An argument in the form of Windows' C runtime. */
export function quoted(argument: string): string {
  const escaped = argument.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, "$1$1");
  return `"${escaped}"`;
}

/** Whether a value starts this file; those of Tauri's plugin have its path without quotes. */
function startsOurs(written: string, { command: [file] }: LoginApp): boolean {
  const [whole, ours] = [plain(written), plain(file)];
  return whole === ours || whole.startsWith(`"${ours}"`) || whole.startsWith(`${ours} `);
}

/** `reg.exe` writes in the code page of the machine: characters beyond ASCII cannot be compared. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\x20-\x7e]+/g, "?");
}
