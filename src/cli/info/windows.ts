import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { environmentForOthers, type Environment } from "../../process/environment.ts";
import type { Fact } from "./system.ts";

/**
 * The engine's entry in the list of Microsoft's updater. Source: Microsoft, "Distribute your app
 * and the WebView2 Runtime".
 */
const client = "Software\\Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";

/** Asks the registry for a text; `null`: there is none. */
export type AskRegistry = (key: string, value: string) => string | null;

/** The parts of a Windows system that apps use. */
export function windowsFacts(
  ask: AskRegistry = askRegistry,
  environment: Environment = process.env,
): Fact[] {
  return [
    {
      name: "WebView2 runtime",
      version: fixedVersion(environment) ?? updatedVersion(ask),
      use: "shows pages",
      install: "winget install Microsoft.EdgeWebView2Runtime",
      isNeeded: true,
    },
  ];
}

/** A folder that the user has named comes before all others. */
function fixedVersion({ WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: folder }: Environment): string | null {
  if (folder === undefined || folder === "" || !existsSync(folder)) return null;
  const names = [...folder.split(/[\\/]/), ...readdirSync(folder)];
  return names.findLast((name) => /^\d+(?:\.\d+){3}$/.test(name)) ?? `in ${folder}`;
}

/** The user's own version, or that of all users. */
function updatedVersion(ask: AskRegistry): string | null {
  const found = ["HKCU", "HKLM"].map((root) => ask(`${root}\\${client}`, "pv"));
  // A removed version may have left its entry.
  return found.find((text) => text !== null && text !== "" && text !== "0.0.0.0") ?? null;
}

/** The updater is a 32-bit program, and so are its keys. */
export function askRegistry(key: string, value: string): string | null {
  const program = join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "reg.exe");
  const { status, stdout } = spawnSync(program, ["query", key, "/v", value, "/reg:32"], {
    encoding: "utf8",
    windowsHide: true,
    env: environmentForOthers(),
  });
  return status === 0 ? textOf(stdout) : null;
}

/**
 * Reads the one value in the output of `reg query`, such as `    pv    REG_SZ    120.0.2210.91`.
 */
function textOf(written: string): string | null {
  return /^ +.*? {4}REG_SZ {4}(.*?)\r?$/m.exec(written)?.[1] ?? null;
}
