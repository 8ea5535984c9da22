import { existsSync, readdirSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { readFile, readText } from "../../disk/read.ts";
import type { System } from "../../contract/target.ts";
import type { Environment } from "../../process/environment.ts";

// Where launchers look for a shared runtime, as stub/ has it. Nothing of it is changed or run here.
//
//   Linux     /usr/lib/framework-runtime/<version>/bun, by its package
//             $XDG_DATA_HOME/framework/runtimes/<key>/bun, and beside it apps/<sum>: the path of an app in UTF-8
//   macOS     ~/Library/Application Support/framework/runtimes/<key>/, the same; a machine's store does not say by whom it is used
//   Windows   %LOCALAPPDATA%\framework\runtimes\<key>\bun.exe, and beside it apps\<sum>: the path in UTF-16

/** An app by its path. */
export interface RuntimeUser {
  readonly path: string;
  readonly isThere: boolean;
}

export interface StoredRuntime {
  /** Of its folder: a version, or that and the beginning of a sum. */
  readonly name: string;
  readonly apps: readonly RuntimeUser[];
}

export interface RuntimeStore {
  readonly of: "machine" | "user";
  readonly folder: string;
  readonly runtimes: readonly StoredRuntime[];
}

interface StoreOptions {
  readonly environment: Environment;
  /** Where programs of packages are. */
  readonly libraries?: string;
}

/** The stores of shared runtimes on this machine; a store without a folder has none. */
export function runtimeStores(
  system: System,
  { environment, libraries = "/usr/lib" }: StoreOptions,
): RuntimeStore[] {
  switch (system) {
    case "linux":
      return [machineStore(libraries), ...linuxUserStore(environment)];
    case "windows":
      return windowsUserStore(environment);
    case "macos":
      return macUserStore(environment);
  }
}

function machineStore(libraries: string): RuntimeStore {
  const folder = `${libraries}/framework-runtime`;
  const runtimes = runtimesIn(folder, "bun");
  const launchers = runtimes.length === 0 ? [] : launchersIn(libraries);
  return {
    of: "machine",
    folder,
    runtimes: runtimes.map((name) => ({
      name,
      apps: launchers
        .filter(({ text }) => text.includes(`/framework-runtime/${name}/bun `))
        .map(({ path }) => ({ path, isThere: true })),
    })),
  };
}

/** The launchers of packages, which name the runtime that they become. */
function launchersIn(libraries: string): readonly { readonly path: string; readonly text: string }[] {
  return namesIn(libraries).flatMap((name) => {
    const path = `${libraries}/${name}/${name}`;
    const isShared = existsSync(`${libraries}/${name}/app/main.js`) && existsSync(path);
    return isShared ? [{ path, text: readText(path) }] : [];
  });
}

function linuxUserStore({ XDG_DATA_HOME: data, HOME: home }: Environment): RuntimeStore[] {
  const base = data?.startsWith("/") ? data : home?.startsWith("/") ? `${home}/.local/share` : null;
  return base === null ? [] : [userStore(posix.join(base, "framework/runtimes"), "bun", "utf8")];
}

function macUserStore({ HOME: home }: Environment): RuntimeStore[] {
  if (!home?.startsWith("/")) return [];
  return [userStore(posix.join(home, "Library/Application Support/framework/runtimes"), "bun", "utf8")];
}

function windowsUserStore({ LOCALAPPDATA: data }: Environment): RuntimeStore[] {
  if (data === undefined || data === "") return [];
  return [userStore(win32.join(data, "framework\\runtimes"), "bun.exe", "utf16le")];
}

function userStore(folder: string, executable: string, encoding: "utf8" | "utf16le"): RuntimeStore {
  const runtimes = runtimesIn(folder, executable).map((name) => {
    const apps = `${folder}/${name}/apps`;
    // An app is noted twice whose update has got it.
    const paths = new Set(namesIn(apps).map((note) => readFile(`${apps}/${note}`).toString(encoding)));
    return { name, apps: [...paths].toSorted().map((path) => ({ path, isThere: existsSync(path) })) };
  });
  return { of: "user", folder, runtimes };
}

/** The folders that hold a whole runtime: it has its name since it was verified. */
function runtimesIn(folder: string, executable: string): string[] {
  return namesIn(folder).filter((name) => existsSync(`${folder}/${name}/${executable}`));
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).toSorted() : [];
}
