import { spawnSync } from "node:child_process";
import { arch, cpus, release, totalmem, version } from "node:os";
import manifest from "../package.json" with { type: "json" };
import type { System } from "../src/contract/target.ts";
import { systemName } from "../src/cli/info/system.ts";
import { library } from "../src/native/linux/library.ts";
import { webkitPackages } from "../src/native/linux/lib/packages.ts";
import { registryText } from "../src/native/windows/registry.ts";
import type { MachineFacts } from "./report.ts";

/** The environment variable with the commit of a program that `make.ts` built. */
export const commitVariable = "FRAMEWORK_CONFORMANCE_COMMIT";

/** The commit of these sources. */
export const checkedOut = (): string =>
  outputOf(["git", "-C", import.meta.dir, "rev-parse", "--short", "HEAD"]) || "unknown";

const webkitVersions = library("libwebkit2gtk-4.1.so.0", webkitPackages, {
  webkit_get_major_version: ">u",
  webkit_get_minor_version: ">u",
  webkit_get_micro_version: ">u",
});

/** Facts about the machine for readers of a report. They contain nothing about the user. */
export function readMachine(system: System): MachineFacts {
  return {
    Framework: `${manifest.version}, commit ${process.env[commitVariable] ?? checkedOut()}`,
    System: describeSystem(system),
    Kernel: `${release()} (${version()})`,
    Processor: `${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    Bun: Bun.version,
    Language: Intl.DateTimeFormat().resolvedOptions().locale,
    ...more[system](),
  };
}

function describeSystem(system: System): string {
  if (system === "linux") return systemName(system);
  if (system === "macos")
    return `macOS ${outputOf(["sw_vers", "-productVersion"])} (${outputOf(["sw_vers", "-buildVersion"])})`;
  const key = "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
  const text = (value: string): string => registryText({ root: "machine", key, value }) ?? "?";
  return `${text("ProductName")} ${text("DisplayVersion")} build ${text("CurrentBuildNumber")}`;
}

const more: Readonly<Record<System, () => MachineFacts>> = {
  linux: () => ({
    Display:
      process.env["XDG_SESSION_TYPE"] ?? (process.env["WAYLAND_DISPLAY"] ? "wayland" : "x11"),
    Desktop: process.env["XDG_CURRENT_DESKTOP"] ?? "none",
    "Web engine": `WebKitGTK ${webkitVersion()}`,
  }),
  windows: () => ({
    "Under Wine": isUnderWine() ? "yes" : "no",
    Session: process.env["SESSIONNAME"] ?? "unknown",
    "Web engine": `WebView2 ${webviewVersion()}`,
  }),
  macos: () => ({
    Hardware: outputOf(["sysctl", "-n", "hw.model"]),
    // WebKit is updated together with Safari, so Safari's version names it.
    "Web engine": `Safari ${outputOf(["defaults", "read", "/Applications/Safari.app/Contents/Info", "CFBundleShortVersionString"])}`,
  }),
};

function webkitVersion(): string {
  try {
    const { webkit_get_major_version: major } = webkitVersions;
    const { webkit_get_minor_version: minor, webkit_get_micro_version: micro } = webkitVersions;
    return [major(), minor(), micro()].join(".");
  } catch {
    return "is missing";
  }
}

/** The version of the WebView2 Runtime of the machine or of the user. */
function webviewVersion(): string {
  const folder = process.env["WEBVIEW2_BROWSER_EXECUTABLE_FOLDER"];
  if (folder !== undefined) return `of "${folder}"`;
  const clients = "Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
  const [machine, user] = [`SOFTWARE\\WOW6432Node\\${clients}`, `Software\\${clients}`];
  return (
    registryText({ root: "machine", key: machine, value: "pv" }) ??
    registryText({ root: "user", key: user, value: "pv" }) ??
    "is missing"
  );
}

/** Wine has a registry key that Windows does not have. */
function isUnderWine(): boolean {
  return spawnSync("reg.exe", ["query", "HKCU\\Software\\Wine"], { stdio: "ignore" }).status === 0;
}

function outputOf([program = "", ...args]: readonly string[]): string {
  const { stdout } = spawnSync(program, args, { encoding: "utf8", timeout: 10_000 });
  return (stdout ?? "").trim();
}
