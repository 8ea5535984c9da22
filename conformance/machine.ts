import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, release, totalmem, version } from "node:os";
import type { System } from "../src/contract/target.ts";
import type { MachineFacts } from "./report.ts";

/** What the readers of a report have to know about the machine; nothing of its user. */
export function readMachine(system: System): MachineFacts {
  return {
    System: systemName(system),
    Kernel: `${release()} (${version()})`,
    Processor: `${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    Bun: Bun.version,
    Language: Intl.DateTimeFormat().resolvedOptions().locale,
    ...more[system](),
  };
}

function systemName(system: System): string {
  if (system === "linux")
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readIfThere("/etc/os-release"))?.[1] ?? "Linux";
  if (system === "macos")
    return `macOS ${said(["sw_vers", "-productVersion"])} (${said(["sw_vers", "-buildVersion"])})`;
  return `Windows ${registryValue("ProductName")} ${registryValue("DisplayVersion")} build ${registryValue("CurrentBuildNumber")}`;
}

const more: Readonly<Record<System, () => MachineFacts>> = {
  linux: () => ({
    Display:
      process.env["XDG_SESSION_TYPE"] ?? (process.env["WAYLAND_DISPLAY"] ? "wayland" : "x11"),
    Desktop: process.env["XDG_CURRENT_DESKTOP"] ?? "none",
  }),
  windows: () => ({
    "Under Wine": isUnderWine() ? "yes" : "no",
    Session: process.env["SESSIONNAME"] ?? "unknown",
  }),
  macos: () => ({ Hardware: said(["sysctl", "-n", "hw.model"]) }),
};

function registryValue(name: string): string {
  const key = "HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
  return /REG_\w+\s+(.*)$/m.exec(said(["reg.exe", "query", key, "/v", name]))?.[1]?.trim() ?? "?";
}

/** Wine has a key that Windows has not. */
function isUnderWine(): boolean {
  return spawnSync("reg.exe", ["query", "HKCU\\Software\\Wine"], { stdio: "ignore" }).status === 0;
}

function said([program = "", ...args]: readonly string[]): string {
  const { stdout } = spawnSync(program, args, { encoding: "utf8", timeout: 10_000 });
  return (stdout ?? "").trim();
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
