import { documentPath } from "../../project/documents.ts";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { lostEntryReason } from "../../../disk/lost-entry.ts";
import { readText } from "../../../disk/read.ts";
import { statusAt } from "../../../disk/status.ts";
import {
  fallbackPage,
  fileCandidates,
  mayBeRoute,
  staysOut,
} from "../../../contract/page/page-path.ts";
import type { FrontEnd } from "../../project/front-end.ts";
import { scriptsToCompile } from "../../project/page-sources.ts";
import { secretProblem } from "../signing/secrets.ts";

/** A file to pack: its present path, and its path inside the app. */
export interface PageFile {
  readonly source: string;
  readonly path: string;
}

export interface PageFiles {
  /** The order does not depend on the machine. */
  readonly files: readonly PageFile[];
  /** Paths that are left out of the app, by reason: "source maps", "dot files". */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
  /** Problems that must be solved before this may be shipped. */
  readonly problems: readonly string[];
}

export interface PageFilesOptions {
  readonly keepSourceMaps: boolean;
  /** Pages and routes that windows open by a path: `index.html`, `users/ada`. */
  readonly pages: readonly string[];
}

const none: PageFiles = { files: [], leftOut: new Map(), problems: [] };

// At the top of a folder of pages these show that it is the folder of a project.
const projectFolders = ["node_modules", "src-framework", "target"];

/** Finds the files of `build.distDir`, and all problems with them. It reads every file. */
export function findPageFiles(
  place: FrontEnd,
  { keepSourceMaps, pages }: PageFilesOptions,
): PageFiles {
  if (place.kind === "address") return none;
  const search = new Search(keepSourceMaps);
  if (place.kind === "files") search.addList(place.files);
  else search.addFolder(place.folder);
  if (search.problems.length === 0) search.checkPages(pages, place);
  for (const file of search.files) search.checkContent(file);
  return search;
}

class Search implements PageFiles {
  readonly files: PageFile[] = [];
  readonly leftOut = new Map<string, string[]>();
  readonly problems: string[] = [];
  readonly #keepSourceMaps: boolean;

  constructor(keepSourceMaps: boolean) {
    this.#keepSourceMaps = keepSourceMaps;
  }

  addList(files: readonly string[]): void {
    const taken = new Map<string, string>();
    for (const source of files) {
      const path = basename(source);
      const other = taken.get(path);
      if (!isKind(source, "file")) this.problems.push(`Cannot read "${source}": it must be a file`);
      else if (other !== undefined)
        this.problems.push(
          `Cannot pack "${source}" and "${other}" both as "${path}": give one another name`,
        );
      else this.#addNamed(source, path);
      taken.set(path, source);
    }
  }

  addFolder(folder: string): void {
    if (!isKind(folder, "folder")) {
      const hint =
        "does build.beforeBuildCommand make it, and is the path relative to the configuration file?";
      this.problems.push(`Cannot read build.distDir "${folder}": it must be a folder; ${hint}`);
      return;
    }
    const found = projectFolders.filter((name) => isKind(join(folder, name), "folder"));
    if (found.length > 0) {
      this.problems.push(
        `Cannot pack "${folder}": it holds ${found.map((name) => `"${name}"`).join(" and ")}, so it is the folder of ` +
          `a project; name the one with the built page`,
      );
      return;
    }
    this.#addEntries(realpathSync(folder), folder, "", [realpathSync(folder)]);
    this.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  #addEntries(root: string, folder: string, below: string, above: readonly string[]): void {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const source = join(folder, entry.name);
      const path = below + entry.name;
      if (entry.isSymbolicLink() && !this.#mayFollow(root, source, above)) continue;
      if (isKind(source, "file")) this.#addFile(source, path);
      else if (staysOut(entry.name)) this.#leaveOut("dot files", `${path}/`);
      else if (isKind(source, "folder"))
        this.#addEntries(root, source, `${path}/`, [...above, realpathSync(source)]);
      else if (!existsSync(source))
        this.problems.push(`Cannot pack "${source}": ${lostEntryReason(source)}`);
      else this.problems.push(`Cannot pack "${source}": it must be a file or a folder`);
    }
  }

  #mayFollow(root: string, link: string, above: readonly string[]): boolean {
    let target: string;
    try {
      target = realpathSync(link);
    } catch {
      this.problems.push(`Cannot pack "${link}": ${lostEntryReason(link)}`);
      return false;
    }
    const isInside = target === root || target.startsWith(root + sep);
    if (!isInside)
      this.problems.push(`Cannot pack "${link}": the link leads out of the folder, to "${target}"`);
    else if (above.includes(target))
      this.problems.push(`Cannot pack "${link}": the link leads to a folder around it`);
    return isInside && !above.includes(target);
  }

  #addFile(source: string, path: string): void {
    const name = basename(path);
    if (!isEnvironment(name) && staysOut(name)) this.#leaveOut("dot files", path);
    else if (name.endsWith(".map") && !this.#keepSourceMaps) this.#leaveOut("source maps", path);
    else this.#addNamed(source, path);
  }

  /** Files that a list names are wanted, whatever their names are. */
  #addNamed(source: string, path: string): void {
    if (isEnvironment(basename(path)))
      this.problems.push(
        `Cannot ship "${source}": it is an environment file; take it out of the folder`,
      );
    else this.files.push({ source, path });
  }

  #leaveOut(kind: string, path: string): void {
    this.leftOut.set(kind, [...(this.leftOut.get(kind) ?? []), path]);
  }

  checkPages(pages: readonly string[], place: FrontEnd): void {
    const find = (page: string): PageFile | undefined =>
      fileCandidates(page).flatMap((candidate) =>
        this.files.filter(({ path }) => path === candidate),
      )[0];
    const shown = new Set<PageFile>();
    for (const page of new Set(pages)) {
      const file = find(page) ?? (mayBeRoute(page) ? find(fallbackPage) : undefined);
      if (file !== undefined) shown.add(file);
      else {
        const isRoute = mayBeRoute(page);
        const missing = isRoute ? fallbackPage : page;
        const why = isRoute ? `the window of "${page}" shows` : "a window opens";
        this.problems.push(
          `Cannot find "${missing}", which ${why}, ${this.#whereFor(missing, place)}`,
        );
      }
    }
    for (const file of shown) this.#checkScripts(file);
  }

  /**
   * The expected path of a page, and the likely mistake: many tools make a folder around that of
   * the page.
   */
  #whereFor(page: string, place: FrontEnd): string {
    if (place.kind !== "folder") return "among the files of build.distDir: add it to the list";
    const where = `in "${place.folder}", which build.distDir names`;
    const below = this.files.map(({ path }) => path).filter((path) => path.endsWith(`/${page}`));
    const [nearest] = below.sort((one, other) => one.length - other.length);
    if (nearest !== undefined)
      return `${where}: it is in "${nearest.slice(0, -page.length - 1)}" below`;
    return page === fallbackPage
      ? `${where}: a front end that is made for a server has to be built as files first, see ${documentPath("front-ends.md")}`
      : where;
  }

  // A development server compiles them on the fly, so the problem appears only in the built app.
  #checkScripts({ source, path }: PageFile): void {
    if (!isPage(path)) return;
    const scripts = scriptsToCompile(readText(source));
    if (scripts.length === 0) return;
    this.problems.push(
      `Cannot pack "${source}": its script ${scripts.map((script) => `"${script}"`).join(", ")} must be compiled; ` +
        `have build.beforeBuildCommand do it, as "bun build page/index.html --outdir dist" does, and name that folder as build.distDir`,
    );
  }

  checkContent({ source }: PageFile): void {
    const problem = secretProblem(source, source);
    if (problem !== null) this.problems.push(problem);
  }
}

/** By its name. */
export function isPage(path: string): boolean {
  return /\.html?$/i.test(path);
}

function isEnvironment(name: string): boolean {
  return /^\.env(\.|$)/.test(name) && !/\.(example|sample|template)$/.test(name);
}

function isKind(path: string, kind: "file" | "folder"): boolean {
  const stats = statusAt(path);
  return kind === "file" ? stats?.isFile() === true : stats?.isDirectory() === true;
}
