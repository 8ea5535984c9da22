import { basename, resolve } from "node:path";
import { packageName } from "../contract/shipped/package-name.ts";
import { targetTriple, universalTriple, type System, type Target } from "../contract/target.ts";
import { checkFieldTexts } from "./field-text.ts";
import { readIcons, type StagedIcon } from "./icons.ts";
import { stageLinux, type LinuxApp } from "./linux/linux-app.ts";
import { stageMacos, type MacApp, type MacTools } from "./macos/macos-app.ts";
import type { MacSigning } from "./macos/mac-signing.ts";
import type { NotaryKey } from "./macos/notary/notary-service.ts";
import { stageOpens, type Opens } from "./opens.ts";
import type { ProjectFacts } from "./project-facts.ts";
import {
  emptyFolderNote,
  expand,
  findResources,
  packagedFile,
  type PackagedFile,
} from "./resources.ts";
import type { SharedApp } from "./runtime/shared-app.ts";
import { shippedFiles, shippedText, type ShippedFile } from "./shipped-file.ts";
import type { BundleFields, BundleSettings, Category } from "./settings.ts";
import { Staging } from "./staging.ts";
import { readMarkedText } from "../disk/read.ts";
import { statusAt } from "../disk/status.ts";
import type { CodeSigning } from "./windows/code-signing.ts";
import { fileSource, type FilePart } from "./write/source.ts";
import { stageWindows, type WindowsApp, type WindowsTools } from "./windows/windows-app.ts";

/**
 * The facts about an app for every format, collected once. Every path is absolute and every value
 * settled.
 */
export interface StagedApp {
  readonly target: Target;
  /** The finished executable; it must exist when the packages are made, not before. */
  readonly executable: string;
  /** For every file of every package, in seconds since 1970. */
  readonly time: number;

  readonly productName: string;
  /** See `packageName`: names the packages, the executable and the app's folder. */
  readonly packageName: string;
  readonly identifier: string;
  readonly version: string;
  readonly publisher: string;
  readonly maintainer: string;
  /** One line. */
  readonly summary: string;
  /** Several lines. */
  readonly description: string | null;
  readonly category: Category | null;
  readonly copyright: string | null;
  readonly homepage: string | null;
  readonly license: string | null;
  readonly licenseText: string | null;

  readonly icons: readonly StagedIcon[];
  /** Paths are relative to the resource folder. */
  readonly resources: readonly PackagedFile[];
  /** Paths are the names by which the app calls them. */
  readonly sidecars: readonly PackagedFile[];

  /** The files and addresses that the system opens with the app. */
  readonly opens: Opens;

  /** All content of packages besides the executable and the formats' own files. */
  readonly shipped: readonly ShippedFile[];
  /** Notes to print that are no errors. */
  readonly notes: readonly string[];
}

/**
 * The executable, which is read when it is packed.
 *
 * @throws Error when it was not compiled
 */
export function executableOf({ executable }: Pick<StagedApp, "executable">): FilePart {
  try {
    return fileSource(executable);
  } catch (cause) {
    throw new Error(`Cannot read executable "${basename(executable)}": it must be compiled first`, {
      cause,
    });
  }
}

/** The staged app for the formats of each system. */
export interface StagedApps {
  readonly linux: LinuxApp;
  readonly windows: WindowsApp;
  readonly macos: MacApp;
}

type StageFor<S extends System> = (
  app: StagedApp,
  bundle: BundleFields,
  staging: Staging,
  tools: WindowsTools & { readonly mac: MacTools; readonly shared: SharedApp | null },
) => StagedApps[S];

/** Each system's additions to the common part. */
const additions: { readonly [S in System]: StageFor<S> } = {
  linux: (app, bundle, staging, { shared }) => stageLinux(app, bundle, staging, shared),
  windows: stageWindows,
  macos: (app, bundle, staging, { mac }) => stageMacos(app, bundle, staging, mac),
};

export interface StagingOptions<S extends System = System> {
  readonly settings: BundleSettings;
  /** The folder of the configuration file; its paths are relative to it. */
  readonly folder: string;
  readonly project: ProjectFacts;
  readonly target: Target & { readonly system: S };
  readonly executable: string;
  /** Linux: the content of deb and rpm instead of the executable; absent: they contain that. */
  readonly shared?: SharedApp | null;
  readonly time: number;
  /** The signing of code, on systems that require it; absent: none. */
  readonly signing?: CodeSigning | null;
  /** The folder for tools that neither the project nor the framework ships. */
  readonly toolsFolder?: string;
  /** The signing of code for macOS; absent: ad-hoc. */
  readonly macSigning?: MacSigning;
  /** For notarization by Apple; absent: none. */
  readonly notary?: NotaryKey | null;
  /**
   * The executable supports both Mac processors, and so do the sidecars; the target is one of them.
   */
  readonly isUniversal?: boolean;
}

/**
 * Collects the inputs of packages and finds every required file except the executable, so that it
 * can run before anything is compiled.
 *
 * @throws StagingError with every problem
 */
export function stageApp<S extends System>(options: StagingOptions<S>): StagedApps[S] {
  const {
    settings,
    folder,
    project,
    target,
    executable,
    shared = null,
    time,
    signing = null,
    toolsFolder = folder,
    macSigning = { kind: "ad-hoc" },
    notary = null,
    isUniversal = false,
  } = options;
  const { package: app, framework } = settings;
  const { bundle } = framework;
  const staging = new Staging(folder);
  const notes: string[] = [];
  const found = {
    target,
    executable: resolve(folder, executable),
    time,
    productName: app.productName,
    packageName: packageName(app.productName, bundle.identifier),
    identifier: bundle.identifier,
    version: app.version,
    publisher: bundle.publisher,
    maintainer: project.author ?? bundle.publisher,
    summary: summaryOf(settings, project),
    description: bundle.longDescription?.trim() || null,
    category: bundle.category,
    copyright: bundle.copyright,
    homepage: project.homepage,
    license: project.license,
    licenseText: project.licenseFile === null ? null : readMarkedText(project.licenseFile),
    icons: staging.attempt("bundle.icon", [], () => readIcons(folder, bundle.icon)),
    resources: staging.attempt("bundle.resources", [], () =>
      findResources(folder, bundle.resources, (path) =>
        notes.push(emptyFolderNote("resources", path)),
      ),
    ),
    sidecars: staging.attempt("bundle.externalBin", [], () =>
      findSidecars(folder, bundle.externalBin ?? [], target, isUniversal),
    ),
    opens: stageOpens(bundle, staging, { isOnce: framework.singleInstance }),
  };
  const common: StagedApp = { ...found, shipped: commonFiles(found, project.licenseFile), notes };
  checkCommonTexts(common, staging);
  const staged = additions[target.system](common, bundle, staging, {
    signing,
    toolsFolder,
    shared,
    mac: { signing: macSigning, notary, isUniversal },
  });
  staging.throwIfAny();
  return staged;
}

/**
 * `bin/tool` refers to `bin/tool-x86_64-unknown-linux-gnu`, and is called `tool` in the package.
 */
export function findSidecars(
  folder: string,
  paths: readonly string[],
  target: Target,
  isUniversal = false,
): PackagedFile[] {
  const triple = isUniversal ? universalTriple : targetTriple(target);
  const ending = target.system === "windows" ? ".exe" : "";
  return paths.flatMap((path) => {
    const file = `${path}-${triple}${ending}`;
    const stats = statusAt(resolve(folder, file.replaceAll("\\", "/")));
    if (stats?.isDirectory()) throw new Error(`Cannot ship "${file}": a sidecar must be a file`);
    return expand(folder, file).map(({ source }) => ({
      ...packagedFile(basename(source).replace(`-${triple}`, ""), source),
      executable: true,
    }));
  });
}

/** The description of an app, in one line. */
export function summaryOf(
  { package: app, framework }: BundleSettings,
  { description }: ProjectFacts,
): string {
  return oneLine(framework.bundle.shortDescription) ?? oneLine(description) ?? app.productName;
}

function oneLine(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim() || null;
}

function commonFiles(
  app: Omit<StagedApp, "shipped" | "notes">,
  licenseFile: string | null,
): ShippedFile[] {
  const { resources, sidecars, icons, licenseText, opens } = app;
  const license = licenseText === null ? null : { path: "the licence", text: licenseText };
  return [
    ...shippedFiles("bundle.resources", resources),
    ...shippedFiles("bundle.externalBin", sidecars),
    ...icons.map(({ bytes: source }, index) => ({
      field: "framework.bundle.icon",
      name: `icon ${index + 1}`,
      source,
    })),
    ...opens.files.flatMap(({ icon: source, extensions: [name] }) =>
      source === null
        ? []
        : [{ field: "framework.bundle.fileAssociations", name: `icon of .${name}`, source }],
    ),
    ...shippedText("package.json", license).map((one) =>
      licenseFile === null ? one : { ...one, file: licenseFile },
    ),
  ];
}

/**
 * The configuration was checked when it was read; this checks the merged values, such as the
 * manifest's author and the names of files.
 */
function checkCommonTexts(app: StagedApp, staging: Staging): void {
  checkFieldTexts(staging, {
    "package.productName": app.productName,
    "package.version": app.version,
    "framework.bundle.identifier": app.identifier,
    "framework.bundle.publisher": app.publisher,
    "framework.bundle.shortDescription": app.summary,
    "author of package.json": app.maintainer,
    "homepage of package.json": app.homepage,
    "license of package.json": app.license,
    "framework.bundle.resources": app.resources.map(({ path }) => path),
    "framework.bundle.externalBin": app.sidecars.map(({ path }) => path),
  });
  checkFieldTexts(staging, {
    "framework.bundle.fileAssociations": app.opens.files.map(({ name, description }) => [
      name,
      description,
    ]),
  });
  const folded = {
    "framework.bundle.longDescription": app.description,
    "framework.bundle.copyright": app.copyright,
  };
  checkFieldTexts(staging, folded, { hasLines: true });
}
