import type { ResolvedConfig } from "../config/index.ts";
import { allowedFlags } from "../contract/commands/allowed-flags.ts";
import type { CliMatches } from "../contract/commands/cli.ts";
import { openProgramFile, openPrograms } from "../contract/open-programs.ts";
import type { BaseDirectoryName } from "../contract/paths.ts";
import type { System } from "../contract/target.ts";
import type { BaseDirectories } from "./paths/base-directories.ts";
import { startingPointDisk } from "./paths/default-path.ts";
import { namedProgram } from "./paths/named-program.ts";
import { ownPlaces } from "./paths/own-places.ts";
import { privateFolder } from "./paths/private-folder.ts";
import type { Documents } from "./calls/documents.ts";
import { LockTable } from "./calls/lock-table.ts";
import type { Events } from "./events/events.ts";
import type { Exit } from "./process/exit.ts";
import { engineFolders } from "./identity.ts";
import type { Host } from "./process/host.ts";
import type { Launch } from "./process/launch.ts";
import { failApp } from "./process/uncaught.ts";
import { FsScope } from "./scope/fs.ts";
import { Grants } from "./scope/grants/grants.ts";
import { ownFile } from "./scope/own-file.ts";
import { OwnPlaces } from "./scope/own-places.ts";
import { instanceFolders } from "./opening/instance-place.ts";
import { Openings } from "./opening/openings.ts";
import type { OpenRequest } from "./opening/open-request.ts";
import { Shortcuts } from "./desktop/shortcuts.ts";
import { Menus } from "./desktop/menus.ts";
import { RecentFiles } from "./desktop/recent-files.ts";
import { RoleActions } from "./desktop/role-actions.ts";
import { Tray } from "./desktop/tray.ts";
import type { Ui } from "./ui.ts";
import type { OwnHttpPart } from "./public-api/app-http.ts";
import type { Parts } from "./parts.ts";
import type { Updates } from "./updater/updates.ts";
import type { Windows } from "./windows/windows.ts";

/** The services for the handlers of commands. */
export interface Services extends ServiceBasis {
  /** The application's name for people. */
  readonly name: string;
  /** The user's grants; both scopes below consult them. */
  readonly grants: Grants;
  readonly fsScope: FsScope;
  readonly assetScope: FsScope;
  /** The path of a file in one of the app's folders; see `AppPaths.within`. */
  readonly ownFile: (
    folder: BaseDirectoryName,
    name: string,
    options: { readonly change: boolean },
  ) => string;
  /** Paths that no page may change. */
  readonly ownPlaces: OwnPlaces;
  /** The locks of pages' operations: paths, and the icons of windows. */
  readonly locks: LockTable;
  readonly shortcuts: Shortcuts;
  readonly tray: Tray;
  /** Creates `app.http`. */
  readonly ownHttp: OwnHttpPart;
  readonly menus: Menus;
  readonly recentFiles: RecentFiles;
  readonly updates: Updates;
  readonly openings: Openings;
}

/** The inputs of services, which they also pass on. */
export interface ServiceBasis {
  readonly config: ResolvedConfig;
  readonly ui: Ui;
  readonly windows: Windows;
  readonly documents: Documents;
  readonly events: Events;
  readonly exit: Exit;
  readonly launch: Launch;
  readonly host: Host;
  readonly baseDirectories: BaseDirectories;
  /** Whether the system started the app because its user logged in. */
  readonly atLogin: boolean;
  /** The app's command line; `null`: the configuration describes none. */
  readonly cliMatches: CliMatches | null;
  /** The files and addresses that this process was started to open. */
  readonly openRequest: OpenRequest;
}

/**
 * @param keptByTool absolute paths of the tool's own files of this app, in development
 * @throws Error when a scope of the configuration cannot be kept, such as a pattern with an
 * undefined variable
 */
export function makeServices(
  basis: ServiceBasis,
  parts: Pick<Parts, "updates" | "ownHttp">,
  keptByTool: readonly string[],
): Services {
  const { config, ui, windows, documents, events, exit, launch, host, cliMatches, openRequest } =
    basis;
  const { baseDirectories: folders } = basis;
  const { bundle, allowlist } = config.framework;
  const { system, disk } = host;
  const name = config.package.productName;
  const programs = startedPrograms(config, folders, system);
  const denied = [...privateFolders(folders, host), ...keptByTool];
  const grants = new Grants({ system, disk });
  const roles = new RoleActions({ config, ui, windows, exit });
  const recentFiles = new RecentFiles(folders, system);
  const reportError = (error: unknown): void => failApp(exit, error);
  const isDevelopment = launch.mode !== "release";
  const places = new OwnPlaces({
    find: () =>
      ownPlaces({
        config,
        launch,
        env: host.env,
        folders,
        denied,
        programs: programs.flatMap((program) => host.findProgram(program) ?? []),
        programPlaces: programs.map((program) => host.programPlaces(program)),
        ...startingPointDisk(system, disk),
      }),
    system,
    disk,
  });
  const surroundings = { system, isDevelopment, recentFiles: () => recentFiles.list };
  return {
    ...basis,
    name,
    grants,
    fsScope: new FsScope({ scope: allowlist.fs.scope, folders, grants, denied, system, disk }),
    assetScope: new FsScope({
      scope: allowlist.protocol.assetScope,
      setting: "framework.allowlist.protocol.assetScope",
      folders,
      grants,
      denied,
      system,
      disk,
    }),
    ownFile: (folder, file, options) =>
      ownFile(folder, file, options, { folders, denied, ownPlaces: places, system, disk }),
    ownPlaces: places,
    locks: new LockTable(),
    shortcuts: new Shortcuts({ ui, events, documents, system }),
    tray: new Tray({ config, surroundings, roles, ui, events, windows }),
    menus: new Menus({ ui, events, windows, roles, recentFiles, surroundings, reportError }),
    recentFiles,
    ownHttp: parts.ownHttp,
    updates: parts.updates.open({ config, launch, host, folders, events, exit }),
    openings: new Openings({
      request: openRequest,
      matches: cliMatches,
      // Addresses of files are files.
      schemes: [...bundle.urlSchemes, ...bundle.reservedUrlSchemes].filter(
        (scheme) => scheme !== "file",
      ),
      system,
      grants,
      events,
      tellsPages: allowedFlags(allowlist).has("app.open"),
      reportError,
    }),
  };
}

/**
 * The app's private folders: data of its pages, the engine's cache, grants, the state of updates,
 * and the meeting point of its instances.
 */
function privateFolders(folders: BaseDirectories, host: Host): readonly string[] {
  const { system } = host;
  const kept = [...Object.values(engineFolders(folders, system)), privateFolder(folders, system)];
  return [...kept.filter((folder) => folder !== null), ...instanceFolders(host)];
}

/** The programs that pages may start, and those in which they may open addresses. */
function startedPrograms(
  { framework: { allowlist } }: ResolvedConfig,
  folders: BaseDirectories,
  system: System,
): readonly string[] {
  const opening = allowedFlags(allowlist).has("shell.open") ? openPrograms : [];
  return [
    ...allowlist.shell.scope.flatMap(({ cmd }) =>
      cmd === null ? [] : (namedProgram(cmd, folders) ?? []),
    ),
    ...opening.flatMap((program) => openProgramFile(program, system) ?? []),
  ];
}
