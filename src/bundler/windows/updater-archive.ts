import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../output.ts";
import { zip } from "../write/zip.ts";
import type { WindowsApp } from "./windows-app.ts";

// What the updater downloads on Windows: a ZIP archive with an installer as its only entry. A feed names one download for a
// platform, so of several installers it is the script installer, or else the first package of Windows Installer.

/** `my-app_1.2.3_x64-setup.nsis.zip`, `my-app_1.2.3_x64_en-US.msi.zip` */
export function windowsUpdaterArchiveName(sources: readonly string[]): string {
  const source = updateOf(sources);
  const kind = extname(source) === ".exe" ? ".nsis" : extname(source);
  return `${basename(source, extname(source))}${kind}.zip`;
}

/** Makes the archive around the installer that updates are installed by. */
export function makeWindowsUpdaterArchive(_: WindowsApp, { folder, sources }: MakeContext): void {
  const source = updateOf(sources);
  const entry = { kind: "file", path: basename(source), mode: 0o755, bytes: readFileSync(source) } as const;
  writeFile(join(folder, windowsUpdaterArchiveName(sources)), zip([entry]), 0o644);
}

function updateOf(sources: readonly string[]): string {
  const source = sources.find((name) => extname(name) === ".exe") ?? sources[0];
  if (source === undefined) throw new Error("Cannot make the updater's archive: want an installer");
  return source;
}
