import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { StagedApp, StagingProblem } from "../../../bundler/index.ts";
import { nearestAbove } from "../../../config/read/ancestors.ts";
import { targetTriple, type Target } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";
import { secretProblem } from "../signing/secrets.ts";

/** The findings in the files of packages, except those of the page. */
export interface ShippedFindings {
  /** Problems that must be solved before this may be shipped. */
  readonly problems: readonly StagingProblem[];
  /** Remarks for the developer. */
  readonly notes: readonly string[];
}

/** The content of a shipment, and its system. */
export type Shipment = Pick<StagedApp, "shipped" | "target">;

/** Checks all files that packages contain beside the executable. It reads every file. */
export function checkShippedFiles(staged: Shipment, project: Project): ShippedFindings {
  const problems: StagingProblem[] = [];
  const notes = new Set<string>();
  const seen = new Set<string | Uint8Array>();
  const links = new Links(staged, project);
  for (const { field, name, source, file } of staged.shipped) {
    // Formats may share a file.
    if (seen.has(source)) continue;
    seen.add(source);
    const path = typeof source === "string" ? source : file;
    const outside = path === undefined ? null : links.follow(path);
    if (outside !== null) {
      const { named, target } = outside;
      if (named !== null) notes.add(`Shipping "${target}", which the link "${named}" leads to`);
      else {
        const message = `Cannot ship "${name}": a link leads out of the project, to "${target}"; name that file itself`;
        problems.push({ field, message });
        continue;
      }
    }
    const secret = secretProblem(name, source);
    if (secret !== null) problems.push({ field, message: secret });
  }
  return { problems, notes: [...notes] };
}

/**
 * The remark about a folder of pages that is a link to a place outside of the project. A build
 * writes there, or an attacker has made it.
 */
export function linkedFolder(folder: string, target: Target, project: Project): string | null {
  const outside = new Links({ shipped: [], target }, project).follow(folder);
  return outside === null
    ? null
    : `Shipping "${outside.target}", which the link "${folder}" leads to`;
}

/** A link through which a file comes from outside of the project. */
interface Outside {
  /**
   * The link, if the configuration names exactly this link, so that its target was included on
   * purpose.
   */
  readonly named: string | null;
  readonly target: string;
}

/** Follows links among the files of a project. */
class Links {
  readonly #roots: readonly string[];
  /** The paths in the configuration, and their targets. */
  readonly #named: readonly (readonly [path: string, target: string])[];

  constructor({ target }: Shipment, { config, configFolder, frontEndFolder }: Project) {
    const { resources, externalBin, deb, rpm } = config.framework.bundle;
    const repository = nearestAbove(configFolder, ".git");
    this.#roots = [
      configFolder,
      frontEndFolder,
      repository === null ? configFolder : dirname(repository),
    ].map((folder) => realpathSync(folder));
    const ending = target.system === "windows" ? ".exe" : "";
    this.#named = [
      ...(Array.isArray(resources)
        ? (resources as readonly string[])
        : Object.keys(resources ?? {})),
      ...(externalBin ?? []).map((path) => `${path}-${targetTriple(target)}${ending}`),
      ...Object.values(deb.files),
      ...Object.values(rpm.files),
    ]
      .map((path) => resolve(configFolder, path))
      // The others are patterns.
      .filter((path) => existsSync(path))
      .map((path) => [path, realpathSync(path)]);
  }

  /**
   * The real place of a file that seems to be in the project and is outside. `null`: it is where it
   * seems to be.
   */
  follow(source: string): Outside | null {
    const target = realpathSync(source);
    // If the configuration names a file outside of the project, that is intended.
    if (!this.#isInside(source) || this.#isInside(target)) return null;
    const link = this.#named.find(
      ([path, real]) => !this.#isInside(real) && isWithin(source, path) && isWithin(target, real),
    );
    return link === undefined ? { named: null, target } : { named: link[0], target: link[1] };
  }

  #isInside(path: string): boolean {
    return this.#roots.some((root) => isWithin(path, root));
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
