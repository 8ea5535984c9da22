import {
  debRelationFields,
  rpmRelationFields,
  rpmRelease,
  rpmReleaseText,
} from "../../contract/shipped/package-relations.ts";
import { checkFieldTexts } from "../field-text.ts";
import { emptyFolderNote, findPackageFiles, type PackagedFile } from "../resources.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import type { SharedApp } from "../runtime/shared-app.ts";
import { shippedFiles, shippedText, type ShippedFile } from "../shipped-file.ts";
import type { AppImageSettings, BundleFields, DebSettings, RpmSettings } from "../settings.ts";
import type { StagedApp } from "../staged-app.ts";
import type { NamedText, Staging } from "../staging.ts";
import { checkDebRelation } from "./deb-relations.ts";
import { desktopEntry } from "./desktop-entry.ts";
import { packageVersion } from "./package-version.ts";
import { parseRelation } from "./rpm-relations.ts";

/** The additional inputs of Linux's formats. */
export interface LinuxApp extends StagedApp {
  /**
   * The replacement of the runtime in the app's deb and rpm; `null`: their executable contains one.
   */
  readonly shared: SharedApp | null;
  readonly appimage: AppImageSettings;
  readonly deb: Staged<DebSettings> & { readonly changelog: string | null };
  readonly rpm: Staged<RpmSettings>;
}

/** A format's settings with its files found and its template read. */
type Staged<Settings> = Omit<Settings, "files" | "desktopTemplate" | "changelog"> & {
  readonly files: readonly PackagedFile[];
  readonly desktopTemplate: NamedText | null;
};

/** Collects and checks the settings of Linux's formats. */
export function stageLinux(
  app: StagedApp,
  { appimage, deb, rpm }: BundleFields,
  staging: Staging,
  shared: SharedApp | null,
): LinuxApp {
  const taken = new Set([app.packageName, ...(shared === null ? [] : [sharedFolder])]);
  staging.attempt("bundle.externalBin", undefined, () => addSidecars(taken, app));
  staging.attempt("bundle.resources", undefined, () => checkResources(taken, app));
  staging.attempt("package.version", "", () => packageVersion(app.version));
  for (const field of debRelationFields)
    staging.attempt(`bundle.deb.${field}`, undefined, () => {
      for (const text of deb[field] ?? []) checkDebRelation(text, field);
    });
  for (const field of rpmRelationFields)
    staging.attempt(`bundle.rpm.${field}`, undefined, () => {
      for (const text of rpm[field] ?? []) parseRelation(text, field);
    });
  staging.attempt("bundle.rpm.release", undefined, () => checkRelease(rpm.release));
  const notes: string[] = [];
  const ofFormat = (name: "deb" | "rpm", settings: DebSettings | RpmSettings) => ({
    files: staging.attempt(`bundle.${name}.files`, [], () =>
      findPackageFiles(staging.folder, settings.files, (path) =>
        notes.push(emptyFolderNote(`${name}.files`, path)),
      ),
    ),
    desktopTemplate: staging.readText(`bundle.${name}.desktopTemplate`, settings.desktopTemplate),
  });
  const debFiles = ofFormat("deb", deb);
  const changelog = staging.readText("bundle.deb.changelog", deb.changelog);
  const added = {
    shared,
    appimage,
    deb: { ...deb, ...debFiles, changelog: changelog?.text ?? null },
    rpm: { ...rpm, ...ofFormat("rpm", rpm) },
  };
  const staged: LinuxApp = {
    ...app,
    ...added,
    notes: [...app.notes, ...notes],
    shipped: [
      ...app.shipped,
      ...settingsFiles("deb", added.deb),
      ...settingsFiles("rpm", added.rpm),
      ...shippedText("framework.bundle.deb.changelog", changelog),
    ],
  };
  for (const format of ["deb", "rpm"] as const)
    staging.attempt(`bundle.${format}.desktopTemplate`, "", () =>
      desktopEntry(staged, staged[format].desktopTemplate),
    );
  checkTexts("deb", staged.deb, staging);
  checkTexts("rpm", staged.rpm, staging);
  return staged;
}

function settingsFiles(
  format: "deb" | "rpm",
  { files, desktopTemplate }: Staged<DebSettings | RpmSettings>,
): ShippedFile[] {
  return [
    ...shippedFiles(`bundle.${format}.files`, files),
    ...shippedText(`framework.bundle.${format}.desktopTemplate`, desktopTemplate),
  ];
}

/** Names of files become lines of lists in packages. The content of whole files is not checked. */
function checkTexts(
  format: "deb" | "rpm",
  settings: LinuxApp["deb"] | LinuxApp["rpm"],
  staging: Staging,
): void {
  const { files, ...rest } = settings;
  const texts = {
    ...rest,
    desktopTemplate: null,
    changelog: null,
    files: files.map(({ path }) => path),
  };
  const fields = Object.entries(texts).map(([name, value]) => [
    `framework.bundle.${format}.${name}`,
    value,
  ]);
  checkFieldTexts(staging, Object.fromEntries(fields) as Readonly<Record<string, unknown>>);
}

/** The executable, the sidecars and the resources share one folder. */
function addSidecars(taken: Set<string>, { sidecars }: StagedApp): void {
  for (const { path } of sidecars) {
    if (taken.has(path)) throw new Error(`Cannot ship a sidecar as "${path}": the name is taken`);
    taken.add(path);
  }
}

function checkResources(taken: ReadonlySet<string>, { resources }: StagedApp): void {
  for (const { path } of resources) {
    const first = path.split("/")[0] ?? path;
    if (taken.has(first))
      throw new Error(
        `Cannot ship a resource as "${path}": the app has something of the name "${first}"`,
      );
  }
}

function checkRelease(release: string): void {
  if (!rpmRelease.test(release))
    throw new Error(`Cannot use rpm release "${release}": it ${rpmReleaseText}`);
}
