import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openFileRoot } from "../../../disk/roots.ts";
import { readFile, readText } from "../../../disk/read.ts";
import { copyFile, setTimes, writeFile } from "../../../disk/write.ts";
import type { MakeContext } from "../../format-table.ts";
import { plainText } from "../../write/plain-text.ts";
import { piecesOf } from "../../write/source.ts";
import type { CodeSigning } from "../code-signing.ts";
import { xzLevels } from "../../write/xz/xz.ts";
import { gatherPayload, type InstalledFile } from "../payload.ts";
import type { WindowsApp } from "../windows-app.ts";
import {
  definitions,
  fileList,
  fileListName,
  type FilesBeside,
  type NsisCompression,
  type PackedFiles,
} from "./definitions.ts";
import {
  commandOfScript,
  compileScript,
  findMakensis,
  missingMakensis,
  programRunner,
  signingAddress,
} from "./makensis.ts";
import { packFiles } from "./packed-files.ts";
import { pluginFolder, pluginName, pluginPath } from "./plugin.ts";

/** `my-app_1.2.3_x64-setup.exe` */
export function nsisFileName({ packageName, version, target }: WindowsApp): string {
  return `${packageName}_${version}_${target.architecture}-setup.exe`;
}

/** An external program makes installers, and they put an uninstaller beside the app. */
export function missingForNsis(app: WindowsApp): string | null {
  const { toolsFolder, executableName, sidecars, resources } = app;
  const paths = [executableName, ...[...sidecars, ...resources].map(({ path }) => path)];
  const taken = paths.find((path) => path.split("/")[0]?.toLowerCase() === uninstaller);
  if (taken !== undefined)
    return `"${taken}" is the name of its uninstaller: give the ${taken === executableName ? "product" : "file"} another name`;
  return findMakensis(toolsFolder) === null ? missingMakensis(toolsFolder) : null;
}

/**
 * Makes the script installer: an executable that installs the app and its uninstaller.
 * @param wanted the compression. Default: the configuration's, or a quick one
 */
export async function makeNsis(
  app: WindowsApp,
  context: MakeContext,
  wanted: NsisCompression | null = null,
): Promise<void> {
  const { folder, effort, progress } = context;
  const makensis = findMakensis(app.toolsFolder);
  if (makensis === null) throw new Error(missingMakensis(app.toolsFolder));
  const { nsis, signing, time } = app;
  const files = await gatherPayload(app, join(folder, "payload"));
  progress(gathered);
  const place: Place = (name, bytes) => {
    const path = join(folder, name);
    writeFile(path, bytes);
    setTimes(path, time, time);
    return path;
  };
  const out = nsisFileName(app);
  // LZMA is compressed by us, which leaves little to makensis. The quick level is for trial builds.
  const isPacked = wanted === null && nsis.compression === "lzma";
  const packed = isPacked ? await packedFiles(app, files, context, place) : null;
  const isQuick = isPacked || effort === "quick";
  const compression = wanted ?? (isQuick ? "zlib" : nsis.compression);
  await using signer = signing === null ? null : openSigner(signing, folder);
  if (signer !== null) place(programRunner.name, programRunner.text);
  place(fileListName, fileList(files));
  place(
    "app.nsh",
    `\ufeff${definitions(app, nsis, {
      out,
      files,
      ...placeBeside(app, place),
      compression,
      packed,
      hooks:
        nsis.hooks === null
          ? null
          : {
              file: place("hooks.nsh", `\ufeff${nsis.hooks.text}`),
              folder: dirname(resolve(app.folder, nsis.hooks.path)),
            },
      signCommand: signer?.command ?? null,
      kind: app.nsis.kind,
    })}`,
  );
  const text = nsis.template?.text ?? readText(new URL("./installer.nsi", import.meta.url));
  const size =
    packed?.bytes ?? files.reduce((sum, { bytes }) => sum + bytes, 0) * shares[compression];
  const before = packed === null ? gathered : 0.9;
  await compileScript(makensis, {
    script: place("installer.nsi", `\ufeff${text}`),
    folder,
    variables: signer?.variables ?? {},
    // It reports no progress, but writes packed data at once.
    tell: () =>
      progress(Math.min(before + ((0.95 - before) * bytesOf(join(folder, out))) / size, 0.95)),
  });
  await signing?.sign(join(folder, out));
}

/**
 * Places the pictures and the license beside the script. Their names alone reach it: NSIS's own
 * macros pass them on, and replace what looks like a definition in a path each time.
 */
function placeBeside({ nsis, icon }: WindowsApp, place: Place): FilesBeside {
  const named = (name: string, bytes: string | Uint8Array | null): string | null => {
    if (bytes === null) return null;
    place(name, bytes);
    return name;
  };
  const copy = (name: string, path: string | null): string | null =>
    named(name, path === null ? null : readFile(path));
  return {
    license:
      nsis.license === null
        ? null
        : named(`license${licenseEnding(nsis.license)}`, licenseText(nsis.license)),
    // The packer uses its own icon by default; the app's identifies the installer.
    icon:
      nsis.installerIcon === null ? named("icon.ico", icon) : copy("icon.ico", nsis.installerIcon),
    headerImage: copy("header.bmp", nsis.headerImage),
    sidebarImage: copy("sidebar.bmp", nsis.sidebarImage),
  };
}

/** The name in `installer.nsi`. */
const uninstaller = "uninstall.exe";

/** The progress of a build when all files are collected. */
const gathered = 0.05;

/** The compression ratio of an app, which consists mostly of the runtime. */
const shares = { zlib: 0.47, bzip2: 0.44, lzma: 0.37, off: 1 } as const;

type Place = (name: string, bytes: string | Uint8Array) => string;

/**
 * Packs the files: unlike makensis on all processors, with a filter for machine code, and the
 * runtime once for all builds. The unpacker is included, which is a program like others, and signed
 * like them.
 */
async function packedFiles(
  { nsis, signing, target, time }: WindowsApp,
  files: readonly InstalledFile[],
  { folder, effort, store, progress }: MakeContext,
  place: Place,
): Promise<PackedFiles> {
  const bytes = await packFiles(files, target.architecture, {
    levels: { code: xzLevels[effort === "quick" ? "quick" : "brisk"], other: xzLevels[effort] },
    store,
    folder,
    progress: (done, work) => progress(gathered + (0.9 - gathered) * done, work),
  });
  checkPacked(bytes.length);
  const kind = nsis.kind ?? "x86-unicode";
  const plugin = place(`${pluginName}.dll`, readFile(pluginPath(kind, pluginFolder)));
  await signing?.sign(plugin);
  setTimes(plugin, time, time);
  const path = join(folder, "app.xz");
  writeFile(path, piecesOf(bytes), 0o644);
  setTimes(path, time, time);
  return { path, bytes: bytes.length, time, plugin, kind };
}

/** Sizes in an installer have 31 bits; its script and its programs take less than 7 MB. */
export const maxPacked = 2_140_000_000;

/** @throws Error when the packed files are more than makensis can put into an installer */
export function checkPacked(bytes: number): void {
  if (bytes <= maxPacked) return;
  throw new Error(
    `Cannot make a script installer with ${Math.ceil(bytes / 1e6)} MB of packed files: it holds at most ${maxPacked / 1e6} MB; take large files out of the package, and download them in the app`,
  );
}

/** @returns 0 for a file that does not exist yet */
function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function licenseEnding(path: string): string {
  return /\.rtf$/i.test(path) ? ".rtf" : ".txt";
}

/** Texts get a UTF-8 byte order mark, and Windows line ends. */
function licenseText(path: string): string | Uint8Array {
  const bytes = readFile(path);
  if (licenseEnding(path) === ".rtf") return bytes;
  return `\ufeff${plainText(bytes).replaceAll(/\r?\n/g, "\r\n")}`;
}

interface Signer extends AsyncDisposable {
  /** The command that makensis runs for the uninstaller. */
  readonly command: string;
  /**
   * The command's variables. All users of this machine can read commands, but only this user can
   * read these.
   */
  readonly variables: NodeJS.ProcessEnv;
}

/**
 * Signs on request while it is open.
 * @param folder for copies: makensis keeps the file in a folder that all users can write to
 */
function openSigner(signing: CodeSigning, folder: string): Signer {
  // Other users of this machine must not get a signature.
  const path = `/${randomUUID()}`;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== path) return new Response(null, { status: 404 });
      try {
        const file = openFileRoot(await request.text());
        const copy = join(folder, "uninstaller.exe");
        await copyFile(file, copy);
        await signing.sign(copy);
        writeFile(file, readFile(copy), statSync(file).mode & 0o777);
        return new Response();
      } catch (error) {
        return new Response(error instanceof Error ? error.message : String(error), {
          status: 500,
        });
      }
    },
  });
  const script = fileURLToPath(new URL("./sign-request.ts", import.meta.url));
  const { command, variables } = commandOfScript(process.execPath, script);
  return {
    command,
    variables: { ...variables, [signingAddress]: `${server.url.origin}${path}` },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
