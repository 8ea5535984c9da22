import { architectureNames, type Architecture } from "../../contract/target.ts";
import type { MakeContext } from "../format-table.ts";
import type { Pieces } from "../../disk/write.ts";
import { contents, cpio, fullMode, hasLargeFiles } from "../write/cpio.ts";
import { withFolders, type Content, type Entry } from "../write/entries.ts";
import {
  binary,
  int16,
  int32,
  regions,
  rpmHeader,
  sizes,
  string,
  strings,
  translated,
  type RpmTag,
} from "../write/rpm-header.ts";
import { checksum, joined, piecesOf } from "../write/source.ts";
import { packPayload, type Payload } from "./payload.ts";
import { exactly, relationTags, rpmFeature, type Relation } from "./rpm-relations.ts";

// A .rpm has four parts:
//
//   lead         96 bytes that only `file` still reads
//   signature    a header with sums of the rest, padded to 8 bytes
//   header       everything there is to know: names, relations, one row per file
//   payload      a cpio archive, packed by xz, or by zstd in a build that is made quickly
//
// Source: rpm manual, "RPM v4 file format", and rpmtag.h.

const payloadFeatures: Readonly<Record<Payload["kind"], Relation>> = {
  xz: rpmFeature("PayloadIsXz", "5.2-1"),
  zstd: rpmFeature("PayloadIsZstd", "5.4.18-1"),
};

/** Numbers of rpmtag.h, by its names. */
const tag = {
  signature: {
    sha1: 269,
    longSize: 270,
    longPayloadSize: 271,
    sha256: 273,
    size: 1000,
    md5: 1004,
    payloadSize: 1007,
  },
  headerI18nTable: 100,
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  summary: 1004,
  description: 1005,
  buildTime: 1006,
  buildHost: 1007,
  size: 1009,
  vendor: 1011,
  license: 1014,
  packager: 1015,
  group: 1016,
  url: 1020,
  os: 1021,
  architecture: 1022,
  fileSizes: 1028,
  fileModes: 1030,
  fileDevices: 1033,
  fileTimes: 1034,
  fileDigests: 1035,
  fileLinks: 1036,
  fileFlags: 1037,
  fileOwners: 1039,
  fileGroups: 1040,
  sourcePackage: 1044,
  fileVerifyFlags: 1045,
  provides: { name: 1047, flags: 1112, version: 1113 },
  requires: { name: 1049, flags: 1048, version: 1050 },
  conflicts: { name: 1054, flags: 1053, version: 1055 },
  obsoletes: { name: 1090, flags: 1114, version: 1115 },
  rpmVersion: 1064,
  fileDevice: 1095,
  fileInodes: 1096,
  fileLanguages: 1097,
  folderIndexes: 1116,
  baseNames: 1117,
  folderNames: 1118,
  payloadFormat: 1124,
  payloadCompressor: 1125,
  payloadFlags: 1126,
  longFileSizes: 5008,
  longSize: 5009,
  fileDigestAlgorithm: 5011,
  encoding: 5062,
  payloadDigest: 5092,
  payloadDigestAlgorithm: 5093,
  payloadDigestPlain: 5097,
} as const;

/** OpenPGP's number for SHA-256. */
const sha256Algorithm = 8;

const fileFlag = { settings: 1 << 0, keepChanged: 1 << 4, license: 1 << 7 } as const;

/** The header of a package. */
export interface RpmPackage {
  readonly name: string;
  /** In rpm's form (`packageVersion`). */
  readonly version: string;
  readonly release: string;
  readonly epoch: number;
  readonly architecture: Architecture;
  /** One line. */
  readonly summary: string;
  readonly description: string;
  readonly vendor: string;
  readonly packager: string;
  readonly license: string;
  readonly homepage: string | null;
  /** For every file in it. */
  readonly time: number;
  readonly requires: readonly Relation[];
  /** Besides its own name. */
  readonly provides: readonly Relation[];
  readonly conflicts: readonly Relation[];
  readonly obsoletes: readonly Relation[];
  readonly entries: readonly Entry<Content>[];
  /** The largest file, for the compressor. */
  readonly executable: Content;
}

type Named = Pick<RpmPackage, "name" | "version" | "release" | "architecture">;

/** `my-app-1.2.3~beta.1-1.x86_64.rpm` */
export function rpmName({ name, version, release, architecture }: Named): string {
  return `${name}-${version}-${release}.${architectureNames[architecture].rpm}.rpm`;
}

/** Makes the pieces of an RPM package. */
export async function rpmPieces(made: RpmPackage, context: MakeContext): Promise<Pieces> {
  const entries = ownEntries(made);
  const archive = cpio(entries, made.time);
  const packed = await packPayload(archive, made.architecture, made.executable, context);
  const payload = packed.bytes;
  const header = rpmHeader(regions.main, [
    ...packageTags(made, entries),
    ...relations(made, entries, packed.kind),
    ...fileTags(made, entries),
    string(tag.payloadFormat, "cpio"),
    string(tag.payloadCompressor, packed.kind),
    string(tag.payloadFlags, String(packed.level)),
    strings(tag.payloadDigest, [checksum("sha256", payload)]),
    int32(tag.payloadDigestAlgorithm, [sha256Algorithm]),
    strings(tag.payloadDigestPlain, [checksum("sha256", archive)]),
  ]);
  const signature = rpmHeader(regions.signature, [
    string(tag.signature.sha1, checksum("sha1", header)),
    string(tag.signature.sha256, checksum("sha256", header)),
    sizes(tag.signature.size, tag.signature.longSize, [header.length + payload.length]),
    binary(tag.signature.md5, Buffer.from(checksum("md5", header, payload), "hex")),
    sizes(tag.signature.payloadSize, tag.signature.longPayloadSize, [archive.length]),
  ]);
  const padding = Buffer.alloc((8 - (signature.length % 8)) % 8);
  return piecesOf(joined([lead(made), signature, padding, header, payload]));
}

function lead({ name, version, release, architecture }: RpmPackage): Buffer {
  const bytes = Buffer.alloc(96);
  bytes.writeUInt32BE(0xedabeedb, 0);
  bytes[4] = 3;
  bytes.writeUInt16BE(architecture === "x64" ? 1 : 19, 8);
  bytes.write(`${name}-${version}-${release}`, 10, 65);
  bytes.writeUInt16BE(1, 76);
  bytes.writeUInt16BE(5, 78);
  return bytes;
}

/**
 * Folders of the system's own packages. A package lists the folders that it alone owns, so that
 * they disappear with it.
 */
const systemFolders =
  /^(etc|opt|srv|usr|var)(\/(lib|libexec|bin|sbin|share|local|cache|log|spool|xdg|xdg\/autostart|systemd|systemd\/system))*$|^usr\/share\/(applications|doc|icons|icons\/hicolor(\/.*)?|licenses|man(\/man\d)?|metainfo|mime(\/packages)?|pixmaps|bash-completion(\/completions)?|zsh(\/site-functions)?|fish(\/vendor_completions\.d)?|dbus-1(\/services)?)$/;

function ownEntries({ entries }: RpmPackage): Entry<Content>[] {
  return withFolders(entries).filter(
    ({ kind, path }) => kind !== "folder" || !systemFolders.test(path),
  );
}

/** The path of a package's licence; rpm marks it as one. */
export function licensePath({ name }: Pick<RpmPackage, "name">): string {
  return `usr/share/licenses/${name}/LICENSE`;
}

function packageTags(made: RpmPackage, entries: readonly Entry<Content>[]): RpmTag[] {
  const { name, version, release } = made;
  const size = entries.reduce((sum, entry) => sum + contents(entry).length, 0);
  return [
    strings(tag.headerI18nTable, ["C"]),
    string(tag.name, name),
    string(tag.version, version),
    string(tag.release, release),
    ...(made.epoch === 0 ? [] : [int32(tag.epoch, [made.epoch])]),
    translated(tag.summary, made.summary),
    translated(tag.description, made.description),
    int32(tag.buildTime, [made.time]),
    string(tag.buildHost, "localhost"),
    sizes(tag.size, tag.longSize, [size]),
    string(tag.vendor, made.vendor),
    string(tag.license, made.license),
    string(tag.packager, made.packager),
    translated(tag.group, "Unspecified"),
    ...(made.homepage === null ? [] : [string(tag.url, made.homepage)]),
    string(tag.os, "linux"),
    string(tag.architecture, architectureNames[made.architecture].rpm),
    // rpm treats a package without the name of its source package as a source package.
    string(tag.sourcePackage, `${name}-${version}-${release}.src.rpm`),
    string(tag.rpmVersion, "4.18.0"),
    string(tag.encoding, "utf-8"),
  ];
}

function relations(
  made: RpmPackage,
  entries: readonly Entry<Content>[],
  payload: Payload["kind"],
): RpmTag[] {
  const { name, requires } = made;
  const own = ownVersion(made);
  return [
    ...relationTags(tag.provides, [
      exactly(name, own),
      exactly(ofProcessor(made), own),
      ...made.provides,
    ]),
    ...relationTags(tag.requires, [
      ...requires,
      rpmFeature("CompressedFileNames", "3.0.4-1"),
      rpmFeature("FileDigests", "4.6.0-1"),
      rpmFeature("PayloadFilesHavePrefix", "4.0-1"),
      payloadFeatures[payload],
      ...(hasLargeFiles(entries) ? [rpmFeature("LargeFiles", "4.12.0-1")] : []),
      ...(requires.some((relation) => relation.name.startsWith("("))
        ? [rpmFeature("RichDependencies", "4.12.0-1")]
        : []),
    ]),
    ...relationTags(tag.conflicts, made.conflicts),
    ...relationTags(tag.obsoletes, made.obsoletes),
  ];
}

/** `1:1.2.3-1`: the form in which other packages refer to exactly this one. */
export function ownVersion({
  epoch,
  version,
  release,
}: Pick<RpmPackage, "epoch" | "version" | "release">): string {
  return `${epoch === 0 ? "" : `${epoch}:`}${version}-${release}`;
}

/** `my-app(x86-64)`: its name, for this processor. */
export function ofProcessor({
  name,
  architecture,
}: Pick<RpmPackage, "name" | "architecture">): string {
  return `${name}(${architecture === "x64" ? "x86-64" : "aarch-64"})`;
}

function fileTags(made: RpmPackage, entries: readonly Entry<Content>[]): RpmTag[] {
  const folders = [...new Set(entries.map(({ path }) => folderOf(path)))];
  const flags = entries.map(({ kind, path }) => {
    if (kind === "file" && path.startsWith("etc/")) return fileFlag.settings | fileFlag.keepChanged;
    return path === licensePath(made) ? fileFlag.license : 0;
  });
  return [
    sizes(
      tag.fileSizes,
      tag.longFileSizes,
      entries.map((entry) => (entry.kind === "folder" ? 4096 : contents(entry).length)),
    ),
    int16(tag.fileModes, entries.map(fullMode)),
    int16(
      tag.fileDevices,
      entries.map(() => 0),
    ),
    int32(
      tag.fileTimes,
      entries.map(() => made.time),
    ),
    strings(
      tag.fileDigests,
      entries.map((entry) => (entry.kind === "file" ? checksum("sha256", entry.bytes) : "")),
    ),
    strings(
      tag.fileLinks,
      entries.map((entry) => (entry.kind === "link" ? entry.to : "")),
    ),
    int32(tag.fileFlags, flags),
    strings(
      tag.fileOwners,
      entries.map(() => "root"),
    ),
    strings(
      tag.fileGroups,
      entries.map(() => "root"),
    ),
    int32(
      tag.fileVerifyFlags,
      entries.map(() => 0xffff_ffff),
    ),
    int32(
      tag.fileDevice,
      entries.map(() => 1),
    ),
    int32(
      tag.fileInodes,
      entries.map((_, index) => index + 1),
    ),
    strings(
      tag.fileLanguages,
      entries.map(() => ""),
    ),
    int32(
      tag.folderIndexes,
      entries.map(({ path }) => folders.indexOf(folderOf(path))),
    ),
    strings(
      tag.baseNames,
      entries.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
    ),
    strings(tag.folderNames, folders),
    int32(tag.fileDigestAlgorithm, [sha256Algorithm]),
  ];
}

/** `usr/bin/app` → `/usr/bin/` */
function folderOf(path: string): string {
  return `/${path.slice(0, path.lastIndexOf("/") + 1)}`;
}
