import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { gzipToFile } from "../write/compress.ts";
import { tarSource } from "../write/tar.ts";
import { readFolder } from "./folder-entries.ts";
import type { MacApp } from "./macos-app.ts";

// The updater's download on macOS: a tar archive of the bundle, including links, compressed by
// gzip. Chunks come from the same archive before compression.

/** `my-app_1.2.3_arm64.app.tar.gz`, the chunks of the archive and their index. */
export function macUpdaterArchiveNames({
  packageName,
  version,
  architectureName,
}: MacApp): [archive: string, chunks: string, index: string] {
  const name = `${packageName}_${version}_${architectureName}.app`;
  const chunks = `${name}.chunks`;
  return [`${name}.tar.gz`, chunks, chunkIndexName(chunks)];
}

/** Makes the archive around the bundle. */
export async function makeMacUpdaterArchive(
  app: MacApp,
  { folder, sources }: MakeContext,
): Promise<void> {
  const [archiveName, chunks] = macUpdaterArchiveNames(app);
  const [bundle = ""] = sources;
  const entries = readFolder(bundle, basename(bundle));
  const archive = tarSource(entries, { time: app.time, prefix: "" });
  await gzipToFile(archive, join(folder, archiveName));
  writeChunks(archive, { folder, name: chunks, packing: "deflate" });
}
