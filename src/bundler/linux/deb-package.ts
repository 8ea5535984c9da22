import { architectureNames, type Architecture } from "../../contract/target.ts";
import type { Effort, MakeContext } from "../format-table.ts";
import type { Pieces } from "../../disk/write.ts";
import { ar } from "../write/ar.ts";
import { gzip } from "../write/compress.ts";
import { withFolders, type Content, type Entry, type FileEntry } from "../write/entries.ts";
import { checksum, piecesOf } from "../write/source.ts";
import { tar, tarSource } from "../write/tar.ts";
import { text } from "./layout.ts";
import { packPayload, type Payload } from "./payload.ts";

// A .deb is an `ar` archive with three members, in this order:
//
//   debian-binary      the text "2.0\n"
//   control.tar.gz     control, md5sums, conffiles where there are any
//   data.tar.xz        the files; data.tar.zst in a build that is made quickly
//
// dpkg reads zstd since Debian 12 and Ubuntu 18.04; no older release has WebKitGTK 4.1. We write no
// maintainer scripts: the triggers of the owning packages update menus, icon caches and the like.
// Source: Debian Policy, chapters 3, 5, 7 and 12.

const endings: Readonly<Record<Payload["kind"], string>> = { xz: "xz", zstd: "zst" };

/** The control fields of a package. */
export interface DebControl {
  readonly name: string;
  /** In dpkg's form (`packageVersion`). */
  readonly version: string;
  readonly architecture: Architecture;
  readonly maintainer: string;
  readonly depends: readonly string[];
  readonly conflicts: readonly string[];
  readonly replaces: readonly string[];
  readonly provides: readonly string[];
  readonly section: string;
  readonly priority: string;
  readonly homepage: string | null;
  /** One line. */
  readonly synopsis: string;
  readonly description: string;
}

/** A Debian package to be made. */
export interface DebPackage {
  readonly control: DebControl;
  /** For every file in it. */
  readonly time: number;
  readonly entries: readonly Entry<Content>[];
  /** The largest file, for the compressor. */
  readonly executable: Content;
}

/** `my-app_1.2.3~beta.1_amd64.deb` */
export function debName({
  name,
  version,
  architecture,
}: Pick<DebControl, "name" | "version" | "architecture">): string {
  return `${name}_${version}_${architectureNames[architecture].debian}.deb`;
}

/** Makes the pieces of a Debian package. */
export async function debPieces(made: DebPackage, context: MakeContext): Promise<Pieces> {
  const { control, time, executable } = made;
  const entries = withFolders(made.entries);
  const files = entries.filter((entry) => entry.kind === "file");
  const options = { time, prefix: "./" };
  const about = tar(withFolders(controlFiles(control, entries, files)), options);
  const data = await packPayload(
    tarSource(entries, options),
    control.architecture,
    executable,
    context,
  );
  const members = [
    { name: "debian-binary", bytes: Buffer.from("2.0\n") },
    { name: "control.tar.gz", bytes: gzip(about) },
    { name: `data.tar.${endings[data.kind]}`, bytes: data.bytes },
  ];
  return piecesOf(ar(members, time));
}

function controlFiles(
  control: DebControl,
  entries: readonly Entry<Content>[],
  files: readonly FileEntry<Content>[],
): FileEntry[] {
  // Folders count 1 KiB each, files are rounded up to whole KiB (deb-substvars(5)).
  const kibibytes = entries.reduce(
    (sum, entry) => sum + (entry.kind === "file" ? Math.ceil(entry.bytes.length / 1024) : 1),
    0,
  );
  const sums = files.map(({ path, bytes }) => `${checksum("md5", bytes)}  ${path}\n`);
  const settings = files
    .filter(({ path }) => path.startsWith("etc/"))
    .map(({ path }) => `/${path}\n`);
  return [
    text("control", controlText(control, kibibytes)),
    text("md5sums", sums.join("")),
    ...(settings.length === 0 ? [] : [text("conffiles", settings.join(""))]),
  ];
}

/** Renders the control file of a package. */
export function controlText(control: DebControl, installedKibibytes: number): string {
  const fields: [name: string, value: string | null][] = [
    ["Package", control.name],
    ["Version", control.version],
    ["Architecture", architectureNames[control.architecture].debian],
    ["Maintainer", control.maintainer],
    ["Installed-Size", String(installedKibibytes)],
    ["Depends", list(control.depends)],
    ["Conflicts", list(control.conflicts)],
    ["Replaces", list(control.replaces)],
    ["Provides", list(control.provides)],
    ["Section", control.section],
    ["Priority", control.priority],
    ["Homepage", control.homepage],
    ["Description", [control.synopsis, ...folded(control.description)].join("\n")],
  ];
  return fields
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\n`]))
    .join("");
}

function list(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(", ");
}

/**
 * Continuation lines begin with a space; an empty one is a dot. A dot followed by more text is
 * reserved (Policy 5.6.13): after another space it is plain text.
 */
export function folded(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line.trim() === "" ? " ." : ` ${line.startsWith(".") ? " " : ""}${line.trimEnd()}`,
    );
}

/**
 * A changelog with only this version: Policy 12.7 requires one. Its readers require angle brackets
 * after the name, even without an address.
 */
export function plainChangelog(
  { name, version, maintainer }: DebControl,
  release: string,
  time: number,
): string {
  const date = new Date(time * 1000).toUTCString().replace("GMT", "+0000");
  const author = maintainer.endsWith(">") ? maintainer : `${maintainer} <>`;
  return [
    `${name} (${version}) stable; urgency=medium`,
    "",
    `  * Release ${release}.`,
    "",
    ` -- ${author}  ${date}`,
    "",
  ].join("\n");
}

/** The content of a copyright file, in Debian's machine-readable form. */
export interface Copyright {
  readonly name: string;
  readonly source: string | null;
  readonly copyright: string;
  readonly license: string;
  readonly licenseText: string | null;
}

/** Source: Debian "Machine-readable debian/copyright file" 1.0. */
export function copyrightText({
  name,
  source,
  copyright,
  license,
  licenseText,
}: Copyright): string {
  const paragraphs = [
    [
      "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
      `Upstream-Name: ${name}`,
      ...(source === null ? [] : [`Source: ${source}`]),
    ],
    [
      "Files: *",
      `Copyright: ${copyright}`,
      `License: ${license}`,
      ...(licenseText === null ? [] : folded(licenseText)),
    ],
  ];
  return paragraphs.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** The lintian overrides for a package with a runtime at a path in it. */
export function lintianOverrides(name: string, path: string | null, effort: Effort): string {
  return [
    ...(effort === "quick"
      ? [
          "# dpkg reads zstd since 1.21.18, and every release that has WebKitGTK 4.1 has that dpkg.",
          `${name}: malformed-deb-archive *`,
        ]
      : []),
    ...(path === null
      ? []
      : [
          "# The executable carries its program behind its last section: stripping destroys it.",
          `${name}: unstripped-binary-or-object [${path}]`,
          "# The JavaScript runtime is one file and has its own image and compression libraries.",
          `${name}: embedded-library * [${path}]`,
        ]),
    "",
  ].join("\n");
}
