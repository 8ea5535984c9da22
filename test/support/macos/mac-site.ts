import { gzipSync } from "node:zlib";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolder, writeFolder } from "../../../src/bundler/macos/folder-entries.ts";
import { readSource } from "../../../src/bundler/write/source.ts";
import { withFolders, type Entry } from "../../../src/bundler/write/entries.ts";
import { tar } from "../../../src/bundler/write/tar.ts";
import { thisMachine } from "../this-machine.ts";
import { UpdateSite, type UpdateSiteOptions } from "../update-site.ts";

/** A program of macOS as far as its first bytes go, and a text by which it is known. */
export function program(text: string, architecture: string = thisMachine.architecture): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(0xfeedfacf, 0);
  head.writeUInt32LE(architecture === "arm64" ? 0x0100000c : 0x01000007, 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

export const file = (path: string, bytes: Uint8Array | string, mode = 0o644): Entry => ({
  kind: "file",
  path,
  mode,
  bytes: Buffer.from(bytes),
});
export const link = (path: string, to: string): Entry => ({ kind: "link", path, to });

/** A bundle that has what bundles have: a program, a description, a framework with its links. */
export function bundle(text: string, name = "Memory.app"): Entry[] {
  const framework = `${name}/Contents/Frameworks/F.framework`;
  return [
    { kind: "folder", path: name },
    file(`${name}/Contents/Info.plist`, "<plist/>"),
    file(`${name}/Contents/MacOS/memory`, program(text), 0o755),
    file(`${name}/Contents/Resources/${text}.txt`, text),
    file(`${framework}/Versions/A/F`, program("F"), 0o755),
    link(`${framework}/Versions/Current`, "A"),
    link(`${framework}/F`, "Versions/Current/F"),
  ];
}

export const archive = (...entries: Entry[]): Buffer =>
  gzipSync(tar(entries, { time: 0, prefix: "" }));

/** A Mac where an app is installed as a bundle, with real files. */
export class MacSite extends UpdateSite {
  override readonly system = "macos";

  constructor(
    entries: readonly Entry[] = bundle("version 1.0.0"),
    options: UpdateSiteOptions = {},
  ) {
    super(undefined, options);
    mkdirSync(this.apps);
    writeFolder(this.apps, withFolders(entries), 0);
  }

  get apps(): string {
    return join(this.folder, "Applications");
  }

  get bundle(): string {
    return join(this.apps, "Memory.app");
  }

  override get executable(): string {
    return join(this.bundle, "Contents/MacOS/memory");
  }

  override get installed(): string {
    return readFileSync(this.executable).subarray(32).toString();
  }

  override get names(): string[] {
    return readdirSync(this.apps).sort();
  }

  override get statePath(): string {
    return join(
      this.folder,
      "Library/Application Support/org.example.memory/private/.updates/state.json",
    );
  }

  /** The content of the bundle, without the archive that it was unpacked from. */
  get entries(): Entry[] {
    return readFolder(this.bundle, "Memory.app").map((entry) =>
      entry.kind === "file" ? { ...entry, bytes: readSource(entry.bytes) } : entry,
    );
  }
}
