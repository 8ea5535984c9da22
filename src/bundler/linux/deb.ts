import { join } from "node:path";
import { architectureNames } from "../../contract/target.ts";
import type { Effort, MakeContext } from "../format-table.ts";
import { writeFile } from "../output.ts";
import { ar } from "../write/ar.ts";
import { gzip } from "../write/compress.ts";
import { withFolders, type Entry, type FileEntry } from "../write/entries.ts";
import { tar } from "../write/tar.ts";
import { categoryNames } from "./categories.ts";
import { debDependencies } from "./dependencies.ts";
import { appFolder, commonEntries, readFiles, text } from "./layout.ts";
import type { LinuxApp } from "./linux-app.ts";
import { packageVersion } from "./package-version.ts";
import { packPayload, type Payload } from "./payload.ts";

// A .deb is an `ar` archive with three members, in this order:
//
//   debian-binary      the text "2.0\n"
//   control.tar.gz     control, md5sums, conffiles where there are any
//   data.tar.xz        the files; data.tar.zst in a build that is made quickly
//
// zstd is read by dpkg since Debian 12 and Ubuntu 18.04; WebKitGTK 4.1 is in none that is older.
// We write no maintainer scripts: menus, icon caches and the like are renewed by the triggers of the packages
// that own them. Source: Debian Policy, chapters 3, 5, 7 and 12.

const endings: Readonly<Record<Payload["kind"], string>> = { xz: "xz", zstd: "zst" };

/** `my-app_1.2.3~beta.1_amd64.deb` */
export function debFileName(staged: LinuxApp): string {
  return `${staged.packageName}_${packageVersion(staged.version)}_${architecture(staged)}.deb`;
}

/** Makes a Debian package. */
export async function makeDeb(staged: LinuxApp, context: MakeContext): Promise<void> {
  const { folder, executable, effort } = context;
  const entries = withFolders(debEntries(staged, executable(), effort));
  const files = entries.filter((entry) => entry.kind === "file");
  const options = { time: staged.time, prefix: "./" };
  const control = tar(withFolders(controlFiles(staged, entries, files)), options);
  const data = await packPayload(tar(entries, options), staged.target.architecture, context);
  const members = [
    { name: "debian-binary", bytes: Buffer.from("2.0\n") },
    { name: "control.tar.gz", bytes: gzip(control) },
    { name: `data.tar.${endings[data.kind]}`, bytes: data.bytes },
  ];
  writeFile(join(folder, debFileName(staged)), ar(members, staged.time), 0o644);
}

function architecture(staged: LinuxApp): string {
  return architectureNames[staged.target.architecture].debian;
}

function debEntries(staged: LinuxApp, executable: Uint8Array, effort: Effort): Entry[] {
  const { packageName, deb } = staged;
  const documents = `usr/share/doc/${packageName}`;
  const changelog = Buffer.from(deb.changelog ?? defaultChangelog(staged));
  return [
    ...commonEntries(staged, executable, deb),
    { kind: "file", path: `${documents}/changelog.gz`, mode: 0o644, bytes: gzip(changelog) },
    text(`${documents}/copyright`, copyright(staged)),
    text(`usr/share/lintian/overrides/${packageName}`, lintianOverrides(staged, effort)),
    ...readFiles(deb.files, ""),
  ];
}

function controlFiles(staged: LinuxApp, entries: readonly Entry[], files: readonly FileEntry[]): FileEntry[] {
  // Folders count 1 KiB each, files are rounded up to whole KiB (deb-substvars(5)).
  const kibibytes = entries.reduce(
    (sum, entry) => sum + (entry.kind === "file" ? Math.ceil(entry.bytes.length / 1024) : 1),
    0,
  );
  const sums = files.map(
    ({ path, bytes }) => `${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}  ${path}\n`,
  );
  const settings = files.filter(({ path }) => path.startsWith("etc/")).map(({ path }) => `/${path}\n`);
  return [
    text("control", debControl(staged, kibibytes)),
    text("md5sums", sums.join("")),
    ...(settings.length === 0 ? [] : [text("conffiles", settings.join(""))]),
  ];
}

/** Renders the control file of the package. */
export function debControl(staged: LinuxApp, installedKibibytes: number): string {
  const { deb } = staged;
  const fields: [name: string, value: string | null][] = [
    ["Package", staged.packageName],
    ["Version", packageVersion(staged.version)],
    ["Architecture", architecture(staged)],
    ["Maintainer", staged.maintainer],
    ["Installed-Size", String(installedKibibytes)],
    ["Depends", [...new Set([...(deb.depends ?? []), ...debDependencies])].join(", ")],
    ["Conflicts", list(deb.conflicts)],
    ["Replaces", list(deb.replaces)],
    ["Provides", list(deb.provides)],
    ["Section", deb.section ?? categoryNames(staged.category).section],
    ["Priority", deb.priority ?? "optional"],
    ["Homepage", staged.homepage],
    ["Description", [synopsis(staged), ...folded(description(staged))].join("\n")],
  ];
  return fields.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\n`])).join("");
}

function list(items: readonly string[] | null): string | null {
  return items === null || items.length === 0 ? null : items.join(", ");
}

/** One that says no more than the name is refused by archives, and so is an empty description. */
function synopsis({ summary, productName }: LinuxApp): string {
  return summary === productName ? `${productName}, a desktop application` : summary;
}

function description({ description: text, productName }: LinuxApp): string {
  return text ?? `This package installs the application ${productName}.`;
}

/** Continuation lines begin with a space; an empty one is a dot. */
function folded(text: string): string[] {
  return text.split(/\r?\n/).map((line) => (line.trim() === "" ? " ." : ` ${line.trimEnd()}`));
}

/** A changelog that says that there is this version: Policy 12.7 wants one. */
function defaultChangelog(staged: LinuxApp): string {
  const date = new Date(staged.time * 1000).toUTCString().replace("GMT", "+0000");
  return [
    `${staged.packageName} (${packageVersion(staged.version)}) stable; urgency=medium`,
    "",
    `  * Release ${staged.version}.`,
    "",
    ` -- ${staged.maintainer}  ${date}`,
    "",
  ].join("\n");
}

/** Source: Debian "Machine-readable debian/copyright file" 1.0. */
function copyright(staged: LinuxApp): string {
  const paragraphs = [
    [
      "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
      `Upstream-Name: ${staged.productName}`,
      ...(staged.homepage === null ? [] : [`Source: ${staged.homepage}`]),
    ],
    [
      "Files: *",
      `Copyright: ${staged.copyright?.replace(/\s+/g, " ") ?? staged.publisher}`,
      `License: ${staged.license ?? "unspecified"}`,
      ...(staged.licenseText === null ? [] : folded(staged.licenseText)),
    ],
  ];
  return paragraphs.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function lintianOverrides(staged: LinuxApp, effort: Effort): string {
  const { packageName } = staged;
  const path = `[${appFolder(staged)}/${packageName}]`;
  return [
    ...(effort === "quick"
      ? [
          "# dpkg reads zstd since 1.21.18, and every release that has WebKitGTK 4.1 has that dpkg.",
          `${packageName}: malformed-deb-archive *`,
        ]
      : []),
    "# The executable carries its program behind its last section: stripping destroys it.",
    `${packageName}: unstripped-binary-or-object ${path}`,
    "# The JavaScript runtime is one file and has its own image and compression libraries.",
    `${packageName}: embedded-library * ${path}`,
    "",
  ].join("\n");
}
