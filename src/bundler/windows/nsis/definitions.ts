import { dirname, win32 } from "node:path";
import { messageNames, messagesIn } from "./messages.ts";
import type { NsisApp } from "./nsis-app.ts";
import { pluginKinds, pluginName, type PluginKind } from "./plugin.ts";
import { registerLines, unregisterLines } from "./registration-lines.ts";
import {
  definedLiteral,
  definedText,
  literalText,
  scriptText,
  textDefinitions,
} from "./script-text.ts";
import { productFileName } from "../../product-file-name.ts";
import { foldersOf, type InstalledFile } from "../payload.ts";
import { versionOrder } from "../version-order.ts";
import { registrations } from "../registrations.ts";
import type { WebviewInstall } from "../webview.ts";
import type { WindowsApp } from "../windows-app.ts";
import { windowsVersion } from "../windows-version.ts";

/** The compression by makensis. */
export type NsisCompression = "zlib" | "bzip2" | "lzma" | "off";

/** The inputs of a script besides the app. Paths are those of this machine. */
export interface DefinitionsOptions {
  readonly out: string;
  readonly files: readonly InstalledFile[];
  /** Names of files beside the script. */
  readonly license: string | null;
  readonly icon: string | null;
  readonly headerImage: string | null;
  readonly sidebarImage: string | null;
  readonly compression: NsisCompression;
  /** The files, packed by us; `null`: makensis packs them. */
  readonly packed: PackedFiles | null;
  /** Run for the uninstaller, whose path is its last argument; `null`: it is not signed. */
  readonly signCommand: string | null;
  /** A copy of `nsis.hooks`, and the folder of the original. */
  readonly hooks: { readonly file: string; readonly folder: string } | null;
  /** Another kind of installer than NSIS's default, a 32-bit one. */
  readonly kind?: string | undefined;
}

export interface PackedFiles {
  readonly path: string;
  readonly bytes: number;
  /** Of the unpacked files, in seconds since 1970. */
  readonly time: number;
  /** The unpacker, and its kind of installer. */
  readonly plugin: string;
  readonly kind: PluginKind;
}

/** Makes "app.nsh", which `installer.nsi` documents. */
export function definitions(app: WindowsApp, nsis: NsisApp, options: DefinitionsOptions): string {
  const { out, files, license, icon, headerImage, sidebarImage } = options;
  const { compression, packed, signCommand, hooks, kind } = options;
  const registered = registrations(app);
  const define = (name: string, text: string | null): string[] =>
    text === null ? [] : [`!define ${name} ${definedText(text)}`];
  const defineFile = (name: string, path: string | null): string[] =>
    path === null ? [] : [`!define ${name} ${definedLiteral(path)}`];
  const [major, minor, patch, build] = windowsVersion(app.version);
  const size = kilobytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
  return [
    ...textDefinitions,
    ...define("PRODUCT", app.productName),
    ...define("NAME", productFileName(app.productName, "windows")),
    ...define("VERSION", app.version),
    ...define("VERSION_ORDER", versionOrder(app.version)),
    ...define("NUMERIC_VERSION", [major, minor, patch, build].join(".")),
    ...define("PUBLISHER", app.publisher),
    // A control takes "&" for an access key.
    ...define("BRANDING", app.publisher.replaceAll("&", "&&")),
    ...define("COPYRIGHT", app.copyright ?? ""),
    ...define("HOMEPAGE", app.homepage),
    ...define("IDENTIFIER", app.identifier),
    ...define("EXECUTABLE", app.executableName),
    ...define("ARCHITECTURE", app.target.architecture),
    ...define("OUT", out),
    ...define("TARGET", kind ?? null),
    ...define("INSTALL_MODE", nsis.installMode),
    ...define("COMPRESSION", compression),
    ...(packed === null ? [] : ["!define PACKED", pluginLine(packed)]),
    ...define("ICON", icon),
    ...define("HEADER_IMAGE", headerImage),
    ...define("SIDEBAR_IMAGE", sidebarImage),
    ...define("LICENSE", license),
    ...define("SIZE", String(size)),
    ...define("UNPACKING_SIZE", String(kilobytes(packed?.bytes ?? 0))),
    ...define("UNINSTALLER_SIGNED_BY", signCommand),
    ...(nsis.displayLanguageSelector ? ["!define LANGUAGE_SELECTOR"] : []),
    ...(app.windows.allowDowngrades ? [] : ["!define REFUSE_DOWNGRADES"]),
    ...(app.webviewFiles.length === 0 ? [] : ["!define FIXED_RUNTIME"]),
    ...defineFile("HOOKS", hooks?.file ?? null),
    ...defineFile("HOOKS_FOLDER", hooks?.folder ?? null),
    ...webviewDefinitions(app.webview, define, defineFile),
    ...macro("VERSION_TEXTS", versionLines(app)),
    ...macro("INSTALL_FILES", packed === null ? installLines(files) : unpackLines(files, packed)),
    ...macro("REMOVE_FILES", removeLines(files)),
    ...macro("ASK_FOR_FILES", askLines(files)),
    ...macro("REGISTER", registerLines(registered)),
    ...macro("UNREGISTER", unregisterLines(registered)),
    ...macro(
      "LANGUAGES",
      nsis.languages.map((language) => `!insertmacro MUI_LANGUAGE ${scriptText(language)}`),
    ),
    ...macro(
      "MESSAGES",
      nsis.languages.flatMap((language) => messageLines(nsis, language)),
    ),
    "",
  ].join("\r\n");
}

/** Explorer shows them, and Windows in the question for administrator rights. */
function versionLines({ productName, version, publisher, copyright }: WindowsApp): string[] {
  return Object.entries({
    ProductName: productName,
    ProductVersion: version,
    FileVersion: version,
    FileDescription: productName,
    CompanyName: publisher,
    LegalCopyright: copyright ?? "",
  }).map(([name, text]) => `VIAddVersionKey ${name} ${literalText(text)}`);
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}

function webviewDefinitions(
  webview: WebviewInstall,
  define: (name: string, text: string) => string[],
  defineFile: (name: string, path: string) => string[],
): string[] {
  if (webview.kind === "skip") return [];
  return [
    ...define("WEBVIEW", webview.kind),
    ...(webview.kind === "download"
      ? define("WEBVIEW_FILE", webview.address)
      : defineFile("WEBVIEW_FILE", webview.installer)),
    ...define("WEBVIEW_ARGUMENTS", webview.arguments),
  ];
}

function macro(name: string, lines: readonly string[]): string[] {
  return [`!macro ${name}`, ...lines.map((line) => `  ${line}`), "!macroend"];
}

function installLines(files: readonly InstalledFile[]): string[] {
  return inFolders(
    files,
    ({ copy }, name) => `File ${scriptText(`/oname=${name}`)} ${literalText(copy)}`,
  );
}

function pluginLine({ kind, plugin }: PackedFiles): string {
  return `!addplugindir "/${kind}" ${literalText(dirname(plugin))}`;
}

/**
 * Any script can include them, without other parts of ours: they use only features of every NSIS
 * script.
 */
function unpackLines(
  files: readonly InstalledFile[],
  { path, bytes, time, kind }: PackedFiles,
): string[] {
  const { character, address } = pluginKinds[kind];
  const unpacked = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    // A custom script can be of another kind than the plugin.
    `!if "\${NSIS_CHAR_SIZE}\${NSIS_PTR_SIZE}" == "${character}${address}"`,
    "InitPluginsDir",
    "SetCompress off",
    `File "/oname=$PLUGINSDIR\\app.xz" ${literalText(path)}`,
    "SetCompress auto",
    // For the check of free space.
    `AddSize ${Math.max(kilobytes(unpacked - bytes), 0)}`,
    "unpackFiles:",
    `${pluginName}::begin "$PLUGINSDIR\\app.xz" ${time} "$(^Extract)"`,
    ...inFolders(files, (file) => `${pluginName}::extract ${installed(file.path)} ${file.bytes}`),
    `${pluginName}::finish`,
    "Exch $0",
    'StrCmp $0 "" filesUnpacked',
    'MessageBox MB_RETRYCANCEL|MB_ICONSTOP "$0" /SD IDCANCEL IDCANCEL filesNotUnpacked',
    "Pop $0",
    "Goto unpackFiles",
    "filesNotUnpacked:",
    // The working folder cannot be removed.
    'SetOutPath "$PLUGINSDIR"',
    "!insertmacro REMOVE_FILES",
    'RMDir "$INSTDIR"',
    "SetErrorLevel 3",
    'Abort "$0"',
    "filesUnpacked:",
    "Pop $0",
    'Delete "$PLUGINSDIR\\app.xz"',
    "!else",
    ...installLines(files),
    "!endif",
  ];
}

/** A line for each file, preceded by a change of folder where necessary. */
function inFolders(
  files: readonly InstalledFile[],
  line: (file: InstalledFile, name: string) => string,
): string[] {
  let current: string | null = null;
  return files.flatMap((file) => {
    const folder = dirname(file.path);
    const enter =
      folder === current ? [] : [`SetOutPath ${installed(folder === "." ? "" : folder)}`];
    current = folder;
    return [...enter, line(file, file.path.slice(folder === "." ? 0 : folder.length + 1))];
  });
}

function removeLines(files: readonly InstalledFile[]): string[] {
  return [
    ...files.map(({ path }) => `Delete ${installed(path)}`),
    // From the inside out. A folder with files of the user's stays.
    ...foldersOf(files)
      .toReversed()
      .map((folder) => `RMDir ${installed(folder)}`),
  ];
}

function askLines(files: readonly InstalledFile[]): string[] {
  return [...files.map(({ path }) => path), "uninstall.exe"].flatMap((path) => [
    `Push ${installed(path)}`,
    "Call AskForFile",
  ]);
}

function installed(path: string): string {
  const below = scriptText(path.replaceAll("/", win32.sep)).slice(1);
  return path === "" ? '"$INSTDIR"' : `"$INSTDIR\\${below}`;
}

function messageLines({ messages }: NsisApp, language: string): string[] {
  const own = messages.get(language);
  if (own !== undefined) return own.text.split(/\r?\n/);
  const words = messagesIn(language);
  // They contain names of NSIS's own, and no user data.
  return messageNames.map(
    (name) => `LangString ${name} \${LANG_${language.toUpperCase()}} "${words[name]}"`,
  );
}
