import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../output.ts";
import type { StagedApp } from "../staged-app.ts";
import { gzip } from "../write/compress.ts";
import { tar } from "../write/tar.ts";

// What the updater downloads on Linux: a tar archive with the AppImage as its only entry, packed with gzip. The
// AppImage is compressed already; the archive is for apps and feeds made for the peer, which know no other form.

/** `my-app_1.2.3_x86_64.AppImage.tar.gz` */
export function updaterArchiveName(appImage: string): string {
  return `${appImage}.tar.gz`;
}

/** Makes the archive around each AppImage. */
export function makeUpdaterArchives({ time }: StagedApp, { folder, sources }: MakeContext): void {
  for (const source of sources) {
    const name = basename(source);
    const entry = { kind: "file", path: name, mode: 0o755, bytes: readFileSync(source) } as const;
    writeFile(join(folder, updaterArchiveName(name)), gzip(tar([entry], { time, prefix: "" })), 0o644);
  }
}
