import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { packageName } from "../contract/package-name.ts";
import { targetTriple, type Target } from "../contract/target.ts";
import { readIcons, type StagedIcon } from "./icons.ts";
import { packageVersion } from "./linux/package-version.ts";
import { parseRelation } from "./linux/rpm-relations.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { expand, findPackageFiles, findResources, packagedFile, type PackagedFile } from "./resources.ts";
import type { AppImageSettings, BundleSettings, Category, DebSettings, RpmSettings } from "./settings.ts";

/** What every format needs to know of an app, gathered once. Every path is absolute and every value settled. */
export interface StagedApp {
  readonly target: Target;
  /** The finished executable; it needs to exist when the packages are made, not before. */
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
  /** Paths are the names the app calls them by. */
  readonly sidecars: readonly PackagedFile[];

  readonly appimage: AppImageSettings;
  readonly deb: Staged<DebSettings> & { readonly changelog: string | null };
  readonly rpm: Staged<RpmSettings>;
}

/** A format's settings with its files found and its template read. */
export type Staged<Settings> = Omit<Settings, "files" | "desktopTemplate" | "changelog"> & {
  readonly files: readonly PackagedFile[];
  readonly desktopTemplate: Template | null;
};

export interface Template {
  /** For messages. */
  readonly path: string;
  readonly text: string;
}

export interface StagingOptions {
  readonly settings: BundleSettings;
  /** The folder of the configuration file; its paths are relative to it. */
  readonly folder: string;
  readonly project: ProjectFacts;
  readonly target: Target;
  readonly executable: string;
  readonly time: number;
}

/** Something that is wrong with what an app wants to ship. */
export interface StagingProblem {
  /** The field of the configuration, for example `framework.bundle.icon`. */
  readonly field: string;
  readonly message: string;
}

/** Everything that is wrong, at once. */
export class StagingError extends Error {
  readonly problems: readonly StagingProblem[];

  constructor(problems: readonly StagingProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join("\n"));
    this.problems = problems;
  }
}

/**
 * Gathers what packages are made of and finds every file that will be needed except the executable, so that it
 * may run before anything is compiled.
 *
 * @throws StagingError with every problem
 */
export function stageApp(options: StagingOptions): StagedApp {
  const { settings, folder, project, target, executable, time } = options;
  const { package: app, framework } = settings;
  const { bundle } = framework;
  const problems: StagingProblem[] = [];
  const attempt = <T>(field: string, fallback: T, gather: () => T): T => {
    try {
      return gather();
    } catch (error) {
      problems.push({
        field: `framework.${field}`,
        message: error instanceof Error ? error.message : String(error),
      });
      return fallback;
    }
  };

  const name = packageName(app.productName, bundle.identifier);
  const resources = attempt("bundle.resources", [], () => findResources(folder, bundle.resources));
  const sidecars = attempt("bundle.externalBin", [], () =>
    findSidecars(folder, bundle.externalBin ?? [], target),
  );
  attempt("bundle.externalBin", undefined, () => checkNames(name, sidecars, resources));
  attempt("package.version", "", () => packageVersion(app.version));

  for (const field of ["depends", "provides", "conflicts", "obsoletes"] as const) {
    attempt(`bundle.rpm.${field}`, [], () => (bundle.rpm[field] ?? []).map(parseRelation));
  }
  attempt("bundle.rpm.release", undefined, () => checkRelease(bundle.rpm.release));

  const staged: StagedApp = {
    target,
    executable: resolve(folder, executable),
    time,
    productName: app.productName,
    packageName: name,
    identifier: bundle.identifier,
    version: app.version,
    publisher: bundle.publisher,
    maintainer: project.author ?? bundle.publisher,
    summary: oneLine(bundle.shortDescription) ?? oneLine(project.description) ?? app.productName,
    description: bundle.longDescription?.trim() || null,
    category: bundle.category,
    copyright: bundle.copyright,
    homepage: project.homepage,
    license: project.license,
    licenseText: project.licenseFile === null ? null : readFileSync(project.licenseFile, "utf8"),
    icons: attempt("bundle.icon", [], () => readIcons(folder, bundle.icon)),
    resources,
    sidecars,
    appimage: bundle.appimage,
    deb: {
      ...bundle.deb,
      files: attempt("bundle.deb.files", [], () => findPackageFiles(folder, bundle.deb.files)),
      desktopTemplate: attempt("bundle.deb.desktopTemplate", null, () =>
        readTemplate(folder, bundle.deb.desktopTemplate),
      ),
      changelog: attempt("bundle.deb.changelog", null, () => readText(folder, bundle.deb.changelog)),
    },
    rpm: {
      ...bundle.rpm,
      files: attempt("bundle.rpm.files", [], () => findPackageFiles(folder, bundle.rpm.files)),
      desktopTemplate: attempt("bundle.rpm.desktopTemplate", null, () =>
        readTemplate(folder, bundle.rpm.desktopTemplate),
      ),
    },
  };
  if (problems.length > 0) throw new StagingError(problems);
  return staged;
}

/** `bin/tool` stands for `bin/tool-x86_64-unknown-linux-gnu`, and is called `tool` in the package. */
export function findSidecars(folder: string, paths: readonly string[], target: Target): PackagedFile[] {
  const triple = targetTriple(target);
  const ending = target.system === "windows" ? ".exe" : "";
  return paths.flatMap((path) =>
    expand(folder, `${path}-${triple}${ending}`).map(({ source }) => ({
      ...packagedFile(basename(source).replace(`-${triple}`, ""), source),
      executable: true,
    })),
  );
}

/** The executable, the sidecars and the resources share one folder. */
function checkNames(
  name: string,
  sidecars: readonly PackagedFile[],
  resources: readonly PackagedFile[],
): void {
  const taken = new Set([name]);
  for (const { path } of sidecars) {
    if (taken.has(path)) throw new Error(`Cannot ship a sidecar as "${path}": the name is taken`);
    taken.add(path);
  }
  for (const { path } of resources) {
    const first = path.split("/")[0] ?? path;
    if (taken.has(first))
      throw new Error(`Cannot ship a resource as "${path}": an executable has the name "${first}"`);
  }
}

function checkRelease(release: string): void {
  if (!/^[A-Za-z0-9._+~^]+$/.test(release)) {
    throw new Error(`Cannot use rpm release "${release}": it may hold only letters, digits and . _ + ~ ^`);
  }
}

function oneLine(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim() || null;
}

function readText(folder: string, path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(resolve(folder, path), "utf8");
  } catch (cause) {
    throw new Error(`Cannot read "${path}": it must be a file in "${folder}"`, { cause });
  }
}

function readTemplate(folder: string, path: string | null): Template | null {
  const text = readText(folder, path);
  return path === null || text === null ? null : { path, text };
}
