import { join } from "node:path";
import type { RpmRelationField } from "../../contract/shipped/package-relations.ts";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../../disk/write.ts";
import type { Content, Entry } from "../write/entries.ts";
import { rpmDependencies, rpmRuntimeDependencies } from "./dependencies.ts";
import { installedCommand, launcher } from "./launcher.ts";
import { commonEntries, readFiles, text } from "./layout.ts";
import type { LinuxApp } from "./linux-app.ts";
import { packageVersion } from "./package-version.ts";
import {
  licensePath,
  ofProcessor,
  ownVersion,
  rpmPieces,
  rpmName,
  type RpmPackage,
} from "./rpm-package.ts";
import { exactly, parseRelation, type Relation } from "./rpm-relations.ts";
import { runtimeEntry, runtimePackage, type RuntimePackage } from "./runtime-package.ts";

/** The app's package, and that of a shared runtime. */
export function rpmFileNames(staged: LinuxApp): string[] {
  const runtime = runtimePackage(staged);
  return [appNames(staged), ...(runtime === null ? [] : [runtimeNames(runtime)])].map(rpmName);
}

/** Makes the RPM packages. */
export async function makeRpms(staged: LinuxApp, context: MakeContext): Promise<void> {
  await makeRpm(appRpm(staged, launcher(staged)), context);
  const runtime = runtimePackage(staged);
  if (runtime !== null) await makeRpm(runtimeRpm(runtime), context);
}

async function makeRpm(rpm: RpmPackage, context: MakeContext): Promise<void> {
  writeFile(join(context.folder, rpmName(rpm)), await rpmPieces(rpm, context), 0o644);
}

function appNames({ packageName, version, rpm, target }: LinuxApp) {
  const { release, epoch } = rpm;
  const { architecture } = target;
  return { name: packageName, version: packageVersion(version), release, epoch, architecture };
}

function runtimeNames({ name, version, architecture }: RuntimePackage) {
  return { name, version, release: "1", epoch: 0, architecture };
}

function appRpm(staged: LinuxApp, executable: Content): RpmPackage {
  const { rpm, licenseText } = staged;
  const names = appNames(staged);
  const given = (field: RpmRelationField): Relation[] =>
    (rpm[field] ?? []).map((relation) => parseRelation(relation, field));
  const runtime = runtimePackage(staged);
  const entries: Entry<Content>[] = [
    ...commonEntries(staged, executable, rpm, installedCommand(staged)),
    ...(licenseText === null ? [] : [text(licensePath(names), licenseText)]),
    ...readFiles(rpm.files, ""),
  ];
  return {
    ...names,
    summary: staged.summary,
    description: staged.description ?? staged.summary,
    vendor: staged.publisher,
    packager: staged.maintainer,
    license: rpm.license ?? staged.license ?? "unspecified",
    homepage: staged.homepage,
    time: staged.time,
    requires: [
      ...given("depends"),
      ...(runtime === null ? [] : [itself(runtimeNames(runtime))]),
      ...anyVersion(rpmDependencies),
    ],
    provides: given("provides"),
    conflicts: given("conflicts"),
    obsoletes: given("obsoletes"),
    entries,
    executable,
  };
}

function runtimeRpm(runtime: RuntimePackage): RpmPackage {
  const { summary, description, license, licenseText, homepage, time, maintainer } = runtime;
  const names = runtimeNames(runtime);
  const entry = runtimeEntry(runtime);
  return {
    ...names,
    summary,
    description,
    vendor: maintainer,
    packager: maintainer,
    license,
    homepage,
    time,
    requires: anyVersion(rpmRuntimeDependencies),
    provides: [],
    conflicts: [],
    obsoletes: [],
    entries: [entry, text(licensePath(names), licenseText)],
    executable: entry.bytes,
  };
}

/** A package, and no other version of it. */
function itself(names: ReturnType<typeof runtimeNames>): Relation {
  return exactly(ofProcessor(names), ownVersion(names));
}

function anyVersion(names: readonly string[]): Relation[] {
  return names.map((name) => ({ name, flags: 0, version: "" }));
}
