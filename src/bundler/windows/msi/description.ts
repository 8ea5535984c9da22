import { fileURLToPath } from "node:url";
import { readText } from "../../../disk/read.ts";
import { environmentForOthers } from "../../../process/environment.ts";
import { productFileName } from "../../product-file-name.ts";
import { rtfOf } from "../../write/rtf.ts";
import { registrations } from "../registrations.ts";
import { versionOrder } from "../version-order.ts";
import type { WebviewInstall } from "../webview.ts";
import type { WindowsApp } from "../windows-app.ts";
import { windowsVersion } from "../windows-version.ts";
import { compile, dialogFiles, type Compiled } from "../wix/compiler.ts";
import { definedAs } from "../wix/linker.ts";
import { readSource, wixLanguage, type Element, type SourceText } from "../wix/source.ts";
import type { Variables } from "../wix/value.ts";
import { appFilesSection, providedPath, settingsSection, type AppFile } from "./app-sections.ts";
import { guid } from "./guid.ts";
import { readSourceFile, type ProvidedFiles } from "./installer.ts";
import { updateTask } from "./update-task.ts";
import type { MsiApp, MsiLanguage } from "./msi-app.ts";

/** The inputs of an installer besides those in `WindowsApp`. */
type AppToDescribe = Omit<WindowsApp, "msi">;

interface DescriptionOptions {
  readonly files: readonly AppFile[];
  /** The installed size, in bytes. */
  readonly size: number;
}

/** The description of an installer in one language, and its files that are on no disk. */
export interface Description {
  readonly compiled: Compiled;
  readonly provided: ProvidedFiles;
}

/** @throws WixError with the position of the error */
export function describeInstaller(
  app: AppToDescribe,
  msi: MsiApp,
  { language, texts }: MsiLanguage,
  { files, size }: DescriptionOptions,
): Description {
  const provided = providedFiles(app, msi);
  const sources = [msi.template ?? ownSource("installer.wxs"), ...msi.fragments];
  const variables = variablesOf(app, msi, size);
  const sections = sources.flatMap((source) => sectionsOf(source, variables));
  const isSet = (name: string): boolean => definedAs(sections, "WixVariable", name).length > 0;
  if (isSet("WixUILicenseRtf")) variables.var.set("License", "");
  sections.push(...sectionsOf(ownSource("dialogs.wxs"), variables));
  const paths = {
    WixUILicenseRtf: "license.rtf",
    WixUIBannerBmp: "banner.bmp",
    WixUIDialogBmp: "dialog.bmp",
  };
  const unset = Object.entries(paths)
    .filter(([name]) => dialogFiles.has(name) && !isSet(name))
    .map(([name, file]) => [name, provided.has(providedPath(file)) ? providedPath(file) : null]);
  const settings = settingsSection(app.windows.wix, {
    title: texts.get("ExternalFeature") ?? "",
    dialogFiles: Object.fromEntries(unset),
  });
  const compiled = compile({
    sections: [
      ...sections,
      appFilesSection(files, app.executableName, registrations(app)),
      settings,
    ],
    roots: [settings],
    texts: new Map([
      ...texts,
      ["ProductLanguage", String(language.id)],
      ["ProductCodepage", String(language.codepage)],
    ]),
    language: language.id,
    is64Bit: true,
    readText: (path, place) => licenseRtf(readSourceFile(path, provided, place)),
  });
  return { compiled, provided };
}

/** A file in the form for the dialogs. */
export function licenseRtf(file: Uint8Array): string {
  return rtfOf(file, { font: "Tahoma", points: 9 });
}

/** The product and the fragments of a source. */
export function sectionsOf(source: SourceText, variables: Variables): readonly Element[] {
  return readSource(source, "Wix", wixLanguage, variables).children;
}

/** One of the framework's own sources. */
function ownSource(name: string): SourceText {
  const path = new URL(`./${name}`, import.meta.url);
  return { path: name, text: readText(path), folder: fileURLToPath(new URL(".", path)) };
}

function providedFiles({ icon, identifier, windows }: AppToDescribe, msi: MsiApp): ProvidedFiles {
  const files: Record<string, Uint8Array | null> = {
    "app.ico": icon,
    "license.rtf": msi.license,
    "banner.bmp": msi.banner,
    "dialog.bmp": msi.dialogImage,
    "update-task.xml": windows.wix.enableElevatedUpdateTask ? updateTask(identifier) : null,
  };
  return new Map(
    Object.entries(files).flatMap(([name, bytes]) =>
      bytes === null ? [] : [[providedPath(name), bytes]],
    ),
  );
}

/** `installer.wxs` documents each. */
export function variablesOf(app: AppToDescribe, msi: MsiApp, size: number): Variables {
  const provided = providedFiles(app, msi);
  const { target, windows } = app;
  const webview: WebviewInstall = windows.wix.skipWebviewInstall ? { kind: "skip" } : app.webview;
  const [major, minor, patch] = windowsVersion(app.version);
  const file = (name: string): string | null =>
    provided.has(providedPath(name)) ? providedPath(name) : null;
  const texts: Readonly<Record<string, string | null>> = {
    Product: app.productName,
    Name: productFileName(app.productName, "windows"),
    Publisher: app.publisher,
    Version: app.version,
    NumericVersion: [major, minor, patch].join("."),
    VersionOrder: comparableOrder(app.version),
    Identifier: app.identifier,
    Summary: app.summary,
    Homepage: app.homepage,
    UpgradeCode: guid("upgrade", app.identifier),
    Architecture: target.architecture,
    AllowDowngrades: app.windows.allowDowngrades ? "yes" : "no",
    Size: String(Math.ceil(size / 1024)),
    Icon: file("app.ico"),
    License: file("license.rtf"),
    UpdateTask: file("update-task.xml"),
    FixedRuntime: app.webviewFiles.length === 0 ? null : "yes",
    Webview: webview.kind === "skip" ? null : webview.kind,
    WebviewFile:
      webview.kind === "skip"
        ? null
        : webview.kind === "embed"
          ? webview.installer
          : webview.address,
    WebviewArguments: webview.kind === "skip" ? null : webview.arguments,
  };
  return {
    var: new Map(
      Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
    ),
    env: environmentForOthers(),
    sys: { BUILDARCH: target.architecture, PLATFORM: target.architecture },
  };
}

/**
 * The order of a version in letters that sort the same in every language: Windows Installer
 * compares texts by the sorting rules of the machine's country. Digits above nine are never
 * adjacent, because in some countries two letters sort as one.
 */
function comparableOrder(version: string): string {
  return `v${Buffer.from(versionOrder(version)).toString("hex").toUpperCase()}`;
}
