import type { ResolvedConfig } from "../config/index.ts";
import { FrameworkError, plainError } from "../contract/errors.ts";
import { PagePolicy } from "../contract/page/csp.ts";
import { admittingMedia, type MediaSources } from "../contract/page/media-policy.ts";
import type { System } from "../contract/target.ts";
import type { AppIdentity, EngineTraits } from "../contract/ui/index.ts";
import type { AppSpec } from "../contract/shipped/pack.ts";
import { allowedFlags } from "../contract/commands/allowed-flags.ts";
import { configuredMenu } from "./desktop/menu-items.ts";
import { AssetProtocol } from "./pages/asset-protocol.ts";
import { Assets } from "./pages/assets.ts";
import { openCalls } from "./calls/calls.ts";
import { handlers } from "./commands/index.ts";
import { readDefinition, type AppDefinition } from "./public-api/definition.ts";
import { Dispatcher } from "./calls/dispatch.ts";
import { Documents } from "./calls/documents.ts";
import { Events } from "./events/events.ts";
import { Exit } from "./process/exit.ts";
import type { Automation } from "./automation/automation.ts";
import { openAppScope } from "./public-api/app-scope.ts";
import type { KeptGrant } from "./scope/grants/grant.ts";
import { appIdentity } from "./identity.ts";
import { openIsolationFrame, type IsolationFrame } from "./pages/isolation-frame.ts";
import type { Host } from "./process/host.ts";
import {
  givenArguments,
  splitLogin,
  unreadableArguments,
  workingFolder,
  type Launch,
} from "./process/launch.ts";
import { splitArguments, type OpenRequest } from "./opening/open-request.ts";
import { MediaServer } from "./pages/media-server.ts";
import { Origins } from "./calls/origins.ts";
import { AppCode } from "./public-api/app-code.ts";
import type { Pack } from "./pack.ts";
import { readIconFile } from "./paths/icon-file.ts";
import { PageReports } from "./pages/page-reports.ts";
import type { Parts } from "./parts.ts";
import { Requests } from "./pages/requests.ts";
import { makeServices, type Services } from "./services.ts";
import { namedIfSlow } from "./slow-start.ts";
import type { Tool } from "./tool.ts";
import { Ui, type UiChannel } from "./ui.ts";
import { followUi } from "./events/ui-events.ts";
import { LastWords } from "./errors/last-words.ts";
import { withPageErrors } from "./errors/page-errors.ts";
import { baseDirectories, type AppPlace, type BaseDirectories } from "./paths/base-directories.ts";
import { endAppWithThread, failApp } from "./process/uncaught.ts";
import type { FirstStart } from "./updater/state/first-start.ts";
import { rememberWindows } from "./windows/remembered/open.ts";
import { Windows } from "./windows/windows.ts";

export interface AppStart {
  readonly channel: UiChannel;
  /** The machine, for an app that was built for this system; it may throw. */
  readonly hostOf: (system: System) => Host;
  readonly appSpec: AppSpec<ResolvedConfig>;
  /**
   * The file that started the app: the neighbour of `$EXE` and `$RESOURCE`, and the file that a
   * relaunch starts.
   */
  readonly executable: string;
  /** In development it is empty. */
  readonly pack: Pack;
  /** The arguments after the executable on the command line. */
  readonly arguments: readonly string[];
  /** The user's working directory. Default: that of this process. */
  readonly workingFolder?: string;
  /** Loads the default export of `src-framework/main.ts` when the app starts; it may throw. */
  readonly loadDefinition: () => Promise<unknown>;
  readonly parts: Parts;
  /** In development: the connection to the tool that supervises the app. */
  readonly tool?: Tool;
  /** The connection to a testing tool, in development and debug builds that one has started. */
  readonly automation?: Automation | undefined;
}

/**
 * Runs the app on this thread: opens its windows and answers their pages until the last window
 * closes. An error that prevents the start goes to standard error, and the process ends with exit
 * code 1.
 */
export async function startApp(start: AppStart): Promise<Services | null> {
  const { automation } = start;
  const ui = new Ui(automation?.watch(start.channel) ?? start.channel);
  const exit = new Exit(ui);
  // Without a native loop, as in tests, the app shares the thread.
  if (start.channel.ownsThread === true) endAppWithThread(exit);
  start.tool?.follow({ ui, exit });
  try {
    const { arguments: given, atLogin } = splitLogin(
      givenArguments(start.appSpec.system, start.arguments),
    );
    const unreadable = unreadableArguments(given);
    if (unreadable !== "") process.stderr.write(unreadable);
    const { args, handedOver, isAddress } = splitArguments(given);
    const launch = launchOf(start, args);
    const host = start.hostOf(launch.system);
    const beginning = await start.parts.commandLine(start.appSpec.config, launch, exit);
    if (beginning.ends) return null;
    const openRequest: OpenRequest = {
      args,
      cwd: start.workingFolder ?? workingFolder(),
      names: handedOver ?? beginning.names,
      isAddress,
    };
    const { config } = start.appSpec;
    const instance = await start.parts.singleInstance({
      config,
      launch,
      host,
      exit,
      request: openRequest,
    });
    if (instance.ends) return null;
    const firstStart = start.parts.updates.firstStart(start.appSpec, launch, host);
    if (firstStart !== null && !(await firstStart.begin())) {
      await exit.quit(0, () => firstStart.relaunchPrevious());
      return null;
    }
    exit.onExit((code) => firstStart?.ended(code));
    // Found after the app's own code, which may change the environment, or when that fails.
    let found: BaseDirectories | null = null;
    const folders = () => (found ??= baseDirectories(placeOf(start), host));
    const display = new Display(ui, () => identityOf(start, folders(), host.system));
    if (start.appSpec.mode !== "dev") {
      const lastWords = new LastWords({
        appSpec: start.appSpec,
        system: host.system,
        folder: () => folders().APPLOG,
        ui,
        exit,
        // A tool that drives the app waits for its end. The previous version replaces an update
        // that fails.
        endsSilently: () => automation !== undefined || firstStart?.isUndecided === true,
        begin: () => display.begin(),
      });
      exit.errors.byDefault = (error) => void lastWords.say(error);
    }
    const definition = readDefinition(
      await namedIfSlow(start.appSpec.mode, "load", start.loadDefinition()),
    );
    const begun = {
      launch,
      host,
      baseDirectories: folders(),
      atLogin,
      cliMatches: beginning.matches,
      openRequest,
    };
    const services = await begin(display, exit, start, definition, begun, firstStart);
    services.updates.begin(services, firstStart);
    instance.follow(services);
    return services;
  } catch (error) {
    failApp(exit, error);
    return null;
  }
}

function launchOf({ appSpec, executable }: AppStart, args: readonly string[]): Launch {
  const { mode, system, architecture, frameworkVersion } = appSpec;
  return { mode, system, architecture, frameworkVersion, executable, arguments: args };
}

function placeOf({ appSpec: { config }, executable }: AppStart): AppPlace {
  const { identifier } = config.framework.bundle;
  return { identifier, executable, name: config.package.productName };
}

function identityOf(start: AppStart, folders: BaseDirectories, system: System): AppIdentity {
  const { assets, config, isolation, profile } = start.appSpec;
  const facts = {
    ...placeOf(start),
    isIsolated: isolation !== null,
    proxy: assets.kind === "address" ? assets.proxy : null,
    profile: profile ?? null,
    windows: config.framework.windows,
  };
  return appIdentity(facts, folders, system);
}

/** The display of the app, which opens once. */
class Display {
  readonly ui: Ui;
  readonly #identity: () => AppIdentity;
  #begun: Promise<EngineTraits> | null = null;

  constructor(ui: Ui, identity: () => AppIdentity) {
    this.ui = ui;
    this.#identity = identity;
  }

  /** Opens it; settles with the capabilities of the engine. */
  begin(): Promise<EngineTraits> {
    if (this.#begun === null) {
      this.ui.open();
      this.#begun = this.ui.call("app.begin", this.#identity());
    }
    return this.#begun;
  }
}

async function begin(
  display: Display,
  exit: Exit,
  start: AppStart,
  given: AppDefinition,
  begun: Pick<
    Services,
    "launch" | "host" | "baseDirectories" | "atLogin" | "cliMatches" | "openRequest"
  >,
  firstStart: FirstStart | null,
): Promise<Services> {
  const { appSpec, pack, parts } = start;
  const { ui } = display;
  const { host } = begun;
  const { config } = appSpec;
  const { allowlist, windows: windowConfigs } = config.framework;
  const origins = new Origins(appSpec);
  const documents = new Documents();
  const reportError = (error: unknown): void => failApp(exit, error);
  const events = new Events(documents, reportError);
  const reports = appSpec.mode === "dev" ? new PageReports(documents) : null;
  const reported = reports?.added(given) ?? given;
  const definition = withPageErrors(start.automation?.added(reported) ?? reported, exit.errors);
  const allowed = allowedFlags(allowlist);
  const isolation = openIsolationFrame(start, origins);
  const windows = new Windows({
    appSpec,
    origins,
    ui,
    events,
    allowed,
    own: definition,
    isDriven: start.automation !== undefined,
    frameScripts: isolation?.scripts ?? [],
    reportError,
  });
  const services = makeServices(
    { ...begun, config, ui, windows, documents, events, exit },
    parts,
    start.tool?.keeps ?? [],
  );
  const scope = openAppScope(services);
  for (const kept of start.channel.handedOver?.grants ?? []) scope.restore(kept as KeptGrant);
  rememberWindows(services);
  const recorder = start.tool?.recorder ?? null;
  recorder?.begin({
    config,
    plugins: definition.plugins,
    folders: services.baseDirectories,
    system: host.system,
  });
  const own = new AppCode(definition, services);
  const dispatcher = new Dispatcher(
    services,
    origins,
    allowed,
    handlers(parts, services, allowed) as never,
    own,
    reports === null ? null : (...failure) => reports.commandFailed(...failure),
    recorder,
  );
  const calls = isolation?.calls ?? openCalls;
  const isLocal = (origin: string) => origins.isLocal(origin);
  const assetProtocol = new AssetProtocol(
    services.assetScope,
    allowed.has("protocol.asset"),
    isLocal,
    (window, url) => media.address(window, url),
    host.opener,
    recorder,
  );
  const media = new MediaServer((request) => assetProtocol.respond(request), documents);
  // In development a page of the previous app thread may send requests before the engine's traits
  // are known.
  let policy = pagePolicy(appSpec, isolation, null);
  const requests = new Requests({
    dispatcher,
    calls,
    documents,
    assets: new Assets(appSpec.assets, pack, () => policy),
    assetProtocol,
    origins,
    isolation,
    watch:
      reports === null
        ? null
        : ({ window, url }, response) => reports.refused(window, url, response),
  });
  followUi(services, { dispatcher, calls, requests });
  start.automation?.begin({ services, dispatcher, origins });
  try {
    const traits = await display.begin();
    windows.traits = traits;
    if (!traits.playsFromSchemes)
      policy = pagePolicy(appSpec, isolation, {
        origins: origins.own,
        server: allowed.has("protocol.asset") ? () => media.origin() : null,
      });
  } catch (error) {
    // Without a display, no change of the app's code helps: the app ends, in development, too. And
    // the failure does not count against an update.
    exit.errors.byDefault = () => void exit.quit(1);
    firstStart?.undecided();
    throw error;
  }
  const { activationPolicy } = config.framework.bundle.macOS;
  // A bundle declares it in its Info.plist; in development there is none.
  if (host.system === "macos" && activationPolicy !== "regular")
    await ui.call("app.setActivationPolicy", { policy: activationPolicy });
  await showIcons(start, services);
  services.openings.begin();
  const { menu } = config.framework;
  if (menu !== null) await services.menus.set(null, configuredMenu(menu));
  await namedIfSlow(appSpec.mode, "setup", own.setUp());
  await windows.openAll(windowConfigs);
  start.automation?.begun();
  if (start.tool !== undefined) {
    windows.adopt(await ui.call("app.ready", {}));
    start.tool.begun(
      () => windows.reloadPages(),
      () => ({ grants: appSpec.profile?.keepsPages === true ? userGrants(services) : [] }),
    );
    // The app may consist of a tray icon only.
    if (windows.labels.length === 0 && config.framework.systemTray === null)
      process.stderr.write(noWindow);
  }
  return services;
}

/** The user's grants for the next app thread: pages that stay keep their files. */
function userGrants({ grants }: Services): readonly KeptGrant[] {
  return grants.list().filter(({ by }) => by === "user");
}

const noWindow =
  "framework: no window is open: name one in framework.windows, or open one by app.windows.open in main.ts\n";

/** Before the app's own code, so that its changes stay. */
async function showIcons(
  { appSpec: { icons }, pack }: AppStart,
  { ui, tray }: Services,
): Promise<void> {
  const { window, tray: trayIcon } = icons;
  if (window !== null) {
    await showIcon("framework.bundle.icon", () =>
      ui.call("app.setIcon", { icon: readIconFile(window, pack) }),
    );
  }
  if (trayIcon !== null) {
    await showIcon("framework.systemTray.iconPath", () =>
      tray.setIcon(readIconFile(trayIcon, pack)),
    );
  }
}

/** The configuration has been checked, but each system supports other formats. */
async function showIcon(field: string, show: () => Promise<void>): Promise<void> {
  try {
    await show();
  } catch (cause) {
    const { code, message } = plainError(cause);
    throw new FrameworkError(code, `Cannot show the picture of ${field}: ${message}`, { cause });
  }
}

function pagePolicy(
  { mode, config }: AppStart["appSpec"],
  isolation: IsolationFrame | null,
  media: MediaSources | null,
): PagePolicy | null {
  const {
    csp,
    devCsp,
    dangerousDisableAssetCspModification: untouched,
  } = config.framework.security;
  const policy = mode === "dev" ? (devCsp ?? csp) : csp;
  const frame = isolation === null ? [] : [isolation.origin];
  return policy === null
    ? null
    : new PagePolicy(policy, untouched, {
        frame,
        adapt: media === null ? null : admittingMedia(media),
      });
}
