import { ownSchemes } from "../contract/page/origins.ts";
import type { AppIdentity, DevProfile } from "../contract/ui/index.ts";
import type { System } from "../contract/target.ts";
import { baseDirectories, folderHost, type BaseDirectories } from "./paths/base-directories.ts";
import { pathsOf } from "./paths/dialect.ts";

/** The facts that determine an app's identity. */
export interface IdentityFacts {
  /** `package.productName` and `framework.bundle.identifier`. */
  readonly name: string;
  readonly identifier: string;
  readonly executable: string;
  /** Whether `framework.pattern` is isolation. */
  readonly isIsolated: boolean;
  /** The address of the proxy in front of the development server; `null`: there is none. */
  readonly proxy: string | null;
  /** `null`: a built app. */
  readonly profile: DevProfile | null;
  /** `framework.windows`. */
  readonly windows: readonly { readonly additionalBrowserArgs: string | null }[];
}

/** The app's identity for the system and for the web engine. */
export function appIdentity(
  { name, identifier, executable, isIsolated, proxy, profile, windows }: IdentityFacts,
  folders: BaseDirectories,
  system: System,
): AppIdentity {
  return {
    name,
    identifier,
    executable,
    ...profileFolders(folders, system, profile),
    profile,
    schemes: [ownSchemes.app, ownSchemes.asset, ...(isIsolated ? [ownSchemes.isolation] : [])],
    proxy,
    browserArguments:
      windows.find((window) => window.additionalBrowserArgs !== null)?.additionalBrowserArgs ??
      null,
  };
}

/**
 * The same for the ui thread, where the app's entry passes it before there is an app thread: so the
 * first web process starts while that one boots.
 */
export function earlyIdentity(facts: IdentityFacts, system: System): AppIdentity {
  return appIdentity(facts, baseDirectories(facts, folderHost(system)), system);
}

/**
 * In development each project has a profile of the engine: new projects have the same identifier,
 * and pages of their servers the same address. It lies in the app's own folder, which pages cannot
 * reach, and not in the project, which may come from others.
 */
export function profileFolders(
  folders: BaseDirectories,
  system: System,
  profile: DevProfile | null,
): Pick<AppIdentity, "dataDirectory" | "cacheDirectory"> {
  const { dataDirectory, cacheDirectory } = engineFolders(folders, system);
  if (profile === null) return { dataDirectory, cacheDirectory };
  const { join } = pathsOf(system);
  const own = (folder: string | null) =>
    folder === null ? null : join(folder, "projects", profile.name);
  return { dataDirectory: own(dataDirectory), cacheDirectory: own(cacheDirectory) };
}

/** The folders where the engine stores data of pages, and its cache; `null`: nowhere. */
export function engineFolders(
  { APPLOCALDATA: data, APPCACHE: cache }: BaseDirectories,
  system: System,
): Pick<AppIdentity, "dataDirectory" | "cacheDirectory"> {
  const { join } = pathsOf(system);
  return {
    dataDirectory: data === null ? null : join(data, "webview"),
    cacheDirectory: cache === null ? null : join(cache, "webview"),
  };
}
