import { icoImages } from "../../contract/picture/ico.ts";
import { executableManifest } from "./manifest.ts";
import { NtExecutable, NtExecutableResource, type ResourceEntry } from "./portable-executable.ts";
import { ENGLISH, UTF16, versionInfo } from "./version-info.ts";
import { windowsVersion } from "./windows-version.ts";

/**
 * The version information of an executable: in Explorer, in the task manager, in questions of the
 * firewall.
 */
export interface ExecutableFacts {
  readonly productName: string;
  /** A semantic version. */
  readonly version: string;
  readonly publisher: string;
  /** Its description, in one line; the task manager shows it as the program's name. */
  readonly description: string;
  readonly copyright: string | null;
  /** `my-app.exe` */
  readonly fileName: string;
  /** An .ico. */
  readonly icon: Uint8Array | null;
}

const SUBSYSTEM_WINDOWS_GUI = 2;
const RT_ICON = 3;
const RT_STRING = 6;
const RT_GROUP_ICON = 14;
const RT_VERSION = 16;
const RT_MANIFEST = 24;
const replaced: readonly (number | string)[] = [
  RT_ICON,
  RT_STRING,
  RT_GROUP_ICON,
  RT_VERSION,
  RT_MANIFEST,
];

// The resource section must be as large in the file as in memory, because Bun places the compiled
// app after the larger of both, and Windows loads no program with a gap between its sections.
const [mayNotGrow, mayShrink] = [false, true];

/** Windows shows the first group of icons as the program's own. */
const iconGroup = 1;

/**
 * Bun's own executable with the app's name, icon and version in place of Bun's, and without a
 * console window.
 *
 * It is changed before an app is compiled into it: the compiled app is in a section after the
 * resources, and would be lost when those grow. Bun's signature becomes invalid and is removed.
 *
 * @throws Error when it is no Windows executable, or the version does not fit
 */
export function brandExecutable(runtime: Uint8Array, facts: ExecutableFacts): Uint8Array {
  const executable = NtExecutable.from(runtime, { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  resources.entries = resources.entries.filter(({ type }) => !replaced.includes(type));
  if (facts.icon !== null) resources.entries.push(...iconResources(facts.icon));
  resources.entries.push(
    resource(RT_VERSION, 1, versionInfo(windowsVersion(facts.version), textsOf(facts))),
    resource(RT_MANIFEST, 1, Buffer.from(executableManifest)),
  );
  resources.outputResource(executable, mayNotGrow, mayShrink);
  executable.newHeader.optionalHeader.subsystem = SUBSYSTEM_WINDOWS_GUI;
  return new Uint8Array(executable.generate());
}

/**
 * The pictures of an icon, and the group that refers to them: an .ico with resource ids in place of
 * offsets.
 */
function iconResources(ico: Uint8Array): ResourceEntry[] {
  const images = icoImages(ico) ?? [];
  const group = Buffer.alloc(6 + 14 * images.length);
  group.writeUInt16LE(1, 2);
  group.writeUInt16LE(images.length, 4);
  for (const [index, { width, height, bytes }] of images.entries()) {
    const at = 6 + 14 * index;
    group.writeUInt8(width % 256, at);
    group.writeUInt8(height % 256, at + 1);
    group.writeUInt16LE(1, at + 4); // planes
    group.writeUInt16LE(32, at + 6); // bits of each pixel
    group.writeUInt32LE(bytes.length, at + 8);
    group.writeUInt16LE(index + 1, at + 12);
  }
  return [
    ...images.map(({ bytes }, index) => resource(RT_ICON, index + 1, bytes)),
    resource(RT_GROUP_ICON, iconGroup, group),
  ];
}

function resource(type: number, id: number, bytes: Uint8Array): ResourceEntry {
  return { type, id, lang: ENGLISH, codepage: UTF16, bin: new Uint8Array(bytes).buffer };
}

function textsOf(facts: ExecutableFacts): Readonly<Record<string, string>> {
  const { productName, version, publisher, description, copyright, fileName } = facts;
  return {
    CompanyName: publisher,
    FileDescription: description,
    FileVersion: version,
    InternalName: fileName,
    ...(copyright !== null && { LegalCopyright: copyright }),
    OriginalFilename: fileName,
    ProductName: productName,
    ProductVersion: version,
  };
}
