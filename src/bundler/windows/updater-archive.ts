import { basename, extname, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { makeFolder, writeFile } from "../../disk/write.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { deflateTo } from "../write/compress.ts";
import { fileSource, piecesOf, type FilePart } from "../write/source.ts";
import { zipOf } from "../write/zip.ts";
import { makeMsi } from "./msi/msi.ts";
import { makeNsis } from "./nsis/nsis.ts";
import { webviewOfUpdates } from "./webview.ts";
import type { WindowsApp } from "./windows-app.ts";

// The updater's download on Windows: a ZIP archive with an installer as its only entry. A feed
// names one download per platform, so of several installers it is the script installer, or else the
// first package of Windows Installer.
//
// The script installer of updates is made again, uncompressed: so it contains the app's files as
// they are on the disk of an older version, and only changes must be downloaded. The archive around
// it is compressed.
//
// Neither of them contains the web engine's installer, regardless of the configuration: a missing
// engine is downloaded.

const isScriptInstaller = (name: string): boolean => extname(name) === ".exe";

/**
 * `my-app_1.2.3_x64-setup.nsis.zip`, the chunks of the installer and their index;
 * `my-app_1.2.3_x64_en-US.msi.zip`
 */
export function windowsUpdaterArchiveNames(sources: readonly string[]): string[] {
  const source = updateOf(sources);
  const name = basename(source, extname(source));
  if (!isScriptInstaller(source)) return [`${name}.msi.zip`];
  const chunks = `${name}.nsis.chunks`;
  return [`${name}.nsis.zip`, chunks, chunkIndexName(chunks)];
}

/** Makes the archive around the installer of updates. */
export async function makeWindowsUpdaterArchive(
  app: WindowsApp,
  context: MakeContext,
): Promise<void> {
  const { folder, sources } = context;
  const source = updateOf(sources);
  const path = basename(source);
  const [archive = "", chunks] = windowsUpdaterArchiveNames(sources);
  const update = { ...app, webview: webviewOfUpdates(app) };
  const bytes = isScriptInstaller(source)
    ? await remade(path, context, (again) => makeNsis(update, again, "off"))
    : await packageOfUpdate(update, app, source, context);
  const packed = await deflateTo(bytes, join(folder, "deflated"));
  const entry = { kind: "file", path, mode: 0o755, bytes } as const;
  writeFile(join(folder, archive), piecesOf(zipOf([{ entry, packed }])), 0o644);
  if (chunks !== undefined) writeChunks(bytes, { folder, name: chunks, packing: "deflate" });
}

/** The package of the build itself, unless it installs the web engine in another way. */
async function packageOfUpdate(
  update: WindowsApp,
  app: WindowsApp,
  source: string,
  context: MakeContext,
): Promise<FilePart> {
  if (update.webview === app.webview || app.windows.wix.skipWebviewInstall)
    return fileSource(source);
  // The first language is that of the source.
  const msi = { ...app.msi, languages: app.msi.languages.slice(0, 1) };
  return await remade(basename(source), context, (again) => makeMsi({ ...update, msi }, again));
}

async function remade(
  name: string,
  context: MakeContext,
  make: (context: MakeContext) => Promise<void>,
): Promise<FilePart> {
  const folder = join(context.folder, "installer");
  makeFolder(folder);
  await make({ ...context, folder });
  return fileSource(join(folder, name));
}

function updateOf(sources: readonly string[]): string {
  const source = sources.find(isScriptInstaller) ?? sources[0];
  if (source === undefined) throw new Error("Cannot make the updater's archive: want an installer");
  return source;
}
