import { fixedRuntimeFolder } from "../../contract/shipped/own-folders.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Architecture } from "../../contract/target.ts";
import { expand, packagedFile, type PackagedFile } from "../resources.ts";
import type { WindowsSettings } from "../settings.ts";

// The installation of the web engine on a machine without one. A build never downloads Microsoft's
// files: the developer puts them into the folder of build tools once.

/**
 * The way in which an installer provides the web engine; `skip`: not at all, also because the app
 * ships its own.
 */
export type WebviewInstall =
  | { readonly kind: "skip" }
  | { readonly kind: "download"; readonly address: string; readonly arguments: string }
  | { readonly kind: "embed"; readonly installer: string; readonly arguments: string };

/** The small program that downloads and installs the engine. */
const bootstrapper = {
  file: "MicrosoftEdgeWebview2Setup.exe",
  address: "https://go.microsoft.com/fwlink/p/?LinkId=2124703",
};

/** The whole engine. */
const offlineInstallers: Readonly<
  Record<Architecture, { readonly file: string; readonly address: string }>
> = {
  x64: {
    file: "MicrosoftEdgeWebView2RuntimeInstallerX64.exe",
    address: "https://go.microsoft.com/fwlink/p/?LinkId=2124701",
  },
  arm64: {
    file: "MicrosoftEdgeWebView2RuntimeInstallerARM64.exe",
    address: "https://go.microsoft.com/fwlink/p/?LinkId=2099616",
  },
};

const silently = "/silent /install";

/** Whether an app ships its own engine. */
export function bringsWebview({
  webviewFixedRuntimePath,
  webviewInstallMode,
}: WindowsSettings): boolean {
  return webviewFixedRuntimePath !== null || webviewInstallMode.type === "fixedRuntime";
}

interface Settled {
  readonly install: WebviewInstall;
  /** The engine that the app ships; empty when it uses that of the machine. */
  readonly files: readonly PackagedFile[];
}

/**
 * Settles the mode.
 *
 * @param folder paths are relative to it
 * @param toolsFolder the folder of Microsoft's files
 * @throws Error naming the missing file, its source and its destination
 */
export function settleWebview(
  settings: WindowsSettings,
  {
    folder,
    toolsFolder,
    architecture,
  }: { readonly folder: string; readonly toolsFolder: string; readonly architecture: Architecture },
): Settled {
  const { webviewInstallMode: mode, webviewFixedRuntimePath: fixed } = settings;
  if (fixed !== null) return { install: { kind: "skip" }, files: fixedRuntime(folder, fixed) };
  if (mode.type === "skip") return { install: { kind: "skip" }, files: [] };
  if (mode.type === "fixedRuntime")
    return { install: { kind: "skip" }, files: fixedRuntime(folder, mode.path) };
  const options = mode.silent ? silently : "/install";
  if (mode.type === "downloadBootstrapper") return { install: downloaded(options), files: [] };
  const { file, address } =
    mode.type === "embedBootstrapper" ? bootstrapper : offlineInstallers[architecture];
  const installer = join(toolsFolder, "webview2", file);
  if (!existsSync(installer))
    throw new Error(`Cannot find "${installer}": get it from ${address} and put it there`);
  return { install: { kind: "embed", installer, arguments: options }, files: [] };
}

function downloaded(options: string): WebviewInstall {
  return { kind: "download", address: bootstrapper.address, arguments: options };
}

/**
 * The way in which the installer of an update provides the web engine: it is never part of the
 * download, because an installed app has an engine. An app that ships its own engine needs no
 * other.
 */
export function webviewOfUpdates({
  webview,
  webviewFiles,
}: {
  readonly webview: WebviewInstall;
  readonly webviewFiles: readonly PackagedFile[];
}): WebviewInstall {
  if (webviewFiles.length > 0 || webview.kind === "download") return webview;
  return downloaded(webview.kind === "embed" ? webview.arguments : silently);
}

function fixedRuntime(folder: string, path: string): readonly PackagedFile[] {
  const files = expand(folder, path);
  if (!files.some(({ below }) => below?.toLowerCase() === "msedgewebview2.exe"))
    throw new Error(
      `Cannot use "${path}" as web engine: it must be the folder extracted from its .cab file, with msedgewebview2.exe in it`,
    );
  return files.map(({ below, source }) =>
    packagedFile(`${fixedRuntimeFolder}/${below ?? ""}`, source),
  );
}
