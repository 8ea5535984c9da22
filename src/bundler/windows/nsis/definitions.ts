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

/** The names of files beside the script. */
export interface FilesBeside {
  readonly license: string | null;
  readonly icon: string | null;
  readonly headerImage: string | null;
  readonly sidebarImage: string | null;
}

/** The inputs of a script besides the app. Paths are those of this machine. */
export interface DefinitionsOptions extends FilesBeside {
  readonly out: string;
  readonly files: readonly InstalledFile[];
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
  const fileName = productFileName(app.productName, "windows");
  const [major, minor, patch, build] = windowsVersion(app.version);
  const size = kilobytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
  return [
    ...textDefinitions,
    ...define("PRODUCT", app.productName),
    ...define("FILE_NAME", fileName),
    ...define("NAME", fileName),
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
    ...macro("ASK_FOR_FILES", askLines()),
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
    ...eachFile({
      enter: ['SetOutPath "$INSTDIR$2"'],
      file: [`${pluginName}::extract "$INSTDIR$2" $1`],
    }),
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
    // The script of a template may be no Unicode one, and cannot read the list then.
    `!if "\${NSIS_CHAR_SIZE}" == "1"`,
    ...files.map(({ path }) => `Delete ${installed(path)}`),
    ...foldersToLeave(files).map((folder) => `RMDir ${installed(folder)}`),
    "!else",
    ...eachFile({ file: ['Delete "$INSTDIR$2"'], leave: ['RMDir "$INSTDIR$2"'] }),
    "!endif",
  ];
}

/** From the inside out. A folder with files of the user's stays. */
function foldersToLeave(files: readonly InstalledFile[]): string[] {
  return foldersOf(files).toReversed();
}

function askLines(): string[] {
  return [
    // The function changes the usual variables.
    ...eachFile({ file: ['Push "$INSTDIR$R6"', "Call AskForFile"] }, ["$R8", "$R9", "$R6"]),
    `Push ${installed("uninstall.exe")}`,
    "Call AskForFile",
  ];
}

/** The name of the list of files beside the script, and in the installer's temporary folder. */
export const fileListName = "files.txt";

const marks = { enter: ">", leave: "<", end: "." } as const;

/**
 * The installed files as the script reads them. makensis compares each new text of a script with
 * all others: with a line for each of 20,000 files it took 45 seconds.
 *
 * Each entry is two lines of UTF-16, the second of which follows "$INSTDIR":
 *
 *   >       \texts             a folder that the next files are in
 *   1234    \texts\a.txt      a file, and its bytes
 *   <       \texts             a folder to remove, if it is empty
 *   .                          the end
 */
export function fileList(files: readonly InstalledFile[]): Uint8Array {
  const place = (path: string): string =>
    path === "" ? "" : `${win32.sep}${path.replaceAll("/", win32.sep)}`;
  let current: string | null = null;
  const entries: (readonly [string, string])[] = [];
  for (const { path, bytes } of files) {
    const folder = dirname(path) === "." ? "" : dirname(path);
    if (folder !== current) entries.push([marks.enter, folder]);
    current = folder;
    entries.push([String(bytes), path]);
  }
  for (const folder of foldersToLeave(files)) entries.push([marks.leave, folder]);
  entries.push([marks.end, ""]);
  const text = entries.map(([mark, path]) => `${mark}\r\n${place(path)}\r\n`).join("");
  return Buffer.from(text, "utf16le");
}

/**
 * Lines that read the list. The last of the variables holds the path of an entry, the one before it
 * the mark or size.
 */
function eachFile(
  lines: {
    readonly enter?: readonly string[];
    readonly file: readonly string[];
    readonly leave?: readonly string[];
  },
  [list, mark, path]: readonly [string, string, string] = ["$0", "$1", "$2"],
): string[] {
  const label = (name: string): string => `${name}\${FILE_LOOP}`;
  const placed = `"$PLUGINSDIR\\${fileListName}"`;
  const read = (variable: string): string[] => [
    `FileReadUTF16LE ${list} ${variable}`,
    // Without the end of the line.
    `StrCpy ${variable} ${variable} -2`,
  ];
  return [
    "!define FILE_LOOP ${__COUNTER__}",
    ...[list, mark, path].map((variable) => `Push ${variable}`),
    "InitPluginsDir",
    // A disk may be full by now.
    `IfFileExists ${placed} ${label("listed")}`,
    `File "/oname=$PLUGINSDIR\\${fileListName}" "${fileListName}"`,
    `${label("listed")}:`,
    `FileOpen ${list} ${placed} r`,
    `${label("next")}:`,
    ...read(mark),
    ...read(path),
    `StrCmp ${mark} "${marks.end}" ${label("end")}`,
    // A list that could not be placed, or was damaged, must not be read for ever.
    `StrCmp ${mark} "" ${label("end")}`,
    `StrCmp ${mark} "${marks.enter}" ${label("enter")}`,
    `StrCmp ${mark} "${marks.leave}" ${label("leave")}`,
    ...lines.file,
    `Goto ${label("next")}`,
    `${label("enter")}:`,
    ...(lines.enter ?? []),
    `Goto ${label("next")}`,
    `${label("leave")}:`,
    ...(lines.leave ?? []),
    `Goto ${label("next")}`,
    `${label("end")}:`,
    `FileClose ${list}`,
    ...[path, mark, list].map((variable) => `Pop ${variable}`),
    "!undef FILE_LOOP",
  ];
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
