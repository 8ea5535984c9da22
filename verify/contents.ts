import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../harness/temp-dir.ts";
import type { Artefact } from "./artefacts.ts";
import { ask, failure } from "./verifier.ts";

/** The offset of an AppImage's file system: behind the sections of the program before it. */
export function squashfsOffset(appImage: string): number {
  const file = readFileSync(appImage);
  return Number(file.readBigUInt64LE(0x28)) + file.readUInt16LE(0x3a) * file.readUInt16LE(0x3c);
}

/** Unpacks a package of Linux with its own system's program. */
export function unpacked({ kind, path }: Artefact, folder: string): readonly string[] {
  if (kind === "deb") return failure(["dpkg-deb", "--extract", path, folder]);
  if (kind === "rpm")
    return failure(["sh", "-c", 'rpm2cpio "$1" | cpio -idm --quiet', "sh", path], folder);
  const options = [
    "-no-progress",
    "-force",
    "-dest",
    folder,
    "-offset",
    String(squashfsOffset(path)),
  ];
  return failure(["unsquashfs", ...options, path]);
}

/** The program of a Mac's app. */
export function mainProgram({ kind, path }: Artefact): string {
  return kind === "app" ? (globSync(join(path, "Contents/MacOS/*"))[0] ?? path) : path;
}

/**
 * The menu entries and the store's descriptions in a package, judged by the programs of
 * freedesktop.org.
 */
export function freedesktopComplaints(artefact: Artefact): readonly string[] {
  using folder = tempDir();
  const failed = unpacked(artefact, folder.path);
  if (failed.length > 0) return failed;
  const found = (pattern: string): string[] => globSync(join(folder.path, pattern));
  const entries = found("**/usr/share/applications/*.desktop");
  const descriptions = found("**/usr/share/metainfo/*.xml");
  if (entries.length === 0 || descriptions.length === 0)
    return ["no menu entry or no description is in it"];
  return [
    ...ask(["desktop-file-validate", ...entries]).lines,
    ...descriptions.flatMap((file) =>
      failure(["appstreamcli", "validate", "--no-net", "--no-color", file]),
    ),
  ].map((line) => line.replaceAll(`${folder.path}/`, ""));
}
