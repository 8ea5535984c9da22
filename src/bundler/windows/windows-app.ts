import { basename } from "node:path";
import type { PackagedFile } from "../resources.ts";
import { shippedFiles } from "../shipped-file.ts";
import type { BundleFields, WindowsSettings } from "../settings.ts";
import type { StagedApp } from "../staged-app.ts";
import type { Staging } from "../staging.ts";
import { stageMsi, type MsiApp } from "./msi/msi-app.ts";
import { stageNsis, type NsisApp } from "./nsis/nsis-app.ts";
import type { CodeSigning } from "./code-signing.ts";
import { typeIcons } from "./registrations.ts";
import { settleWebview, type WebviewInstall } from "./webview.ts";
import { parents } from "../write/entries.ts";
import { productFileName } from "../product-file-name.ts";
import { isFileName } from "./file-name.ts";
import { longPathNote } from "./long-paths.ts";
import { readWindowsIcon } from "./windows-icon.ts";
import { windowsVersion } from "./windows-version.ts";

/** The additional inputs of Windows' formats. */
export interface WindowsApp extends StagedApp {
  readonly windows: WindowsSettings;
  /** Paths of the configuration are relative to it. */
  readonly folder: string;
  /** An .ico. */
  readonly icon: Uint8Array | null;
  /** `My-App.exe` */
  readonly executableName: string;
  /** The signing of code; `null`: none. */
  readonly signing: CodeSigning | null;
  readonly toolsFolder: string;
  readonly nsis: NsisApp;
  readonly msi: MsiApp;
  readonly webview: WebviewInstall;
  /** The web engine that the app ships; empty when it uses that of the machine. */
  readonly webviewFiles: readonly PackagedFile[];
}

/** The inputs for Windows packages besides the project. */
export interface WindowsTools {
  readonly signing: CodeSigning | null;
  /** The folder for tools that neither the project nor the framework ships. */
  readonly toolsFolder: string;
}

/** Collects and checks the settings of Windows' formats. */
export function stageWindows(
  app: StagedApp,
  bundle: BundleFields,
  staging: Staging,
  { signing, toolsFolder }: WindowsTools,
): WindowsApp {
  const executableName = basename(app.executable);
  const named = [...app.resources, ...typeIcons(app.opens)];
  const refused = refusedNames(executableName, [...app.sidecars, ...named]);
  for (const message of summarized([...refused.values()]))
    staging.refuse("framework.bundle.resources", message);
  // The formats would only repeat what is wrong with the others.
  const resources = named.filter(({ path }) => !refused.has(path));
  const files = [...app.sidecars, ...resources];
  staging.attempt("package.version", undefined, () => windowsVersion(app.version));
  const icon = staging.attempt("bundle.icon", null, () =>
    readWindowsIcon(staging.folder, bundle.icon),
  );
  const { install, files: webviewFiles } = staging.attempt(
    "bundle.windows.webviewInstallMode",
    { install: { kind: "skip" }, files: [] },
    () =>
      settleWebview(bundle.windows, {
        folder: staging.folder,
        toolsFolder,
        architecture: app.target.architecture,
      }),
  );
  const note = longPathNote(files, {
    folder: productFileName(app.productName, "windows"),
    isForAll: bundle.windows.nsis.installMode === "perMachine",
  });
  const staged = {
    ...app,
    ...(note !== null && { notes: [...app.notes, note] }),
    resources,
    windows: bundle.windows,
    folder: staging.folder,
    icon,
    executableName,
    signing,
    toolsFolder,
    nsis: stageNsis(bundle.windows.nsis, staging),
    webview: install,
    webviewFiles,
    shipped: [...app.shipped, ...shippedFiles("bundle.windows.webviewInstallMode", webviewFiles)],
  };
  return { ...staged, msi: stageMsi(staged, bundle.windows.wix, staging) };
}

/**
 * The reason against each file that Windows could not have. All files share the folder of the
 * executable, where names are case-insensitive.
 */
function refusedNames(
  executable: string,
  files: readonly PackagedFile[],
): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  const taken = new Map([[executable.toLowerCase(), executable]]);
  for (const { path } of files) {
    const name = path.split("/").find((one) => !isFileName(one));
    const other = taken.get(path.toLowerCase());
    if (name !== undefined)
      refused.set(path, `Cannot ship "${path}": Windows has no files called "${name}"`);
    else if (other !== undefined)
      refused.set(
        path,
        `Cannot ship "${path}" beside "${other}": on Windows they are the same name`,
      );
    else taken.set(path.toLowerCase(), path);
  }
  for (const { path } of files) {
    if (refused.has(path)) continue;
    const file = parents(path)
      .map((folder) => taken.get(folder.toLowerCase()))
      .find((other) => other !== undefined);
    if (file !== undefined)
      refused.set(
        path,
        `Cannot ship "${path}" beside "${file}": on Windows that is the name of its folder`,
      );
  }
  return refused;
}

/** A folder of thousands of wrong names is one mistake. */
function summarized(messages: readonly string[]): string[] {
  const most = 20;
  if (messages.length <= most) return [...messages];
  return [...messages.slice(0, most), `${messages.length - most} more files have such names`];
}
