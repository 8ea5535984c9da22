import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../output.ts";
import { gzip } from "../write/compress.ts";
import { tar } from "../write/tar.ts";
import { readFolder } from "./folder-entries.ts";
import type { MacApp } from "./macos-app.ts";

// What the updater downloads on macOS: a tar archive of the bundle, links and all, packed with gzip.

/** `My App.app.tar.gz` */
export function macUpdaterArchiveName(bundle: string): string {
  return `${bundle}.tar.gz`;
}

/** Makes the archive around each bundle. */
export function makeMacUpdaterArchives({ time }: MacApp, { folder, sources }: MakeContext): void {
  for (const source of sources) {
    const name = basename(source);
    const archive = tar(readFolder(source, name), { time, prefix: "" });
    writeFile(join(folder, macUpdaterArchiveName(name)), gzip(archive), 0o644);
  }
}
