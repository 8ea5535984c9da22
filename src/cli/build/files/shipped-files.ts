import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { StagedApp, StagingProblem } from "../../../bundler/index.ts";
import { nearestAbove } from "../../../config/read/ancestors.ts";
import { targetTriple, type Target } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";
import { secretProblem } from "../signing/secrets.ts";

/** What is found in the files of packages, besides those of the page. */
export interface ShippedFindings {
  /** What must be changed before this may be shipped. */
  readonly problems: readonly StagingProblem[];
  /** What is worth a word. */
  readonly notes: readonly string[];
}

/** What is shipped, and for which system. */
export type Shipment = Pick<StagedApp, "shipped" | "target">;

/**
 * Looks through everything that the packages of an app hold beside its executable. Reads every
 * file.
 */
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
 * What is worth a word when a folder of pages is a link that leads out of the project: a build
 * writes there, or a stranger has made it.
 */
export function linkedFolder(folder: string, target: Target, project: Project): string | null {
  const outside = new Links({ shipped: [], target }, project).follow(folder);
  return outside === null
    ? null
    : `Shipping "${outside.target}", which the link "${folder}" leads to`;
}

/** A link by which a file comes from outside of the project. */
interface Outside {
  /**
   * The link, when the configuration names that very one, so that what it leads to was not taken in
   * by chance.
   */
  readonly named: string | null;
  readonly target: string;
}

/** Follows links among the files of a project. */
class Links {
  readonly #roots: readonly string[];
  /** What the configuration names, and where that is. */
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
   * How a file that looks as if it were in the project is outside of it; `null`: it is where it
   * looks to be.
   */
  follow(source: string): Outside | null {
    const target = realpathSync(source);
    // What the configuration names outside of the project is meant to be there.
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
