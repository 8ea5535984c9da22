import type { MakeContext } from "../formats.ts";
import type { StagedApp } from "../staged-app.ts";
import { gzip } from "../write/compress.ts";
import { tar } from "../write/tar.ts";
import { appImageFileName } from "./appimage.ts";

// What the updater downloads on Linux: a tar archive with the AppImage as its only entry, packed with gzip. The
// AppImage is compressed already; the archive is for apps and feeds made for the peer, which know no other form.

/** `my-app_1.2.3_x86_64.AppImage.tar.gz` */
export function updaterArchiveFileName(staged: StagedApp): string {
  return `${appImageFileName(staged)}.tar.gz`;
}

/** Makes the bytes of the archive around an AppImage. */
export function makeUpdaterArchive(staged: StagedApp, { source }: MakeContext): Uint8Array {
  const entry = { kind: "file", path: appImageFileName(staged), mode: 0o755, bytes: source } as const;
  return gzip(tar([entry], { time: staged.time, prefix: "" }));
}
