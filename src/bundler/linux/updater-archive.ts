import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import type { StagedApp } from "../staged-app.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { gzipToFile } from "../write/compress.ts";
import { fileSource } from "../write/source.ts";
import { tarSource } from "../write/tar.ts";

// The updater's download on Linux: a tar archive with the AppImage as its only entry, compressed by
// gzip. The AppImage is compressed already; the archive exists for apps and feeds of Tauri, which
// support no other form. Chunks come from the AppImage itself: it is compressed block by block, so
// equal blocks stay equal in it, too.

/** `my-app_1.2.3_x86_64.AppImage.tar.gz`, the AppImage and the index of its chunks. */
export function updaterArchiveNames(appImage: string): string[] {
  return [`${appImage}.tar.gz`, appImage, chunkIndexName(appImage)];
}

/** Makes the archive around each AppImage. */
export async function makeUpdaterArchives(
  { time }: StagedApp,
  { folder, sources }: MakeContext,
): Promise<void> {
  for (const source of sources) {
    const name = basename(source);
    const [archiveName = ""] = updaterArchiveNames(name);
    const bytes = fileSource(source);
    const entry = { kind: "file", path: name, mode: 0o755, bytes } as const;
    await gzipToFile(tarSource([entry], { time, prefix: "" }), join(folder, archiveName));
    writeChunks(bytes, { folder, name, packing: "none" });
  }
}
