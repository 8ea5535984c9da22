import { mkdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../output.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { zip } from "../write/zip.ts";
import { makeNsis } from "./nsis/nsis.ts";
import type { WindowsApp } from "./windows-app.ts";

// What the updater downloads on Windows: a ZIP archive with an installer as its only entry. A feed names one download for a
// platform, so of several installers it is the script installer, or else the first package of Windows Installer.
//
// The script installer of updates is made once more, not compressed: so it holds the app's files as they lie on the disk
// of who has an older version, and only what has changed must come. The archive around it is compressed.

const isScriptInstaller = (name: string): boolean => extname(name) === ".exe";

/** `my-app_1.2.3_x64-setup.nsis.zip`, the chunks of the installer and their index; `my-app_1.2.3_x64_en-US.msi.zip` */
export function windowsUpdaterArchiveNames(sources: readonly string[]): string[] {
  const source = updateOf(sources);
  const name = basename(source, extname(source));
  if (!isScriptInstaller(source)) return [`${name}.msi.zip`];
  const chunks = `${name}.nsis.chunks`;
  return [`${name}.nsis.zip`, chunks, chunkIndexName(chunks)];
}

/** Makes the archive around the installer that updates are installed by. */
export async function makeWindowsUpdaterArchive(app: WindowsApp, context: MakeContext): Promise<void> {
  const { folder, sources } = context;
  const source = updateOf(sources);
  const path = basename(source);
  const [archive = "", chunks] = windowsUpdaterArchiveNames(sources);
  const bytes = isScriptInstaller(source) ? await uncompressed(app, context, path) : readFileSync(source);
  writeFile(join(folder, archive), zip([{ kind: "file", path, mode: 0o755, bytes }]), 0o644);
  if (chunks !== undefined) writeChunks(bytes, { folder, name: chunks, packing: "deflate" });
}

async function uncompressed(app: WindowsApp, context: MakeContext, name: string): Promise<Uint8Array> {
  const folder = join(context.folder, "installer");
  mkdirSync(folder);
  await makeNsis(app, { ...context, folder }, "off");
  return readFileSync(join(folder, name));
}

function updateOf(sources: readonly string[]): string {
  const source = sources.find(isScriptInstaller) ?? sources[0];
  if (source === undefined) throw new Error("Cannot make the updater's archive: want an installer");
  return source;
}
