import { dirname, win32 } from "node:path";
import { messageNames, messagesIn } from "./messages.ts";
import type { NsisApp } from "./nsis-app.ts";
import { definedText, scriptText, textDefinitions } from "./script-text.ts";
import { foldersOf, type InstalledFile } from "../payload.ts";
import { versionOrder } from "../version-order.ts";
import type { WebviewInstall } from "../webview.ts";
import type { WindowsApp } from "../windows-app.ts";
import { windowsVersion } from "../windows-version.ts";

export type NsisCompression = "zlib" | "bzip2" | "lzma" | "off";

/** What a script needs to know besides the app. Paths are those of this machine. */
export interface DefinitionsOptions {
  readonly out: string;
  readonly files: readonly InstalledFile[];
  readonly license: string | null;
  readonly icon: string | null;
  readonly compression: NsisCompression;
  /** Run for the uninstaller, whose path is its last argument; `null`: it is not signed. */
  readonly signCommand: string | null;
  /** Another kind of installer than NSIS's usual one, of 32 bits. */
  readonly kind?: string | undefined;
}

/** Makes "app.nsh", which `installer.nsi` describes. */
export function definitions(app: WindowsApp, nsis: NsisApp, options: DefinitionsOptions): string {
  const { out, files, license, icon, compression, signCommand, kind } = options;
  const define = (name: string, text: string | null): string[] =>
    text === null ? [] : [`!define ${name} ${definedText(text)}`];
  const [major, minor, patch, build] = windowsVersion(app.version);
  const size = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
  return [
    ...textDefinitions,
    ...define("PRODUCT", app.productName),
    ...define("NAME", fileName(app.productName)),
    ...define("VERSION", app.version),
    ...define("VERSION_ORDER", versionOrder(app.version)),
    ...define("NUMERIC_VERSION", [major, minor, patch, build].join(".")),
    ...define("PUBLISHER", app.publisher),
    ...define("COPYRIGHT", app.copyright ?? ""),
    ...define("HOMEPAGE", app.homepage),
    ...define("IDENTIFIER", app.identifier),
    ...define("EXECUTABLE", app.executableName),
    ...define("ARCHITECTURE", app.target.architecture),
    ...define("OUT", out),
    ...define("TARGET", kind ?? null),
    ...define("INSTALL_MODE", nsis.installMode),
    ...define("COMPRESSION", compression),
    ...define("ICON", icon),
    ...define("HEADER_IMAGE", nsis.headerImage),
    ...define("SIDEBAR_IMAGE", nsis.sidebarImage),
    ...define("LICENSE", license),
    ...define("SIZE", String(size)),
    ...define("UNINSTALLER_SIGNED_BY", signCommand),
    ...(nsis.displayLanguageSelector ? ["!define LANGUAGE_SELECTOR"] : []),
    ...(app.windows.allowDowngrades ? [] : ["!define REFUSE_DOWNGRADES"]),
    ...webviewDefinitions(app.webview, define),
    ...macro("INSTALL_FILES", installLines(files)),
    ...macro("REMOVE_FILES", removeLines(files)),
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

function webviewDefinitions(
  webview: WebviewInstall,
  define: (name: string, text: string) => string[],
): string[] {
  if (webview.kind === "skip") return [];
  return [
    ...define("WEBVIEW", webview.kind),
    ...define("WEBVIEW_FILE", webview.kind === "download" ? webview.address : webview.installer),
    ...define("WEBVIEW_ARGUMENTS", webview.arguments),
  ];
}

function macro(name: string, lines: readonly string[]): string[] {
  return [`!macro ${name}`, ...lines.map((line) => `  ${line}`), "!macroend"];
}

function installLines(files: readonly InstalledFile[]): string[] {
  let current: string | null = null;
  return files.flatMap(({ path, copy }) => {
    const folder = dirname(path);
    const enter = folder === current ? [] : [`SetOutPath ${installed(folder === "." ? "" : folder)}`];
    current = folder;
    return [
      ...enter,
      `File ${scriptText(`/oname=${path.slice(folder === "." ? 0 : folder.length + 1)}`)} ${scriptText(copy)}`,
    ];
  });
}

function removeLines(files: readonly InstalledFile[]): string[] {
  return [
    ...files.map(({ path }) => `Delete ${installed(path)}`),
    // From the inside out. One that holds something of the user's stays.
    ...foldersOf(files)
      .toReversed()
      .map((folder) => `RMDir ${installed(folder)}`),
  ];
}

function installed(path: string): string {
  const below = scriptText(path.replaceAll("/", win32.sep)).slice(1);
  return path === "" ? '"$INSTDIR"' : `"$INSTDIR\\${below}`;
}

function messageLines({ messages }: NsisApp, language: string): string[] {
  const own = messages.get(language);
  if (own !== undefined) return own.text.replace(/^\ufeff/, "").split(/\r?\n/);
  const words = messagesIn(language);
  // They hold names of NSIS's own, and nothing of the user's.
  return messageNames.map((name) => `LangString ${name} \${LANG_${language.toUpperCase()}} "${words[name]}"`);
}

/** A product as a folder or a shortcut can be called. */
function fileName(product: string): string {
  return (
    product
      .replace(/[<>:"/\\|?*$%{}`']/g, " ")
      .replace(/\s+/g, " ")
      .replace(/^[. ]+|[. ]+$/g, "") || "App"
  );
}
