import type { ResolvedConfig } from "../../config/index.ts";
import type { Opened, Start } from "../../contract/commands/app.ts";
import type { ActivationPolicy } from "../../contract/ui/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { ErrorHandler } from "../errors/app-errors.ts";
import type { AppEvents } from "./app-events.ts";
import type { AppHttp } from "./app-http.ts";
import { openAppFiles, type AppFiles } from "./app-files.ts";
import { openAppClipboard, type AppClipboard } from "./app-clipboard.ts";
import { openAppDialogs, type AppDialogs } from "./app-dialogs.ts";
import { openAppMenu, type AppMenu } from "./app-menu.ts";
import { openAppNotification, type AppNotification } from "./app-notification.ts";
import { openAppScope, type AppScope } from "./app-scope.ts";
import { openAppShortcuts, type AppShortcuts } from "./app-shortcuts.ts";
import type { AppTray } from "./app-tray.ts";
import { openAppUpdater, type AppUpdater } from "./app-updater.ts";
import { openAppWindows, type AppWindows } from "./app-windows.ts";
import type { Services } from "../services.ts";
import { loginArgument, startedFile } from "../process/launch.ts";
import type { ExitRequestHandler } from "../process/exit-requests.ts";
import { checkPageEvent } from "../events/events.ts";
import { makePrivateFolder } from "../paths/private-folder.ts";

/** The running app, as its own code sees it. */
export interface App<State = unknown> {
  /** Its name for people: `package.productName`. */
  readonly name: string;
  /** `package.version`. */
  readonly version: string;
  /**
   * `dev` under `framework dev`, `debug` in a build of `framework build --debug`, otherwise
   * `release`.
   */
  readonly mode: "dev" | "debug" | "release";
  /** The whole configuration, with every default filled in. */
  readonly config: ResolvedConfig;
  /** The result of `state` of `defineApp`. */
  readonly state: State;
  /**
   * The start of the app, with the files and addresses that its user wants to open. The files join
   * the filesystem and asset scopes when this is read. See docs/opening.md.
   *
   * - macOS: files that Finder passes belong to the start if they come in time; otherwise `onOpen`
   *   receives them.
   */
  readonly start: Start;
  /** Starts of the app at the login of its user. */
  readonly login: AppLogin;
  readonly paths: AppPaths;
  readonly files: AppFiles;
  readonly http: AppHttp;
  readonly windows: AppWindows;
  readonly dialog: AppDialogs;
  readonly notification: AppNotification;
  readonly clipboard: AppClipboard;
  readonly scope: AppScope;
  readonly events: AppEvents;
  readonly menu: AppMenu;
  readonly tray: AppTray;
  readonly shortcuts: AppShortcuts;
  readonly updater: AppUpdater;
  /**
   * Calls back for everything that the user opens with the app after its start: by a second start
   * if `framework.singleInstance` is on, and on macOS by Finder, `open` and links. The files have
   * joined the scopes. Earlier openings wait for the first handler. Returns a function that removes
   * the handler.
   *
   * An event that the handler emits reaches only pages that listen already. A page that shows the
   * files has `onOpen` of `framework/api/app`, for which openings wait as well.
   *
   * @example
   * app.onOpen(({ files }) => console.log(`Opened: ${files.join(" ")}`));
   */
  onOpen(handler: (opened: Opened) => void): () => void;
  /**
   * Adds a hook that runs before the process ends, for any reason. All hooks together have three
   * seconds; if the app's own code does not return, the process ends after four, with exit code 124
   * and a line on standard error. In development it also runs each time the code is restarted:
   * programs that the code has started continue unless the hook ends them, while its servers,
   * timers and threads end by themselves.
   */
  onExit(hook: ExitHook): void;
  /**
   * Adds a handler of uncaught errors, in own code and in pages; returns a function that removes
   * it. After an error of own code the app ends with exit code 1, unless a handler calls
   * `preventDefault`. Before that, a built app writes the error to `errors.log` in `$APPLOG` and
   * shows it in a dialog that names this file; in development the app waits for a better version.
   * Handlers have three seconds. Pages report from the documents on that load after the first
   * handler was added. See docs/errors-and-crashes.md.
   *
   * @example
   * app.onError(({ error, source }) => console.error(source, error));
   */
  onError(handler: ErrorHandler): () => void;
  /**
   * Runs before the app ends by its user's request: its last window has closed, "Quit" was chosen
   * or Cmd+Q pressed, or the session ends. Returns a function that removes the handler. A handler
   * keeps the app running by `preventDefault`. All handlers run, one after the other; for a "Quit"
   * they have no time limit and may ask the user, otherwise they have two seconds. `app.exit`,
   * `exit` of a page and signals such as SIGTERM do not run them. See docs/ending.md.
   *
   * @example
   * app.onExitRequested(({ reason, preventDefault }) => {
   *   if (reason === "last-window") preventDefault(); // goes on in the tray
   * });
   */
  onExitRequested(handler: ExitRequestHandler): () => void;
  /**
   * Changes the app's presence on macOS: `regular` has an icon in the Dock and a menu bar,
   * `accessory` has neither, and `prohibited` cannot come to the front either. With `regular` the
   * app comes to the front. At the start it is `framework.bundle.macOS.activationPolicy`.
   *
   * - Linux and Windows: has no effect, and standard error reports it once.
   */
  setActivationPolicy(policy: ActivationPolicy): Promise<void>;
  /**
   * Whether the app ends when its last window closes. Default: true, also with an icon in the
   * system tray.
   */
  endWithLastWindow(ends: boolean): void;
  /**
   * Ends the app, after the exit hooks. On Linux and macOS only the lowest eight bits of the code
   * arrive: -1 as 255, and 256 as 0.
   *
   * @throws FrameworkError `bad-argument` for a code that is no integer of 32 bits
   */
  exit(code?: number): Promise<void>;
}

/** A hook that runs before the process ends; `code` is its exit code. */
export type ExitHook = (code: number) => void | Promise<void>;

export interface AppLogin {
  /** Whether the system started the app because its user logged in. */
  readonly isStart: boolean;
  /**
   * The command that the system has to run for that, file and arguments; more arguments may follow.
   * `null` in development, where there is no app to start.
   */
  readonly command: readonly string[] | null;
  /**
   * Opens the windows of the configuration hidden at this start. Call it in `setup`, before they
   * open.
   */
  openHidden(): void;
}

export interface AppPaths {
  /**
   * The folder of a variable such as `$APPDATA`, by its name without `$`; `null`: there is none.
   */
  folder(name: BaseDirectoryName): string | null;
  /**
   * A folder that pages must never reach: no scope, grant or dialog opens it. It is created if
   * missing, for this user only.
   * @throws FrameworkError `unavailable` when the app has no identifier, and so no folders of its
   * own
   */
  private(name: string): string;
  /**
   * The path of a file in one of these folders, by a name that may come from a page: `a.json` or
   * `notes/a.json`. The file and its folder need not exist. Check the name again before each use,
   * because a link may have been created meanwhile.
   * @param options `change`: whether it will be written or removed; then it must not be a file that
   * the app runs. Default: it is read.
   * @throws FrameworkError `out-of-scope` or `bad-argument` for a name that leads out of the folder
   * (`..`, an absolute path, a link) or into a folder of the framework's own; `unavailable` when
   * there is no such folder
   */
  within(folder: BaseDirectoryName, name: string, options?: { readonly change?: boolean }): string;
}

/** @internal */
export function openApp<State>(services: Services, state: State): App<State> {
  const { name, config, launch, host, exit, events, baseDirectories } = services;
  return {
    name,
    version: config.package.version,
    mode: launch.mode,
    config,
    state,
    get start() {
      return services.openings.start;
    },
    onOpen: (handler) => services.openings.onOpen(handler),
    login: {
      isStart: services.atLogin,
      command: launch.mode === "dev" ? null : [startedFile(launch, host.env), loginArgument],
      openHidden() {
        services.windows.opensHidden = true;
      },
    },
    paths: {
      folder: (variable) => baseDirectories[variable],
      private: (folder) => makePrivateFolder(baseDirectories, host.system, folder),
      within: (folder, file, { change = false } = {}) => services.ownFile(folder, file, { change }),
    },
    files: openAppFiles(services),
    http: services.ownHttp(services),
    windows: openAppWindows(services),
    dialog: openAppDialogs(services),
    notification: openAppNotification(services),
    clipboard: openAppClipboard(services),
    scope: openAppScope(services),
    events: {
      emit(event, payload, { to = null }: { to?: string | null } = {}) {
        checkPageEvent(event);
        events.emit(event, payload, { to });
      },
      listen: (event, handler, options) => events.listen(event, handler, options),
    },
    menu: openAppMenu(services),
    tray: services.tray,
    shortcuts: openAppShortcuts(services),
    updater: openAppUpdater(services),
    endWithLastWindow(ends) {
      exit.endsWithLastWindow = ends;
    },
    onExit: (hook) => exit.onExit(hook),
    onError(handler) {
      const isFirst = !exit.errors.isWatched;
      const remove = exit.errors.onError(handler);
      if (isFirst) services.windows.updateScripts();
      return remove;
    },
    async setActivationPolicy(policy) {
      if (!["regular", "accessory", "prohibited"].includes(policy))
        throw new FrameworkError(
          "bad-argument",
          `Cannot set the activation policy ${Bun.inspect(policy)}: it must be "regular", "accessory" or "prohibited"`,
        );
      await services.ui.call("app.setActivationPolicy", { policy });
    },
    onExitRequested: (handler) => exit.requests.onRequest(handler),
    exit: async (code) => {
      const whole = code ?? 0;
      if (whole !== (whole | 0))
        throw new FrameworkError(
          "bad-argument",
          `Cannot end the app with code ${Bun.inspect(code)}: it must be a whole number of 32 bits`,
        );
      await exit.quit(whole);
    },
  };
}
