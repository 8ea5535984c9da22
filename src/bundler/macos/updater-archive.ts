import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { gzipToFile } from "../write/compress.ts";
import { tarSource } from "../write/tar.ts";
import { readFolder } from "./folder-entries.ts";
import type { MacApp } from "./macos-app.ts";

// The updater's download on macOS: a tar archive of the bundle, including links, compressed by
// gzip. Chunks come from the same archive before compression.

/** `My App.app.tar.gz`, the chunks of the archive and their index. */
export function macUpdaterArchiveNames(bundle: string): string[] {
  const chunks = `${bundle}.chunks`;
  return [`${bundle}.tar.gz`, chunks, chunkIndexName(chunks)];
}

/** Makes the archive around each bundle. */
export async function makeMacUpdaterArchives(
  { time }: MacApp,
  { folder, sources }: MakeContext,
): Promise<void> {
  for (const source of sources) {
    const name = basename(source);
    const [archiveName = "", chunks = ""] = macUpdaterArchiveNames(name);
    const archive = tarSource(readFolder(source, name), { time, prefix: "" });
    await gzipToFile(archive, join(folder, archiveName));
    writeChunks(archive, { folder, name: chunks, packing: "deflate" });
  }
}
