import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { readText } from "../../disk/read.ts";

/** No path is longer, so a longer rule matches none. */
const longestRule = 4096;

/**
 * The files that git ignores, by the `.gitignore` files of a working tree and its `info/exclude`.
 * They are read here and not by git, which may not be installed, and which does not work outside of
 * a repository. A file that git tracks although a rule matches it counts as ignored. Rules are read
 * once: create a new object to see changes.
 */
export class GitRules {
  /** The root of the rules: the working tree, or the given folder if there is none. */
  readonly #root: string;
  /** By the folder of the file. `null`: it has no such file. */
  readonly #rules = new Map<string, Ignore | null>();
  readonly #verdicts = new Map<string, boolean>();

  /**
   * @param folder the folder of interest: if git ignores it as a whole, only the rules in it count
   */
  constructor(folder: string) {
    // In a linked working tree ".git" is a file.
    const repository = nearestAbove(folder, ".git");
    this.#root = repository === null ? folder : dirname(repository);
    if (this.#root !== folder && this.ignores(folder, "folder")) {
      this.#root = folder;
      this.#verdicts.clear();
    }
  }

  /** @param path an absolute path; paths outside of the root are not ignored */
  ignores(path: string, kind: "file" | "folder" = "file"): boolean {
    if (!path.startsWith(join(this.#root, sep))) return false;
    const known = this.#verdicts.get(path);
    if (known !== undefined) return known;
    // An ignored folder includes its content, regardless of other rules.
    const verdict = this.ignores(dirname(path), "folder") || this.#isNamed(path, kind);
    if (kind === "folder") this.#verdicts.set(path, verdict);
    return verdict;
  }

  /** The rules nearest to a path decide. */
  #isNamed(path: string, kind: "file" | "folder"): boolean {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const name = relative(folder, path).split(sep).join("/");
      const found = this.#rulesOf(folder)?.test(kind === "folder" ? `${name}/` : name);
      if (found?.ignored === true) return true;
      if (found?.unignored === true) return false;
      if (folder === this.#root) return false;
    }
  }

  #rulesOf(folder: string): Ignore | null {
    const known = this.#rules.get(folder);
    if (known !== undefined) return known;
    const texts = [
      ...(folder === this.#root ? [textOf(join(folder, ".git", "info", "exclude"))] : []),
      textOf(join(folder, ".gitignore")),
    ].filter((text) => text !== null);
    const lines = texts
      .flatMap((text) => text.split(/\r?\n/))
      .filter(({ length }) => length <= longestRule);
    const rules = texts.length === 0 ? null : ignore().add(lines);
    this.#rules.set(folder, rules);
    return rules;
  }
}

function textOf(file: string): string | null {
  try {
    return readText(file);
  } catch {
    return null; // There is none.
  }
}
