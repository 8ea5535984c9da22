import type { ResolvedConfig } from "../../config/index.ts";
import { fixedRuntimeFolder, packName, sharedFolder } from "../../contract/shipped/own-folders.ts";
import { sidecarFile, startedFile, type Launch } from "../process/launch.ts";
import type { ProgramPlaces } from "../process/program-file.ts";
import { loose } from "../scope/path/letter-case.ts";
import type { BaseDirectories } from "./base-directories.ts";
import { pathsOf } from "./dialect.ts";
import { hiddenName } from "./hidden-name.ts";

/** A place of files that the app or the framework runs. */
export interface OwnPlace {
  readonly path: string;
  /**
   * Selects the names directly in this folder, each in the form of `loose`; `null`: the path
   * itself, and everything below it.
   */
  readonly isMeant: ((name: string) => boolean) | null;
}

// Files that Windows runs, or loads for a program: it searches libraries in the folder of the
// program first.
const programEnding = /\.(?:exe|com|bat|cmd|dll|ocx|cpl|drv|sys|node|local|config|manifest)$/;

export interface OwnPlacesOptions {
  readonly config: ResolvedConfig;
  readonly launch: Launch;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: BaseDirectories;
  /** The app's private folders. */
  readonly denied: readonly string[];
  /** The programs of `shell.scope`, by their absolute paths. */
  readonly programs: readonly string[];
  /** The places in which they are sought. */
  readonly programPlaces: readonly ProgramPlaces[];
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

/**
 * Everything that a page could have run by writing it: by the desktop, by launchers, by the app, by
 * another app.
 */
export function ownPlaces(options: OwnPlacesOptions): readonly OwnPlace[] {
  const { config, launch, env, folders, denied, programs, programPlaces } = options;
  const { executable, system, mode } = launch;
  const { bundle } = config.framework;
  const paths = pathsOf(system);
  const { basename, dirname, join } = paths;
  const folder = dirname(executable);
  const started = startedFile(launch, env);
  const appBundle =
    system === "macos" && folder.endsWith("/Contents/MacOS") ? dirname(dirname(folder)) : null;
  // An update renames its own file to it, and keeps the previous version beside it.
  const installed = appBundle ?? (system === "windows" ? folder : started);

  const trees = [
    ...denied,
    ...programs,
    executable,
    installed === folder ? executable : installed,
    ...(bundle.externalBin ?? []).map((program) => sidecarFile(program, launch)),
  ];
  if (options.isFile(join(folder, sharedFolder, packName))) trees.push(join(folder, sharedFolder));
  if (mode === "dev") trees.push(dirname(folder));
  if (system === "windows") trees.push(join(folder, fixedRuntimeFolder));
  // The folder of a package, in which the app's own code may have programs, too.
  const resources = folders.RESOURCE;
  if (system === "linux" && resources !== null && basename(dirname(resources)) === "lib")
    trees.push(resources);
  // The next start of an AppImage takes a folder of this name for the user's home, from which code
  // is loaded. One that the user has made holds the data of pages.
  if (system === "linux" && started !== executable) {
    for (const portable of [`${started}.home`, `${started}.config`])
      if (!options.isFolder(portable)) trees.push(portable);
    // `usr/bin/app` and the rest of its content: without FUSE a folder of the user's.
    trees.push(dirname(dirname(folder)));
  }
  // It lists libraries for WebKitGTK to load (bundler/linux/media-framework.ts).
  if (system === "linux" && folders.APPCACHE !== null)
    trees.push(join(folders.APPCACHE, "gstreamer-1.0.registry"));

  const places: OwnPlace[] = [...new Set(trees)].map((path) => ({ path, isMeant: null }));
  for (const [path, names] of namesByFolder(programPlaces))
    places.push({ path, isMeant: (name) => names.has(name) });
  const hidden = loose(basename(hiddenName(installed, "", paths)));
  places.push({ path: dirname(installed), isMeant: (name) => name.startsWith(hidden) });
  if (system === "windows")
    places.push({ path: folder, isMeant: (name) => programEnding.test(name) });
  // Bun writes the native addons of an executable there, as `.bun-1000-<hash>.node`, and libraries
  // for `dlopen`, and loads a file of that name from an earlier start, if it is the user's.
  if (folders.TEMP !== null)
    places.push({
      path: folders.TEMP,
      isMeant: (name) => /^\..*\.(?:node|so|dylib|dll)$/.test(name),
    });
  return places;
}

// A new file of the same name in an earlier folder of PATH, or with an earlier extension, would run
// in place of the program.
function namesByFolder(programs: readonly ProgramPlaces[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { folders, names } of programs)
    for (const folder of folders) {
      const known = found.get(folder) ?? new Set();
      found.set(folder, known);
      for (const name of names) known.add(loose(name));
    }
  return found;
}
