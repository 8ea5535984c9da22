import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../../disk/write.ts";
import { chunkIndexName, writeChunks } from "../update-chunks.ts";
import { gzip } from "../write/compress.ts";
import { readSource } from "../write/source.ts";
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
export function makeMacUpdaterArchives({ time }: MacApp, { folder, sources }: MakeContext): void {
  for (const source of sources) {
    const name = basename(source);
    const [archiveName = "", chunks = ""] = macUpdaterArchiveNames(name);
    const archive = readSource(tarSource(readFolder(source, name), { time, prefix: "" }));
    writeFile(join(folder, archiveName), gzip(archive), 0o644);
    writeChunks(archive, { folder, name: chunks, packing: "deflate" });
  }
}
