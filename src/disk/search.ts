import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

export interface SearchOptions {
  /** Called with the real path of each folder that a link points to. It may throw. */
  readonly mayEnter: (target: string, link: string) => boolean;
}

/**
 * The paths below a folder that match a pattern, with "/" between names, sorted, including folders.
 * `Bun.Glob` follows all links, so that a link to "/" makes it traverse the whole disk.
 */
export function search(folder: string, glob: string, { mayEnter }: SearchOptions): string[] {
  const whole = new Bun.Glob(glob);
  const parts = glob.split("/");
  // A brace may hold a "/".
  const isDeep = glob.includes("**") || glob.includes("{");
  const names = parts.map((part) => new Bun.Glob(part));
  const found: string[] = [];
  const walk = (path: string, below: string, above: readonly string[]): void => {
    const depth = above.length - 1;
    for (const name of readdirSync(path).sort()) {
      const [inner, shown] = [join(path, name), `${below}${name}`];
      const isFitting = whole.match(shown);
      const leads = isDeep || (depth < parts.length - 1 && names[depth]?.match(name) === true);
      if (isFitting) found.push(shown);
      if (!leads || statSync(inner, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
      const real = realpathSync(inner);
      if (above.includes(real)) continue;
      if (lstatSync(inner).isSymbolicLink() && !mayEnter(real, inner)) continue;
      walk(inner, `${shown}/`, [...above, real]);
    }
  };
  walk(folder, "", [realpathSync(folder)]);
  return found;
}

/**
 * The paths of the folders in a folder with a wanted name, without links; none if it cannot be read
 * or was removed meanwhile.
 */
export function foldersIn(folder: string, isWanted: (name: string) => boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isWanted(entry.name))
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}
