import { join } from "node:path";
import type { Effort, MakeContext } from "../format-table.ts";
import { writeFile } from "../../disk/write.ts";
import { gzip } from "../write/compress.ts";
import type { Content, Entry, FileEntry } from "../write/entries.ts";
import { categoryNames } from "./categories.ts";
import {
  controlText,
  copyrightText,
  debPieces,
  debName,
  lintianOverrides,
  plainChangelog,
  type DebControl,
  type DebPackage,
} from "./deb-package.ts";
import { debDependencies, debRuntimeDependencies } from "./dependencies.ts";
import { installedCommand, launcher } from "./launcher.ts";
import { appFolder, commonEntries, readFiles, text } from "./layout.ts";
import type { LinuxApp } from "./linux-app.ts";
import { packageVersion } from "./package-version.ts";
import { runtimeEntry, runtimePackage, type RuntimePackage } from "./runtime-package.ts";

/** The app's package, and that of a shared runtime. */
export function debFileNames(staged: LinuxApp): string[] {
  const runtime = runtimePackage(staged);
  return [controlOf(staged), ...(runtime === null ? [] : [runtime])].map(debName);
}

/** Makes the Debian packages. */
export async function makeDebs(staged: LinuxApp, context: MakeContext): Promise<void> {
  const executable = launcher(staged);
  const entries = debEntries(staged, executable, context.effort);
  await makeDeb({ control: controlOf(staged), time: staged.time, entries, executable }, context);
  const runtime = runtimePackage(staged);
  if (runtime !== null) await makeDeb(runtimeDeb(runtime, context.effort), context);
}

async function makeDeb(deb: DebPackage, context: MakeContext): Promise<void> {
  writeFile(join(context.folder, debName(deb.control)), await debPieces(deb, context), 0o644);
}

function runtimeDeb(runtime: RuntimePackage, effort: Effort): DebPackage {
  const { name, time, homepage, license, licenseText } = runtime;
  const control: DebControl = {
    ...runtime,
    depends: debRuntimeDependencies,
    conflicts: [],
    replaces: [],
    provides: [],
    section: "javascript",
    priority: "optional",
    synopsis: runtime.summary,
  };
  const copyright = {
    name: "Bun",
    source: homepage,
    copyright: "the authors of Bun",
    license,
    licenseText,
  };
  const entry = runtimeEntry(runtime);
  const documents = `usr/share/doc/${name}`;
  const entries = [
    entry,
    gzipped(`${documents}/changelog.gz`, plainChangelog(control, runtime.version, time)),
    text(`${documents}/copyright`, copyrightText(copyright)),
    text(`usr/share/lintian/overrides/${name}`, lintianOverrides(name, entry.path, effort)),
  ];
  return { control, time, entries, executable: entry.bytes };
}

function debEntries(staged: LinuxApp, executable: Content, effort: Effort): Entry<Content>[] {
  const { packageName, deb } = staged;
  const documents = `usr/share/doc/${packageName}`;
  const changelog = deb.changelog ?? plainChangelog(controlOf(staged), staged.version, staged.time);
  const ownRuntime = staged.shared === null ? `${appFolder(staged)}/${packageName}` : null;
  return [
    ...commonEntries(staged, executable, deb, installedCommand(staged)),
    gzipped(`${documents}/changelog.gz`, changelog),
    text(`${documents}/copyright`, copyright(staged)),
    text(
      `usr/share/lintian/overrides/${packageName}`,
      lintianOverrides(packageName, ownRuntime, effort),
    ),
    ...readFiles(deb.files, ""),
  ];
}

function gzipped(path: string, content: string): FileEntry {
  return { kind: "file", path, mode: 0o644, bytes: gzip(Buffer.from(content)) };
}

/** Renders the control file of the app's package. */
export function debControl(staged: LinuxApp, installedKibibytes: number): string {
  return controlText(controlOf(staged), installedKibibytes);
}

function controlOf(staged: LinuxApp): DebControl {
  const { deb, productName } = staged;
  const runtime = runtimePackage(staged);
  const needed = runtime === null ? [] : [`${runtime.name} (= ${runtime.version})`];
  return {
    name: staged.packageName,
    version: packageVersion(staged.version),
    architecture: staged.target.architecture,
    maintainer: staged.maintainer,
    depends: [...new Set([...(deb.depends ?? []), ...needed, ...debDependencies])],
    conflicts: deb.conflicts ?? [],
    replaces: deb.replaces ?? [],
    provides: deb.provides ?? [],
    section: deb.section ?? categoryNames(staged.category).section,
    priority: deb.priority ?? "optional",
    homepage: staged.homepage,
    synopsis: synopsis(staged),
    description: staged.description ?? `This package installs the application ${productName}.`,
  };
}

/** Archives reject a synopsis that repeats the name or begins with it, and an empty description. */
function synopsis({ summary, productName }: LinuxApp): string {
  return summary === productName ? `Desktop application ${productName}` : summary;
}

function copyright(staged: LinuxApp): string {
  return copyrightText({
    name: staged.productName,
    source: staged.homepage,
    copyright: staged.copyright?.replace(/\s+/g, " ") ?? staged.publisher,
    license: staged.license ?? "unspecified",
    licenseText: staged.licenseText,
  });
}
