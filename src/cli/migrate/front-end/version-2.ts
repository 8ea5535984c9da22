import { documentPath } from "../../project/documents.ts";

/** The counterparts of version 2 settings, for users of such a file. */
const places: readonly (readonly [theirs: string, ours: string])[] = [
  ["productName, version", "package.productName, package.version"],
  ["identifier", "framework.bundle.identifier"],
  ["build.frontendDist", "build.distDir"],
  ["build.devUrl", "build.devPath"],
  ["app.windows", "framework.windows"],
  ["app.withGlobalTauri", "build.withGlobalFramework"],
  ["app.security.csp", "framework.security.csp"],
  ["app.security.assetProtocol", "framework.allowlist.protocol"],
  ["app.trayIcon", "framework.systemTray"],
  ["app.macOSPrivateApi", "framework.macOSPrivateApi"],
  ["bundle.*", "framework.bundle.*"],
  ["plugins.updater", "framework.updater"],
  ["plugins.cli", "framework.cli"],
  ["capabilities/*.json", "framework.allowlist, with the scopes in it"],
];

/** The notes for a file of version 2. */
export function version2Differences(file: string): string {
  const width = Math.max(...places.map(([theirs]) => theirs.length)) + 2;
  return [
    `${file} belongs to Tauri 2: this command moves apps of version 1, because our interface is that of version 1. Nothing was changed.`,
    "",
    'Start with "npx framework init" and take over by hand:',
    "",
    ...places.map(([theirs, ours]) => `  ${theirs.padEnd(width)}${ours}`),
    "",
    "The page's modules are those of @tauri-apps/api 1: core is framework/api/framework, and the plugins of version 2",
    `(dialog, fs, shell, http, …) are framework/api/dialog, framework/api/fs, …: see ${documentPath("from-tauri-2.md")}`,
  ].join("\n");
}
