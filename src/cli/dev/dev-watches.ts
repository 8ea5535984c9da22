import { basename, extname, join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Target } from "../../contract/target.ts";
import { staysOut } from "../../contract/page/page-path.ts";
import { isolationFolder } from "../build/app-spec.ts";
import { ownModule } from "../build/compile/entry.ts";
import { findSideFiles } from "../build/files/side-files.ts";
import type { FrontEnd } from "../project/front-end.ts";
import { moduleLoaders } from "../project/module-loaders.ts";
import type { Project } from "../project/project.ts";
import { GitRules } from "./git-rules.ts";
import { importedFiles } from "./imported-files.ts";
import { RepeatedWrites } from "./repeated-writes.ts";
import { FolderWatch, type WatchOptions } from "./watch.ts";

export type Change = "configuration" | "settings" | "code" | "page";

export interface DevWatchesOptions {
  readonly host: Target;
  /** The files of `--config`. */
  readonly overrideFiles: readonly string[];
  readonly changed: (change: Change, path: string) => void;
  readonly say: (text: string) => void;
  /** The user's name for a file. */
  readonly shown: (path: string) => string;
}

/** Files beside `main.ts` that describe the app, without being code. */
const isConfiguration = (name: string): boolean =>
  /^framework\b.*\.(json|json5|toml)$/i.test(name) ||
  name === "package.json" ||
  name === "Cargo.toml";
const compilerSettings = "tsconfig.json";

/** Temporary files and backup copies of editors. */
const isLeftByEditor = (path: string): boolean => /~$|^4913$|^\.?#/.test(basename(path));

/**
 * The files that `framework dev` follows: the configuration, the imports of `main.ts`, the app's
 * files in the configuration, and those of its pages. Other files that the app writes, anywhere, do
 * not restart it.
 */
export class DevWatches implements Disposable {
  readonly #options: DevWatchesOptions;
  readonly #repeated = new RepeatedWrites();
  #sources: FolderWatch | null = null;
  #imports: FolderWatch | null = null;
  #imported: readonly string[] = [];
  #loaded: readonly string[] = [];
  #followedImports: readonly string[] = [];
  #sideFiles: FolderWatch | null = null;
  // For the page's files, and those of the isolation application.
  #pages: readonly FolderWatch[] = [];

  constructor(options: DevWatchesOptions) {
    this.#options = options;
  }

  /** Follows the configuration and the compiler's settings, including missing files. */
  followConfiguration({ configFolder }: Project): void {
    const { overrideFiles, changed } = this.#options;
    this.#sources?.[Symbol.dispose]();
    this.#sources = this.#watch({
      folder: configFolder,
      ignoring: () => (path) => !isConfiguration(path) && path !== compilerSettings,
      files: () => overrideFiles,
      changed: (paths) => {
        for (const path of paths)
          changed(basename(path) === compilerSettings ? "settings" : "configuration", path);
      },
    });
  }

  /**
   * Follows `main.ts` and its imports, in any folder, and the app's files in the configuration.
   * @param loaded modules that the running app has loaded
   * @returns the code among them
   */
  followCode(project: Project, loaded: readonly string[] = this.#loaded): readonly string[] {
    const { configFolder, outputFolder } = project;
    // The app's start modules are rewritten before each start.
    this.#loaded = loaded.filter((path) => !path.startsWith(join(outputFolder, sep)));
    const { files, unread } = importedFiles(join(configFolder, ownModule), this.#loaded);
    // While a module has a syntax error, its earlier imports count.
    this.#imported =
      unread.length === 0 ? files : [...new Set([...this.#imported, ...files])].sort();
    const rules = new GitRules(configFolder);
    // Code is always followed: packages of a workspace are often imported in their built form,
    // which git ignores.
    const followed = this.#imported.filter((file) => isCode(file) || !rules.ignores(file));
    const code = followed.filter(isCode);
    if (isDeepStrictEqual(followed, this.#followedImports)) return code;
    this.#followedImports = followed;
    if (this.#imports === null)
      this.#imports = this.#watch({
        files: () => this.#followedImports,
        changed: (paths) => this.#judge("code", paths),
      });
    else this.#imports.relist();
    return code;
  }

  /** Follows sidecars and resources; new ones are noticed beside existing ones. */
  followSideFiles(project: Project): void {
    const { host } = this.#options;
    const { externalBin, resources } = project.config.framework.bundle;
    this.#sideFiles?.[Symbol.dispose]();
    this.#sideFiles = null;
    if ((externalBin ?? []).length === 0 && Object.keys(resources ?? {}).length === 0) return;
    this.#sideFiles = this.#watch({
      files: () =>
        findSideFiles(project, host).files.flatMap(({ source }) =>
          typeof source === "string" ? [source] : [],
        ),
      changed: (paths) => this.#judge("code", paths),
    });
  }

  /**
   * Follows the files of a page, and those of the isolation application.
   * @param front `null`: a server follows them
   */
  followPages(project: Project, front: FrontEnd | null): void {
    this.#unfollowPages();
    const { configFolder } = project;
    const isolation = isolationFolder(project);
    const folders = [front?.kind === "folder" ? front.folder : null, isolation].filter(
      (each) => each !== null,
    );
    const changed = (paths: readonly string[]): void => this.#judge("page", paths);
    this.#pages = [
      ...folders.map((folder) =>
        this.#watch({
          folder,
          ignoring: () => {
            const rules = new GitRules(folder);
            return (path, kind) => {
              const whole = join(folder, path);
              return (
                staysOut(path) ||
                isLeftByEditor(path) ||
                whole === configFolder ||
                rules.ignores(whole, kind)
              );
            };
          },
          changed,
        }),
      ),
      ...(front?.kind === "files" ? [this.#watch({ files: () => front.files, changed })] : []),
    ];
  }

  /** A restart or reload begins, because of a change. */
  restarting(): void {
    this.#repeated.restarting();
  }

  restarted(): void {
    this.#repeated.restarted();
  }

  #watch(options: Omit<WatchOptions, "system" | "unwatched">): FolderWatch {
    const { host, say } = this.#options;
    return new FolderWatch({ ...options, system: host.system, unwatched: say });
  }

  #judge(change: "code" | "page", paths: readonly string[]): void {
    const { changed, say, shown } = this.#options;
    // The module that the author edits is followed regardless of the frequency of changes.
    const own = paths.filter((path) => basename(path) === ownModule);
    const { followed, stopped } = this.#repeated.judge(paths.filter((path) => !own.includes(path)));
    for (const path of stopped) say(stopText(shown(path), change, isCode(path)));
    const [first] = [...own, ...followed];
    if (first !== undefined) changed(change, first);
  }

  #unfollowPages(): void {
    for (const watch of this.#pages) watch[Symbol.dispose]();
    this.#pages = [];
  }

  [Symbol.dispose](): void {
    this.#unfollowPages();
    for (const watch of [this.#sources, this.#imports, this.#sideFiles]) watch?.[Symbol.dispose]();
  }
}

function isCode(file: string): boolean {
  return moduleLoaders[extname(file)] !== undefined;
}

function stopText(path: string, change: "code" | "page", isModule: boolean): string {
  const [when, effect] =
    change === "code"
      ? ["restart of the app", "restart it"]
      : ["reload of the pages", "reload them"];
  const remedy = isModule && change === "code" ? "" : ", or list it in .gitignore";
  return (
    `${path} changed after each ${when}, so the app seems to write it: its changes ${effect} no more ` +
    `until it is left alone for 10 s. Write it elsewhere, as to appDataDir()${remedy}`
  );
}
